// Freelancers: the list, one person, their contact history; registering, importing, correcting, deleting images (spec §2, §7, D26, D33).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { SIGNING_STATES } from '@paywages/domain/signing/signing-link.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { flag, id, idInQuery, text } from '../values.ts'
import { freelancerTexts as texts } from './messages.ts'
import {
  contactChangeShape,
  freelancerShape,
  newPersonShape,
  personDetailShape,
  personName,
  personPaymentShape,
  registrationShape,
} from './shapes.ts'

/** The filters of list and export; ustatus 2 is "all" (spec §4). */
const filters = {
  name: at('userName', text({ max: 30 }).optional()),
  idCardNo: at('cardid', text({ max: 18, tooLong: texts.idTooLong }).optional()),
  signing: at('ustatus', z.enum(['0', '1', '2'], texts.statusWrong).optional()),
  signState: at('signState', z.enum(SIGNING_STATES, texts.statusWrong).optional()),
  providerId: at('providerId', idInQuery.optional()),
}

export const listFreelancers = endpoint({
  method: 'GET',
  path: '/users',
  purpose: 'Lists the freelancers whom the companies in scope have paid, signed, invited or registered.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...filters, ...sorting({ userId: 'uid' }), ...paging }),
  reply: { form: 'list', row: freelancerShape, userList: true },
  failure: texts.listFailed,
})

export const exportFreelancers = endpoint({
  method: 'GET',
  path: '/users/export',
  purpose: 'Exports the freelancers of the same filters, with numbers in full.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.listFailed,
  reads: 'export',
})

export const freelancerDetail = endpoint({
  method: 'GET',
  path: '/user/detail',
  purpose:
    'Gives one person, by uid or ID number, with a page of their succeeded payouts; a read in full that is audited.',
  right: 'console',
  scope: { rule: 'record', kind: 'freelancer', at: 'who' },
  input: shape({
    who: at('cardid', text({ required: texts.idMissing, max: 18, tooLong: texts.idTooLong })),
    providerId: at('providerId', idInQuery.optional()),
    ...paging,
  }),
  reply: {
    form: 'list',
    row: personPaymentShape,
    beside: shape({ person: at('udetail', personDetailShape) }),
    userList: true,
  },
  failure: texts.detailFailed,
  reads: 'reveal',
})

export const contactChanges = endpoint({
  method: 'GET',
  path: '/user/changes',
  purpose: 'Lists the changes of a person’s phone and card, and which sheet or person made them.',
  right: 'console',
  scope: { rule: 'record', kind: 'freelancer', at: 'userId' },
  input: shape({
    userId: at('uid', idInQuery),
    providerId: at('providerId', idInQuery.optional()),
    ...paging,
  }),
  reply: { form: 'list', row: contactChangeShape },
  failure: texts.detailFailed,
})

export const MAX_PEOPLE_AT_ONCE = 500
/** Of one sheet. */
export const MAX_PEOPLE_IN_SHEET = 5_000

export const addFreelancers = endpoint({
  method: 'POST',
  path: '/user/add',
  purpose: 'Registers people with one’s own provider or one in scope, and invites them to sign where asked.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    people: at('users', z.array(newPersonShape).min(1, texts.nobody).max(MAX_PEOPLE_AT_ONCE, texts.tooMany)),
    ...same({ providerId: id.optional(), invite: flag.optional() }),
  }),
  reply: { form: 'data', data: registrationShape },
  failure: texts.addFailed,
})

export const importFreelancers = endpoint({
  method: 'POST',
  path: '/user/import',
  purpose:
    'Registers the people of a sheet (姓名, 身份证号, 手机号), all or nobody, and invites them where asked.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    fileName: at('fileName', text({ max: 255 }).optional()),
    providerId: at('providerId', idInQuery.optional()),
    invite: at('invite', z.enum(['0', '1']).optional()),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['payout-sheet'].limitBytes },
  reply: { form: 'data', data: registrationShape },
  failure: texts.importFailed,
})

export const correctName = endpoint({
  method: 'POST',
  path: '/user/name',
  purpose: 'Corrects the name that one provider has on record for a person, with a reason (D26).',
  right: 'manager',
  scope: { rule: 'record', kind: 'freelancer', at: 'userId' },
  input: shape({
    userId: at('uid', id),
    providerId: at('providerId', id),
    name: at('userName', personName),
    reason: at('reason', text({ required: texts.reasonMissing, max: 100 })),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const deleteImages = endpoint({
  method: 'POST',
  path: '/user/images/delete',
  purpose:
    'Deletes a person’s ID and signature images at one provider on request, and keeps a record that it happened.',
  right: 'manager',
  scope: { rule: 'record', kind: 'freelancer', at: 'userId' },
  input: shape({
    userId: at('uid', id),
    providerId: at('providerId', id),
    reason: at('reason', text({ required: texts.reasonMissing, max: 100 })),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})
