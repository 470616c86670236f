// Proposals: what waits for a second manager or for the end of a cooling time, and what became of it (D47).

import { ACCOUNT_CHANGES } from '@paywages/domain/proposals/notice.ts'
import { PROPOSAL_KINDS, PROPOSAL_STATES } from '@paywages/domain/proposals/proposal.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fileUrl } from '../files/file-url.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, instant, openWord, shown, text, yuan } from '../values.ts'
import { proposalTexts as texts } from './messages.ts'

/** One line of before and after; a value that is not there is empty. */
const factShape = shape(same({ field: shown, before: shown, after: shown }))
export type ProposalFact = z.output<typeof factShape>

const impactShape = shape({
  paidFen: at('paidMoney', yuan()),
  feeChangeFen: at('feeChange', yuan()),
  /** Uploaded and not ended: they keep the terms of their upload. */
  openBatches: at('openNum', z.number()),
})
export type ProposalImpact = z.output<typeof impactShape>

const recentShape = shape({
  kind: at('kind', openWord(ACCOUNT_CHANGES)),
  byName: at('name', shown),
  at: at('time', instant),
})

export const proposalShape = shape({
  proposalId: at('proposalId', id),
  proposalNo: at('proposalNo', shown),
  kind: at('kind', openWord(PROPOSAL_KINDS)),
  state: at('state', z.enum(PROPOSAL_STATES)),
  objectName: at('objectName', shown),
  providerName: at('providerName', shown),
  facts: at('facts', z.array(factShape)),
  reason: at('reason', shown),
  proposerName: at('proposerName', shown),
  proposerAccount: at('proposerAccount', shown),
  proposedAt: at('proposeTime', instant),
  expiresAt: at('expireTime', instant),
  /** When a cooling one takes effect. */
  effectiveAt: at('effectTime', instant.nullable()),
  deciderName: at('deciderName', shown),
  decidedAt: at('decideTime', instant.nullable()),
  decisionReason: at('decideReason', shown),
  /** What a changed rate means in fees, by the payouts of the last 30 days; null where it means nothing. */
  impact: at('impact', impactShape.nullable()),
  /** What else became of the account lately: whoever confirms should know of a password that was just reset. */
  recent: at('recent', z.array(recentShape)),
  attachments: at(
    'files',
    z.array(shape({ fileId: at('fileUrl', fileUrl('')), ...same({ name: shown, sizeBytes: z.number() }) })),
  ),
  /** What the caller may do with it now. */
  actions: at('actions', z.array(z.enum(['confirm', 'refuse', 'withdraw']))),
  /** Proposed by the caller. */
  own: at('own', flag),
})
export type ProposalRow = z.output<typeof proposalShape>

export const PROPOSAL_GROUPS = ['waiting', 'ended'] as const

export const listProposals = endpoint({
  method: 'GET',
  path: '/proposals',
  purpose: 'Lists the proposals in scope that wait, or those that have ended, the newest first.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({ group: at('group', z.enum(PROPOSAL_GROUPS).optional()), ...paging }),
  reply: { form: 'list', row: proposalShape },
  failure: texts.listFailed,
})

const about = { proposalId: at('proposalId', id) }

export const confirmProposal = endpoint({
  method: 'POST',
  path: '/proposal/confirm',
  purpose: 'Confirms a proposal as its second person, which carries it out.',
  right: 'manager',
  scope: { rule: 'record', kind: 'proposal', at: 'proposalId' },
  input: shape(about),
  reply: {
    form: 'data',
    /** To be handed to the account's owner, who needs it for the first factor; told once. */
    data: shape(same({ enrolmentCode: shown.nullable() })),
  },
  failure: texts.generic,
  decides: true,
  factor: 'again',
})

export const askConfirmationSignature = endpoint({
  method: 'POST',
  path: '/proposal/confirm/sign',
  purpose: 'Gives what a passkey is to sign before a proposal is confirmed.',
  right: 'manager',
  scope: { rule: 'record', kind: 'proposal', at: 'proposalId' },
  input: shape(about),
  reply: { form: 'data', data: shape(same({ options: shown })) },
  failure: texts.generic,
})

export const refuseProposal = endpoint({
  method: 'POST',
  path: '/proposal/refuse',
  purpose: 'Refuses a proposal with a reason; one that cools down, too.',
  right: 'manager',
  scope: { rule: 'record', kind: 'proposal', at: 'proposalId' },
  input: shape({ ...about, reason: at('reason', text({ required: texts.refusalMissing, max: 200 })) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/proposal/withdraw',
  purpose: 'Takes back one’s own proposal.',
  right: 'manager',
  scope: { rule: 'record', kind: 'proposal', at: 'proposalId' },
  input: shape(about),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const attachToProposal = endpoint({
  method: 'POST',
  path: '/proposal/attach',
  purpose: 'Lays an uploaded file beside one’s own proposal while it waits.',
  right: 'manager',
  scope: { rule: 'record', kind: 'proposal', at: 'proposalId' },
  input: shape({ ...about, fileId: at('fileId', z.uuid(texts.fileMissing)) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  purpose: 'Marks a notice about one’s account as read, or without noticeId all of them.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({ noticeId: at('noticeId', id.optional()) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})
