// The sheets of a file of any format, each to be walked as often as need be.

import { isXmlWorkbook } from '@paywages/domain/files/xml-workbook.ts'
import { readCsvRows } from './csv-rows.ts'
import { MergedRanges } from './merged-cells.ts'
import { readPageRows } from './page-rows.ts'
import type { InspectedSheet } from './preflight.ts'
import type { RowComments } from './row-comments.ts'
import type { RowSink } from './row-sink.ts'
import { SharedStrings } from './shared-strings.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { damaged } from './sheet-refused.ts'
import { isPage } from './sheet-text.ts'
import { readXlsComments } from './xls-comments.ts'
import { readXlsRows } from './xls-rows.ts'
import { readXlsWorkbook } from './xls-workbook.ts'
import { readXlsxComments } from './xlsx-comments.ts'
import { XlsxRows } from './xlsx-rows.ts'
import { readXlsxWorkbook } from './xlsx-workbook.ts'
import { XmlScanner } from './xml-scanner.ts'
import { readXmlRows, readXmlSheets } from './xml-workbook.ts'
import type { ZipArchive } from './zip-archive.ts'

export type BookSheet = {
  readonly name: string
  readonly isVisible: boolean
  /** Gives its cells to the sink, to the end or until that has seen enough. */
  walk(sink: RowSink): Promise<void>
}

/** Whoever takes the rows may be slower than they come. */
export type Backpressure = {
  readonly packer: { readonly isFull: boolean }
  room(share?: number): Promise<void>
}

export function openBook(
  sheet: InspectedSheet,
  limits: SheetLimits,
  out: Backpressure,
): Promise<readonly BookSheet[]> {
  if (sheet.kind === 'xlsx') return openXlsx(sheet.zip, limits, out)
  return sheet.kind === 'xls' ? openXls(sheet.workbook, limits, out) : openText(sheet.text, out)
}

async function openXlsx(zip: ZipArchive, limits: SheetLimits, out: Backpressure): Promise<BookSheet[]> {
  const workbook = await readXlsxWorkbook(zip, limits)
  let strings: SharedStrings | undefined
  const comments = new Map<string, RowComments | undefined>()
  const walk = async (part: string, sink: RowSink): Promise<void> => {
    strings ??= await readStrings(zip, workbook.sharedStringsPart, limits)
    if (sink.comment !== undefined && !comments.has(part))
      comments.set(part, await readXlsxComments(zip, part, limits))
    const scanner = new XmlScanner(new XlsxRows(sink, strings, workbook, comments.get(part)))
    for await (const chunk of zip.unpack(part)) {
      scanner.push(chunk)
      if (sink.isDone) return
      // In the last piece they are told without a second look.
      const share = zip.shareUnpacked(part)
      if (sink.wantsRanges && share < 1) await lookForRanges(sink, (ranges) => walk(part, ranges))
      if (out.packer.isFull) await out.room(share)
    }
    scanner.end()
  }
  return workbook.sheets.map(({ name, isVisible, part }) => ({
    name,
    isVisible,
    walk: (sink) => walk(part, sink),
  }))
}

/** A second look at the sheet, whose ranges stand behind all its rows. */
async function lookForRanges(sink: RowSink, walk: (sink: RowSink) => Promise<void>): Promise<void> {
  const found = new MergedRanges()
  await walk(found)
  sink.takeRanges?.(found.ranges)
}

async function readStrings(
  zip: ZipArchive,
  part: string | undefined,
  limits: SheetLimits,
): Promise<SharedStrings> {
  const strings = new SharedStrings(limits)
  if (part !== undefined && zip.has(part)) {
    const scanner = new XmlScanner(strings)
    for await (const chunk of zip.unpack(part)) scanner.push(chunk)
    scanner.end()
  }
  return strings
}

async function openXls(stream: Buffer, limits: SheetLimits, out: Backpressure): Promise<BookSheet[]> {
  const workbook = orDamaged(() => readXlsWorkbook(stream, limits))
  return workbook.sheets.map(({ name, isVisible, at }) => ({
    name,
    isVisible,
    walk: (sink) => {
      const comments = sink.comment && orDamaged(() => readXlsComments(workbook, at))
      return drain((to) => readXlsRows(workbook, at, to, comments), sink, out)
    },
  }))
}

async function openText(text: string, out: Backpressure): Promise<BookSheet[]> {
  if (isXmlWorkbook(text)) return openXml(Buffer.from(text), out)
  const walk = (sink: RowSink) =>
    drain((to) => (isPage(text) ? readPageRows(text, to) : readCsvRows(text, to)), sink, out)
  return [{ name: '', isVisible: true, walk }]
}

function openXml(bytes: Buffer, out: Backpressure): BookSheet[] {
  return readXmlSheets(bytes).map((sheet, index) => ({
    ...sheet,
    walk: (sink) => drain((to) => readXmlRows(bytes, index, to), sink, out),
  }))
}

async function drain(
  read: (sink: RowSink) => Generator<void>,
  sink: RowSink,
  out: Backpressure,
): Promise<void> {
  const rows = read(sink)
  while (!orDamaged(() => rows.next()).done) {
    if (sink.wantsRanges) await lookForRanges(sink, (ranges) => drain(read, ranges, out))
    if (out.packer.isFull) await out.room()
  }
}

/** Reading over the end of a record is what a damaged file leads to. */
function orDamaged<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? damaged('a record is shorter than its kind') : error
  }
}
