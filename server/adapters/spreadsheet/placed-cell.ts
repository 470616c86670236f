// The XML of a cell of any kind that tells its place.

import { type Cell, type CellKind, type FullCell, fullCell, numberText, textXml } from './cell-xml.ts'
import { styleOf } from './xlsx-parts.ts'

/** A whole cell at its place, in the style of its value. */
export function cellXml(value: Cell, kind: CellKind, place: string): string {
  const cell = fullCell(value)
  const marked = cell.marked === true
  const start = `<c r="${place}" s="${styleOf(kindOf(cell, kind), marked)}"`
  if (!('text' in cell)) return `${start}><v>${numberText(cell, kind)}</v></c>`
  if (cell.text !== '') return `${start} t="inlineStr"><is>${textXml(cell.text)}</is></c>`
  return marked ? `${start}/>` : ''
}

function kindOf(cell: FullCell, column: CellKind): CellKind {
  if ('text' in cell) return 'text'
  if ('fen' in cell) return column === 'amount' ? 'amount' : 'money'
  if ('count' in cell) return 'count'
  return column === 'date' ? 'date' : 'time'
}
