// The operator's receiving accounts: their statements, and the credits that recharges are matched with (D50).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { CREDIT_STATES } from '@paywages/domain/recharges/match-credits.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { dayAsInstant, id, idInQuery, shown, text, yuan } from '../values.ts'
import { rechargeTexts as texts } from './messages.ts'
import { rechargeId, rechargeStatus } from './shapes.ts'

const OF_A_BRAND = 'a brand’s receiving accounts belong to no provider; the operation asks who may see them'

const uploadedShape = shape({
  ...same({ fileName: shown }),
  lineCount: at('lineNum', z.number()),
  creditCount: at('creditNum', z.number()),
  /** Not listed by an earlier statement. */
  newCount: at('newNum', z.number()),
  matchedCount: at('matchedNum', z.number()),
  unclearCount: at('unclearNum', z.number()),
})
export type UploadedReceiverStatement = z.output<typeof uploadedShape>

export const uploadReceiverStatement = endpoint({
  method: 'POST',
  path: '/recharge/receiver/statement',
  purpose:
    'Reads a bank statement of a receiving account, keeps its credits and matches them with recharges.',
  right: 'manager',
  scope: { rule: 'none', because: OF_A_BRAND },
  factor: 'again',
  input: shape({
    receiverAccount: at('recvAccount', text({ required: texts.receiverAccountMissing, max: 40 })),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES.statement.limitBytes },
  reply: { form: 'data', data: uploadedShape },
  failure: texts.statementFailed,
  // What it lists, nobody else has to have seen arrive.
  decides: true,
})

const creditShape = shape({
  ...same({ remark: shown, page: z.number(), fileName: shown }),
  creditId: at('creditId', z.number()),
  receiverAccount: at('recvAccount', shown),
  day: at('creditDate', shown),
  payerName: at('payName', shown),
  payerAccount: at('payAccount', shown),
  amountFen: at('money', yuan()),
  balanceFen: at('balanceMoney', yuan().nullable()),
  rechargeId: at('rechargeId', rechargeId.nullable()),
  rechargeStatus: at('rechargeStatus', rechargeStatus.nullable()),
  matchedBy: at('matchName', shown.nullable()),
})
export type Credit = z.output<typeof creditShape>

export const listCredits = endpoint({
  method: 'GET',
  path: '/recharge/receiver/credits',
  purpose:
    'Lists what the receiving accounts were credited with, newest first; those that are open nobody registered.',
  right: 'manager',
  scope: { rule: 'none', because: OF_A_BRAND },
  input: shape({
    receiverAccount: at('recvAccount', text({ max: 40 }).optional()),
    state: at('matchState', z.enum(CREDIT_STATES, texts.statusWrong).optional()),
    ...paging,
  }),
  reply: { form: 'list', row: creditShape },
  failure: texts.creditsFailed,
})

const candidateShape = shape({
  ...same({ providerName: shown }),
  rechargeId: at('rechargeId', rechargeId),
  payerName: at('payName', shown),
  payerAccount: at('payAccount', shown),
  amountFen: at('money', yuan()),
  payDay: at('payDate', dayAsInstant(texts.payDateMissing)),
  status: at('rechargeStatus', rechargeStatus),
})
export type CreditCandidate = z.output<typeof candidateShape>

export const creditCandidates = endpoint({
  method: 'GET',
  path: '/recharge/receiver/candidates',
  purpose: 'Lists the recharges in scope of the same account and amount that a credit may be the money of.',
  right: 'manager',
  scope: { rule: 'none', because: OF_A_BRAND },
  input: shape({ creditId: at('creditId', idInQuery) }),
  reply: { form: 'list', row: candidateShape },
  failure: texts.creditsFailed,
})

export const chooseCredit = endpoint({
  method: 'POST',
  path: '/recharge/receiver/match',
  purpose:
    'Matches a credit with the recharge that a manager chose; before the audit it is undone by the same call without one.',
  right: 'manager',
  scope: { rule: 'none', because: OF_A_BRAND },
  factor: 'again',
  input: shape({
    creditId: at('creditId', id),
    rechargeId: at('rechargeId', rechargeId.nullable()),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
  decides: true,
})
