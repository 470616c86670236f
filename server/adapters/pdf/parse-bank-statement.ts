// Reads a statement from its bytes: the text of each page, its table, its lines (D32).

import { gridOfPage } from '@paywages/domain/bank-statements/page-headings.ts'
import type { PrintedRow } from '@paywages/domain/bank-statements/printed-row.ts'
import { type CheckedTotal, checkTotals } from '@paywages/domain/bank-statements/printed-totals.ts'
import { receiptsOn } from '@paywages/domain/bank-statements/receipts.ts'
import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import {
  type ReadLine,
  type ReadRows,
  readRows,
  type UnreadRow,
  unitOfAll,
} from '@paywages/domain/bank-statements/statement-lines.ts'
import {
  namesNobody,
  questionAbout,
  type StatementQuestion,
} from '@paywages/domain/bank-statements/statement-question.ts'
import { StatementTable } from '@paywages/domain/bank-statements/statement-table.ts'
import { type Fragment, linesOf } from '@paywages/domain/bank-statements/text-lines.ts'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from './open-pdf.ts'
import { fragmentsOf } from './page-fragments.ts'
import { isQuietDocument } from './parse-active.ts'
import type { PdfLimits } from './pdf-limits.ts'
import { nothingRead, PdfRefused, unknownTable } from './pdf-refused.ts'
import { scanPdf, verdictOf } from './scan-pdf.ts'

export type ReadStatement = {
  readonly pageCount: number
  readonly lines: readonly ReadLine[]
  /** Rows of the table that are no lines, each with its reason. */
  readonly unread: readonly UnreadRow[]
  /** What the statement prints of itself, beside what was read. */
  readonly totals: readonly CheckedTotal[]
  /** Some cell was another program's reckoning. */
  readonly hasFormulas?: boolean
}

export async function parseBankStatement(
  bytes: Uint8Array,
  limits: PdfLimits,
  layouts: readonly StatementLayout[] = [],
): Promise<ReadStatement> {
  const scan = await scanPdf(bytes)
  const verdict = verdictOf(scan)
  if (verdict === 'active' && !scan.isOpaque) throw new PdfRefused('statement-active')
  // One that needs a password, or is damaged, is told so rather than that nobody can look inside.
  const pdf = await openPdf(bytes)
  try {
    if (pdf.numPages > limits.pages) throw new PdfRefused('statement-too-long', { max: `${limits.pages} 页` })
    const isQuiet =
      verdict === 'quiet' ||
      (verdict === 'unclear' && (await isQuietDocument(pdf, scan.parts.has('attachment'))))
    if (!isQuiet) throw new PdfRefused('statement-active')
    const { rows, table, question, areReceipts } = await rowsOf(pdf, limits, layouts)
    const { lines, unread } = readRows(rows)
    if (lines.length === 0) throw nothingRead({ rows, unread, question, layouts, areReceipts })
    const totals = checkTotals(table.around, table.totals, lines)
    return { pageCount: pdf.numPages, lines, unread, totals }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type PrintedTable = {
  readonly rows: PrintedRow[]
  readonly table: StatementTable
  readonly question: StatementQuestion | undefined
  readonly areReceipts: boolean
}

async function rowsOf(
  pdf: PDFDocumentProxy,
  limits: PdfLimits,
  layouts: readonly StatementLayout[],
): Promise<PrintedTable> {
  const table = new StatementTable(layouts)
  let question: StatementQuestion | undefined
  const rows: PrintedRow[] = []
  const receipts: PrintedRow[] = []
  let blankPages = 0
  let isPictureBetween = false
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const fragments = await readPage(pdf, number, limits)
    if (fragments.length === 0) blankPages += 1
    else if (blankPages > 0) isPictureBetween = true
    rows.push(...table.readPage(fragments))
    question ??= questionOn(fragments, number)
    receipts.push(...receiptsOn(fragments, number))
    if (rows.length > limits.lines) throw new PdfRefused('statement-too-long', { max: `${limits.lines} 行` })
  }
  // An empty last page is paper; one between others is a picture whose lines would be missing.
  if (isPictureBetween || blankPages === pdf.numPages) throw new PdfRefused('statement-scanned')
  // A receipt has no table, but for what looks like one and holds nothing.
  const isTable = unitOfAll(rows.map((row) => table.inUnitAround(row))) !== undefined && rows.length > 0
  if (receipts.length > 0 && !isTable && readsMore(receipts, rows))
    return { rows: receipts, table, question, areReceipts: true }
  const isAsked = table.isNamed ? !table.fitsNamed(rows) : !table.isFound || namesNobody(rows)
  if (isAsked) throw unknownTable(question)
  return { rows: rows.map((row) => table.inUnitAround(row)), table, question, areReceipts: false }
}

/** Labels above their values look like the headings of tables of one row: as receipts all of them are read. */
function readsMore(receipts: readonly PrintedRow[], rows: readonly PrintedRow[]): boolean {
  const asTable = readRows(rows)
  if (asTable.lines.length === 0) return true
  if (receipts.length < asTable.lines.length || asTable.unread.length === 0) return false
  const asReceipts = readRows(receipts)
  const amountsOf = ({ lines }: ReadRows) => lines.map(({ amountFen }) => amountFen).join()
  return asReceipts.unread.length === 0 && amountsOf(asReceipts) === amountsOf(asTable)
}

/** What a person would be asked about the headings of a page. */
function questionOn(fragments: readonly Fragment[], page: number): StatementQuestion | undefined {
  const question = questionAbout(gridOfPage(linesOf(fragments)))
  return question && { ...question, page }
}

async function readPage(pdf: PDFDocumentProxy, number: number, limits: PdfLimits) {
  try {
    const page = await pdf.getPage(number)
    const content = await page.getTextContent()
    if (content.items.length > limits.pagePieces) throw new PdfRefused('statement-slow')
    const fragments = fragmentsOf(page, content)
    page.cleanup()
    return fragments
  } catch (error) {
    throw error instanceof PdfRefused ? error : new PdfRefused('statement-damaged')
  }
}
