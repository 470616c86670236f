// Payouts in the order that a person asked for: by time from either end, by other columns while there are few enough to sort (ADR 51).

import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import { Refused } from '../refused.ts'
import { conditions, type DetailFilter, describeRows, listDetails } from './detail-store.ts'

export type DetailSort = Sort<'payoutAt' | 'name' | 'amountFen' | 'taxFen' | 'status'>

const COLUMNS: Readonly<Record<Exclude<DetailSort['by'], 'payoutAt'>, RawBuilder<unknown>>> = {
  name: sql`r.name`,
  amountFen: sql`r.amount_fen`,
  taxFen: sql`r.tax_fen`,
  status: sql`array_position(array['processing', 'succeeded', 'failed'], r.status)`,
}

type Rows = ReturnType<typeof listDetails>

/** `most` is how many rows are sorted by a column that no index carries. */
export async function sortDetails(
  tx: Tx,
  filter: DetailFilter,
  page: Page,
  count: number,
  { sort = { by: 'payoutAt', descending: true }, most }: { sort?: DetailSort | undefined; most: number },
): Rows {
  if (sort.by === 'payoutAt')
    return sort.descending ? listDetails(tx, filter, page, count) : oldestFirst(tx, filter, page, count)
  if (count > most) throw new Refused('too-many-to-sort', { most: most.toLocaleString('en-US') })
  if (page.index * page.size >= count) return []
  const direction = sort.descending ? sql`desc` : sql`asc`
  const order = sql`${COLUMNS[sort.by]} ${direction}, r.row_id ${direction}`
  const found = sql`select r.row_id from payout_lines r where ${conditions(filter)}
      order by ${order} limit ${page.size} offset ${page.index * page.size}`
  return describeRows(tx, found, order)
}

/** The newest first, from the other end. */
async function oldestFirst(tx: Tx, filter: DetailFilter, { index, size }: Page, count: number): Rows {
  const end = count - index * size
  const first = Math.max(0, end - size)
  if (end <= 0) return []
  const rows = await newestFrom(tx, filter, first, end - first, count)
  return rows.toReversed()
}

/** Any stretch of the list: two of its pages at most, since a page is where its size divides. */
async function newestFrom(tx: Tx, filter: DetailFilter, offset: number, size: number, count: number): Rows {
  const index = Math.floor(offset / size)
  const skipped = offset - index * size
  const one = await listDetails(tx, filter, { index, size }, count)
  if (skipped === 0) return one
  const next = await listDetails(tx, filter, { index: index + 1, size }, count)
  return [...one, ...next].slice(skipped, skipped + size)
}
