// What lists in raw SQL have in common: conditions that not everyone asks for, and a page with the count of all.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

export type Page = { readonly index: number; readonly size: number }

/** The conditions that were asked for, all of which must hold. */
export function everyOf(
  asked: readonly (RawBuilder<unknown> | false | '' | null | undefined)[],
): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    asked.filter((one) => Boolean(one)),
    sql` and `,
  )}`
}

/** One page of the ordered rows, and how many there are of `all`, which begins with `from`. */
export async function readPage<Row>(
  tx: Tx,
  ordered: RawBuilder<Row>,
  all: RawBuilder<unknown>,
  page: Page,
): Promise<{ rows: Row[]; count: number }> {
  return readChosen(tx, sql<Row>`${ordered} limit ${page.size} offset ${page.index * page.size}`, all)
}

/** The rows of one page of `from` (a table with its alias) alone: what they join is then read for these few, whatever they are sorted by. */
export function pageAlone(
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  page: Page,
): RawBuilder<unknown> {
  return sql`(select * from ${from} where ${where} ${order} limit ${page.size} offset ${page.index * page.size})`
}

/** A page whose rows were chosen already, and how many there are of `all`. */
export async function readChosen<Row>(
  tx: Tx,
  chosen: RawBuilder<Row>,
  all: RawBuilder<unknown>,
): Promise<{ rows: Row[]; count: number }> {
  const [{ rows }, counted] = await Promise.all([
    chosen.execute(tx),
    sql<{ count: number }>`select count(*)::int as count ${all}`.execute(tx),
  ])
  return { rows, count: counted.rows[0]?.count ?? 0 }
}

/** How many rows a query finds, counted up to one more than the most that is told: what lies behind costs nothing. */
export function countUpTo(most: number, found: RawBuilder<unknown>): RawBuilder<{ count: number }> {
  return sql<{ count: number }>`select count(*)::int as count from (${found} limit ${most + 1}) counted`
}

/** The same with the sum of one column over all of them. */
export async function readSummedPage<Row>(
  tx: Tx,
  ordered: RawBuilder<Row>,
  all: RawBuilder<unknown>,
  page: Page,
  summed: RawBuilder<unknown>,
): Promise<{ rows: Row[]; count: number; beside: { sumFen: bigint } }> {
  const [{ rows }, { count, sumFen }] = await Promise.all([
    sql<Row>`${ordered} limit ${page.size} offset ${page.index * page.size}`.execute(tx),
    countSummed(tx, all, summed),
  ])
  return { rows, count, beside: { sumFen } }
}

export async function countSummed(
  tx: Tx,
  all: RawBuilder<unknown>,
  summed: RawBuilder<unknown>,
): Promise<{ count: number; sumFen: bigint }> {
  const { rows } = await sql<{ count: number; sumFen: bigint }>`
    select count(*)::int as count, coalesce(sum(${summed}), 0)::bigint as "sumFen" ${all}`.execute(tx)
  return rows[0] ?? { count: 0, sumFen: 0n }
}
