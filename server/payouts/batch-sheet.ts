// The sheet of a batch: the rows that the filter of its page finds, in full (D33).

import {
  countColumn,
  moneyColumn,
  type SheetColumn,
  type SheetDefinition,
  textColumn,
} from '../exports/sheet-definition.ts'
import { type ExportedRow, rowPieces } from './export-store.ts'
import { SHEET_NAMES, STATUS_WORDS, EXPORT_TITLES as t } from './labels.ts'
import { type OpenedRow, openedInRuns } from './opened-rows.ts'
import type { RowFilter } from './row-store.ts'

export type BatchSheetInput = {
  readonly batchId: number
  readonly withholdsTax: boolean
  readonly withholdsVat: boolean
  readonly filter: RowFilter
}

type Row = OpenedRow<ExportedRow>

export const sheet: SheetDefinition<BatchSheetInput, Row> = {
  sheetName: SHEET_NAMES.rows,
  columns: columnsOf,
  pieces: (tx, cipher, { batchId, filter }) => openedInRuns(cipher, rowPieces(tx, batchId, filter)),
}

function columnsOf({ withholdsTax, withholdsVat }: BatchSheetInput): SheetColumn<Row>[] {
  return [
    countColumn(t.rowNumber, (row) => row.rowNumber),
    textColumn(t.name, 12, (row) => row.name),
    textColumn(t.idCardNo, 22, (row) => row.idCardNo),
    textColumn(t.phone, 14, (row) => row.phone),
    textColumn(t.bank, 20, (row) => row.bank),
    textColumn(t.cardNo, 24, (row) => row.cardNo),
    moneyColumn(t.amount, (row) => row.amountFen),
    moneyColumn(t.fee, (row) => row.feeFen),
    ...(withholdsTax ? [moneyColumn<Row>(t.tax, (row) => row.taxFen)] : []),
    ...(withholdsVat ? [moneyColumn<Row>(t.vat, (row) => row.vatFen)] : []),
    textColumn(t.month, 10, (row) => row.month),
    textColumn(t.remark, 24, (row) => row.remark),
    textColumn(t.status, 10, (row) => STATUS_WORDS[row.status]),
    textColumn(t.error, 24, (row) => row.error),
    textColumn(t.paidAt, 20, (row) => row.paidAt),
  ]
}
