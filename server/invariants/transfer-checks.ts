// Transfers against their histories, their rows and their batches (I5, I6, I8, I11).

import { LEGAL_STEPS } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { batchDays } from './checkpoint-store.ts'
import { type Extent, looksAtBatch, looksAtRow } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

/** Each history begins at the start, goes on where it stood, takes only legal steps, and ends where the transfer is. */
export const historiesAreLegal: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ reference: string; what: string }>`
    with lately as (
      select t.row_id, t.transfer_id, t.reference, t.state from row_transfers t where ${looksAtRow(extent, 't.row_id')}
    ), steps as (
      select e.transfer_id, e.event_id, e.from_state, e.to_state,
        lag(e.to_state, 1, 'reserved') over (partition by e.transfer_id order by e.event_id) as stood,
        lead(e.event_id) over (partition by e.transfer_id order by e.event_id) is null as last
      from transfer_steps e join lately using (row_id)
    ), legal as (
      select * from unnest(${LEGAL_STEPS.map(([from]) => from)}::text[], ${LEGAL_STEPS.map(([, to]) => to)}::text[]) l(from_state, to_state)
    ), faults as (
      select transfer_id, 'goes on from ' || from_state || ' where it stood at ' || stood as what from steps where from_state <> stood
      union all select s.transfer_id, 'steps from ' || s.from_state || ' to ' || s.to_state from steps s
        left join legal using (from_state, to_state) where s.from_state <> s.to_state and legal.from_state is null
      union all select t.transfer_id, 'is ' || t.state::text || ', its history says ' || coalesce(s.to_state, 'reserved')
        from lately t left join steps s on s.transfer_id = t.transfer_id and s.last
        where t.state::text <> coalesce(s.to_state, 'reserved')
    )
    select t.reference, f.what from faults f join lately t using (transfer_id) limit ${MAX_REPORTED}`.execute(
    tx,
  )
  return rows.map(({ reference, what }) => ({ invariant: 'I5', what: `transfer ${reference} ${what}` }))
}

/** What lists and pages show is what counting again gives. */
export const countsAreTrue: InvariantCheck = async (tx, _, extent) => {
  const batches = await sql<{ batchNo: string }>`
    with counted as (
      select r.batch_id, count(*) as rows, count(*) filter (where r.status = 'cancelled') as cancelled,
        count(*) filter (where r.status = 'succeeded') as succeeded, count(*) filter (where r.status = 'failed') as failed,
        coalesce(sum(r.amount_fen) filter (where r.status <> 'cancelled'), 0) as gross,
        coalesce(sum(r.fee_fen) filter (where r.status <> 'cancelled'), 0) as fee,
        coalesce(sum(r.amount_fen) filter (where r.status = 'succeeded'), 0) as paid,
        coalesce(sum(r.fee_fen) filter (where r.status = 'succeeded'), 0) as paid_fee,
        coalesce(sum(r.tax_fen) filter (where r.status = 'succeeded'), 0) as paid_tax,
        coalesce(sum(r.amount_fen) filter (where r.status = 'failed'), 0) as failed_fen,
        coalesce(sum(r.amount_fen) filter (where r.status = 'cancelled'), 0) as cancelled_fen,
        count(*) filter (where t.state = 'reserved' and f.batch_id is null) as waiting,
        count(*) filter (where t.state in ('reserved', 'sending', 'in-doubt', 'manual')) as open
      from payout_lines r join payout_batches l using (batch_id) left join current_transfers t using (row_id)
        left join transfer_queues f on f.batch_id = l.batch_id and f.channel = 'file'
      where ${looksAtBatch(extent, 'r.batch_id')} group by 1
    )
    select b.batch_no as "batchNo" from payout_batches b join counted c using (batch_id) left join transfer_queues q using (batch_id)
    where (b.row_count, b.cancelled_count, b.payable_count, b.succeeded_count, b.failed_count, b.gross_fen, b.fee_fen, b.succeeded_fen,
        b.succeeded_fee_fen, b.succeeded_tax_fen, b.failed_fen, b.cancelled_fen, coalesce(q.waiting, 0), b.status = 'transferring' and b.ended_at is null)
      <> (c.rows, c.cancelled, c.rows - c.cancelled, c.succeeded, c.failed, c.gross, c.fee, c.paid, c.paid_fee, c.paid_tax, c.failed_fen,
        c.cancelled_fen, c.waiting, c.open > 0)
    limit ${MAX_REPORTED}`.execute(tx)
  const reversed = await sql<{ id: bigint }>`
    select c.recharge_id as id from recharges c
      left join (select recharge_id, sum(amount_fen) as fen from recharge_reversals where status = 'confirmed' group by 1) v using (recharge_id)
    where c.reversed_fen <> coalesce(v.fen, 0) limit ${MAX_REPORTED}`.execute(tx)
  return [
    ...(await payoutTimesAreTrue(tx, extent)),
    ...(await payoutDaysAreTrue(tx, extent)),
    ...(await peopleAreTrue(tx, extent)),
    ...batches.rows.map(
      ({ batchNo }): Finding => ({
        invariant: 'I6',
        what: `batch ${batchNo} shows other counts than its rows give`,
      }),
    ),
    ...reversed.rows.map(
      ({ id }): Finding => ({ invariant: 'I6', what: `recharge ${id} shows another reversed sum` }),
    ),
  ]
}

/**
 * Exactly the rows that a start took have a transfer, of the same batch and company, and it has a payout time: when it was paid, or
 * else started (D23).
 */
async function payoutTimesAreTrue(tx: Tx, extent: Extent): Promise<Finding[]> {
  const { rows } = await sql<{ batchNo: string; rowNumber: number }>`
    select b.batch_no as "batchNo", r.row_number as "rowNumber" from payout_rows r join payout_batches b using (batch_id)
      left join transfers t using (row_id)
    where ${looksAtBatch(extent, 'r.batch_id')} and (
      (t.row_id is not null) <> (b.status = 'transferring' and not r.cancelled)
      or (t.batch_id, t.provider_id) <> (r.batch_id, r.provider_id)
      or (not t.paid and t.payout_at <> b.started_at)
      or t.paid <> (t.state = 'succeeded') and t.state <> 'returned')
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo, rowNumber }) => ({
    invariant: 'I6',
    what: `row ${rowNumber} of batch ${batchNo} shows another payout time`,
  }))
}

/** The kept people of an ended batch are what counting its rows again gives. */
async function peopleAreTrue(tx: Tx, extent: Extent): Promise<Finding[]> {
  const { rows } = await sql<{ batchNo: string }>`
    select b.batch_no as "batchNo" from payout_batches b join payout_lines r using (batch_id)
    where b.succeeded_people is not null and ${looksAtBatch(extent, 'r.batch_id')}
    group by b.batch_id, b.batch_no, b.succeeded_people, b.failed_people having (b.succeeded_people, b.failed_people) <>
      (count(distinct r.id_hash) filter (where r.status = 'succeeded'), count(distinct r.id_hash) filter (where r.status = 'failed'))
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo }) => ({
    invariant: 'I6',
    what: `batch ${batchNo} shows other people than its rows give`,
  }))
}

/**
 * The kept counts of each day are what counting its rows again gives: of all days, or of those on which a batch stood or stands that moved
 * since the checkpoint, which knows what the other batches add to them.
 */
async function payoutDaysAreTrue(tx: Tx, extent: Extent): Promise<Finding[]> {
  const moved = extent.kind === 'whole' ? sql`` : sql`where ${looksAtBatch(extent, 'batch_id')}`
  const touched =
    extent.kind === 'whole'
      ? sql`select provider_id, day from payout_days union select provider_id, day from batches`
      : sql`select provider_id, day from batches union select provider_id, day from checked_batch_days ${moved}`
  const others =
    extent.kind === 'whole'
      ? sql``
      : sql`union all select c.batch_id, c.day, c.provider_id, c.processing, c.succeeded, c.failed, c.succeeded_fen, c.failed_fen, c.succeeded_fee_fen
          from touched t join checked_batch_days c using (provider_id, day) where not ${looksAtBatch(extent, 'c.batch_id')}`
  const { rows } = await sql<{ provider: number; day: string }>`
    with batches as materialized (${batchDays(extent)}),
    touched as materialized (${touched}),
    counted as (
      select provider_id, day, sum(processing) as processing, sum(succeeded) as succeeded, sum(failed) as failed, sum(succeeded_fen) as succeeded_fen,
        sum(failed_fen) as failed_fen, sum(succeeded_fee_fen) as succeeded_fee_fen
      from (select * from batches ${others}) b group by 1, 2)
    select t.provider_id as provider, t.day::text as day
    from touched t left join counted c using (provider_id, day) left join payout_days k using (provider_id, day)
    where (coalesce(k.processing, 0), coalesce(k.succeeded, 0), coalesce(k.failed, 0), coalesce(k.succeeded_fen, 0),
        coalesce(k.failed_fen, 0), coalesce(k.succeeded_fee_fen, 0))
      <> (coalesce(c.processing, 0), coalesce(c.succeeded, 0), coalesce(c.failed, 0), coalesce(c.succeeded_fen, 0),
        coalesce(c.failed_fen, 0), coalesce(c.succeeded_fee_fen, 0))
    order by 1, 2 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, day }) => ({
    invariant: 'I6',
    what: `provider ${provider}: the payouts of ${day} are not what their rows give`,
  }))
}

/** Within a minute of its time everything is sent, asked about or taken over; later than that, it is stuck. */
const STUCK_MS = 60_000

/** While sending is halted, queues wait on purpose; the halt itself is told elsewhere (ADR 27). */
export const nothingIsStuck: InvariantCheck = async (tx, now) => {
  const since = new Date(now.getTime() - STUCK_MS)
  const { rows } = await sql<{ reference: string; state: string }>`
    select t.reference, t.state from transfer_questions q join row_transfers t using (row_id) where q.next_ask_at < ${since}
    union all
    select t.reference, t.state from transfer_leases l join current_transfers s on s.lease_id = l.lease_id and s.state = 'sending'
        and (s.row_id between l.first_row_id and l.last_row_id or l.first_row_id is null and s.row_id in (select row_id from transfer_questions))
      join row_transfers t on t.row_id = s.row_id
    where not l.swept and l.until < ${since}
    limit ${MAX_REPORTED}`.execute(tx)
  const queues = await sql<{ batchNo: string; waiting: number }>`
    select b.batch_no as "batchNo", q.waiting from transfer_queues q join payout_batches b using (batch_id)
    where q.waiting > 0 and q.paused_at is null and q.served_at < ${since}
      and not exists (select 1 from sending_gate where state = 'halted')
    limit ${MAX_REPORTED}`.execute(tx)
  return [
    ...rows.map(
      ({ reference, state }): Finding => ({
        invariant: 'I8',
        what: `transfer ${reference} has been ${state} for too long`,
      }),
    ),
    ...queues.rows.map(
      ({ batchNo, waiting }): Finding => ({
        invariant: 'I8',
        what: `${waiting} transfers of batch ${batchNo} wait and nobody sends them`,
      }),
    ),
  ]
}

/** By the limit that each start validated by; nobody's month may reach it, in one provider. */
export const nobodyReachesTheLimit: InvariantCheck = async (tx, _, extent) => {
  // Whoever a moved batch pays, with all of their payouts.
  const people =
    extent.kind === 'whole'
      ? sql`true`
      : sql`(r.id_hash, r.provider_id) in (select w.id_hash, w.provider_id from payout_rows w where ${looksAtBatch(extent, 'w.batch_id')})`
  const { rows } = await sql<{ provider: number; month: string; people: number }>`
    select provider, month, count(*)::int as people from (
      select r.provider_id as provider, b.payment_month as month
      from payout_lines r join payout_batches b using (batch_id)
      where b.status = 'transferring' and r.status in ('processing', 'succeeded') and ${people}
      group by r.provider_id, r.id_hash, b.payment_month
      having sum(r.amount_fen) >= max(b.limit_fen)) over_limit
    group by 1, 2 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, month, people }) => ({
    invariant: 'I11',
    what: `provider ${provider}: ${people} people reach the monthly limit in ${month}`,
  }))
}
