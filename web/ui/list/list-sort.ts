// The sorting of a list in its page's address: "amount" or "-amount", one of those that its columns offer.

import type { Sort } from '@paywages/wire/sorting.ts'
import type { ListColumn } from './list-column.ts'

export type AnySort = Sort<string>

type Search = Readonly<Record<string, string | undefined>>

/** Undefined where the address names none, or one that no column offers. */
export function sortFromSearch<Row>(
  columns: readonly ListColumn<Row>[],
  search: Search,
): AnySort | undefined {
  const [, minus, by] = /^(-?)(\w+)$/.exec(search.sort ?? '') ?? []
  return by !== undefined && columns.some(({ sort }) => sort === by)
    ? { by, descending: minus === '-' }
    : undefined
}

export function sortText({ by, descending }: AnySort): string {
  return `${descending ? '-' : ''}${by}`
}

/** A click on a head: the largest or newest first, then the other way, then as the list is by itself. */
export function nextSort(now: AnySort | undefined, by: string): AnySort | undefined {
  if (now?.by !== by) return { by, descending: true }
  return now.descending ? { by, descending: false } : undefined
}
