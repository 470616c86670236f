// The order that a list was asked for: an allow-list of expressions, and what breaks ties, so that pages never overlap (D43).

import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'

type SortOrders<Column extends string> = {
  readonly columns: Readonly<Record<Column, RawBuilder<unknown>>>
  /** Unique, newest last: it decides between equals, and follows the direction. */
  readonly tie: RawBuilder<unknown>
  /** Where nothing else is asked for. */
  readonly usual: Sort<Column>
}

/** `order by …`, whole. */
export function orderOf<Column extends string>(
  { columns, tie, usual }: SortOrders<Column>,
  sort: Sort<Column> = usual,
): RawBuilder<unknown> {
  const direction = sort.descending ? sql`desc` : sql`asc`
  return sql`order by ${columns[sort.by]} ${direction}, ${tie} ${direction}`
}
