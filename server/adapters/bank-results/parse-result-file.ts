// Reads what a bank gave back for a file, whatever it is: a sheet, separated text, a pain.002 or a camt.053 (ADR 82).

import {
  type BankResult,
  type ResultFault,
  ResultRefused,
  readResultSheet,
} from '@paywages/domain/bank-files/bank-results.ts'
import type { ResultMapping } from '@paywages/domain/bank-files/result-mapping.ts'
import { readResultXml } from '@paywages/domain/bank-files/result-messages.ts'
import type { WholeLine } from '@paywages/domain/bank-files/result-tables.ts'
import { type SealedCopy, SealedCopyReader } from '../file-store/sealed-copy.ts'
import { type Grid, type GridKind, readGrids } from '../spreadsheet/read-grid.ts'
import { SheetRefused } from '../spreadsheet/sheet-refused.ts'
import { decodeText } from '../spreadsheet/sheet-text.ts'

export type ResultRequest = {
  readonly file: SealedCopy
  readonly content: GridKind | 'text' | 'xml'
  /** How the format's bank writes its sheets, the newest first. */
  readonly mappings: readonly ResultMapping[]
}

export type ResultAnswer =
  | { readonly read: BankResult }
  | { readonly fault: ResultFault | 'result-unreadable'; readonly line: number }

/** A file may have 100,000 rows; lines above and totals come besides. */
const MAX_ROWS = 100_100

export async function parseResultFile(request: ResultRequest): Promise<ResultAnswer> {
  try {
    return { read: request.content === 'xml' ? await readXml(request.file) : await readSheet(request) }
  } catch (error) {
    if (error instanceof ResultRefused) return { fault: error.code, line: error.line }
    if (error instanceof SheetRefused) return { fault: 'result-unreadable', line: 0 }
    throw error
  }
}

async function readXml(file: SealedCopy): Promise<BankResult> {
  const reader = await SealedCopyReader.open(file)
  const bytes = await reader.read(0, reader.size).finally(() => reader.close())
  return readResultXml(utf8(bytes))
}

/** What is no UTF-8 is no text that we could compare with anything. */
function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ResultRefused('result-xml')
  }
}

async function readSheet(request: ResultRequest): Promise<BankResult> {
  const { mappings } = request
  const texts = await textsOf(request)
  // Fixed widths have no columns that anybody could part.
  const hasGrid = request.content !== 'text' && !mappings.every(({ layout }) => layout === 'bytes')
  const grid = hasGrid || mappings.length === 0 ? await gridOf(request) : { rows: [], name: '' }
  return readResultSheet({ lines: grid.rows, texts, name: grid.name }, mappings)
}

async function gridOf({ file, content }: ResultRequest): Promise<Pick<Grid, 'rows' | 'name'>> {
  const grids = await readGrids(file, content as GridKind, MAX_ROWS)
  const [only, ...more] = grids.filter(({ rows }) => rows.length > 0)
  // Wherever a formula stands, it may have written words into other cells.
  for (const { formulaAt } of grids)
    if (formulaAt !== undefined) throw new ResultRefused('result-formula', formulaAt)
  // Which of several sheets counts is not ours to guess.
  if (!only || more.length > 0) throw new ResultRefused(only ? 'result-headings' : 'result-empty')
  return only
}

/** Lines as they are written, where places in bytes are asked for. */
async function textsOf({ file, content, mappings }: ResultRequest): Promise<WholeLine[] | undefined> {
  if ((content !== 'text' && content !== 'csv') || !mappings.some(({ layout }) => layout === 'bytes'))
    return undefined
  const reader = await SealedCopyReader.open(file)
  const bytes = await reader.read(0, reader.size).finally(() => reader.close())
  const lines = decodeText(bytes)
    ?.split(/\r\n?|\n/)
    .map((text, index) => ({ number: index + 1, text }))
    .filter(({ text }) => text.trim() !== '')
  if (lines === undefined || lines.length > MAX_ROWS) throw new SheetRefused('sheet-not-excel')
  return lines
}
