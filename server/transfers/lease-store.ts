// Leases in the database: which worker may send which transfers, until when, and what becomes of those it never answered for.

import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { gateIsOpen } from './gate-store.ts'

export type Lease = { readonly at: Date; readonly until: Date }

/** One transfer under a lease. What the bank is told of it is read, and held against the approval, by approved-orders.ts. */
export type Claimed = {
  readonly rowId: bigint
  readonly transferId: bigint
  readonly batchId: bigint
  readonly leaseId: number
  readonly attempts: number
  readonly fromState: TransferState
}

/** As many calls may be under way before the first that waits is reached. */
const LANES_AHEAD = 8

const CLAIMED = sql`t.row_id as "rowId", coalesce((select n.transfer_id from transfer_names n where n.row_id = t.row_id), t.row_id) as "transferId",
  t.batch_id as "batchId", t.lease_id as "leaseId", t.attempts`

/** The batch whose turn it is: each waits until the others were served, so that a large one holds up nobody. */
async function batchInTurn(tx: Tx): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('transfer_queues')
    .where('waiting', '>', 0)
    .where('paused_at', 'is', null)
    .select('batch_id')
    .orderBy('served_at')
    .orderBy('batch_id')
    .limit(1)
    .executeTakeFirst()
  return row?.batch_id
}

/**
 * Takes the next waiting transfers of one batch under a lease; others pass over them. What is sent never waits again, so everything
 * before the first that waits need not be looked at any more.
 */
export async function claimWaiting(tx: Tx, lease: Lease, limit: number): Promise<Claimed[]> {
  const batchId = await batchInTurn(tx)
  if (batchId === undefined || !(await gateIsOpen(tx))) return []
  const { position, lastRowId } = await tx
    .selectFrom('transfer_queues')
    .where('batch_id', '=', batchId)
    .select(['position', 'last_row_id as lastRowId'])
    .executeTakeFirstOrThrow()
  // In a short range of ids first: before a large batch has statistics, the planner would look at all of it for every call.
  for (let ids = BigInt(limit * LANES_AHEAD); ; ids *= 4n) {
    const to = position + ids < lastRowId ? position + ids : lastRowId
    const claimed = await claimUpTo(tx, lease, { batchId, position, to, limit })
    if (claimed.length > 0 || to >= lastRowId) return claimed
  }
}

type WaitingRange = {
  readonly batchId: bigint
  readonly position: bigint
  readonly to: bigint
  readonly limit: number
}

async function claimUpTo(
  tx: Tx,
  lease: Lease,
  { batchId, position, to, limit }: WaitingRange,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with waiting as (
      select t.row_id from transfers t
      where t.row_id > ${position} and t.row_id <= ${to} and t.batch_id = ${batchId} and t.state = 'reserved' order by t.row_id limit 1),
    chosen as materialized (
      select t.row_id from transfers t
      where t.row_id > ${position} and t.row_id <= ${to} and t.batch_id = ${batchId} and t.state = 'reserved' order by t.row_id limit ${limit} for update of t skip locked),
    lease as (
      insert into transfer_leases (first_row_id, last_row_id, sent_at, until)
      select min(row_id), max(row_id), ${lease.at}, ${lease.until} from chosen having count(*) > 0 returning lease_id),
    claimed as (
      update transfers t set state = 'sending', attempts = t.attempts + 1, lease_id = lease.lease_id
      from chosen, lease where t.row_id = chosen.row_id returning t.*),
    served as (
      update transfer_queues q set waiting = q.waiting - (select count(*) from chosen)::int, served_at = ${lease.at},
        position = greatest(q.position, (select row_id - 1 from waiting))
      where q.batch_id = ${batchId})
    select ${CLAIMED}, 'reserved' as "fromState" from claimed t order by t.row_id`.execute(tx)
  return rows
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
        select 1 from transfer_queues q where q.batch_id = t.batch_id and q.paused_at is not null)
      order by t.row_id for update of t),
    lease as (
      insert into transfer_leases (sent_at, until) select ${lease.at}, ${lease.until} from chosen having count(*) > 0 returning lease_id),
    claimed as (
      update transfers t set state = 'sending', attempts = t.attempts + 1, lease_id = lease.lease_id
      from chosen, lease where t.row_id = chosen.row_id returning t.*),
    held as (select q.row_id from transfer_questions q join chosen using (row_id) order by q.row_id for update of q),
    asked as (
      update transfer_questions q set next_ask_at = null, last_sent_at = ${lease.at} from held where q.row_id = held.row_id)
    select ${CLAIMED}, 'in-doubt' as "fromState" from claimed t order by t.row_id`.execute(tx)
  return rows
}

export type NewDoubt = { readonly transferId: bigint; readonly attempts: number }

/** From now on the bank is asked about them; a transfer that was asked about before keeps the time of its first sending. */
const DOUBTED = (askAt: Date) => sql`
  doubted as (
    update transfers t set state = 'in-doubt' from mine where t.row_id = mine.row_id returning t.row_id, t.attempts, t.lease_id),
  asked as (
    insert into transfer_questions (row_id, next_ask_at, first_sent_at, last_sent_at)
    select d.row_id, ${askAt}, l.sent_at, l.sent_at from doubted d join transfer_leases l on l.lease_id = d.lease_id order by d.row_id
    on conflict (row_id) do update set next_ask_at = excluded.next_ask_at),
  named as (
    select d.row_id, coalesce(n.transfer_id, d.row_id) as "transferId", d.attempts
    from doubted d left join transfer_names n on n.row_id = d.row_id)`

/** Sent without a definite answer, under the lease that sent them; whoever lost its lease changes nothing. */
export async function markInDoubt(
  tx: Tx,
  sent: readonly { readonly rowId: bigint; readonly leaseId: number }[],
  queryAt: Date,
): Promise<NewDoubt[]> {
  const { rows } = await sql<NewDoubt>`
    with mine as materialized (
      select t.row_id from transfers t
        join unnest(${sent.map((s) => s.rowId)}::bigint[], ${sent.map((s) => s.leaseId)}::int[]) w(id, lease_id)
          on t.row_id = w.id and t.lease_id = w.lease_id
      where t.state = 'sending' order by t.row_id for update of t),
    ${DOUBTED(queryAt)}
    select "transferId", attempts from named order by row_id`.execute(tx)
  return rows
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
      select lease_id, first_row_id, last_row_id from transfer_leases where not swept and until < ${now}
      order by until limit ${limit} for update skip locked),
    under as materialized (
      select t.row_id, t.lease_id from over join transfers t on t.row_id between over.first_row_id and over.last_row_id and t.lease_id = over.lease_id
      union all
      select t.row_id, t.lease_id from over join transfers t on t.lease_id = over.lease_id and t.row_id in (select row_id from transfer_questions)
      where over.first_row_id is null),
    mine as materialized (
      select t.row_id from under join transfers t on t.row_id = under.row_id and t.lease_id = under.lease_id
      where t.state = 'sending' order by t.row_id for update of t),
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
