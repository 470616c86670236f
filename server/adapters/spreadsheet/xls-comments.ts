// Reads the comments of an .xls worksheet: their texts stand in drawn boxes behind the cells, and notes say whose they are.

import { CommentsByRow, type RowComments } from './row-comments.ts'
import { damaged } from './sheet-refused.ts'
import type { XlsWorkbook } from './xls-workbook.ts'

const EOF = 0x000a
const NOTE = 0x001c
const CONTINUE = 0x003c
const OBJECT = 0x005d
const BOX_TEXT = 0x01b6
const BOF = 0x0809
const MAX_LENGTH = 2_000
const WIDE = 1

/** Goes from record to record without making anything of those that are cells. */
export function readXlsComments({ stream }: XlsWorkbook, from: number): RowComments {
  const textOf = new Map<number, string>()
  const found = new CommentsByRow()
  let object = -1
  let depth = 0
  for (let at = from; ; ) {
    if (at + 4 > stream.length) throw damaged('the workbook ends without its end mark')
    const id = stream.readUInt16LE(at)
    const next = at + 4 + stream.readUInt16LE(at + 2)
    const data = at + 4
    if (id === BOF) depth += 1
    else if (id === EOF) depth -= 1
    else if (id === OBJECT && next - data >= 8) object = stream.readUInt16LE(data + 6)
    else if (id === BOX_TEXT && next - data >= 12)
      textOf.set(object, boxText(stream, next, stream.readUInt16LE(data + 10)))
    else if (id === NOTE && depth === 1 && next - data >= 8) {
      const row = stream.readUInt16LE(data) + 1
      const text = textOf.get(stream.readUInt16LE(data + 6))
      if (text !== undefined) found.add(row, text)
    }
    if (depth === 0) return found.rows
    at = next
  }
}

/** In the records that go on behind it, each with the width of its characters. */
function boxText(stream: Buffer, from: number, length: number): string {
  let text = ''
  for (let at = from; text.length < Math.min(length, MAX_LENGTH) && at + 5 <= stream.length; ) {
    if (stream.readUInt16LE(at) !== CONTINUE) break
    const end = at + 4 + stream.readUInt16LE(at + 2)
    const isWide = stream.readUInt8(at + 4) === WIDE
    text += stream.toString(isWide ? 'utf16le' : 'latin1', at + 5, end)
    at = end
  }
  return text.slice(0, length)
}
