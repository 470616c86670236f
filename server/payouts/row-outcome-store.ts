// How rows move from their start to their end: tax, payout time, refusal, and what the bank made of them.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type DayMove, moveDays, type StartedStatus } from './day-store.ts'

export async function setTaxes(tx: Tx, taxes: readonly { rowId: bigint; taxFen: Fen }[]): Promise<void> {
  const ids = taxes.map(({ rowId }) => rowId)
  const fen = taxes.map(({ taxFen }) => taxFen)
  await sql`
    update payout_rows r set tax_fen = w.tax
    from unnest(${ids}::bigint[], ${fen}::bigint[]) w(id, tax) where r.row_id = w.id`.execute(tx)
}

export type EndedRow = {
  readonly rowId: bigint
  readonly status: 'succeeded' | 'failed'
  readonly error: string
  readonly at: Date
}

/** What became of rows at the bank; a returned one keeps the time it was paid at. */
export async function endRows(tx: Tx, ends: readonly EndedRow[]): Promise<void> {
  if (ends.length === 0) return
  const { rows } = await sql<MovedRow>`
    update payout_rows r set status = w.status, error = w.error,
      paid_at = case when w.status = 'succeeded' then w.at else r.paid_at end,
      payout_at = case when w.status = 'succeeded' then w.at else r.payout_at end
    from unnest(${ends.map((e) => e.rowId)}::bigint[], ${ends.map((e) => e.status)}::text[], ${ends.map((e) => e.error)}::text[],
      ${ends.map((e) => e.at)}::timestamptz[]) w(id, status, error, at)
    where r.row_id = w.id
    returning new.provider_id as "providerId", new.amount_fen as "amountFen", new.fee_fen as "feeFen", old.status as was,
      new.status as is, old.payout_at as "stoodAt", new.payout_at as "standsAt"`.execute(tx)
  await moveDays(
    tx,
    rows.flatMap(({ providerId, amountFen, feeFen, was, is, stoodAt, standsAt }) => [
      { providerId, at: stoodAt, status: was, rows: -1, amountFen: -amountFen, feeFen: -feeFen },
      { providerId, at: standsAt, status: is, rows: 1, amountFen, feeFen },
    ]),
  )
}

type MovedRow = {
  readonly providerId: number
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly was: StartedStatus
  readonly is: EndedRow['status']
  readonly stoodAt: Date
  readonly standsAt: Date
}

/** Gives every row that a start took its payout time, and counts it at that day (D23). */
export async function stampPayout(tx: Tx, batchId: number, at: Date): Promise<void> {
  const { rows } = await sql<Omit<DayMove, 'at'>>`
    with stamped as (
      update payout_rows set payout_at = ${at} where batch_id = ${BigInt(batchId)} and status in ('processing', 'failed')
      returning provider_id, status, amount_fen, fee_fen)
    select provider_id as "providerId", status, count(*)::int as rows, sum(amount_fen)::bigint as "amountFen",
      sum(fee_fen)::bigint as "feeFen" from stamped group by 1, 2`.execute(tx)
  await moveDays(
    tx,
    rows.map((row) => ({ ...row, at })),
  )
}

/** Rows that the start refused: they fail with their reason and are never sent (D19). */
export async function refuseRows(
  tx: Tx,
  refusals: readonly { rowId: bigint; error: string }[],
): Promise<{ count: number; fen: Fen }> {
  if (refusals.length === 0) return { count: 0, fen: 0n }
  const { rows } = await sql<{ count: number; fen: Fen }>`
    with refused as (
      update payout_rows r set status = 'failed', error = w.error
      from unnest(${refusals.map((one) => one.rowId)}::bigint[], ${refusals.map((one) => one.error)}::text[]) w(id, error)
      where r.row_id = w.id returning r.amount_fen)
    select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as fen from refused`.execute(tx)
  return rows[0] ?? { count: 0, fen: 0n }
}
