// Payouts of a name so common that they are not all counted: looked for among the newest, or the oldest, payouts of anybody (ADR 92).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import { conditions, type DetailFilter, type DetailRecord, describeRows } from './detail-store.ts'
import type { ListedAt } from './row-store.ts'

/** How many payouts of anybody are looked through: twenty for each that is wanted. */
const lookedThrough = ({ index, size }: Page) => Math.max(2_000, (index + 1) * size * 20)

/**
 * A name that holds the part of a tenth of all payouts is met at once on the way from the newest on, while all payouts of its people would
 * have to be sorted. Where it is not met often enough, its people have fewer payouts, and these are sorted after all.
 */
export async function listNamedDetails(
  tx: Tx,
  filter: DetailFilter & { readonly name: string },
  { index, size }: Page,
  { newestFirst, looked = lookedThrough({ index, size }) }: { newestFirst: boolean; looked?: number },
): Promise<(DetailRecord & ListedAt)[]> {
  const order = newestFirst ? sql`r.payout_at desc, r.row_id desc` : sql`r.payout_at asc, r.row_id asc`
  const page = sql`order by ${order} limit ${size} offset ${index * size}`
  const { name, ...anybody } = filter
  const met = sql`select r.row_id from (
      select r.row_id, r.payout_at, r.name from payout_lines r where ${conditions(anybody)}
      order by ${order} limit ${looked}) r
    where r.name like ${containing(name)} ${page}`
  const rows = await describeRows(tx, met, order)
  if (rows.length === size) return rows
  const all = sql`select r.row_id from payout_lines r where ${conditions(filter)} ${page}`
  return describeRows(tx, all, order)
}
