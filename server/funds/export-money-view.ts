// Gives the batches of the fund summary as .xlsx, with the filters of the list.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { MoneyViewRow } from '@paywages/wire/funds/money-view.ts'
import type { ListExport } from '../exports/export-list.ts'
import { countColumn, moneyColumn, type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { MONEY_VIEW_SHEET, moneyViewName, MONEY_VIEW_TITLES as t } from './labels.ts'
import { type MoneyFilter, moneyPieces } from './money-view-store.ts'

const SHEET: SheetDefinition<MoneyFilter, MoneyViewRow> = {
  sheetName: MONEY_VIEW_SHEET,
  columns: () => [
    textColumn(t.startedAt, 20, (row) => shanghaiSecond(row.startedAt)),
    textColumn(t.batchNo, 16, (row) => row.batchNo),
    moneyColumn(t.gross, (row) => row.grossFen),
    countColumn(t.people, (row) => row.people),
    moneyColumn(t.succeeded, (row) => row.succeededFen),
    countColumn(t.succeededPeople, (row) => row.succeededPeople),
    moneyColumn(t.failed, (row) => row.failedFen),
    countColumn(t.failedPeople, (row) => row.failedPeople),
    moneyColumn(t.fee, (row) => row.feeFen),
    textColumn(t.company, 24, (row) => row.providerName),
    textColumn(t.platform, 16, (row) => row.platformName),
  ],
  pieces: (tx, _, filter) => moneyPieces(tx, filter),
}

export const moneyViewExport: ListExport<MoneyFilter, MoneyViewRow> = {
  action: 'export-money-view',
  list: 'money-view',
  filters: ({ from, to }) => ({ from: from ? shanghaiSecond(from) : '', to: to ? shanghaiSecond(to) : '' }),
  fileName: moneyViewName,
  sheet: SHEET,
}
