// Transfers in the database: made at the start, held and ended; lease-store.ts and question-store.ts write their states in between.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { isLegible, isMasked, MASK, plainName } from '@paywages/domain/transfers/payee.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { NAMED, NET, REFERENCE, rowsNamed, TRANSFER_ID } from './reference-store.ts'

export type MadeTransfers = {
  readonly count: number
  readonly grossFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
}

export type Refusal = { readonly rowId: bigint; readonly error: string }
export type Refusals = { readonly count: number; readonly fen: Fen; readonly feeFen: Fen }

/** Rows that the start refused: they fail with their reason and are never sent (D19). */
export async function insertRefused(tx: Tx, refusals: readonly Refusal[], at: Date): Promise<Refusals> {
  if (refusals.length === 0) return { count: 0, fen: 0n, feeFen: 0n }
  const { rows } = await sql<Refusals>`
    with refused as materialized (
      select r.row_id, r.batch_id, r.provider_id, r.amount_fen, r.fee_fen, w.error
      from unnest(${refusals.map((one) => one.rowId)}::bigint[], ${refusals.map((one) => one.error)}::text[]) w(id, error)
        join payout_lines r on r.row_id = w.id),
    made as (
      insert into transfers (row_id, payout_at, batch_id, provider_id, state, reason)
      select row_id, ${at}, batch_id, provider_id, 'refused', error from refused order by row_id)
    select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as fen, coalesce(sum(fee_fen), 0)::bigint as "feeFen" from refused`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, fen: 0n, feeFen: 0n }
}

/** How orders reach the bank: sent by the worker, or carried there in files, for which nothing ever waits to be sent (ADR 81). */
export type Channel = 'direct' | 'file'

/** What the start makes transfers of: the rows of a batch, between the first and the last of its ids. */
export type StartedRows = {
  readonly batchId: number
  readonly providerId: number
  readonly firstRowId: number | null
  readonly lastRowId: number | null
}

/**
 * Makes a transfer of every row the batch pays, those refused before left out, and the queue of the batch. The reference of each, the
 * bank's name for it from now on, follows from what was stored with the batch (domain/transfers/reference.ts): the same batch started on
 * two restored copies bears the same.
 */
export async function insertTransfers(
  tx: Tx,
  { batchId: id, providerId, firstRowId, lastRowId }: StartedRows,
  { at, now, channel }: { readonly at: Date; readonly now: Date; readonly channel: Channel },
): Promise<MadeTransfers> {
  const batchId = BigInt(id)
  const [first, last] = [BigInt(firstRowId ?? 0), BigInt(lastRowId ?? 0)]
  // Before its start a batch has no other transfers.
  const payable = sql`
    from payout_lines r where r.row_id between ${first} and ${last} and r.batch_id = ${batchId} and not r.cancelled
      and r.row_id not in (select t.row_id from transfers t where t.row_id between ${first} and ${last} and t.state = 'refused')`
  const { rows } = await sql<MadeTransfers & { worthless: number }>`
    select count(*)::int as count, coalesce(sum(r.amount_fen), 0)::bigint as "grossFen", coalesce(sum(r.fee_fen), 0)::bigint as "feeFen",
      coalesce(sum(r.tax_fen), 0)::bigint as "taxFen", (count(*) filter (where r.amount_fen <= r.tax_fen + r.vat_fen))::int as worthless
    ${payable}`.execute(tx)
  const { worthless = 0, ...made } = rows[0] ?? { count: 0, grossFen: 0n, feeFen: 0n, taxFen: 0n }
  if (worthless > 0) throw new Error(`${worthless} transfers of batch ${batchId} would pay nothing`)
  await sql`
    insert into transfers (row_id, payout_at, batch_id, provider_id, state)
    select r.row_id, ${at}, ${batchId}, ${providerId}, 'reserved' ${payable} order by r.row_id`.execute(tx)
  // A row stored by an earlier release may bear the number of one of its transfers, which history and postings know.
  await sql`
    with named as (
      insert into transfer_names (row_id, transfer_id)
      select r.row_id, -r.row_id ${payable} and r.row_id <= (select coalesce(max(transfer_id), 0) from transfer_names) order by r.row_id)
    insert into transfer_queues (batch_id, waiting, served_at, first_row_id, last_row_id, position, channel)
    values (${batchId}, ${channel === 'direct' ? made.count : 0}, ${now}, ${first}, ${last}, ${first - 1n}, ${channel})`.execute(
    tx,
  )
  return made
}

/** A transfer as it stands, held until the transaction ends. */
export type LockedTransfer = {
  readonly transferId: bigint
  readonly rowId: bigint
  readonly batchId: bigint
  readonly providerId: number
  readonly reference: string
  readonly state: TransferState
  readonly attempts: number
  /** Under which lease it was last sent; 0 where it never was. */
  readonly leaseId: number
  readonly payoutAt: Date
  readonly paid: boolean
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

/**
 * A first sending is told by queue and lease alone. As the view current_transfers has it, but of the very row that is held: another look at
 * the table could be of the time before the wait for it.
 */
const FIRST_SENT = sql`left join transfer_queues q on q.batch_id = t.batch_id left join lateral (
  select l.lease_id from transfer_leases l where l.batch_id = t.batch_id and l.first_row_id <= t.row_id and t.state = 'reserved'
  order by l.first_row_id desc limit 1) first_lease on true`
const IS_FIRST_SENT = sql`(t.state = 'reserved' and t.row_id <= q.position)`

const HELD = sql`${TRANSFER_ID} as "transferId", t.row_id as "rowId", t.batch_id as "batchId", t.provider_id as "providerId",
  ${REFERENCE} as reference, case when ${IS_FIRST_SENT} then 'sending' else t.state end as state,
  case when ${IS_FIRST_SENT} then 1 else t.attempts end as attempts,
  case when ${IS_FIRST_SENT} then first_lease.lease_id else t.lease_id end as "leaseId", t.payout_at as "payoutAt", t.paid, r.amount_fen as "amountFen", r.fee_fen as "feeFen",
  r.tax_fen as "taxFen", r.vat_fen as "vatFen"`

/**
 * In one order everywhere, so that an answer and a callback about the same transfers cannot deadlock. Whoever claims holds only the queue:
 * of those that were never sent it is held too, and they are looked at again.
 */
export async function lockTransfersByReference(
  tx: Tx,
  references: readonly string[],
): Promise<LockedTransfer[]> {
  const held = await lockNamed(tx, references)
  const unsent = new Set(held.flatMap(({ state, batchId }) => (state === 'reserved' ? [batchId] : [])))
  if (unsent.size === 0) return held
  await lockQueues(tx, sql`q.batch_id = any(${[...unsent]}::bigint[])`)
  return lockNamed(tx, references)
}

async function lockNamed(tx: Tx, references: readonly string[]): Promise<LockedTransfer[]> {
  const { rows } = await sql<LockedTransfer>`
    with named as materialized (${rowsNamed(references)})
    select ${HELD} from named join transfers t on t.row_id = named.row_id ${FIRST_SENT} ${NAMED} where t.state <> 'refused'
    order by t.row_id for update of t`.execute(tx)
  return rows
}

/** Nothing of these batches is claimed until the transaction ends. */
async function lockQueues(tx: Tx, which: RawBuilder<unknown>): Promise<bigint[]> {
  const { rows } = await sql<{ batchId: bigint }>`
    select q.batch_id as "batchId" from transfer_queues q where ${which} order by q.batch_id for update of q`.execute(
    tx,
  )
  return rows.map(({ batchId }) => batchId)
}

export async function lockTransferOfRow(tx: Tx, rowId: bigint): Promise<LockedTransfer | undefined> {
  const { rows } = await sql<LockedTransfer>`
    select ${HELD} from transfers t ${FIRST_SENT} ${NAMED} where t.row_id = ${rowId} and t.state <> 'refused' for update of t`.execute(
    tx,
  )
  return rows[0]
}

export type StateChange = {
  readonly rowId: bigint
  readonly transferId: bigint
  readonly to: TransferState
  readonly attempts: number
  readonly leaseId: number
  readonly reason: string
  readonly serial: string
  readonly payoutAt: Date
  readonly paid: boolean
  /** When the bank is asked about it; null where it has ended. */
  readonly nextQueryAt: Date | null
}

/** Writes what became of transfers that are held; who has ended is asked about no more. */
export async function changeStates(tx: Tx, changes: readonly StateChange[]): Promise<void> {
  if (changes.length === 0) return
  const ended = changes.filter(({ nextQueryAt }) => nextQueryAt === null).map(({ rowId }) => rowId)
  await sql`
    with held as (
      select row_id from transfer_questions where row_id = any(${ended}::bigint[]) order by row_id for update),
    ended as (delete from transfer_questions q using held where q.row_id = held.row_id),
    wanted as materialized (
      select * from unnest(${changes.map((c) => c.rowId)}::bigint[], ${changes.map((c) => c.to)}::text[], ${changes.map((c) => c.attempts)}::int[],
        ${changes.map((c) => c.leaseId)}::int[], ${changes.map((c) => c.reason)}::text[], ${changes.map((c) => c.serial)}::text[],
        ${changes.map((c) => c.payoutAt)}::timestamptz[], ${changes.map((c) => c.paid)}::boolean[]
      ) w(id, state, attempts, lease_id, reason, serial, payout_at, paid)),
    -- Its history goes on telling what the bank's answer said.
    replaced as (
      insert into replaced_serials (row_id, serial) select t.row_id, t.bank_serial from wanted w join transfers t on t.row_id = w.id
      where t.answered and w.serial not in ('', t.bank_serial) order by 1 on conflict do nothing)
    update transfers t set state = w.state::transfer_state, attempts = w.attempts, lease_id = w.lease_id, reason = w.reason,
      payout_at = w.payout_at, paid = w.paid, bank_serial = case when w.serial = '' then t.bank_serial else w.serial end
    from wanted w where t.row_id = w.id`.execute(tx)
  const doubted = changes.filter(({ nextQueryAt }) => nextQueryAt !== null)
  if (doubted.length === 0) return
  await sql`
    insert into transfer_questions (row_id, next_ask_at, first_sent_at, last_sent_at)
    select t.row_id, w.ask_at, coalesce(l.sent_at, t.payout_at), coalesce(l.sent_at, t.payout_at)
    from unnest(${doubted.map((c) => c.rowId)}::bigint[], ${doubted.map((c) => c.nextQueryAt)}::timestamptz[]) w(id, ask_at)
      join transfers t on t.row_id = w.id left join transfer_leases l on l.lease_id = t.lease_id
    order by t.row_id on conflict (row_id) do update set next_ask_at = excluded.next_ask_at`.execute(tx)
}

/** Never sent and yet ended: they wait no more. */
export async function leaveQueue(tx: Tx, batchIds: readonly bigint[]): Promise<void> {
  if (batchIds.length === 0) return
  await sql`
    update transfer_queues q set waiting = q.waiting - w.count
    from (select id, count(*)::int as count from unnest(${[...batchIds]}::bigint[]) v(id) group by id) w
    where q.batch_id = w.id and q.channel = 'direct'`.execute(tx)
}

export type Unsent = {
  readonly reference: string
  readonly byFile: boolean
  readonly batchId: bigint
  readonly rowId: bigint
  readonly netFen: Fen
  readonly name: string
  readonly sealed: string
}

/** As domain/transfers/payee.ts writes a name for comparing. */
const PLAIN_NAME = sql`upper(regexp_replace(translate(normalize(r.name, NFKC), '•●∙‧・.', '······'), '\\s', '', 'g'))`

/** Rows of people whom the bank may have written so; whoever a name shows nothing of may be anybody. */
function writtenAs(names: readonly string[]): RawBuilder<unknown> {
  if (!names.every(isLegible)) return sql`true`
  const [masked, whole] = [names.filter(isMasked), names.filter((name) => !isMasked(name))]
  const patterns = masked.map((name) =>
    plainName(name)
      .replaceAll(/[\\%_]/gu, '\\$&')
      .replaceAll(MASK, '_'),
  )
  return sql`(${PLAIN_NAME} = any(${whole.map(plainName)}::text[]) or ${PLAIN_NAME} like any(${[...new Set(patterns)]}::text[]))`
}

/**
 * Never sent, to people of these names as a bank writes them; of all batches that wait, or of one, which may also go by files. Their queues
 * are held, so that nobody sends them meanwhile; nothing of a paused batch.
 */
export async function unsentTransfers(tx: Tx, names: readonly string[], batchId?: number): Promise<Unsent[]> {
  const found = sql`
    transfers t join payout_lines r on r.row_id = t.row_id
      join batch_references b on b.batch_id = t.batch_id left join transfer_names n on n.row_id = t.row_id
    where t.row_id > q.position and t.row_id <= q.last_row_id and t.batch_id = q.batch_id and t.state = 'reserved'
      and ${writtenAs(names)}`
  const queues = await lockQueues(
    tx,
    sql`${batchId === undefined ? sql`q.waiting > 0` : sql`q.batch_id = ${BigInt(batchId)}`} and q.paused_at is null
      and exists (select from ${found})`,
  )
  const { rows } = await sql<Unsent>`
    select f.* from transfer_queues q cross join lateral (
      select ${REFERENCE} as reference, q.channel = 'file' as "byFile", t.batch_id as "batchId", t.row_id as "rowId", ${NET} as "netFen", r.name, r.sealed from ${found}) f
    where q.batch_id = any(${queues}::bigint[]) order by 2`.execute(tx)
  return rows
}

/** What each row of a batch would reach its person with, by the reference that the bank knows. */
export async function netsOf(tx: Tx, batchId: number): Promise<Map<string, Fen>> {
  const { rows } = await sql<{ reference: string; netFen: Fen }>`
    select ${REFERENCE} as reference, ${NET} as "netFen"
    from transfer_queues q join transfers t on t.row_id between q.first_row_id and q.last_row_id and t.batch_id = q.batch_id ${NAMED}
    where q.batch_id = ${BigInt(batchId)} and t.state = 'reserved'`.execute(tx)
  return new Map(rows.map(({ reference, netFen }) => [reference, netFen]))
}
