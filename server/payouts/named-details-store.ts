// Payouts by a part of a name: found and counted together while they are few; of a name so common that they are not all counted, looked for among the newest, or the oldest, payouts of anybody (ADR 92).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing, nameHolds } from '../adapters/postgres/like.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import { type DetailRecord, describeFound, describeRows } from './described-rows-store.ts'
import { conditions, type DetailFilter } from './detail-store.ts'
import type { ListedAt } from './row-store.ts'

type NamedFilter = DetailFilter & { readonly name: string }
type Rows = (DetailRecord & ListedAt)[]

/** One page by time and how many there are in all, counted up to `most` and one more: pages end there as well. */
export async function pageOfNamed(
  tx: Tx,
  filter: NamedFilter,
  page: Page,
  { newestFirst, most }: { newestFirst: boolean; most: number },
): Promise<{ readonly rows: Rows; readonly count: number }> {
  if (!(await isCommon(tx, filter, most))) {
    const { count, ids } = await findFew(tx, filter, page, { newestFirst, most })
    if (count <= most) return { rows: await describeRows(tx, ids), count }
  }
  const rows = await listNamedDetails(tx, filter, page, { newestFirst })
  return { rows: rows.slice(0, Math.max(0, most - page.index * page.size)), count: most + 1 }
}

/**
 * Whether it is plain that more payouts than these bear the name; if not, they have to be counted. Rows are counted by the very name that
 * their person was registered with: each once, and never one that does not hold the part. Every row of a started batch is a payout
 * unless it was cancelled, so that a thousand of them need not be looked up one by one.
 */
async function isCommon(tx: Tx, { name, ...filter }: NamedFilter, most: number): Promise<boolean> {
  const { scope, providerId, idHashes, number, status, from, to } = filter
  if ([idHashes, number, status, from, to].some((asked) => asked !== undefined)) return false
  const own = providerId === undefined ? sql`true` : sql`n.provider_id = ${providerId}`
  // Each step by itself: the planner would rather read all names, or all rows, of the company.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (select n.provider_id, n.id_hash, n.name from payee_names n where ${nameHolds('n.name', name)} offset 0) n
      cross join lateral (
        select r.batch_id from payout_rows r
        where r.id_hash = n.id_hash and r.provider_id = n.provider_id and r.name = n.name and not r.cancelled offset 0) r
      where ${own} and ${inScope(scope, 'n.provider_id')}
        and r.batch_id not in (select u.batch_id from payout_batches u where u.status <> 'transferring' and ${inScope(scope, 'u.provider_id')})
      limit ${sql.lit(most + 1)}) counted`.execute(tx)
  return (rows[0]?.count ?? 0) > most
}

/** Gone through once for both. */
async function findFew(
  tx: Tx,
  filter: NamedFilter,
  { index, size }: Page,
  { newestFirst, most }: { newestFirst: boolean; most: number },
): Promise<{ readonly count: number; readonly ids: bigint[] }> {
  const direction = newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (select r.row_id, r.payout_at from payout_lines r where ${conditions(filter)} limit ${sql.lit(most + 1)})
    select (select count(*)::int from found) as count, array(
      select f.row_id::text from found f order by f.payout_at ${direction}, f.row_id ${direction}
      limit ${size} offset ${index * size}) as ids`.execute(tx)
  return { count: rows[0]?.count ?? 0, ids: (rows[0]?.ids ?? []).map(BigInt) }
}

/** How many payouts of anybody are looked through: twenty for each that is wanted. */
const lookedThrough = ({ index, size }: Page) => Math.max(2_000, (index + 1) * size * 20)

/**
 * A name that holds the part of a tenth of all payouts is met at once on the way from the newest on, while all payouts of its people would
 * have to be sorted. Where it is not met often enough, its people have fewer payouts, and these are sorted after all.
 */
export async function listNamedDetails(
  tx: Tx,
  filter: NamedFilter,
  { index, size }: Page,
  { newestFirst, looked = lookedThrough({ index, size }) }: { newestFirst: boolean; looked?: number },
): Promise<Rows> {
  const order = newestFirst ? sql`r.payout_at desc, r.row_id desc` : sql`r.payout_at asc, r.row_id asc`
  const page = sql`order by ${order} limit ${size} offset ${index * size}`
  const { name, ...anybody } = filter
  const met = sql`select r.row_id from (
      select r.row_id, r.payout_at, r.name from payout_lines r where ${conditions(anybody)}
      order by ${order} limit ${looked}) r
    where r.name like ${containing(name)} ${page}`
  const rows = await describeFound(tx, met)
  if (rows.length === size) return rows
  const all = sql`select r.row_id from payout_lines r where ${conditions(filter)} ${page}`
  return describeFound(tx, all)
}
