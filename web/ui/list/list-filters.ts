// What a list can be filtered by, and how filters travel: typed fields ⇄ the page's address ⇄ the call.

import {
  DAY_MS,
  type Day,
  endOfDay,
  isDay,
  isMonth,
  type Month,
  shanghaiDay,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import { PAGE_SIZE } from '@paywages/wire/paging.ts'

type Common = { readonly label: string; readonly width?: number }

/** Trimmed before it is sent; `maxLength` also stops the typing. */
export type TextFilter<Name extends string> = Common & {
  readonly kind: 'text'
  readonly name: Name
  readonly placeholder?: string
  readonly maxLength?: number
}

export type SelectOption = {
  readonly value: string | number
  readonly label: string
  /** What the call is asked in place of this value, where another field of it knows the choice. */
  readonly asks?: Readonly<Record<string, unknown>>
}

export type SelectFilter<Name extends string> = Common & {
  readonly kind: 'select'
  readonly name: Name
  readonly options: readonly SelectOption[]
  /** Values that are record numbers; they are texts in the address and numbers in the call. */
  readonly numeric?: true
  readonly loading?: boolean
  /** The one thing there is to choose: shown as chosen, and neither asked nor kept in the address. */
  readonly fixed?: string
  /** The value where the address names none: one is always chosen then, and there is no 全部. */
  readonly initial?: string
}

/** Whole days in Shanghai: the call gets the first instant of the first and the one after the last. */
export type DateRangeFilter<Name extends string> = Common & {
  readonly kind: 'date-range'
  readonly from: Name
  readonly to: Name
  /** The range shown when the address names none, in days up to today. */
  readonly defaultDays?: number
  /** Its shortcuts stand in the calendar, where the bar has no room for them. */
  readonly shortcutsInside?: boolean
}

/** A box to tick: "1" when it is, absent when not. */
export type TickFilter<Name extends string> = Common & {
  readonly kind: 'tick'
  readonly name: Name
  /** Beside the box; the label stands above as with every field. */
  readonly words: string
}

/** One month: always, from `initial` on, or any or none up to the latest. */
export type MonthFilter<Name extends string> = Common & {
  readonly kind: 'month'
  readonly name: Name
  /** Where the call asks for an instant of the month instead of its name. */
  readonly asInstant?: true
} & ({ readonly initial: Month } | { readonly latest: Month })

export function latestOf(filter: MonthFilter<string>): Month {
  return 'latest' in filter ? filter.latest : filter.initial
}

export type Filter<Name extends string = string> =
  | TextFilter<Name>
  | SelectFilter<Name>
  | TickFilter<Name>
  | MonthFilter<Name>
  | DateRangeFilter<Name>

/** Filter values by the names in the address; an absent one is not filtered by. */
export type FilterTexts = Readonly<Record<string, string>>

export function longestOf({ maxLength = 100 }: { readonly maxLength?: number }): number {
  return maxLength
}

export function isFixed(filter: Filter): filter is SelectFilter<string> & { readonly fixed: string } {
  return filter.kind === 'select' && filter.fixed !== undefined
}

export function namesOf(filter: Filter): readonly string[] {
  return filter.kind === 'date-range' ? [filter.from, filter.to] : [filter.name]
}

/** The last days up to and with today. */
export function lastDays(days: number, now: Date): { from: Day; to: Day } {
  return { from: shanghaiDay(new Date(now.getTime() - (days - 1) * DAY_MS)), to: shanghaiDay(now) }
}

/** The values a list starts with, and returns to by 重置. */
export function defaultTexts(filters: readonly Filter[], now: Date): FilterTexts {
  const texts: Record<string, string> = {}
  for (const filter of filters) {
    if ('initial' in filter && filter.initial !== undefined) texts[filter.name] = filter.initial
    if (filter.kind !== 'date-range' || filter.defaultDays === undefined) continue
    const { from, to } = lastDays(filter.defaultDays, now)
    texts[filter.from] = from
    texts[filter.to] = to
  }
  return texts
}

/** Reads the address; what a person wrote into it by hand and makes no sense is left out. */
export function textsFromSearch(
  filters: readonly Filter[],
  search: Readonly<Record<string, string | undefined>>,
  now: Date,
): FilterTexts {
  const texts: Record<string, string> = {}
  for (const filter of filters) {
    if (isFixed(filter)) continue
    const given = namesOf(filter).map((name) => [name, search[name]?.trim() ?? ''] as const)
    if (given.every(([, text]) => makesSense(filter, text))) Object.assign(texts, Object.fromEntries(given))
    else Object.assign(texts, defaultTexts([filter], now))
  }
  return texts
}

function makesSense(filter: Filter, text: string): boolean {
  if (text === '') return false
  if (filter.kind === 'date-range') return isDay(text)
  if (filter.kind === 'tick') return text === '1'
  if (filter.kind === 'text') return text.length <= longestOf(filter)
  if (filter.kind === 'month') return isMonth(text) && text <= latestOf(filter)
  if (filter.numeric) return /^[1-9]\d{0,8}$/.test(text)
  return filter.options.some((option) => String(option.value) === text)
}

export function pageFromSearch(search: Readonly<Record<string, string | undefined>>): number {
  return /^[1-9]\d{0,5}$/.test(search.page ?? '') ? Number(search.page) : 1
}

/** What the call asks for: typed values and the 0-based page (D3). */
export function inputFrom(
  filters: readonly Filter[],
  texts: FilterTexts,
  page: number,
  size: number = PAGE_SIZE,
): Record<string, unknown> {
  const input: Record<string, unknown> = { index: page - 1, size }
  for (const filter of filters) {
    if (filter.kind === 'date-range') {
      const from = texts[filter.from]
      const to = texts[filter.to]
      if (from !== undefined) input[filter.from] = startOfDay(from)
      if (to !== undefined) input[filter.to] = endOfDay(to)
      continue
    }
    const text = texts[filter.name]
    if (text === undefined) continue
    Object.assign(input, askedBy(filter, text))
  }
  return input
}

function askedBy(
  filter: Exclude<Filter, DateRangeFilter<string>>,
  text: string,
): Readonly<Record<string, unknown>> {
  if (filter.kind === 'month' && filter.asInstant) return { [filter.name]: startOfDay(`${text}-01`) }
  if (filter.kind !== 'select') return { [filter.name]: text }
  const chosen = filter.options.find(({ value }) => String(value) === text)
  return chosen?.asks ?? { [filter.name]: filter.numeric ? Number(text) : text }
}
