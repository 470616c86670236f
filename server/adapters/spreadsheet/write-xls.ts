// Writes lines of texts as an .xls of one sheet (BIFF8), for banks whose online banking takes nothing newer (ADR 86).

import { BiffWriter, textBytes } from './biff-writer.ts'
import { compoundFile } from './write-compound-file.ts'
import { RECORD } from './xls-workbook.ts'

export const XLS_ROWS_PER_SHEET = 65_536
const XLS_COLUMNS = 256
/** Rows are told in blocks of so many, each before its cells. */
const BLOCK_ROWS = 32

const GLOBALS = 0x0005
const SHEET = 0x0010
const CODE_PAGE = 0x0042
const WINDOW_1 = 0x003d
const FONT = 0x0031
const STYLE = 0x0293
const DIMENSIONS = 0x0200
const COLUMN_INFO = 0x007d
const WINDOW_2 = 0x023e

const FONTS = 4
/** Looks of styles come first, then the usual look of a cell, then ours: a text, whatever it is made of. */
const STYLE_LOOKS = 15
const TEXT_LOOK = STYLE_LOOKS + 1
const GENERAL_FORMAT = 0
const TEXT_FORMAT = 49
/** In 256ths of a digit. */
const COLUMN_WIDTH = 20 * 256

/** Every cell a text. Throws where there are more rows or columns than such a sheet has. */
export function writeXls(lines: readonly (readonly string[])[], sheetName: string): Buffer {
  const width = lines.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (lines.length > XLS_ROWS_PER_SHEET || width > XLS_COLUMNS)
    throw new RangeError(
      `an .xls has at most ${XLS_ROWS_PER_SHEET} rows of ${XLS_COLUMNS} cells, not ${lines.length} of ${width}`,
    )
  const texts = new Map<string, number>()
  let used = 0
  for (const cells of lines)
    for (const text of cells) {
      if (text === '') continue
      used += 1
      if (!texts.has(text)) texts.set(text, texts.size)
    }
  const writer = new BiffWriter()
  const sheetPlace = writeGlobals(writer, sheetName)
  writer.texts(texts.keys(), texts.size, used)
  writer.words(RECORD.EOF)
  writer.put(writer.position, sheetPlace)
  writeSheet(writer, lines, width, texts)
  return compoundFile('Workbook', writer.take())
}

function begin(writer: BiffWriter, kind: number): void {
  writer.words(RECORD.BOF, 0x0600, kind, 0x0dbb, 0x07cc, 0, 0, 6, 0)
}

/** Returns where it must be said at which byte the sheet begins. */
function writeGlobals(writer: BiffWriter, sheetName: string): number {
  begin(writer, GLOBALS)
  // UTF-16.
  writer.words(CODE_PAGE, 0x04b0)
  writer.words(WINDOW_1, 0, 0, 0x3a5c, 0x23be, 0x0038, 0, 0, 1, 0x0258)
  writer.words(RECORD.DATE_1904, 0)
  // Eleven points, neither bold nor coloured.
  const font = Buffer.alloc(14)
  font.writeUInt16LE(220, 0)
  font.writeUInt16LE(0x7fff, 4)
  font.writeUInt16LE(400, 6)
  for (let n = 0; n < FONTS; n += 1) writer.record(FONT, Buffer.concat([font, textBytes('Arial', 1)]))
  for (let n = 0; n < STYLE_LOOKS; n += 1) writeLook(writer, GENERAL_FORMAT, 0xfff5, n === 0 ? 0 : 0xf4)
  writeLook(writer, GENERAL_FORMAT, 1, 0)
  writeLook(writer, TEXT_FORMAT, 1, 0x04)
  writer.record(STYLE, Buffer.from([0x00, 0x80, 0x00, 0xff]))
  const sheetPlace = writer.position + 4
  const name = sheetName.replace(/[\\/?*[\]:\p{Cc}]/gu, ' ').slice(0, 31)
  writer.record(RECORD.BOUND_SHEET, Buffer.concat([Buffer.alloc(6), textBytes(name, 1)]))
  return sheetPlace
}

function writeLook(writer: BiffWriter, format: number, kind: number, attributes: number): void {
  writer.words(RECORD.XF, 0, format, kind, 0x0020, attributes << 8, 0, 0, 0, 0, 0x20c0)
}

function writeSheet(
  writer: BiffWriter,
  lines: readonly (readonly string[])[],
  width: number,
  texts: ReadonlyMap<string, number>,
): void {
  begin(writer, SHEET)
  if (width > 0) writer.words(COLUMN_INFO, 0, width - 1, COLUMN_WIDTH, TEXT_LOOK, 0, 0)
  writer.words(DIMENSIONS, 0, 0, lines.length & 0xffff, lines.length >>> 16, 0, width, 0)
  for (let from = 0; from < lines.length; from += BLOCK_ROWS) {
    const block = lines.slice(from, from + BLOCK_ROWS)
    for (const [index, cells] of block.entries())
      writer.words(RECORD.ROW, from + index, 0, cells.length, 0x00ff, 0, 0, 0x0100, 0x000f)
    for (const [index, cells] of block.entries())
      for (const [column, text] of cells.entries()) {
        const number = texts.get(text)
        if (number !== undefined) writer.label(from + index, column, TEXT_LOOK, number)
      }
  }
  writer.words(WINDOW_2, 0x06b6, 0, 0, 0x0040, 0, 0, 0, 0, 0)
  writer.words(RECORD.EOF)
}
