// Recharges and their reversals as they travel (spec §3, D25).

import {
  RECHARGE_STATUSES,
  REVERSAL_KINDS,
  REVERSAL_STATUSES,
} from '@paywages/domain/recharges/recharge-status.ts'
import { z } from 'zod'
import { fileUrl } from '../files/file-url.ts'
import { at, same, shape } from '../shape.ts'
import { dayAsInstant, flag, instant, shown, yuan } from '../values.ts'
import { rechargeTexts as texts } from './messages.ts'

export const rechargeId = z.number({ error: texts.idWrong }).int(texts.idWrong).positive(texts.idWrong)
export const rechargeIdInQuery = z.codec(
  z.string({ error: texts.idWrong }).regex(/^\d{1,15}$/, texts.idWrong),
  z.number(),
  { decode: Number, encode: String },
)

/** The spec's numbers are the places in these lists. */
export const rechargeStatus = z.codec(z.literal([0, 1, 2]), z.enum(RECHARGE_STATUSES), {
  decode: (number) => RECHARGE_STATUSES[number],
  encode: (status) => RECHARGE_STATUSES.indexOf(status) as 0 | 1 | 2,
})
export const rechargeStatusInQuery = z.codec(
  z.enum(['0', '1', '2'], texts.statusWrong),
  z.enum(RECHARGE_STATUSES),
  {
    decode: (text) => RECHARGE_STATUSES[Number(text) as 0 | 1 | 2],
    encode: (status) => String(RECHARGE_STATUSES.indexOf(status)) as '0' | '1' | '2',
  },
)
const reversalStatus = z.codec(z.literal([0, 1, 2]), z.enum(REVERSAL_STATUSES), {
  decode: (number) => REVERSAL_STATUSES[number],
  encode: (status) => REVERSAL_STATUSES.indexOf(status) as 0 | 1 | 2,
})

const openReversalShape = shape({
  reversalId: at('reversalId', z.number()),
  askerId: at('askId', z.number()),
  kind: at('kind', z.enum(REVERSAL_KINDS)),
  amountFen: at('money', yuan()),
})

const rowFields = {
  ...same({ providerName: shown, reason: shown, withdrawn: flag }),
  rechargeId: at('rechargeId', rechargeId),
  providerId: at('providerId', z.number()),
  payerName: at('payName', shown),
  /** Masked in lists, in full in a detail (D33). */
  payerAccount: at('payAccount', shown),
  receiverName: at('recvName', shown),
  receiverAccount: at('recvAccount', shown),
  receiverBank: at('recvBank', shown),
  amountFen: at('money', yuan()),
  payDay: at('payDate', dayAsInstant(texts.payDateMissing)),
  receiptFileId: at('fileUrl', fileUrl(texts.receiptMissing)),
  receiptName: at('fileName', shown),
  status: at('rechargeStatus', rechargeStatus),
  /** What was available right after the approval. */
  availableAfterFen: at('availMoney', yuan().nullable()),
  createdAt: at('createTime', instant),
  creatorId: at('createId', z.number()),
  creator: at('createAccount', shown),
  creatorName: at('createName', shown),
  decidedAt: at('auditTime', instant.nullable()),
  auditor: at('auditAccount', shown),
  auditorName: at('auditName', shown),
  reversedFen: at('reversedMoney', yuan()),
  openReversal: at('pendingReversal', openReversalShape.nullable()),
  /** Its money was seen on a statement of the receiving account, and when it was booked there. */
  matched: at('matched', flag),
  creditDay: at('creditDate', shown),
  /** Not seen, and more than the customer's own reviewers may credit. */
  needsManager: at('needsManager', flag),
  /** Its company is the operator's own, whose managers credit for it. */
  ofOperator: at('operatorOwn', flag),
}

export const rechargeRowShape = shape(rowFields)
export type RechargeRow = z.output<typeof rechargeRowShape>

const reversalShape = shape({
  reversalId: at('reversalId', z.number()),
  kind: at('kind', z.enum(REVERSAL_KINDS)),
  amountFen: at('money', yuan()),
  reason: at('reason', shown),
  status: at('reversalStatus', reversalStatus),
  askerId: at('askId', z.number()),
  asker: at('askAccount', shown),
  askerName: at('askName', shown),
  askedAt: at('askTime', instant),
  deciderId: at('decideId', z.number().nullable()),
  decider: at('decideAccount', shown),
  deciderName: at('decideName', shown),
  decidedAt: at('decideTime', instant.nullable()),
  decisionReason: at('decideReason', shown),
})
export type Reversal = z.output<typeof reversalShape>

const similarShape = shape({
  rechargeId: at('rechargeId', rechargeId),
  status: at('rechargeStatus', rechargeStatus),
  createdAt: at('createTime', instant),
})

export const rechargeDetailShape = shape({
  ...rowFields,
  reversals: at('reversals', z.array(reversalShape)),
  /** Others of this provider with the same payer, amount and day that were not rejected. */
  similar: at('similar', z.array(similarShape)),
  /** What the provider may spend now. */
  spendableFen: at('balanceMoney', yuan()),
})
export type RechargeDetail = z.output<typeof rechargeDetailShape>
