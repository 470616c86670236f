// Invitations and personal contracts, as the console asks for them (D27, D28).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { invitationShape } from '../freelancers/shapes.ts'
import { paging } from '../paging.ts'
import { batchId, batchIdInQuery } from '../payouts/shapes.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { id, idInQuery, instantInQuery, text } from '../values.ts'
import { signingTexts as texts } from './messages.ts'
import { linkShape, personalContractShape } from './shapes.ts'

export const MAX_INVITED = 1_000
/** Of everyone whom the filters of a list find. */
export const MAX_LISTED = 5_000
export const MAX_DOWNLOADED = 100

export const invitePeople = endpoint({
  method: 'POST',
  path: '/sign/invite',
  purpose: 'Makes signing links for people of a provider who have not signed; older open links are replaced.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    userIds: at('uids', z.array(id).min(1, texts.nobody).max(MAX_INVITED)),
    providerId: at('providerId', id.optional()),
  }),
  reply: { form: 'data', data: invitationShape },
  failure: texts.inviteFailed,
})

/** The filters of /usermanage; whoever of them is signed already is left out. */
export const inviteListed = endpoint({
  method: 'POST',
  path: '/sign/invite/list',
  purpose: 'Makes signing links for every unsigned person of one provider whom the filters find.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    name: at('userName', text({ max: 30 }).optional()),
    idCardNo: at('cardid', text({ max: 18 }).optional()),
    providerId: at('providerId', id.optional()),
  }),
  reply: { form: 'data', data: invitationShape },
  failure: texts.inviteFailed,
})

export const inviteBatch = endpoint({
  method: 'POST',
  path: '/sign/invite/batch',
  purpose: 'Makes signing links for every unsigned person of a payout batch (D22).',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchId) }),
  reply: { form: 'data', data: invitationShape },
  failure: texts.inviteFailed,
})

export const exportLinks = endpoint({
  method: 'GET',
  path: '/sign/links/export',
  purpose: 'Exports the open signing links of a provider or of a batch, to be sent out by other means.',
  right: 'pay-or-manager',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    batchId: at('opId', batchIdInQuery.optional()),
  }),
  reply: { form: 'download' },
  failure: texts.generic,
  reads: 'export',
})

export const showLink = endpoint({
  method: 'POST',
  path: '/sign/link',
  purpose: 'Shows an open signing link; every look stands in the audit log.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'signing-link', at: 'linkId' },
  input: shape(same({ linkId: id })),
  reply: { form: 'data', data: linkShape },
  failure: texts.generic,
})

export const resendLink = endpoint({
  method: 'POST',
  path: '/sign/resend',
  purpose: 'Replaces an invitation that was not signed by a fresh link.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'signing-link', at: 'linkId' },
  input: shape(same({ linkId: id })),
  reply: { form: 'data', data: linkShape },
  failure: texts.inviteFailed,
})

export const revokeLink = endpoint({
  method: 'POST',
  path: '/sign/revoke',
  purpose: 'Takes an open invitation back.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'signing-link', at: 'linkId' },
  input: shape({ linkId: at('linkId', id), reason: at('reason', text({ max: 100 }).optional()) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

/** The filters of list and export; contractStatus -1 is "all", as with enterprise contracts (spec §4). */
const filters = {
  contractNo: at('contractNo', text({ max: 30 }).optional()),
  name: at('userName', text({ max: 30 }).optional()),
  idCardNo: at('cardid', text({ max: 18 }).optional()),
  state: at('contractStatus', z.enum(['-1', '0', '1', '2', '3', '4', '5'], texts.statusWrong).optional()),
  userId: at('uid', idInQuery.optional()),
  contractId: at('contractId', idInQuery.optional()),
  flagged: at('flagged', z.enum(['0', '1'], texts.statusWrong).optional()),
  providerId: at('providerId', idInQuery.optional()),
  from: at('beginTime', instantInQuery.optional()),
  to: at('endTime', instantInQuery.optional()),
}

export const listContracts = endpoint({
  method: 'GET',
  path: '/personal/contract/list',
  purpose:
    'Lists the personal contracts in scope with the invitations that wait for a signature; times are those of the signing, else of the invitation.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...filters, ...sorting({ invitedAt: 'inviteTime' }), ...paging }),
  reply: { form: 'list', row: personalContractShape },
  failure: texts.listFailed,
})

export const exportContracts = endpoint({
  method: 'GET',
  path: '/personal/contract/export',
  purpose: 'Exports the personal contracts of the same filters.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.listFailed,
  reads: 'export',
})

/** "3,5,8" in a query string. */
const contractIds = z.codec(
  z.string({ error: texts.malformed }).regex(/^\d{1,10}(,\d{1,10}){0,99}$/, texts.malformed),
  z.array(id).min(1),
  { decode: (list) => [...new Set(list.split(',').map(Number))], encode: (ids) => ids.join(',') },
)

export const downloadContracts = endpoint({
  method: 'GET',
  path: '/personal/contract/download',
  purpose: 'Gives one signed contract as PDF, several as a zip.',
  right: 'console',
  scope: { rule: 'record', kind: 'personal-contract', at: 'contractIds' },
  factor: 'again-for-several',
  input: shape({ contractIds: at('contractIds', contractIds) }),
  reply: { form: 'download' },
  failure: texts.copyFailed,
  reads: 'export',
})

export const terminateContract = endpoint({
  method: 'POST',
  path: '/personal/contract/terminate',
  purpose: 'Ends a signed contract with a reason: the person counts as unsigned with this provider again.',
  right: 'manager',
  scope: { rule: 'record', kind: 'personal-contract', at: 'contractId' },
  input: shape({
    contractId: at('contractId', id),
    reason: at('reason', text({ required: texts.reasonMissing, max: 100 })),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const checkFlags = endpoint({
  method: 'POST',
  path: '/personal/contract/check',
  purpose: 'A manager has looked into a flagged signing, and says what was found.',
  right: 'manager',
  scope: { rule: 'record', kind: 'personal-contract', at: 'contractId' },
  input: shape({
    contractId: at('contractId', id),
    note: at('note', text({ required: texts.noteMissing, max: 100 })),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})
