// Reads a statement whatever it is: a PDF, a workbook, separated text or a camt.053, told by its content (D32, D49, ADR 124).

import { ResultRefused } from '@paywages/domain/bank-files/bank-results.ts'
import { readCamtStatement } from '@paywages/domain/bank-files/camt-statement.ts'
import { readGrid } from '@paywages/domain/bank-statements/grid-table.ts'
import { checkTotals } from '@paywages/domain/bank-statements/printed-totals.ts'
import { receiptsInGrid } from '@paywages/domain/bank-statements/receipts.ts'
import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import { readRows } from '@paywages/domain/bank-statements/statement-lines.ts'
import { namesNobody, questionAbout } from '@paywages/domain/bank-statements/statement-question.ts'
import { type SealedCopy, SealedCopyReader } from '../file-store/sealed-copy.ts'
import { isCompoundFile } from '../spreadsheet/compound-file.ts'
import { type Grid, type GridKind, readGrids } from '../spreadsheet/read-grid.ts'
import { SheetRefused } from '../spreadsheet/sheet-refused.ts'
import { parseBankStatement, type ReadStatement } from './parse-bank-statement.ts'
import type { PdfLimits } from './pdf-limits.ts'
import { nothingRead, PdfRefused, unknownTable } from './pdf-refused.ts'

export async function parseStatementFile(
  file: SealedCopy,
  limits: PdfLimits,
  layouts: readonly StatementLayout[] = [],
): Promise<ReadStatement> {
  const reader = await SealedCopyReader.open(file)
  try {
    const kind = kindOf(await reader.read(0, Math.min(reader.size, HEAD_BYTES)))
    if (kind === 'camt') return parseCamt(await reader.read(0, reader.size), limits)
    if (kind === 'pdf')
      return await parseBankStatement(new Uint8Array(await reader.read(0, reader.size)), limits, layouts)
    return await parseGrids(file, kind, limits, layouts)
  } finally {
    await reader.close()
  }
}

const HEAD_BYTES = 1_024
const MESSAGE = /^(?:\xef\xbb\xbf)?(?:<\?xml[^<>]*\?>)?\s*<(?:\w+:)?Document[\s>]/

function parseCamt(bytes: Buffer, limits: PdfLimits): ReadStatement {
  try {
    const lines = readCamtStatement(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (lines.length > limits.lines) throw tooLong(limits)
    return { pageCount: 1, lines, unread: [], totals: [] }
  } catch (error) {
    if (error instanceof ResultRefused && error.code === 'result-empty')
      throw new PdfRefused('statement-no-entries')
    // What is no text, or contradicts itself, is no statement that anybody could go by.
    if (error instanceof ResultRefused || error instanceof TypeError)
      throw new PdfRefused('statement-message')
    throw error
  }
}

function kindOf(head: Buffer): GridKind | 'pdf' | 'camt' {
  if (head.toString('latin1').startsWith('%PDF-')) return 'pdf'
  if (MESSAGE.test(head.toString('latin1'))) return 'camt'
  if (isCompoundFile(head)) return 'xls'
  return head.toString('latin1').startsWith('PK\u0003\u0004') ? 'xlsx' : 'csv'
}

/** Titles, totals and notes stand around the lines. */
const ROWS_AROUND = 1_000

async function parseGrids(
  file: SealedCopy,
  kind: GridKind,
  limits: PdfLimits,
  layouts: readonly StatementLayout[],
): Promise<ReadStatement> {
  const grids = await readGrids(file, kind, limits.lines + ROWS_AROUND).catch((error) => {
    throw error instanceof SheetRefused ? inStatementWords(error, limits) : error
  })
  const pages = grids.map(({ rows, name }, index) => readGrid(rows, index + 1, layouts, name))
  const isFound = pages.some((page) => page.isFound)
  const receipts = isFound ? [] : grids.flatMap(({ rows }, index) => receiptsInGrid(rows, index + 1))
  if (!isFound && receipts.length === 0) throw unknown(grids)
  const printed = isFound ? pages.flatMap(({ rows }) => rows) : receipts
  if (namesNobody(printed) && !isNamed(grids, layouts)) throw unknown(grids)
  const { lines, unread } = readRows(printed)
  if (lines.length > limits.lines) throw tooLong(limits)
  if (lines.length === 0)
    throw nothingRead({ rows: printed, unread, question: questionIn(grids), layouts, areReceipts: !isFound })
  const around = pages.flatMap((page) => page.around)
  const totals = checkTotals(
    around,
    pages.flatMap((page) => page.totals),
    lines,
  )
  const hasFormulas = grids.some(({ formulaAt }) => formulaAt !== undefined)
  return { pageCount: Math.max(1, grids.length), lines, unread, totals, hasFormulas }
}

/** What a person has said of these columns holds, also that none of them names anybody. */
function isNamed(grids: readonly Grid[], layouts: readonly StatementLayout[]): boolean {
  const keys = grids.map(({ rows }) => questionAbout(rows)?.key)
  return layouts.some(({ key }) => keys.includes(key))
}

/** A table whose headings nobody knows is asked about. */
const unknown = (grids: readonly Grid[]) => unknownTable(questionIn(grids))

function questionIn(grids: readonly Grid[]) {
  return grids.map(({ rows }) => questionAbout(rows)).find((found) => found !== undefined)
}

const tooLong = ({ lines }: PdfLimits) => new PdfRefused('statement-too-long', { max: `${lines} 行` })

function inStatementWords({ code }: SheetRefused, limits: PdfLimits): PdfRefused {
  switch (code) {
    case 'sheet-password':
      return new PdfRefused('statement-encrypted')
    case 'sheet-macros':
      return new PdfRefused('statement-active')
    case 'sheet-too-many-rows':
      return tooLong(limits)
    case 'sheet-encoding':
      return new PdfRefused('statement-encoding')
    case 'sheet-not-excel':
      return new PdfRefused('statement-unknown')
    case 'sheet-bomb':
    case 'sheet-timeout':
      return new PdfRefused('statement-slow')
    default:
      return new PdfRefused('statement-damaged')
  }
}
