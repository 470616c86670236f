// Payouts in the order that a person asked for: by time from either end and by state at any size, by other columns while there are few (ADR 55).

import { MAX_COUNTED_BY_NAME } from '@paywages/wire/paging.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import { Refused } from '../refused.ts'
import type { StartedStatus } from './day-store.ts'
import { describeFound } from './described-rows-store.ts'
import { conditions, countDetails, type DetailFilter, isByNameAlone, listDetails } from './detail-store.ts'
import { listNamedDetails, pageOfNamed } from './named-details-store.ts'

export type DetailSort = Sort<'payoutAt' | 'name' | 'amountFen' | 'taxFen' | 'status'>

const COLUMNS: Readonly<Record<Exclude<DetailSort['by'], 'payoutAt' | 'status'>, RawBuilder<unknown>>> = {
  name: sql`r.name`,
  amountFen: sql`r.amount_fen`,
  taxFen: sql`r.tax_fen`,
}

const NEWEST_FIRST: DetailSort = { by: 'payoutAt', descending: true }

type Rows = ReturnType<typeof listDetails>

type Limits = { readonly most: number; readonly mostNamed?: number }

/** One page, and how many rows there are in all. */
export async function pageOfDetails(
  tx: Tx,
  filter: DetailFilter,
  page: Page,
  sort: DetailSort = NEWEST_FIRST,
  { most, mostNamed = MAX_COUNTED_BY_NAME }: Limits,
): Promise<{ readonly rows: Awaited<Rows>; readonly count: number }> {
  const { name } = filter
  if (name && isByNameAlone(filter) && sort.by === 'payoutAt')
    return pageOfNamed(tx, { ...filter, name }, page, { newestFirst: sort.descending, most: mostNamed })
  const { total } = await countDetails(tx, filter, mostNamed)
  return { rows: await sortDetails(tx, filter, page, total, { sort, most, mostNamed }), count: total }
}

/** `most` is how many rows are sorted by a column that no index carries, `mostNamed` how far those of a name were counted. */
export async function sortDetails(
  tx: Tx,
  filter: DetailFilter,
  page: Page,
  count: number,
  { sort = NEWEST_FIRST, most, mostNamed = MAX_COUNTED_BY_NAME }: Limits & { sort?: DetailSort | undefined },
): Rows {
  const { name } = filter
  if (name && isByNameAlone(filter) && count > mostNamed) {
    if (sort.by !== 'payoutAt')
      throw new Refused('too-many-to-sort', { most: Math.min(most, mostNamed).toLocaleString('en-US') })
    const rows = await listNamedDetails(tx, { ...filter, name }, page, { newestFirst: sort.descending })
    return rows.slice(0, Math.max(0, mostNamed - page.index * page.size))
  }
  if (sort.by === 'payoutAt')
    return sort.descending ? listDetails(tx, filter, page, count) : oldestFirst(tx, filter, page, count)
  if (sort.by === 'status') return byState(tx, filter, page, sort.descending)
  if (count > most) throw new Refused('too-many-to-sort', { most: most.toLocaleString('en-US') })
  if (page.index * page.size >= count) return []
  const direction = sort.descending ? sql`desc` : sql`asc`
  const order = sql`${COLUMNS[sort.by]} ${direction}, r.row_id ${direction}`
  // Found by the filter first: the planner would rather walk through an order that it hopes to end soon.
  const found = sql`select r.row_id from (
      select r.row_id, r.name, r.amount_fen, r.tax_fen from payout_lines r where ${conditions(filter)} offset 0) r
    order by ${order} limit ${page.size} offset ${page.index * page.size}`
  return describeFound(tx, found)
}

const STATES: readonly StartedStatus[] = ['processing', 'succeeded', 'failed']

/** One state after the other, the newest of each first: each is a list of its own, which its index carries. */
async function byState(tx: Tx, filter: DetailFilter, { index, size }: Page, descending: boolean): Rows {
  const { total, succeeded, failed } = await countDetails(tx, filter)
  const counts = { processing: total - succeeded - failed, succeeded, failed }
  const rows: Awaited<Rows> = []
  let skipped = index * size
  for (const status of descending ? STATES.toReversed() : STATES) {
    const count = counts[status]
    const taken = Math.min(size - rows.length, count - skipped)
    if (taken > 0) rows.push(...(await newestFrom(tx, { ...filter, status }, skipped, taken, count)))
    skipped = Math.max(0, skipped - count)
  }
  return rows
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
