// The export of adjustments: what the filters of the page find, with ID numbers in full (D33).

import { type Day, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { AdjustmentStatus } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { FREELANCER_SEAL } from '../../adapters/personal-data/contexts.ts'
import type { ListExport } from '../../exports/export-list.ts'
import { moneyColumn, type SheetDefinition, textColumn } from '../../exports/sheet-definition.ts'
import { type AdjustmentFilter, adjustmentPieces, type ListedAdjustment } from './adjustment-list-store.ts'

const STATUS_WORDS: Readonly<Record<AdjustmentStatus, string>> = {
  proposed: '待确认',
  confirmed: '已确认',
  rejected: '已驳回',
  withdrawn: '已撤回',
}

type Row = ListedAdjustment & { readonly idCardNo: string }

const sheet: SheetDefinition<AdjustmentFilter, Row> = {
  sheetName: '税前调整',
  columns: () => [
    textColumn('供应商', 24, (row) => row.providerName),
    textColumn('姓名', 12, (row) => row.name),
    textColumn('证件号码', 22, (row) => row.idCardNo),
    textColumn('月份', 10, (row) => row.month),
    textColumn('计入月份', 10, (row) => row.countedMonth),
    textColumn('项目', 18, (row) => ITEM_WORDS[row.item]),
    moneyColumn('金额', (row) => row.amountFen),
    textColumn('原因', 30, (row) => row.reason),
    textColumn('状态', 10, (row) => STATUS_WORDS[row.status]),
    textColumn('录入人', 12, (row) => row.proposerName),
    textColumn('录入时间', 20, (row) => shanghaiSecond(row.proposedAt)),
    textColumn('处理人', 12, (row) => row.deciderName),
    textColumn('处理时间', 20, (row) => (row.decidedAt === null ? '' : shanghaiSecond(row.decidedAt))),
    textColumn('驳回原因', 30, (row) => row.decisionReason),
    textColumn('申报所属期', 12, (row) => row.declaredMonth),
  ],
  pieces: (tx, cipher, filter) => opened(cipher, adjustmentPieces(tx, filter)),
}

export const adjustmentExport: ListExport<AdjustmentFilter, Row> = {
  action: 'export-tax-adjustments',
  list: 'tax-adjustments',
  fileName: (today: Day) => `税前调整-${today}.xlsx`,
  sheet,
}

async function* opened(cipher: Cipher, pieces: AsyncIterable<ListedAdjustment[]>): AsyncGenerator<Row[]> {
  for await (const piece of pieces)
    yield piece.map((row) => ({ ...row, idCardNo: cipher.open(row.sealedId, FREELANCER_SEAL) }))
}
