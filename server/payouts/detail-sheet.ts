// The export of the detail query: every payout that its filter finds, in full (D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { ListExport } from '../exports/export-list.ts'
import {
  moneyColumn,
  type SheetColumn,
  type SheetDefinition,
  textColumn,
} from '../exports/sheet-definition.ts'
import { countDetails, type DetailFilter } from './detail-store.ts'
import { detailPieces, type ExportedDetail } from './export-store.ts'
import { detailsName, SHEET_NAMES, STATUS_WORDS, DETAIL_TITLES as t } from './labels.ts'
import { type OpenedRow, openedInRuns } from './opened-rows.ts'

const COLUMNS: readonly SheetColumn<OpenedRow<ExportedDetail>>[] = [
  textColumn(t.batchNo, 16, (row) => row.batchNo),
  textColumn(t.company, 20, (row) => row.providerName),
  textColumn(t.name, 12, (row) => row.name),
  textColumn(t.idCardNo, 22, (row) => row.idCardNo),
  textColumn(t.phone, 14, (row) => row.phone),
  textColumn(t.bank, 20, (row) => row.bank),
  textColumn(t.cardNo, 24, (row) => row.cardNo),
  moneyColumn(t.amount, (row) => row.amountFen),
  moneyColumn(t.tax, (row) => row.taxFen),
  moneyColumn(t.fee, (row) => row.feeFen),
  textColumn(t.month, 10, (row) => row.month),
  textColumn(t.remark, 24, (row) => row.remark),
  textColumn(t.status, 10, (row) => STATUS_WORDS[row.status]),
  textColumn(t.error, 24, (row) => row.error),
  textColumn(t.payoutAt, 20, (row) => row.payoutAt),
  // Last, so that whoever reads the sheet by its columns finds the others where they were.
  moneyColumn(t.vat, (row) => row.vatFen),
]

export const sheet: SheetDefinition<DetailFilter, OpenedRow<ExportedDetail>> = {
  sheetName: SHEET_NAMES.rows,
  columns: () => COLUMNS,
  pieces: (tx, cipher, filter) => openedInRuns(cipher, detailPieces(tx, filter)),
}

export const detailExport: ListExport<DetailFilter, OpenedRow<ExportedDetail>> = {
  action: 'export-details',
  list: 'payout-details',
  filters: ({ status, from, to, name, idHashes }) => ({
    status: status ?? 'all',
    from: from ? shanghaiSecond(from) : '',
    to: to ? shanghaiSecond(to) : '',
    byPerson: Boolean(name) || idHashes !== undefined,
  }),
  count: async (tx, filter) => (await countDetails(tx, filter)).total,
  fileName: detailsName,
  sheet,
  thread: import.meta.url,
}
