// How one bank writes its result file (回盘): its headings, its words for what became of a payment, its reasons in ours (ADR 96).

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

export type ResultMapping = {
  /** The heading over each; what the bank does not write is left out. */
  readonly columns: Readonly<Partial<Record<ResultColumn, string | undefined>>>
  /** A word that is not listed says nothing: its row stays as it is. */
  readonly states: Readonly<Record<MappedState, readonly string[]>>
  /** What people are shown in place of the bank's own words. */
  readonly reasons: readonly { readonly bank: string; readonly ours: string }[]
}

export const RESULT_FAULTS = [
  'result-columns',
  'result-column-twice',
  'result-states',
  'result-word-twice',
  'result-word',
] as const
export type ResultMappingFault = { readonly code: (typeof RESULT_FAULTS)[number]; readonly at: string }

const MAX_WORD = 60
const MAX_WORDS = 20
const MAX_REASONS = 100

/** As it is kept and used: without blanks around words, and without what nobody filled in. */
export function tidyMapping({ columns, states, reasons }: ResultMapping): ResultMapping {
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
  }
}

/** Enough to tell whose line it is, what it is of and what became of it; and no word with two meanings. */
export function judgeMapping({ columns, states, reasons }: ResultMapping): ResultMappingFault[] {
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
  return faults
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))]
}

/** Where its columns stand in a line of headings; undefined where one of them is missing or stands there twice. */
export function placesOf(
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
