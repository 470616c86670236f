// Transfers in the database: claiming, leasing, ending them. The only file that writes this table and its queues.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { gateIsOpen } from './gate-store.ts'

export type MadeTransfers = { readonly count: number; readonly grossFen: Fen; readonly feeFen: Fen }

/**
 * Makes a transfer of every row the batch pays. Its reference, the bank's name for it from now on, follows from what was stored
 * with the batch (domain/transfers/reference.ts): the same batch started on two restored copies bears the same.
 */
export async function insertTransfers(tx: Tx, batchId: number): Promise<MadeTransfers> {
  const { rows } = await sql<MadeTransfers>`
    with made as (
      insert into transfers (row_id, batch_id, provider_id, reference, amount_fen, fee_fen, tax_fen, vat_fen)
      select r.row_id, r.batch_id, r.provider_id, 'PW' || b.batch_no || 'R' || r.row_number || 'X' || b.reference_mark,
        r.amount_fen, r.fee_fen, r.tax_fen, r.vat_fen
      from batch_references b join payout_lines r on r.batch_id = b.batch_id
      where b.batch_id = ${BigInt(batchId)} and r.status = 'processing'
      order by r.row_number
      returning amount_fen, fee_fen)
    select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as "grossFen", coalesce(sum(fee_fen), 0)::bigint as "feeFen" from made`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, grossFen: 0n, feeFen: 0n }
}

export async function openQueue(tx: Tx, batchId: number, waiting: number, at: Date): Promise<void> {
  await tx
    .insertInto('transfer_queues')
    .values({ batch_id: BigInt(batchId), waiting, served_at: at })
    .execute()
}

export type Lease = { readonly at: Date; readonly until: Date }

/** One transfer under a lease. What the bank is told of it is read, and held against the approval, by approved-orders.ts. */
export type Claimed = {
  readonly transferId: bigint
  readonly batchId: bigint
  readonly fence: number
  readonly attempts: number
  readonly fromState: TransferState
}

/** The batch whose turn it is: each waits until the others were served, so that a large one holds up nobody. */
async function batchInTurn(tx: Tx): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('transfer_queues')
    .where('waiting', '>', 0)
    .where('paused_at', 'is', null)
    .select('batch_id')
    .orderBy('served_at')
    .limit(1)
    .executeTakeFirst()
  return row?.batch_id
}

/** Takes the next waiting transfers of one batch under a lease; others pass over them. */
export async function claimWaiting(tx: Tx, lease: Lease, limit: number): Promise<Claimed[]> {
  const batchId = await batchInTurn(tx)
  if (batchId === undefined || !(await gateIsOpen(tx))) return []
  const claimed = await leaseThem(
    tx,
    sql`select t.transfer_id from transfers t where t.batch_id = ${batchId} and t.state = 'reserved'
      order by t.transfer_id limit ${limit} for update skip locked`,
    lease,
  )
  await sql`update transfer_queues set waiting = waiting - ${claimed.length}, served_at = ${lease.at} where batch_id = ${batchId}`.execute(
    tx,
  )
  return claimed
}

/**
 * Takes transfers the bank knows nothing about, to send them again under their own reference. Whoever asked so long ago
 * that others have sent them since takes none of them: the bank's window runs from the last sending.
 */
export async function claimAgain(
  tx: Tx,
  lease: Lease,
  asked: readonly { transferId: bigint; attempts: number }[],
): Promise<Claimed[]> {
  if (!(await gateIsOpen(tx))) return []
  return leaseThem(
    tx,
    sql`select t.transfer_id from transfers t
        join unnest(${asked.map((a) => a.transferId)}::bigint[], ${asked.map((a) => a.attempts)}::int[]) w(id, attempts)
          on t.transfer_id = w.id and t.attempts = w.attempts
      where t.state = 'in-doubt' and not exists (
        select 1 from transfer_queues q where q.batch_id = t.batch_id and q.paused_at is not null)
      order by t.transfer_id for update of t`,
    lease,
  )
}

async function leaseThem(tx: Tx, chosen: ReturnType<typeof sql>, lease: Lease): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with chosen as materialized (${chosen}), before as (
      select t.transfer_id, t.state from transfers t join chosen using (transfer_id))
    update transfers t set state = 'sending', fence = t.fence + 1, attempts = t.attempts + 1, lease_until = ${lease.until},
      first_sent_at = coalesce(t.first_sent_at, ${lease.at}), last_sent_at = ${lease.at}, next_ask_at = null
    from before where t.transfer_id = before.transfer_id
    returning t.transfer_id as "transferId", t.batch_id as "batchId", t.fence, t.attempts, before.state as "fromState"`.execute(
    tx,
  )
  return rows
}

/** A transfer as it stands, held until the transaction ends. */
export type LockedTransfer = {
  readonly transferId: bigint
  readonly rowId: bigint
  readonly batchId: bigint
  readonly providerId: number
  readonly reference: string
  readonly state: TransferState
  readonly fence: number
  readonly attempts: number
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

/** In one order everywhere, so that an answer and a callback about the same transfers cannot deadlock. */
export async function lockTransfersByReference(
  tx: Tx,
  references: readonly string[],
): Promise<LockedTransfer[]> {
  const { rows } = await sql<LockedTransfer>`
    select ${HELD} from transfers t where t.reference = any(${[...references]}::text[])
    order by t.transfer_id for update`.execute(tx)
  return rows
}

export async function lockTransfersById(tx: Tx, ids: readonly bigint[]): Promise<LockedTransfer[]> {
  const { rows } = await sql<LockedTransfer>`
    select ${HELD} from transfers t where t.transfer_id = any(${[...ids]}::bigint[])
    order by t.transfer_id for update`.execute(tx)
  return rows
}

const HELD = sql`t.transfer_id as "transferId", t.row_id as "rowId", t.batch_id as "batchId", t.provider_id as "providerId",
  t.reference, t.state, t.fence, t.attempts, t.amount_fen as "amountFen", t.fee_fen as "feeFen", t.tax_fen as "taxFen", t.vat_fen as "vatFen"`

export type StateChange = {
  readonly transferId: bigint
  readonly to: TransferState
  readonly reason: string
  readonly serial: string
  readonly endedAt: Date | null
  readonly nextQueryAt: Date | null
}

/** Writes what became of transfers that are held; a lease is over either way. */
export async function changeStates(tx: Tx, changes: readonly StateChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update transfers t set state = w.state, reason = w.reason, ended_at = w.ended_at, next_ask_at = w.ask_at, lease_until = null,
      bank_serial = case when w.serial = '' then t.bank_serial else w.serial end
    from unnest(${changes.map((c) => c.transferId)}::bigint[], ${changes.map((c) => c.to)}::text[],
      ${changes.map((c) => c.reason)}::text[], ${changes.map((c) => c.serial)}::text[],
      ${changes.map((c) => c.endedAt)}::timestamptz[], ${changes.map((c) => c.nextQueryAt)}::timestamptz[]
    ) w(id, state, reason, serial, ended_at, ask_at) where t.transfer_id = w.id`.execute(tx)
}

/** Never sent and yet ended: they wait no more. */
export async function leaveQueue(tx: Tx, batchIds: readonly bigint[]): Promise<void> {
  if (batchIds.length === 0) return
  await sql`
    update transfer_queues q set waiting = q.waiting - w.count
    from (select id, count(*)::int as count from unnest(${[...batchIds]}::bigint[]) v(id) group by id) w
    where q.batch_id = w.id`.execute(tx)
}

/** Sent without a definite answer, under the lease that sent them; whoever lost its lease changes nothing. */
export async function markInDoubt(
  tx: Tx,
  sent: readonly { transferId: bigint; fence: number }[],
  queryAt: Date,
): Promise<{ transferId: bigint; attempts: number }[]> {
  const { rows } = await sql<{ transferId: bigint; attempts: number }>`
    with mine as materialized (
      select t.transfer_id from transfers t
        join unnest(${sent.map((s) => s.transferId)}::bigint[], ${sent.map((s) => s.fence)}::int[]) w(id, fence)
          on t.transfer_id = w.id and t.fence = w.fence
      where t.state = 'sending' order by t.transfer_id for update of t)
    update transfers t set state = 'in-doubt', lease_until = null, next_ask_at = ${queryAt}
    from mine where t.transfer_id = mine.transfer_id
    returning t.transfer_id as "transferId", t.attempts`.execute(tx)
  return rows
}

/** Transfers whose lease ran out: their worker died, or sleeps. The fence moves, so that it finds itself shut out. */
export async function reclaimLeases(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ transferId: bigint; attempts: number }[]> {
  const { rows } = await sql<{ transferId: bigint; attempts: number }>`
    with lost as materialized (
      select transfer_id from transfers where state = 'sending' and lease_until < ${now}
      order by transfer_id limit ${limit} for update skip locked)
    update transfers t set state = 'in-doubt', fence = t.fence + 1, lease_until = null, next_ask_at = ${now}
    from lost where t.transfer_id = lost.transfer_id
    returning t.transfer_id as "transferId", t.attempts`.execute(tx)
  return rows
}

export type Doubted = {
  readonly transferId: bigint
  readonly reference: string
  readonly netFen: Fen
  readonly asks: number
  readonly attempts: number
  readonly firstSentAt: Date
  readonly lastSentAt: Date
  readonly manual: boolean
}

/** The transfers it is time to ask about; nobody else asks about them until `until`. */
export async function claimDoubts(tx: Tx, now: Date, until: Date, limit: number): Promise<Doubted[]> {
  const { rows } = await sql<Doubted>`
    with due as materialized (
      select transfer_id from transfers where state in ('in-doubt', 'manual') and next_ask_at <= ${now}
      order by next_ask_at limit ${limit} for update skip locked)
    update transfers t set next_ask_at = ${until}, asks = t.asks + 1
    from due where t.transfer_id = due.transfer_id
    returning t.transfer_id as "transferId", t.reference, t.amount_fen - t.tax_fen - t.vat_fen as "netFen", t.asks, t.attempts, t.first_sent_at as "firstSentAt",
      t.last_sent_at as "lastSentAt", t.state = 'manual' as manual`.execute(tx)
  return rows
}

export async function queryLater(
  tx: Tx,
  waits: readonly { transferId: bigint; nextQueryAt: Date }[],
): Promise<void> {
  if (waits.length === 0) return
  // Held in the order of everyone else, so that hearing about the same transfers cannot deadlock with it.
  await sql`
    with held as materialized (
      select t.transfer_id, w.ask_at from transfers t
        join unnest(${waits.map((w) => w.transferId)}::bigint[], ${waits.map((w) => w.nextQueryAt)}::timestamptz[]) w(id, ask_at) on t.transfer_id = w.id
      where t.state in ('in-doubt', 'manual') order by t.transfer_id for update of t)
    update transfers t set next_ask_at = held.ask_at from held where t.transfer_id = held.transfer_id`.execute(
    tx,
  )
}

/** The bank had its time; now it is for two people to find out (D41). */
export async function callPeople(
  tx: Tx,
  ids: readonly bigint[],
  nextQueryAt: Date,
): Promise<{ transferId: bigint; attempts: number }[]> {
  const { rows } = await sql<{ transferId: bigint; attempts: number }>`
    with given as materialized (
      select transfer_id from transfers where transfer_id = any(${[...ids]}::bigint[]) and state = 'in-doubt'
      order by transfer_id for update)
    update transfers t set state = 'manual', next_ask_at = ${nextQueryAt}
    from given where t.transfer_id = given.transfer_id
    returning t.transfer_id as "transferId", t.attempts`.execute(tx)
  return rows
}

export async function transferOfRow(tx: Tx, rowId: number): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('transfers')
    .where('row_id', '=', BigInt(rowId))
    .select('transfer_id')
    .executeTakeFirst()
  return row?.transfer_id
}

export type Unsent = {
  readonly transferId: bigint
  readonly batchId: bigint
  readonly rowId: bigint
  readonly netFen: Fen
  readonly name: string
  readonly sealed: string
}

/** Never sent, to people of these names; of one batch, or of all. Held, so that nobody sends them meanwhile; nothing of a paused batch. */
export async function unsentTransfers(tx: Tx, names: readonly string[], batchId?: number): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select t.transfer_id as "transferId", t.batch_id as "batchId", t.row_id as "rowId", t.amount_fen - t.tax_fen - t.vat_fen as "netFen", r.name, r.sealed
    from transfers t join payout_lines r on r.row_id = t.row_id
    where t.state = 'reserved' and t.attempts = 0 and r.name = any(${[...names]}::text[])
      and not exists (select 1 from transfer_queues q where q.batch_id = t.batch_id and q.paused_at is not null)
      and ${batchId === undefined ? sql`true` : sql`t.batch_id = ${BigInt(batchId)}`}
    order by t.transfer_id for update of t`.execute(tx)
  return rows
}

/** Nobody was told the old ones. */
export async function changeReferences(
  tx: Tx,
  changes: readonly { readonly transferId: bigint; readonly reference: string }[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update transfers t set reference = w.reference
    from unnest(${changes.map((c) => c.transferId)}::bigint[], ${changes.map((c) => c.reference)}::text[]) w(id, reference)
    where t.transfer_id = w.id and t.state = 'reserved' and t.attempts = 0`.execute(tx)
}

/** What each row of a batch would reach its person with, by the reference that the bank knows. */
export async function netsOf(tx: Tx, batchId: number): Promise<Map<string, Fen>> {
  const { rows } = await sql<{ reference: string; netFen: Fen }>`
    select reference, amount_fen - tax_fen - vat_fen as "netFen" from transfers where batch_id = ${BigInt(batchId)} and state = 'reserved'`.execute(
    tx,
  )
  return new Map(rows.map(({ reference, netFen }) => [reference, netFen]))
}
