// Reads a statement from its bytes: the text of each page, its table, its lines (D32).

import type { PrintedRow } from '@paywages/domain/bank-statements/printed-row.ts'
import { type CheckedTotal, checkTotals } from '@paywages/domain/bank-statements/printed-totals.ts'
import { receiptsOn } from '@paywages/domain/bank-statements/receipts.ts'
import { type ReadLine, readRows, type UnreadRow } from '@paywages/domain/bank-statements/statement-lines.ts'
import { StatementTable } from '@paywages/domain/bank-statements/statement-table.ts'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from './open-pdf.ts'
import { fragmentsOf } from './page-fragments.ts'
import { isQuietDocument } from './parse-active.ts'
import type { PdfLimits } from './pdf-limits.ts'
import { PdfRefused } from './pdf-refused.ts'
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

export async function parseBankStatement(bytes: Uint8Array, limits: PdfLimits): Promise<ReadStatement> {
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
    const { rows, table } = await rowsOf(pdf, limits)
    const { lines, unread } = readRows(rows)
    if (lines.length === 0) throw new PdfRefused('statement-unknown')
    const totals = checkTotals(table.around, table.totals, lines)
    return { pageCount: pdf.numPages, lines, unread, totals }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type PrintedTable = { readonly rows: PrintedRow[]; readonly table: StatementTable }

async function rowsOf(pdf: PDFDocumentProxy, limits: PdfLimits): Promise<PrintedTable> {
  const table = new StatementTable()
  const rows: PrintedRow[] = []
  const receipts: PrintedRow[] = []
  let blankPages = 0
  let isPictureBetween = false
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const fragments = await readPage(pdf, number, limits)
    if (fragments.length === 0) blankPages += 1
    else if (blankPages > 0) isPictureBetween = true
    rows.push(...table.readPage(fragments))
    receipts.push(...receiptsOn(fragments, number))
    if (rows.length > limits.lines) throw new PdfRefused('statement-too-long', { max: `${limits.lines} 行` })
  }
  // An empty last page is paper; one between others is a picture whose lines would be missing.
  if (isPictureBetween || blankPages === pdf.numPages) throw new PdfRefused('statement-scanned')
  // A receipt has no table, but for what looks like one and holds nothing.
  if (receipts.length > 0 && readRows(rows).lines.length === 0) return { rows: receipts, table }
  if (!table.isFound) throw new PdfRefused('statement-unknown')
  return { rows, table }
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
