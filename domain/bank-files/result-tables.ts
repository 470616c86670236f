// The lines of a result file that are payments, and where each thing stands in them: below headings, or by places (ADR 96, ADR 123).

import type { DoubtColumns } from './line-doubts.ts'
import { RESULT_COLUMNS, type ResultColumn, type ResultMapping } from './result-mapping.ts'
import { cutBytes, gapsBetween, type Place, placeIn, type ResultLayout } from './result-places.ts'

export type TextLine = { readonly number: number; readonly cells: readonly string[] }
/** As written, blanks and all. */
export type WholeLine = { readonly number: number; readonly text: string }

export type ResultTable = {
  /** Printed above the payments. */
  readonly above: readonly string[]
  /** As it stands over them, where there is one. */
  readonly heading?: readonly string[]
  readonly lines: readonly TextLine[]
  readonly columns: ReadonlyMap<ResultColumn, number>
  readonly doubts: DoubtColumns
  readonly mapping?: ResultMapping
  /** Of a line of sums that the mapping names. */
  readonly sums?: { readonly line: number; readonly count: string; readonly sum: string }
}

/** What a place says of a line: the text there, blank behind its end. */
type Cut<L> = (line: L, places: readonly Place[]) => readonly string[]

/** Some place begins or ends within a character. */
export class CutCharacter extends Error {
  override readonly name = 'CutCharacter'
  readonly line: number
  constructor(line: number) {
    super(`a place cuts a character of line ${line}`)
    this.line = line
  }
}

/** By the numbers of columns: every other column is one that nobody knows. */
export function tableByColumns(mapping: ResultMapping, lines: readonly TextLine[]): ResultTable {
  const most = lines.reduce((width, { cells }) => Math.max(width, cells.length), 0)
  const others = Array.from({ length: most }, (_, at): Place => ({ from: at, to: at }))
  const cut: Cut<TextLine> = ({ cells }, places) => places.map(({ from }) => cells[from] ?? '')
  return tableOf(mapping, lines, { layout: 'columns', cut, others: () => others })
}

/** By bytes: what lies between the places is a column that nobody knows. */
export function tableByBytes(mapping: ResultMapping, lines: readonly WholeLine[]): ResultTable {
  const cut: Cut<WholeLine> = ({ number, text }, places) => {
    const cells = cutBytes(text, mapping.encoding ?? 'utf-8', places)
    if (cells === undefined) throw new CutCharacter(number)
    return cells
  }
  return tableOf(mapping, lines, { layout: 'bytes', cut, others: gapsBetween })
}

type Way<L> = {
  readonly layout: ResultLayout
  readonly cut: Cut<L>
  readonly others: (read: readonly Place[]) => readonly Place[]
}

function tableOf<L extends { readonly number: number }>(
  mapping: ResultMapping,
  lines: readonly L[],
  { layout, cut, others }: Way<L>,
): ResultTable {
  const read = RESULT_COLUMNS.flatMap((column) => {
    const place = placeIn(layout, mapping.columns[column] ?? '')
    return place ? [{ column, place }] : []
  })
  const places = read.map(({ place }) => place)
  const rest = others(places).filter(
    ({ from, to }) => !places.some((one) => one.from <= to && from <= one.to),
  )
  const all = [...places, ...rest]
  const { payments, sums } = partsOf(mapping, lines)
  const columns = new Map(read.map(({ column }, index) => [column, index]))
  const reason = columns.get('reason')
  return {
    above: [],
    lines: payments.map((line) => ({
      number: line.number,
      cells: cut(line, all).map((cell) => cell.trim()),
    })),
    columns,
    // A reason beside a payment that was made speaks against it, as below a heading.
    doubts: { states: reason === undefined ? [] : [reason], strange: rest.map((_, at) => read.length + at) },
    mapping,
    ...(sums ? { sums: sumsOf(mapping, sums, { layout, cut }) } : {}),
  }
}

/** Which line has the sums, and which are payments. */
function partsOf<L>({ above = 0, totals }: ResultMapping, lines: readonly L[]) {
  const body = lines.slice(above)
  if (totals === undefined) return { payments: body, sums: undefined }
  return totals.at === 'first'
    ? { payments: body.slice(1), sums: body[0] }
    : { payments: body.slice(0, -1), sums: body.at(-1) }
}

function sumsOf<L extends { readonly number: number }>(
  { totals }: ResultMapping,
  line: L,
  { layout, cut }: Pick<Way<L>, 'layout' | 'cut'>,
): NonNullable<ResultTable['sums']> {
  const textAt = (text: string | undefined) => {
    const place = placeIn(layout, text ?? '')
    return place ? (cut(line, [place])[0] ?? '').trim() : ''
  }
  return { line: line.number, count: textAt(totals?.count), sum: textAt(totals?.sum) }
}
