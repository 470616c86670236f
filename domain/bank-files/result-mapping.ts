// How one bank writes its result file (回盘): where each thing stands, its words for what became of a payment, its reasons in ours (ADR 96).

import type { Encoding } from './encoding.ts'
import { overlaps, type Place, placeIn, type ResultLayout } from './result-places.ts'

export const RESULT_COLUMNS = [
  'reference',
  'position',
  'cardNo',
  'name',
  'amount',
  'status',
  'reason',
  'serial',
  'day',
] as const
export type ResultColumn = (typeof RESULT_COLUMNS)[number]

export const MAPPED_STATES = ['succeeded', 'rejected', 'returned', 'processing'] as const
export type MappedState = (typeof MAPPED_STATES)[number]
/** What a line says became of its payment; unknown where that is not certain. */
export type ResultStatus = MappedState | 'unknown'

/** What amounts are written in. */
export const AMOUNT_UNITS = ['yuan', 'fen'] as const
export type AmountUnit = (typeof AMOUNT_UNITS)[number]

export type ResultMapping = {
  /** The heading over each, or its place where there are no headings; what the bank does not write is left out. */
  readonly columns: Readonly<Partial<Record<ResultColumn, string | undefined>>>
  /** A word that is not listed says nothing: its row stays as it is. */
  readonly states: Readonly<Record<MappedState, readonly string[]>>
  /** What people are shown in place of the bank's own words. */
  readonly reasons: readonly { readonly bank: string; readonly ours: string }[]
  /** By headings unless it says otherwise. */
  readonly layout?: ResultLayout | undefined
  /** In which bytes are counted; UTF-8 unless it says otherwise. */
  readonly encoding?: Encoding | undefined
  /** Yuan unless it says otherwise. */
  readonly unit?: AmountUnit | undefined
  /** How many lines above the payments say nothing of them, where there are no headings. */
  readonly above?: number | undefined
  /** A line of sums above or below the payments, where there are no headings. */
  readonly totals?: ResultTotals | undefined
}

export type ResultTotals = {
  readonly at: 'first' | 'last'
  /** Where it says how many payments there are, and what they come to. */
  readonly count?: string | undefined
  readonly sum?: string | undefined
}

export const RESULT_FAULTS = [
  'result-columns',
  'result-column-twice',
  'result-states',
  'result-word-twice',
  'result-word',
  'result-place',
  'result-above',
  'result-sums',
] as const
export type ResultMappingFault = { readonly code: (typeof RESULT_FAULTS)[number]; readonly at: string }

const MAX_WORD = 60
const MAX_WORDS = 20
const MAX_REASONS = 100
const MAX_ABOVE = 20

/** As it is kept and used: without blanks around words, and without what nobody filled in. */
export function tidyMapping(typed: ResultMapping): ResultMapping {
  const { columns, states, reasons } = typed
  const headings = RESULT_COLUMNS.flatMap((column) => {
    const heading = columns[column]?.trim() ?? ''
    return heading === '' ? [] : [[column, heading] as const]
  })
  const words = (list: readonly string[]) => list.map((word) => word.trim()).filter((word) => word !== '')
  return {
    columns: Object.fromEntries(headings),
    states: {
      succeeded: words(states.succeeded),
      rejected: words(states.rejected),
      returned: words(states.returned),
      processing: words(states.processing),
    },
    reasons: reasons.map(({ bank, ours }) => ({ bank: bank.trim(), ours: ours.trim() })),
    ...(typed.unit === 'fen' ? { unit: 'fen' } : {}),
    ...tidyLayout(typed),
  }
}

/** What is said of a file without headings counts for one alone. */
function tidyLayout({ layout, encoding, above, totals }: ResultMapping): Partial<ResultMapping> {
  if (layout === undefined || layout === 'headings') return {}
  const [count, sum] = [totals?.count?.trim() ?? '', totals?.sum?.trim() ?? '']
  return {
    layout,
    ...(layout === 'bytes' ? { encoding: encoding ?? 'utf-8' } : {}),
    ...(above === undefined || above === 0 ? {} : { above }),
    ...(totals === undefined
      ? {}
      : { totals: { at: totals.at, ...(count === '' ? {} : { count }), ...(sum === '' ? {} : { sum }) } }),
  }
}

/** Enough to tell whose line it is, what it is of and what became of it; and no word with two meanings. */
export function judgeMapping(mapping: ResultMapping): ResultMappingFault[] {
  const { columns, states, reasons } = mapping
  const faults: ResultMappingFault[] = []
  const add = (code: ResultMappingFault['code'], at = '') => faults.push({ code, at })
  const names =
    columns.reference !== undefined || (columns.cardNo !== undefined && columns.name !== undefined)
  if (columns.status === undefined || columns.amount === undefined || !names) add('result-columns')
  for (const heading of repeated(Object.values(columns).filter((one) => one !== undefined)))
    add('result-column-twice', heading)
  if (states.succeeded.length === 0 || states.rejected.length === 0) add('result-states')
  const words = MAPPED_STATES.flatMap((state) => states[state])
  for (const word of repeated(words)) add('result-word-twice', word)
  for (const word of repeated(reasons.map(({ bank }) => bank))) add('result-word-twice', word)
  const texts = [...Object.values(columns), ...words, ...reasons.flatMap(({ bank, ours }) => [bank, ours])]
  const isLong = (text: string | undefined) => text !== undefined && (text === '' || text.length > MAX_WORD)
  const isMany =
    MAPPED_STATES.some((state) => states[state].length > MAX_WORDS) || reasons.length > MAX_REASONS
  if (texts.some(isLong) || isMany) add('result-word')
  return [...faults, ...layoutFaults(mapping)]
}

/** Places that there are, none within another, and sums that can be held against the lines. */
function layoutFaults({ columns, layout = 'headings', above = 0, totals }: ResultMapping) {
  const faults: ResultMappingFault[] = []
  const add = (code: ResultMappingFault['code'], at = '') => faults.push({ code, at })
  if (layout === 'headings') return faults
  const places = RESULT_COLUMNS.flatMap((column) => columns[column] ?? [])
  const sums = [totals?.count, totals?.sum].filter((one) => one !== undefined)
  for (const text of [...places, ...sums]) if (!placeIn(layout, text)) add('result-place', text)
  const known = places.flatMap((text) => placeIn(layout, text) ?? [])
  for (const [index, place] of known.entries())
    if (known.slice(0, index).some((other) => overlaps(place, other) && !isSame(place, other)))
      add('result-column-twice', places[index])
  if (!Number.isInteger(above) || above < 0 || above > MAX_ABOVE) add('result-above', String(MAX_ABOVE))
  const [count, sum] = sums.flatMap((text) => placeIn(layout, text) ?? [])
  if (totals !== undefined && (sums.length === 0 || (count && sum && overlaps(count, sum))))
    add('result-sums')
  return faults
}

/** The same text is told as such already. */
const isSame = (one: Place, other: Place): boolean => one.from === other.from && one.to === other.to

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))]
}

/** Where its columns stand in a line of headings; undefined where one of them is missing or stands there twice. */
export function columnsBelow(
  { columns }: ResultMapping,
  cells: readonly string[],
): Map<ResultColumn, number> | undefined {
  const places = new Map<ResultColumn, number>()
  for (const column of RESULT_COLUMNS) {
    const heading = columns[column]
    if (heading === undefined) continue
    const found = cells.flatMap((cell, index) => (cell.trim() === heading ? [index] : []))
    if (found[0] === undefined || found.length > 1) return undefined
    places.set(column, found[0])
  }
  return places
}

export const stateIn = ({ states }: ResultMapping, word: string): ResultStatus =>
  MAPPED_STATES.find((state) => states[state].includes(word.trim())) ?? 'unknown'

export const reasonIn = ({ reasons }: ResultMapping, word: string): string =>
  reasons.find(({ bank }) => bank === word.trim())?.ours ?? word
