// The sheet of a batch: the rows that the filter of its page finds, in full (D33).

import type { BookDefinition } from '../exports/sheet-definition.ts'
import { rowPieces } from './export-store.ts'
import {
  countAt,
  type ExportedColumn,
  exportedSheet,
  moneyAt,
  personalColumn,
  statusAt,
  textAt,
  timeAt,
} from './exported-columns.ts'
import { EXPORT_TITLES as t } from './labels.ts'
import type { RowFilter } from './row-store.ts'

export type BatchSheetInput = {
  readonly batchId: number
  readonly withholdsTax: boolean
  readonly withholdsVat: boolean
  readonly filter: RowFilter
}

export const book: BookDefinition<BatchSheetInput> = async function* (tx, cipher, input) {
  yield exportedSheet(columnsOf(input), rowPieces(tx, cipher, input.batchId, input.filter))
}

function columnsOf({ withholdsTax, withholdsVat }: BatchSheetInput): ExportedColumn[] {
  return [
    countAt(t.rowNumber, 'rowNumber'),
    textAt(t.name, 12, 'name'),
    personalColumn(t.idCardNo, 22, 'idCardNo'),
    personalColumn(t.phone, 14, 'phone'),
    textAt(t.bank, 20, 'bank'),
    personalColumn(t.cardNo, 24, 'cardNo'),
    moneyAt(t.amount, 'amount'),
    moneyAt(t.fee, 'fee'),
    ...(withholdsTax ? [moneyAt(t.tax, 'tax')] : []),
    ...(withholdsVat ? [moneyAt(t.vat, 'vat')] : []),
    textAt(t.month, 10, 'month'),
    textAt(t.remark, 24, 'remark'),
    statusAt(t.status),
    textAt(t.error, 24, 'error'),
    timeAt(t.paidAt, 'paidAt'),
  ]
}
