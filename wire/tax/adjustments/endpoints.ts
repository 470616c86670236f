// Adjustments of a person's month: exempt income, other lawful deductions and tax relief, entered by one person and confirmed by another.

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import {
  ADJUSTMENT_ITEMS,
  isAdjustmentReason,
  MAX_ADJUSTMENT_FEN,
  MAX_REASON_LENGTH,
} from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { ADJUSTMENT_STATUSES } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { paging } from '../../paging.ts'
import { at, shape } from '../../shape.ts'
import { id, idInQuery, requiredId, text, yuan } from '../../values.ts'
import { adjustmentTexts as texts } from './messages.ts'
import { adjustmentImportShape, adjustmentShape } from './shapes.ts'

/** Decided at once. */
export const MAX_DECIDED = 200
/** Of one sheet. */
export const MAX_ADJUSTMENTS_IN_SHEET = 5_000

const month = z.string(texts.monthWrong).refine(isMonth, texts.monthWrong)

const filters = {
  /** Entered for it, or counted in it. */
  month: at('month', month.optional()),
  name: at('userName', text({ max: 30 }).optional()),
  idCardNo: at('cardid', text({ max: 18 }).optional()),
  status: at('adjustStatus', z.enum(ADJUSTMENT_STATUSES, texts.statusWrong).optional()),
  providerId: at('providerId', idInQuery.optional()),
}

export const listAdjustments = endpoint({
  method: 'GET',
  path: '/tax/adjustment/list',
  purpose: 'Lists the adjustments in scope, the newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({ ...filters, ...paging }),
  reply: { form: 'list', row: adjustmentShape },
  failure: texts.listFailed,
})

export const exportAdjustments = endpoint({
  method: 'GET',
  path: '/tax/adjustment/export',
  purpose: 'Exports the adjustments of the same filters, with ID numbers in full.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.listFailed,
  reads: 'export',
})

const amount = yuan(texts.amountWrong)
  .refine((fen) => fen !== 0n, texts.amountWrong)
  .refine((fen) => fen <= MAX_ADJUSTMENT_FEN && fen >= -MAX_ADJUSTMENT_FEN, texts.amountTooLarge)

export const proposeAdjustment = endpoint({
  method: 'POST',
  path: '/tax/adjustment/add',
  purpose:
    'Enters an adjustment of a person’s month at one’s own provider or one in scope; it counts once another person has confirmed it.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    providerId: at('providerId', id.optional()),
    userId: at('uid', requiredId(texts.personMissing)),
    month: at('month', month),
    item: at('adjustItem', z.enum(ADJUSTMENT_ITEMS, texts.itemWrong)),
    amountFen: at('money', amount),
    reason: at(
      'reason',
      text({ required: texts.reasonMissing, max: MAX_REASON_LENGTH, tooLong: texts.reasonWrong }).refine(
        isAdjustmentReason,
        texts.reasonWrong,
      ),
    ),
  }),
  reply: { form: 'data', data: id },
  failure: texts.addFailed,
})

export const importAdjustments = endpoint({
  method: 'POST',
  path: '/tax/adjustment/import',
  purpose: 'Enters the adjustments of a sheet (姓名, 证件号码, 月份, 项目, 金额, 原因), all or none.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    fileName: at('fileName', text({ max: 255 }).optional()),
    providerId: at('providerId', idInQuery.optional()),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['payout-sheet'].limitBytes },
  reply: { form: 'data', data: adjustmentImportShape },
  failure: texts.importFailed,
})

const adjustmentIds = z
  .array(requiredId(texts.idWrong), texts.noneChosen)
  .min(1, texts.noneChosen)
  .max(MAX_DECIDED, texts.tooMany(MAX_DECIDED))

export const confirmAdjustments = endpoint({
  method: 'POST',
  path: '/tax/adjustment/confirm',
  purpose:
    'Confirms adjustments that others entered, all or none; one of a closed month counts in the next open one.',
  right: 'check-or-manager',
  scope: { rule: 'record', kind: 'tax-adjustment', at: 'adjustmentIds' },
  factor: 'again',
  input: shape({ adjustmentIds: at('adjustIds', adjustmentIds) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
  decides: true,
})

export const rejectAdjustments = endpoint({
  method: 'POST',
  path: '/tax/adjustment/reject',
  purpose: 'Rejects adjustments that others entered, with a reason, all or none.',
  right: 'check-or-manager',
  scope: { rule: 'record', kind: 'tax-adjustment', at: 'adjustmentIds' },
  input: shape({
    adjustmentIds: at('adjustIds', adjustmentIds),
    reason: at(
      'reason',
      text({ required: texts.rejectReasonMissing, max: MAX_REASON_LENGTH, tooLong: texts.reasonWrong }),
    ),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const withdrawAdjustment = endpoint({
  method: 'POST',
  path: '/tax/adjustment/withdraw',
  purpose: 'Takes back an adjustment that one has entered and that waits.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'tax-adjustment', at: 'adjustmentId' },
  input: shape({ adjustmentId: at('adjustId', requiredId(texts.idWrong)) }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})
