// Reads the globals of an .xls workbook: its sheets, its shared texts, which cell formats are dates.

import { readSharedTexts, readText, type StruckFonts } from './biff-strings.ts'
import { isDateFormat, unitOfFormat } from './number-format.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { damaged, SheetRefused } from './sheet-refused.ts'

export const RECORD = {
  FORMULA: 0x0006,
  EOF: 0x000a,
  DATE_1904: 0x0022,
  FILE_PASS: 0x002f,
  FONT: 0x0031,
  CONTINUE: 0x003c,
  COLUMN_INFO: 0x007d,
  BOUND_SHEET: 0x0085,
  MUL_RK: 0x00bd,
  RICH_LABEL: 0x00d6,
  XF: 0x00e0,
  MERGED_CELLS: 0x00e5,
  SHARED_TEXTS: 0x00fc,
  SHARED_LABEL: 0x00fd,
  NUMBER: 0x0203,
  LABEL: 0x0204,
  BOOL_OR_ERROR: 0x0205,
  FORMULA_TEXT: 0x0207,
  ROW: 0x0208,
  RK: 0x027e,
  FORMAT: 0x041e,
  BOF: 0x0809,
} as const

const BIFF8 = 0x0600
const BOF_OF_ANY_AGE = new Set([0x0009, 0x0209, 0x0409, 0x0809])
const WORKSHEET = 0
const MACRO_SHEET = 1
const VISUAL_BASIC_MODULE = 6

export type XlsSheet = { readonly name: string; readonly at: number; readonly isVisible: boolean }

export type XlsWorkbook = {
  readonly stream: Buffer
  readonly sheets: readonly XlsSheet[]
  readonly texts: readonly string[]
  readonly dateFormats: readonly boolean[]
  /** Units other than yuan, by the same. */
  readonly unitFormats: readonly (string | undefined)[]
  /** Whose text is struck out, by the same; undefined where none is. */
  readonly struckFormats: readonly boolean[] | undefined
  readonly from1904: boolean
}

export type BiffRecord = { readonly id: number; readonly data: Buffer; readonly next: number }

export function recordAt(stream: Buffer, at: number): BiffRecord {
  if (at + 4 > stream.length) throw damaged('the workbook ends without its end mark')
  const next = at + 4 + stream.readUInt16LE(at + 2)
  if (next > stream.length) throw damaged('a record runs over the end of the workbook')
  return { id: stream.readUInt16LE(at), data: stream.subarray(at + 4, next), next }
}

export function readXlsWorkbook(stream: Buffer, limits: SheetLimits): XlsWorkbook {
  const first = recordAt(stream, 0)
  if (!BOF_OF_ANY_AGE.has(first.id)) throw damaged('the workbook has no begin mark')
  if (first.id !== RECORD.BOF || first.data.readUInt16LE(0) !== BIFF8)
    throw new SheetRefused('sheet-old-format')
  const sheets: XlsSheet[] = []
  const codes = new Map<number, string>()
  const formats: number[] = []
  const fonts = new XlsFonts()
  const fontOfFormat: number[] = []
  let sharedTexts: Buffer[] | undefined
  let from1904 = false
  for (
    let record = recordAt(stream, first.next);
    record.id !== RECORD.EOF;
    record = recordAt(stream, record.next)
  ) {
    const { id, data } = record
    // Everything behind it is encrypted.
    if (id === RECORD.FILE_PASS) throw new SheetRefused('sheet-password')
    if (id === RECORD.DATE_1904) from1904 = data.readUInt16LE(0) === 1
    else if (id === RECORD.FORMAT) codes.set(data.readUInt16LE(0), readText(data, 2, 2))
    else if (id === RECORD.FONT) fonts.add(data)
    else if (id === RECORD.XF) {
      formats.push(data.readUInt16LE(2))
      fontOfFormat.push(data.readUInt16LE(0))
    } else if (id === RECORD.BOUND_SHEET) addSheet(sheets, data, limits.sheets)
    else if (id === RECORD.SHARED_TEXTS) sharedTexts = [data, ...continuations(stream, record.next)]
  }
  // Behind the fonts, which tell what of a text is struck out.
  const texts = sharedTexts === undefined ? [] : readSharedTexts(sharedTexts, limits.sharedTexts, fonts)
  return {
    stream,
    sheets,
    texts,
    from1904,
    dateFormats: formats.map((id) => isDateFormat(id, codes.get(id))),
    unitFormats: formats.map((id) => unitOfFormat(id, codes.get(id))),
    struckFormats: fonts.areStruck ? fontOfFormat.map((font) => fonts.isStruck(font)) : undefined,
  }
}

const FONT_IS_STRUCK = 0x08
/** There is no font of this number: those behind it are counted one higher. */
const NO_FONT = 4

class XlsFonts implements StruckFonts {
  #struck: boolean[] = []

  add(data: Buffer): void {
    this.#struck.push((data.readUInt16LE(2) & FONT_IS_STRUCK) !== 0)
  }

  get areStruck(): boolean {
    return this.#struck.includes(true)
  }

  isStruck(font: number): boolean {
    return this.#struck[font > NO_FONT ? font - 1 : font] === true
  }
}

function addSheet(sheets: XlsSheet[], data: Buffer, most: number): void {
  const kind = data.readUInt8(5)
  if (kind === MACRO_SHEET || kind === VISUAL_BASIC_MODULE) throw new SheetRefused('sheet-macros')
  if (kind !== WORKSHEET) return
  const isVisible = (data.readUInt8(4) & 0x03) === 0
  sheets.push({ at: data.readUInt32LE(0), isVisible, name: readText(data, 6, 1) })
  if (sheets.length > most) throw new SheetRefused('sheet-bomb', {}, 'too many sheets')
}

function continuations(stream: Buffer, at: number): Buffer[] {
  const blocks: Buffer[] = []
  for (
    let record = recordAt(stream, at);
    record.id === RECORD.CONTINUE;
    record = recordAt(stream, record.next)
  ) {
    blocks.push(record.data)
  }
  return blocks
}
