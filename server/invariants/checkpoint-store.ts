/** The checkpoint of the invariant checks in the database, and what each batch adds to sums that no single batch makes up. */

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Checkpoint, type Extent, looksAtBatch } from './extent.ts'

export async function lastCheckpoint(tx: Tx): Promise<Checkpoint | undefined> {
  const { rows } = await sql<Checkpoint>`
    select whole_at as "wholeAt", before, approvals_to as "approvalsTo", leases_to as "leasesTo", events_to as "eventsTo"
    from invariant_checkpoints`.execute(tx)
  return rows[0]
}

/** Nothing is taken for proved any more: the next look is at everything. */
export async function dropCheckpoint(tx: Tx): Promise<void> {
  await sql`delete from invariant_checkpoints`.execute(tx)
}

export async function extentSince(tx: Tx, checkpoint: Checkpoint): Promise<Extent> {
  const { before, approvalsTo, leasesTo, eventsTo } = checkpoint
  const { rows } = await sql<{ batchId: bigint }>`
    select batch_id as "batchId" from payout_batches where status in ('auditing', 'reviewing', 'ready')
    union select batch_id from payout_batches where status = 'transferring' and ended_at is null
    union select batch_id from payout_batches where uploaded_at >= ${before}
    union select batch_id from payout_approvals where approval_id > ${approvalsTo}
    union select batch_id from transfer_leases where lease_id > ${leasesTo} and batch_id is not null
    union select batch_id from checked_batches where open
    union select t.batch_id from transfer_events e left join transfer_names n on n.transfer_id = e.transfer_id
      join transfers t on t.row_id = coalesce(n.row_id, e.transfer_id) where e.event_id > ${eventsTo}`.execute(
    tx,
  )
  return { kind: 'since', checkpoint, day: shanghaiDay(before), moved: rows.map(({ batchId }) => batchId) }
}

/** Counted from the rows themselves: what each batch adds to each day. */
export function batchDays(extent: Extent): RawBuilder<unknown> {
  return sql`
    select r.batch_id, (r.payout_at at time zone 'Asia/Shanghai')::date as day, r.provider_id,
      count(*) filter (where r.status = 'processing') as processing, count(*) filter (where r.status = 'succeeded') as succeeded,
      count(*) filter (where r.status = 'failed') as failed,
      coalesce(sum(r.amount_fen) filter (where r.status = 'succeeded'), 0) as succeeded_fen,
      coalesce(sum(r.amount_fen) filter (where r.status = 'failed'), 0) as failed_fen,
      coalesce(sum(r.fee_fen) filter (where r.status = 'succeeded'), 0) as succeeded_fee_fen
    from payout_lines r where ${looksAtBatch(extent, 'r.batch_id')} and r.payout_at is not null group by 1, 2, 3`
}

/**
 * What each batch adds to the tax that its provider owes: what is declared of its rows, what succeeded and waits for its period, and what
 * came back and waits to be taken back; and to the VAT.
 */
export function batchDues(extent: Extent): RawBuilder<unknown> {
  return sql`
    select r.batch_id, r.provider_id,
      coalesce(sum(coalesce(paid.tax_fen, 0) + coalesce(back.tax_fen, 0) + case
        when r.status = 'succeeded' and paid.row_id is null then r.tax_fen
        when r.status <> 'succeeded' and paid.row_id is not null and back.row_id is null then -paid.tax_fen else 0 end), 0)::bigint as tax_fen,
      coalesce(sum(r.vat_fen) filter (where r.status = 'succeeded'), 0)::bigint as vat_fen
    from payout_lines r left join tax_entries paid on paid.row_id = r.row_id and paid.kind = 'paid'
      left join tax_entries back on back.row_id = r.row_id and back.kind = 'reversed'
    where ${looksAtBatch(extent, 'r.batch_id')} group by 1, 2`
}

/** So long before a check nothing is still being written: a transaction that takes longer makes the next look a whole one. */
export const SETTLED_MS = 900_000

/** Keeps what a look without findings has proved, for the next one. */
export async function saveCheckpoint(tx: Tx, extent: Extent, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SETTLED_MS)
  await saveBatches(tx, extent, before)
  await savePostings(tx, extent, before)
  await sql`
    insert into invariant_checkpoints as c (whole_at, before, approvals_to, leases_to, events_to)
    select ${extent.kind === 'whole' ? now : extent.checkpoint.wholeAt}, ${before},
      coalesce((select approval_id from payout_approvals where at < ${before} order by approval_id desc limit 1), 0),
      coalesce((select lease_id from transfer_leases where sent_at < ${before} order by lease_id desc limit 1), 0),
      coalesce((select event_id from transfer_events where at < ${before} order by event_id desc limit 1), 0)
    on conflict (only_one) do update set whole_at = excluded.whole_at, before = excluded.before, approvals_to = excluded.approvals_to,
      leases_to = excluded.leases_to, events_to = excluded.events_to`.execute(tx)
}

async function saveBatches(tx: Tx, extent: Extent, before: Date): Promise<void> {
  await sql`delete from checked_batch_days where ${looksAtBatch(extent, 'batch_id')}`.execute(tx)
  await sql`
    insert into checked_batch_days (batch_id, day, provider_id, processing, succeeded, failed, succeeded_fen, failed_fen, succeeded_fee_fen)
    ${batchDays(extent)}`.execute(tx)
  await sql`
    with gone as (
      delete from checked_batches where ${looksAtBatch(extent, 'batch_id')} returning provider_id, tax_fen, vat_fen)
    update checked_providers p set tax_fen = p.tax_fen - g.tax_fen, vat_fen = p.vat_fen - g.vat_fen
    from (select provider_id, sum(tax_fen) as tax_fen, sum(vat_fen) as vat_fen from gone group by 1) g where g.provider_id = p.provider_id`.execute(
    tx,
  )
  if (extent.kind === 'whole') await sql`delete from checked_providers`.execute(tx)
  await sql`
    with dues as materialized (${batchDues(extent)}), saved as (
      insert into checked_batches (batch_id, provider_id, open, tax_fen, vat_fen)
      select d.batch_id, d.provider_id, b.status in ('auditing', 'reviewing', 'ready')
        or b.status = 'transferring' and (b.ended_at is null or b.ended_at >= ${before}), d.tax_fen, d.vat_fen
      from dues d join payout_batches b using (batch_id))
    insert into checked_providers as p (provider_id, tax_fen, vat_fen)
    select provider_id, sum(tax_fen), sum(vat_fen) from dues group by 1
    on conflict (provider_id) do update set tax_fen = p.tax_fen + excluded.tax_fen, vat_fen = p.vat_fen + excluded.vat_fen`.execute(
    tx,
  )
}

type PostedSum = {
  readonly provider_id: number
  readonly day: Day | '-infinity'
  readonly phase: string
  readonly source: string
  readonly destination: string
  readonly lines: bigint
  readonly amount_fen: bigint
}

async function savePostings(tx: Tx, extent: Extent, before: Date): Promise<void> {
  const day = shanghaiDay(before)
  const own = sql`case when n.day < ${day}::date then '-infinity'::date else n.day end`
  const { rows } = await sql<PostedSum>`
    select n.provider_id, ${own}::text as day, n.phase, n.source, n.destination, sum(n.lines)::bigint as lines, sum(n.fen)::bigint as amount_fen
    from (${sumsByDay(extent, before)}) n group by 1, 2, 3, 4, 5`.execute(tx)
  await sql`delete from checked_postings`.execute(tx)
  if (rows.length > 0)
    await sql`
      insert into checked_postings (provider_id, day, phase, source, destination, lines, amount_fen)
      select * from unnest(${rows.map((r) => r.provider_id)}::int[], ${rows.map((r) => r.day)}::date[], ${rows.map((r) => r.phase)}::text[],
        ${rows.map((r) => r.source)}::text[], ${rows.map((r) => r.destination)}::text[], ${rows.map((r) => r.lines)}::bigint[],
        ${rows.map((r) => r.amount_fen)}::bigint[])`.execute(tx)
}

/** Of the postings before a time; since a checkpoint those that it knows are not read again. */
export function sumsByDay(extent: Extent, before?: Date): RawBuilder<unknown> {
  const until = before === undefined ? sql`` : sql`and p.at < ${before}`
  const known =
    extent.kind === 'whole'
      ? sql``
      : sql`union all select provider_id, day, phase, source, destination, lines, amount_fen from checked_postings`
  const since = extent.kind === 'whole' ? sql`` : sql`and p.at >= ${extent.checkpoint.before}`
  return sql`
    select o.provider_id, s.* from ledger_balances o cross join lateral (
      select (p.at at time zone 'Asia/Shanghai')::date as day, p.phase, p.source, p.destination, count(*) as lines, sum(p.amount_fen) as fen
      from ledger_lines p where p.provider_id = o.provider_id ${since} ${until} group by 1, 2, 3, 4) s
    ${known}`
}
