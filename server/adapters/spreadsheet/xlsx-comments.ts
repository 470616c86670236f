// Reads the comments of an .xlsx worksheet, which stand in parts of their own: those of cells, and discussions.

import { CommentsByRow, MAX_COMMENTS, type RowComments } from './row-comments.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { bomb } from './sheet-refused.ts'
import { readRelations } from './xlsx-workbook.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { ZipArchive } from './zip-archive.ts'

/** Longer ones are no clerk's. */
const MAX_LENGTH = 2_000
const KINDS: ReadonlySet<string> = new Set(['comments', 'threadedComment'])

/** Undefined where the sheet has none. */
export async function readXlsxComments(
  zip: ZipArchive,
  sheet: string,
  limits: SheetLimits,
): Promise<RowComments | undefined> {
  const relations = await readRelations(zip, sheet, limits, true)
  const parts = [...relations.values()].filter(({ type, part }) => KINDS.has(type) && zip.has(part))
  if (parts.length === 0) return undefined
  // Of a cell all are one text: what an answer says mends what was asked.
  const ofCell = new Map<string, string>()
  for (const { part } of parts) await readComments(zip, part, ofCell)
  const found = new CommentsByRow()
  for (const [place, text] of ofCell) found.add(Number(/\d+$/.exec(place)?.[0] ?? 0), text)
  return found.rows
}

async function readComments(zip: ZipArchive, part: string, ofCell: Map<string, string>): Promise<void> {
  let place = ''
  let text = ''
  let takes = false
  const scanner = new XmlScanner({
    open: (at) => {
      if (at.name === 'comment' || at.name === 'threadedComment') {
        place = at.attribute('ref') ?? ''
        // A discussion that is closed is settled.
        if (at.flag('done')) place = ''
        text = ''
      } else if (at.name === 't' || (at.name === 'text' && part.includes('hreaded'))) takes = true
    },
    text: (at, from, to, isRaw) => {
      if (takes && text.length < MAX_LENGTH) text += at.textAt(from, to, isRaw)
    },
    close: (at) => {
      if (at.name === 't' || at.name === 'text') takes = false
      if ((at.name !== 'comment' && at.name !== 'threadedComment') || place === '') return
      const before = ofCell.get(place)
      ofCell.set(place, before === undefined ? text : `${before}\n${text}`.slice(0, 2 * MAX_LENGTH))
      if (ofCell.size > MAX_COMMENTS) throw bomb('too many comments')
    },
  })
  for await (const chunk of zip.unpack(part)) scanner.push(chunk)
  scanner.end()
}
