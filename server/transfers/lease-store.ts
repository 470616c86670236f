// Leases in the database: which worker may send which transfers, until when, and what becomes of those it never answered for.

import { ROWS_A_BATCH } from '@paywages/domain/payouts/row-ids.ts'
import { sql } from 'kysely'
import { numberArray, timeArray } from '../adapters/postgres/array-text.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { PIECE_ROWS } from '../payouts/content-digest-store.ts'
import type { OpenedOrder } from './approved-orders.ts'
import { gateIsOpen } from './gate-store.ts'

export type Lease = { readonly at: Date; readonly until: Date }

/** One transfer under a lease; `attempts` counts this one. What the bank is told of it is read, and held against the approval, by approved-orders.ts. */
export type Claimed = {
  readonly rowId: bigint
  readonly transferId: bigint
  readonly batchId: bigint
  readonly leaseId: number
  readonly attempts: number
}

/** A transfer under a lease, with what the bank may be told of it. */
export type ClaimedOrder = Claimed & OpenedOrder

type Queue = { readonly batchId: bigint; readonly position: bigint; readonly lastRowId: bigint }

const waitingQueues = (tx: Tx) =>
  tx
    .selectFrom('transfer_queues')
    .where('waiting', '>', 0)
    .where('paused_at', 'is', null)
    .where('channel', '=', 'direct')
    .select(['batch_id as batchId', 'position', 'last_row_id as lastRowId'])
    .orderBy('served_at')
    .orderBy('batch_id')
    .limit(1)

/** What a claim would take now, as far as nobody else claims meanwhile; nothing is held. Undefined where no queue waits. */
export async function peekWaiting(
  tx: Tx,
  limit: number,
): Promise<{ readonly rowId: bigint; readonly batchId: bigint }[] | undefined> {
  const queue = await waitingQueues(tx).executeTakeFirst()
  if (queue === undefined) return undefined
  const rowIds = await nextWaiting(tx, queue, limit)
  return rowIds.map((rowId) => ({ rowId, batchId: queue.batchId }))
}

/**
 * The queue whose turn it is, held: each waits until the others were served, so that a large one holds up nobody. One that somebody else
 * claims from at this moment is passed over, unless there is no other.
 */
async function queueInTurn(tx: Tx): Promise<Queue | undefined> {
  const waiting = waitingQueues(tx).forUpdate()
  return (await waiting.skipLocked().executeTakeFirst()) ?? (await waiting.executeTakeFirst())
}

/**
 * Takes the next waiting transfers of one batch under a lease, by moving the queue's position behind them: nothing that waits is before it.
 * The lease is all that is written of their first sending. Whoever ends one that was never sent holds its queue as well (transfer-store.ts).
 */
export async function claimWaiting(tx: Tx, lease: Lease, limit: number): Promise<Claimed[]> {
  const queue = await queueInTurn(tx)
  if (queue === undefined || !(await gateIsOpen(tx))) return []
  const rowIds = await nextWaiting(tx, queue, limit)
  const [first, last] = [rowIds[0], rowIds.at(-1)]
  const { rows } = await sql<{ leaseId: number; rowId: bigint | null; transferId: bigint }>`
    with lease as (
      insert into transfer_leases (batch_id, first_row_id, last_row_id, sent_at, until, sent_event_id)
      select ${queue.batchId}, ${first ?? null}::bigint, ${last ?? null}::bigint, ${lease.at}, ${lease.until}, next_event_id()
      where ${rowIds.length} > 0 returning lease_id),
    served as (
      update transfer_queues set waiting = waiting - ${rowIds.length}, served_at = ${lease.at}, position = ${last ?? queue.lastRowId}
      where batch_id = ${queue.batchId})
    select lease.lease_id as "leaseId", n.row_id as "rowId", n.transfer_id as "transferId"
    from lease left join transfer_names n on n.row_id between ${first ?? null} and ${last ?? null} and n.transfer_id is not null`.execute(
    tx,
  )
  const leaseId = rows[0]?.leaseId
  if (leaseId === undefined) return []
  const named = new Map(rows.map(({ rowId, transferId }) => [rowId, transferId]))
  return rowIds.map((rowId) => ({
    rowId,
    transferId: named.get(rowId) ?? rowId,
    batchId: queue.batchId,
    leaseId,
    attempts: 1,
  }))
}

/**
 * The next that wait, to the end of a piece, as the orders of each are read and digested together. Looked for in a short range of ids
 * first: before a large batch has statistics, the planner would look at all of it.
 */
async function nextWaiting(
  tx: Tx,
  { batchId, position, lastRowId }: Queue,
  limit: number,
): Promise<bigint[]> {
  let from = position
  for (let window = BigInt(2 * limit); from < lastRowId; window *= 4n) {
    const to = from + window < lastRowId ? from + window : lastRowId
    const { rows } = await sql<{ rowId: bigint }>`
      select t.row_id as "rowId" from transfers t
      where t.row_id > ${from} and t.row_id <= ${to} and t.batch_id = ${batchId} and t.state = 'reserved'
      order by t.row_id limit ${limit}`.execute(tx)
    const [first] = rows
    if (first === undefined) {
      from = to
      continue
    }
    const end = first.rowId - ((first.rowId % BigInt(ROWS_A_BATCH)) % BigInt(PIECE_ROWS)) + BigInt(limit)
    return rows.map(({ rowId }) => rowId).filter((rowId) => limit < PIECE_ROWS || rowId < end)
  }
  return []
}

/**
 * Takes transfers the bank knows nothing about, to send them again under their own reference. Whoever asked so long ago
 * that others have sent them since takes none of them: the bank's window runs from the last sending.
 */
export async function claimAgain(
  tx: Tx,
  lease: Lease,
  asked: readonly { readonly rowId: bigint; readonly attempts: number }[],
): Promise<Claimed[]> {
  if (!(await gateIsOpen(tx))) return []
  const { rows } = await sql<Claimed>`
    with chosen as materialized (
      select t.row_id from transfers t
        join unnest(${asked.map((a) => a.rowId)}::bigint[], ${asked.map((a) => a.attempts)}::int[]) w(id, attempts)
          on t.row_id = w.id and t.attempts = w.attempts
      where t.state = 'in-doubt' and not exists (
        select 1 from transfer_queues q where q.batch_id = t.batch_id and (q.paused_at is not null or q.channel <> 'direct'))
      order by t.row_id for update of t),
    lease as (
      insert into transfer_leases (sent_at, until) select ${lease.at}, ${lease.until} from chosen having count(*) > 0 returning lease_id),
    claimed as (
      update transfers t set state = 'sending', attempts = t.attempts + 1, lease_id = lease.lease_id
      from chosen, lease where t.row_id = chosen.row_id returning t.*),
    held as (select q.row_id from transfer_questions q join chosen using (row_id) order by q.row_id for update of q),
    asked as (
      update transfer_questions q set next_ask_at = null, last_sent_at = ${lease.at} from held where q.row_id = held.row_id)
    select t.row_id as "rowId", coalesce((select n.transfer_id from transfer_names n where n.row_id = t.row_id), t.row_id) as "transferId",
      t.batch_id as "batchId", t.lease_id as "leaseId", t.attempts
    from claimed t order by t.row_id`.execute(tx)
  return rows
}

export type NewDoubt = { readonly transferId: bigint; readonly attempts: number }

/** From now on the bank is asked about them; a transfer that was asked about before keeps the time of its first sending. */
const DOUBTED = (askAt: Date) => sql`
  doubted as (
    update transfers t set state = 'in-doubt', lease_id = mine.lease_id, attempts = greatest(t.attempts, 1) from mine where t.row_id = mine.row_id
    returning t.row_id, t.attempts, t.lease_id),
  asked as (
    insert into transfer_questions (row_id, next_ask_at, first_sent_at, last_sent_at)
    select d.row_id, ${askAt}, l.sent_at, l.sent_at from doubted d join transfer_leases l on l.lease_id = d.lease_id order by d.row_id
    on conflict (row_id) do update set next_ask_at = excluded.next_ask_at),
  named as (
    select d.row_id, coalesce(n.transfer_id, d.row_id) as "transferId", d.attempts
    from doubted d left join transfer_names n on n.row_id = d.row_id)`

/**
 * Whether transfer `t` is still being sent under lease `l`. Of a first sending it is for as long as it stands as the start left it: nobody
 * else is given a lease of it before it is in doubt.
 */
const UNDER_LEASE = sql`(t.state = 'sending' and t.lease_id = l.lease_id
  or t.state = 'reserved' and t.batch_id = l.batch_id and t.row_id between l.first_row_id and l.last_row_id)`

/** Sent without a definite answer, under the lease that sent them; whoever lost its lease changes nothing. */
export async function markInDoubt(
  tx: Tx,
  sent: readonly { readonly rowId: bigint; readonly leaseId: number }[],
  queryAt: Date,
): Promise<NewDoubt[]> {
  const { rows } = await sql<NewDoubt>`
    with mine as materialized (
      select t.row_id, l.lease_id from unnest(${sent.map((s) => s.rowId)}::bigint[], ${sent.map((s) => s.leaseId)}::int[]) w(id, lease_id)
        join transfer_leases l on l.lease_id = w.lease_id join transfers t on t.row_id = w.id
      where ${UNDER_LEASE} order by t.row_id for update of t),
    ${DOUBTED(queryAt)}
    select "transferId", attempts from named order by row_id`.execute(tx)
  return rows
}

/**
 * Ends first sendings of one lease as paid, all of them or, where one no longer stands as it was sent, none. Their history is told by the
 * lease. Returns the payout time that they all had before.
 */
export async function endAnswered(
  tx: Tx,
  said: { readonly leaseId: number; readonly answer: string; readonly at: Date },
  paid: readonly { readonly rowId: bigint; readonly serial: string; readonly payoutAt: Date }[],
): Promise<Date | undefined> {
  const { rows } = await sql<{ stoodAt: Date }>`
    with said as (
      select * from unnest(${numberArray(paid.map((p) => p.rowId))}::bigint[], ${paid.map((p) => p.serial)}::text[],
        ${timeArray(paid.map((p) => p.payoutAt))}::timestamptz[])
        w(row_id, serial, payout_at)),
    held as materialized (
      select t.row_id, t.payout_at from transfer_leases l join transfers t on t.row_id between l.first_row_id and l.last_row_id and t.batch_id = l.batch_id
      where l.lease_id = ${said.leaseId} and t.state = 'reserved' order by t.row_id for update of t),
    ended as (
      update transfers t set state = 'succeeded', payout_at = said.payout_at, paid = true, bank_serial = said.serial, lease_id = ${said.leaseId},
        attempts = 1, answered = true
      from said, held where held.row_id = said.row_id and t.row_id = said.row_id returning held.payout_at as stood_at),
    told as (
      update transfer_leases set answered_event_id = next_event_id(), answered_at = ${said.at}, answer = ${said.answer}
      where lease_id = ${said.leaseId})
    select min(stood_at) as "stoodAt" from ended having count(*) = ${paid.length} and min(stood_at) = max(stood_at)`.execute(
    tx,
  )
  return rows[0]?.stoodAt
}

/** Whether any lease is over that nobody looked at: most rounds find none, and need no transaction for it. */
export async function isLeaseOver(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`select from transfer_leases where not swept and until < ${now} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Transfers whose lease ran out: their worker died, or sleeps. They are no longer being sent, and would be sent again under another
 * lease, so that it finds itself shut out.
 */
export async function reclaimLeases(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ readonly leases: number; readonly lost: readonly NewDoubt[] }> {
  const { rows } = await sql<{ leases: number; lost: bigint | null; attempts: number }>`
    with over as materialized (
      select lease_id, batch_id, first_row_id, last_row_id from transfer_leases where not swept and until < ${now}
      order by until limit ${limit} for update skip locked),
    under as materialized (
      select t.row_id, l.lease_id from over l join transfers t on t.row_id between l.first_row_id and l.last_row_id
      union all
      select t.row_id, l.lease_id from over l join transfers t on t.lease_id = l.lease_id and t.row_id in (select row_id from transfer_questions)
      where l.first_row_id is null),
    mine as materialized (
      select t.row_id, l.lease_id from under join over l on l.lease_id = under.lease_id join transfers t on t.row_id = under.row_id
      where ${UNDER_LEASE} order by t.row_id for update of t),
    swept as (update transfer_leases l set swept = true from over where l.lease_id = over.lease_id),
    ${DOUBTED(now)}
    select l.leases, named."transferId" as lost, named.attempts
    from (select count(*)::int as leases from over) l left join named on true order by named.row_id`.execute(
    tx,
  )
  return {
    leases: rows[0]?.leases ?? 0,
    lost: rows.flatMap(({ lost, attempts }) => (lost === null ? [] : [{ transferId: lost, attempts }])),
  }
}
