// Adjustments as they travel.

import { ADJUSTMENT_ITEMS } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { ADJUSTMENT_STATUSES } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import { z } from 'zod'
import { at, same, shape } from '../../shape.ts'
import { flag, id, instant, shown, yuan } from '../../values.ts'

export const adjustmentShape = shape({
  adjustmentId: at('adjustId', id),
  ...same({ providerId: id, providerName: shown }),
  userId: at('uid', id),
  name: at('uname', shown),
  /** Masked: lists never show a number in full (D33). */
  idCardNo: at('ucardid', shown),
  /** The month it was entered for. */
  month: at('month', shown),
  /** Another one where its own was closed by then; empty until it is confirmed. */
  countedMonth: at('countedMonth', shown),
  /** The closed period that declares it; empty while none does. */
  declaredMonth: at('declaredMonth', shown),
  item: at('adjustItem', z.enum(ADJUSTMENT_ITEMS)),
  amountFen: at('money', yuan()),
  reason: at('reason', shown),
  bySheet: at('bySheet', flag),
  status: at('adjustStatus', z.enum(ADJUSTMENT_STATUSES)),
  proposerId: at('createId', id),
  proposerName: at('createName', shown),
  proposedAt: at('createTime', instant),
  deciderName: at('checkName', shown),
  decidedAt: at('checkTime', instant.nullable()),
  decisionReason: at('checkReason', shown),
})
export type Adjustment = z.output<typeof adjustmentShape>

const badRowShape = shape({
  rowNumber: at('id', z.number()),
  name: at('userName', shown),
  idCardNo: at('cardid', shown),
  month: at('month', shown),
  item: at('adjustItem', shown),
  amount: at('money', shown),
  reason: at('reason', shown),
})
export type BadAdjustment = z.output<typeof badRowShape>

/** All or none: one bad row and nothing is entered (D14). */
export const adjustmentImportShape = shape({
  added: at('sucNum', z.number()),
  failed: at('failNum', z.number()),
  bad: at('failVOs', z.array(badRowShape)),
})
export type AdjustmentImport = z.output<typeof adjustmentImportShape>
