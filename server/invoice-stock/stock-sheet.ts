// The export of a month's stock: one line a type, and one for each company that has entered nothing.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { answerFor, remaining, type StockLine } from '@paywages/domain/invoice-stock/stock.ts'
import type { Stock } from '@paywages/wire/invoice-stock/endpoints.ts'
import { stockAnswerWords, supportWords } from '@paywages/wire/invoice-stock/messages.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { ListExport } from '../exports/export-list.ts'
import { atOnce, type SheetColumn, type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { STOCK_SHEET, SYSTEM, stockFileName, STOCK_TITLES as titles } from './labels.ts'
import { listStock, type StockFilter } from './list-stock.ts'

type SheetLine = { readonly stock: Stock; readonly line: StockLine | undefined }

async function linesOf(tx: Tx, filter: StockFilter): Promise<SheetLine[]> {
  const stocks = await listStock(tx, filter)
  return stocks.flatMap((stock): SheetLine[] =>
    stock.lines.length === 0 ? [{ stock, line: undefined }] : stock.lines.map((line) => ({ stock, line })),
  )
}

/** Empty where nothing was entered, and where the type is not supported: 0 would say that there was a quota. */
function countOf(title: string, count: (line: StockLine) => number): SheetColumn<SheetLine> {
  return {
    title,
    width: 10,
    kind: 'count',
    cell: ({ line }) => (line?.supported ? { count: count(line) } : null),
  }
}

function moneyOf(title: string, fen: (line: StockLine) => bigint): SheetColumn<SheetLine> {
  return {
    title,
    width: 20,
    kind: 'money',
    cell: ({ line }) => (line?.supported ? { fen: fen(line) } : null),
  }
}

const COLUMNS: readonly SheetColumn<SheetLine>[] = [
  textColumn(titles.company, 26, ({ stock }) => stock.providerName),
  textColumn(titles.month, 10, ({ stock }) => stock.month),
  textColumn(titles.type, 24, ({ line }) => (line ? invoiceTypeWords[line.type] : '')),
  textColumn(titles.supported, 10, ({ line }) => (line ? supportWords(line.supported) : '')),
  countOf(titles.count, (line) => line.count),
  countOf(titles.drawnCount, (line) => line.drawnCount),
  countOf(titles.remainingCount, (line) => remaining(line).count),
  moneyOf(titles.amount, (line) => line.amountFen),
  moneyOf(titles.drawn, (line) => line.drawnFen),
  moneyOf(titles.remaining, (line) => remaining(line).amountFen),
  textColumn(titles.answer, 10, ({ line }) => stockAnswerWords[answerFor(line, 0n)]),
  textColumn(titles.savedBy, 12, ({ stock }) => stock.savedBy || (stock.savedAt ? SYSTEM : '')),
  textColumn(titles.savedAt, 20, ({ stock }) => (stock.savedAt ? shanghaiSecond(stock.savedAt) : '')),
]

const sheet: SheetDefinition<StockFilter, SheetLine> = {
  sheetName: STOCK_SHEET,
  columns: () => COLUMNS,
  pieces: (tx, _, filter) => atOnce(linesOf(tx, filter)),
}

export const stockExport: ListExport<StockFilter, SheetLine> = {
  action: 'export-stock',
  list: 'invoice-stock',
  listName: ({ month }) => month,
  fileName: (today, { month }) => stockFileName(month, today),
  sheet,
}
