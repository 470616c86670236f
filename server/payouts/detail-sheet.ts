// The export of the detail query: every payout that its filter finds, in full (D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { ListExport } from '../exports/export-list.ts'
import type { BookDefinition } from '../exports/sheet-definition.ts'
import { countDetails, type DetailFilter } from './detail-store.ts'
import { detailPieces } from './export-store.ts'
import {
  batchColumn,
  type ExportedColumn,
  exportedSheet,
  moneyAt,
  personalColumn,
  receiptColumn,
  statusAt,
  textAt,
  timeAt,
} from './exported-columns.ts'
import { detailsName, DETAIL_TITLES as t } from './labels.ts'

const COLUMNS: readonly ExportedColumn[] = [
  batchColumn(t.batchNo, 16, ({ batchNo }) => batchNo),
  batchColumn(t.company, 20, ({ providerName }) => providerName),
  textAt(t.name, 12, 'name'),
  personalColumn(t.idCardNo, 22, 'idCardNo'),
  personalColumn(t.phone, 14, 'phone'),
  textAt(t.bank, 20, 'bank'),
  personalColumn(t.cardNo, 24, 'cardNo'),
  moneyAt(t.amount, 'amount'),
  moneyAt(t.tax, 'tax'),
  moneyAt(t.fee, 'fee'),
  textAt(t.month, 10, 'month'),
  textAt(t.remark, 24, 'remark'),
  statusAt(t.status),
  textAt(t.error, 24, 'error'),
  timeAt(t.payoutAt, 'payoutAt'),
  // Last, so that whoever reads the sheet by its columns finds the others where they were.
  moneyAt(t.vat, 'vat'),
  receiptColumn(t.receipt),
]

export const book: BookDefinition<DetailFilter> = async function* (tx, cipher, filter) {
  yield exportedSheet(COLUMNS, detailPieces(tx, cipher, filter))
}

export const detailExport: ListExport<DetailFilter, never> = {
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
  thread: import.meta.url,
}
