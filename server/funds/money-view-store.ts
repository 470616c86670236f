// Started batches with their money by company and time: one filter for list, totals, days and export (D23).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { MoneyDay, MoneyViewRow } from '@paywages/wire/funds/money-view.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { orderOf } from '../adapters/postgres/sort-order.ts'
import { withPeople } from './batch-people.ts'

export type MoneyFilter = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The time is that of the start, so that table, totals, days and export are sums of the same batches. */
function conditions({ scope, providerId, from, to }: MoneyFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [inScope(scope, 'b.provider_id')]
  if (providerId !== undefined) parts.push(sql`b.provider_id = ${providerId}`)
  if (from !== undefined) parts.push(sql`b.started_at >= ${from}`)
  if (to !== undefined) parts.push(sql`b.started_at < ${to}`)
  return sql.join(parts, sql` and `)
}

type BatchMoney = Omit<MoneyViewRow, 'succeededPeople' | 'failedPeople'> & {
  readonly keptSucceeded: number | null
  readonly keptFailed: number | null
}

const COLUMNS = sql`b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.started_at as "startedAt", b.gross_fen as "grossFen",
  b.people_count as people, b.payable_count as "payableCount", b.succeeded_count as "succeededCount", b.failed_count as "failedCount",
  b.succeeded_people as "keptSucceeded", b.failed_people as "keptFailed",
  b.succeeded_fen as "succeededFen", b.failed_fen as "failedFen", b.succeeded_fee_fen as "feeFen",
  p.name as "providerName", f.name as "platformName"`

const NAMES = sql`join provider_names p using (provider_id) join platform_names f on f.platform_id = b.platform_id`

export type MoneySort = Sort<'startedAt' | 'grossFen' | 'succeededFen' | 'failedFen' | 'feeFen'>

const ORDERS = {
  columns: {
    startedAt: sql`b.started_at`,
    grossFen: sql`b.gross_fen`,
    succeededFen: sql`b.succeeded_fen`,
    failedFen: sql`b.failed_fen`,
    feeFen: sql`b.succeeded_fee_fen`,
  },
  tie: sql`b.batch_id`,
  usual: { by: 'startedAt', descending: true },
} as const
const NEWEST_FIRST = orderOf(ORDERS)

export async function listMoney(
  tx: Tx,
  filter: MoneyFilter,
  page: { index: number; size: number },
  sort?: MoneySort,
): Promise<{ rows: MoneyViewRow[]; count: number }> {
  const order = orderOf(ORDERS, sort)
  // Names are looked up for the rows of the page alone.
  const { rows } = await sql<BatchMoney>`
    with page as materialized (select b.batch_id from started_batches b where ${conditions(filter)}
      ${order} limit ${page.size} offset ${page.index * page.size})
    select ${COLUMNS} from page join started_batches b on b.batch_id = page.batch_id ${NAMES} ${order}`.execute(
    tx,
  )
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from started_batches b where ${conditions(filter)}`.execute(tx)
  return { rows: await withPeople(tx, rows), count: counted.rows[0]?.count ?? 0 }
}

export type MoneyTotals = { readonly outcomeFen: Fen; readonly costFen: Fen; readonly taxFen: Fen }

/** Gross, fee and tax of what succeeded. */
export async function totalMoney(tx: Tx, filter: MoneyFilter): Promise<MoneyTotals> {
  const { rows } = await sql<MoneyTotals>`
    select coalesce(sum(b.succeeded_fen), 0)::bigint as "outcomeFen", coalesce(sum(b.succeeded_fee_fen), 0)::bigint as "costFen",
      coalesce(sum(b.succeeded_tax_fen), 0)::bigint as "taxFen"
    from started_batches b where ${conditions(filter)}`.execute(tx)
  return rows[0] ?? { outcomeFen: 0n, costFen: 0n, taxFen: 0n }
}

export async function moneyByDay(tx: Tx, filter: MoneyFilter): Promise<MoneyDay[]> {
  const { rows } = await sql<MoneyDay>`
    select (b.started_at at time zone 'Asia/Shanghai')::date::text as day,
      sum(b.succeeded_fen)::bigint as "succeededFen", sum(b.succeeded_count)::int as "succeededCount",
      sum(b.failed_fen)::bigint as "failedFen", sum(b.failed_count)::int as "failedCount", sum(b.succeeded_fee_fen)::bigint as "feeFen"
    from started_batches b where ${conditions(filter)} group by 1 order by 1`.execute(tx)
  return rows
}

/** Every batch in pieces, newest first, for exports of any size in bounded memory. */
export async function* moneyPieces(tx: Tx, filter: MoneyFilter): AsyncGenerator<MoneyViewRow[]> {
  const query = sql<BatchMoney>`select ${COLUMNS} from started_batches b ${NAMES} where ${conditions(filter)} ${NEWEST_FIRST}`
  for await (const piece of inPieces(tx, query)) yield withPeople(tx, piece)
}
