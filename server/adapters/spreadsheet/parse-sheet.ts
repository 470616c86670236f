// Reads a sheet from its file to packed rows; it runs inside the worker thread.

import type { SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import { readCsvRows } from './csv-rows.ts'
import { HeadingWatch } from './heading-watch.ts'
import { readPageRows } from './page-rows.ts'
import { inspectSheet } from './preflight.ts'
import type { RowPacker } from './row-packing.ts'
import type { RowSink } from './row-sink.ts'
import { SharedStrings } from './shared-strings.ts'
import { SHEET_PLANS, type SheetKind } from './sheet-kinds.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { damaged, SheetRefused } from './sheet-refused.ts'
import { SheetRows } from './sheet-rows.ts'
import type { SheetSummary } from './sheet-summary.ts'
import { isPage } from './sheet-text.ts'
import { readXlsRows } from './xls-rows.ts'
import { readXlsWorkbook } from './xls-workbook.ts'
import { XlsxRows } from './xlsx-rows.ts'
import { readXlsxWorkbook } from './xlsx-workbook.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { ZipArchive } from './zip-archive.ts'

export type SheetRequest = {
  readonly file: SealedCopy
  readonly fileName: string
  readonly kind: SheetKind
  readonly limits: SheetLimits
}

/** Where packed rows go; `room` waits until the other side wants more, and is told how much of the sheet is read, where that is known. */
export type PackedRows = { readonly packer: RowPacker; room(share?: number): Promise<void> }

/** Returns what there is to tell of the sheet as a whole. */
export async function parseSheet(request: SheetRequest, out: PackedRows): Promise<SheetSummary> {
  const { file, fileName, kind, limits } = request
  const plan = SHEET_PLANS[kind]
  const sheet = await inspectSheet(file, fileName, limits)
  if (sheet.kind === 'xls') return parseXls(sheet.workbook, plan, limits, out)
  if (sheet.kind === 'text') return parseText(sheet.text, plan, limits, out)
  try {
    return await parseXlsx(sheet.zip, plan, limits, out)
  } finally {
    await sheet.zip.close()
  }
}

async function parseXlsx(
  zip: ZipArchive,
  plan: SheetPlan,
  limits: SheetLimits,
  out: PackedRows,
): Promise<SheetSummary> {
  const workbook = await readXlsxWorkbook(zip, limits)
  const { first, others } = chooseSheets(workbook.sheets)
  const strings = new SharedStrings(limits)
  const { sharedStringsPart } = workbook
  if (sharedStringsPart !== undefined && zip.has(sharedStringsPart)) {
    const scanner = new XmlScanner(strings)
    for await (const chunk of zip.unpack(sharedStringsPart)) scanner.push(chunk)
    scanner.end()
  }
  const walk = (part: string, sink: RowSink) =>
    walkXlsx(zip, part, new XlsxRows(sink, strings, workbook), sink, out)
  for (const { name, part } of others) await walk(part, new HeadingWatch(name, plan))
  const rows = new SheetRows(out.packer, plan, limits)
  await walk(first.part, rows)
  return { ...rows.end(), sheetName: first.name }
}

async function walkXlsx(
  zip: ZipArchive,
  part: string,
  reader: XlsxRows,
  sink: RowSink,
  out: PackedRows,
): Promise<void> {
  const scanner = new XmlScanner(reader)
  for await (const chunk of zip.unpack(part)) {
    scanner.push(chunk)
    if (sink.isDone) return
    if (out.packer.isFull) await out.room(zip.shareUnpacked(part))
  }
  scanner.end()
}

async function parseXls(
  stream: Buffer,
  plan: SheetPlan,
  limits: SheetLimits,
  out: PackedRows,
): Promise<SheetSummary> {
  try {
    const workbook = readXlsWorkbook(stream, limits)
    const { first, others } = chooseSheets(workbook.sheets)
    for (const { name, at } of others) {
      for (const _ of readXlsRows(workbook, at, new HeadingWatch(name, plan)));
    }
    const rows = new SheetRows(out.packer, plan, limits)
    for (const _ of readXlsRows(workbook, first.at, rows)) {
      if (out.packer.isFull) await out.room()
    }
    return { ...rows.end(), sheetName: first.name }
  } catch (error) {
    // Reading over the end of a record is what a damaged file leads to.
    throw error instanceof RangeError ? damaged('a record is shorter than its kind') : error
  }
}

async function parseText(
  text: string,
  plan: SheetPlan,
  limits: SheetLimits,
  out: PackedRows,
): Promise<SheetSummary> {
  const rows = new SheetRows(out.packer, plan, limits)
  for (const _ of isPage(text) ? readPageRows(text, rows) : readCsvRows(text, rows)) {
    if (out.packer.isFull) await out.room()
  }
  return { ...rows.end(), sheetName: '' }
}

/** The first sheet that people see is the one they mean; hidden ones are watched like the rest. */
function chooseSheets<S extends { readonly isVisible: boolean }>(
  sheets: readonly S[],
): { first: S; others: S[] } {
  const first = sheets.find(({ isVisible }) => isVisible)
  if (first === undefined) throw new SheetRefused('sheet-empty')
  return { first, others: sheets.filter((sheet) => sheet !== first) }
}
