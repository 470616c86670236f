// Debits that our books do not know, executed by the bank or accepted only, in the database, until they are adopted, matched or explained (I3, ADR 27, ADR 128).

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { DebitCause } from '@paywages/domain/transfers/debit-cause.ts'
import { parseReference } from '@paywages/domain/transfers/reference.ts'
import { sql } from 'kysely'
import type { AcceptedOrder, StatementLine } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { NET, rowsNamed } from './reference-store.ts'

export type OpenDebit = {
  readonly debitId: bigint
  readonly reference: string
  readonly serial: string
  readonly amountFen: Fen
  /** Accepted, where it is not executed yet. */
  readonly executedAt: Date
  readonly returned: boolean
  readonly name: string
  readonly cardTail: string
  readonly batchId: number | null
  readonly cause: DebitCause
  /** The row that has taken over its reference. */
  readonly rowId: bigint | null
  /** Two people know it as a payment of ours whose sheet is lost. */
  readonly known: boolean
  /** The bank has accepted it and not executed it yet. */
  readonly accepted: boolean
}

/** Waits to be adopted, matched or explained. */
export const OPEN = sql`(outcome is null or outcome = 'accepted')`

const FIELDS = sql`debit_id as "debitId", reference, bank_serial as serial, amount_fen as "amountFen", executed_at as "executedAt", returned,
  name, card_tail as "cardTail", batch_id::float8 as "batchId", cause, row_id as "rowId", not ${OPEN} as known, coalesce(outcome = 'accepted', false) as accepted`

type Known = { readonly reference: string; readonly netFen: Fen; readonly unsent: boolean }

/** What our books say of these references. */
export async function knownTransfers(tx: Tx, references: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select w.reference, ${NET} as "netFen", t.state = 'reserved' as unsent
    from (${rowsNamed(references)}) w join current_transfers t on t.row_id = w.row_id join payout_lines r on r.row_id = t.row_id
    where t.state <> 'refused'`.execute(tx)
  return new Map(rows.map((row) => [row.reference, row]))
}

/** Not in our books, or there for another amount and never sent. */
export function isForgotten(transfer: Known | undefined, amountFen: Fen | undefined): boolean {
  return transfer === undefined || (transfer.unsent && transfer.netFen !== amountFen)
}

/** No text of the database holds a NUL. */
function printable<T extends AcceptedOrder | StatementLine>(told: T) {
  return {
    ...told,
    reference: told.reference.replaceAll('\0', ''),
    name: (told.name ?? '').replaceAll('\0', ''),
    cardTail: (told.cardTail ?? '').replaceAll('\0', '').slice(-4),
  }
}

/** Keeps debits that are new; a return only marks one that is kept. Tells which of them nobody has explained yet. */
export async function keepDebits(tx: Tx, told: readonly StatementLine[], at: Date): Promise<string[]> {
  const lines = told.map((line) => printable(line))
  const debits = lines.filter(({ status }) => status === 'succeeded')
  if (debits.length > 0) {
    await sql`
      update unknown_debits d set outcome = null, bank_serial = w.serial, amount_fen = w.fen, executed_at = w.at,
        name = coalesce(nullif(w.name, ''), d.name), card_tail = coalesce(nullif(w.tail, ''), d.card_tail)
      from unnest(${debits.map((d) => d.reference)}::text[], ${debits.map((d) => d.serial)}::text[],
        ${debits.map((d) => d.amountFen ?? 0n)}::bigint[], ${debits.map((d) => d.at ?? at)}::timestamptz[],
        ${debits.map((d) => d.name)}::text[], ${debits.map((d) => d.cardTail)}::text[]) w(reference, serial, fen, at, name, tail)
      where d.reference = w.reference and d.outcome = 'accepted'`.execute(tx)
    await sql`
      insert into unknown_debits (reference, bank_serial, amount_fen, executed_at, name, card_tail, cause, found_at)
      select w.*, 'no-batch', ${at} from unnest(${debits.map((d) => d.reference)}::text[], ${debits.map((d) => d.serial)}::text[],
        ${debits.map((d) => d.amountFen ?? 0n)}::bigint[], ${debits.map((d) => d.at ?? at)}::timestamptz[],
        ${debits.map((d) => d.name)}::text[], ${debits.map((d) => d.cardTail)}::text[]) w
      on conflict (reference) do nothing`.execute(tx)
  }
  const returned = lines.flatMap(({ status, reference }) => (status === 'returned' ? [reference] : []))
  if (returned.length > 0)
    await sql`update unknown_debits set returned = true where reference = any(${returned}::text[])`.execute(
      tx,
    )
  await nameBatches(
    tx,
    debits.map(({ reference }) => reference),
  )
  return openAmong(
    tx,
    lines.map(({ reference }) => reference),
  )
}

/** Those that are new; one that is executed by now stays so. Tells which of them nobody has explained yet. */
export async function keepAccepted(tx: Tx, told: readonly AcceptedOrder[], at: Date): Promise<string[]> {
  const orders = told.map((order) => printable(order))
  await sql`
    insert into unknown_debits (reference, bank_serial, amount_fen, executed_at, name, card_tail, cause, outcome, found_at)
    select w.reference, '', w.fen, w.at, w.name, w.tail, 'no-batch', 'accepted', ${at}
    from unnest(${orders.map((o) => o.reference)}::text[], ${orders.map((o) => o.amountFen)}::bigint[], ${orders.map((o) => o.at)}::timestamptz[],
      ${orders.map((o) => o.name)}::text[], ${orders.map((o) => o.cardTail)}::text[]) w(reference, fen, at, name, tail)
    on conflict (reference) do nothing`.execute(tx)
  const references = orders.map(({ reference }) => reference)
  await nameBatches(tx, references)
  return openAmong(tx, references)
}

async function openAmong(tx: Tx, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from unknown_debits where ${OPEN} and reference = any(${[...references]}::text[])`.execute(
    tx,
  )
  return rows.map(({ reference }) => reference)
}

/** Whose they are, where the mark in the reference is that of a batch we hold. */
async function nameBatches(tx: Tx, references: readonly string[]): Promise<void> {
  const ours = references.flatMap((reference) => {
    const parts = parseReference(reference)
    return parts ? [{ reference, ...parts }] : []
  })
  if (ours.length === 0) return
  await sql`
    update unknown_debits d set batch_id = b.batch_id, provider_id = b.provider_id, cause = 'not-approved'
    from unnest(${ours.map((o) => o.reference)}::text[], ${ours.map((o) => o.batchNo)}::text[], ${ours.map((o) => o.mark)}::text[]) w(reference, no, mark)
      join batch_references b on b.batch_no = w.no and b.reference_mark = w.mark
    where d.reference = w.reference and ${OPEN} and d.batch_id is null`.execute(tx)
}

export async function openDebits(tx: Tx): Promise<OpenDebit[]> {
  const { rows } = await sql<OpenDebit>`
    select ${FIELDS} from unknown_debits where ${OPEN} order by executed_at, debit_id`.execute(tx)
  return rows
}

export async function countOpenDebits(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unknown_debits where ${OPEN}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Those that the bank had accepted only, when it was last heard of them. */
export async function acceptedReferences(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from unknown_debits where outcome = 'accepted' order by debit_id`.execute(tx)
  return rows.map(({ reference }) => reference)
}

/** The bank will never execute them; a row that has taken one over hears it when it is sent. */
export async function dropAccepted(tx: Tx, references: readonly string[]) {
  const { rows } = await sql<{
    debitId: number
    reference: string
    providerId: number | null
    amountFen: Fen
  }>`
    delete from unknown_debits where outcome = 'accepted' and row_id is null and reference = any(${[...references]}::text[])
    returning debit_id::float8 as "debitId", reference, provider_id as "providerId", amount_fen as "amountFen"`.execute(
    tx,
  )
  return rows
}

export async function setCause(tx: Tx, debitIds: readonly bigint[], cause: DebitCause): Promise<void> {
  await sql`
    update unknown_debits set cause = ${cause}
    where debit_id = any(${[...debitIds]}::bigint[]) and ${OPEN} and cause <> ${cause}`.execute(tx)
}

/** In our books now: by the start of their batch that was lost, or by a sheet that was uploaded again. */
export async function endKnownDebits(tx: Tx, references: readonly string[], at: Date): Promise<void> {
  await sql`
    update unknown_debits d set outcome = case when d.batch_id is null or d.row_id is not null then 'matched' else 'adopted' end, ended_at = ${at}, row_id = t.row_id
    from (${rowsNamed(references)}) w join transfers t on t.row_id = w.row_id
    where w.reference = d.reference and t.state <> 'refused' and ${OPEN}`.execute(tx)
}

/**
 * What no transfer of ours stands for: unexplained still, accepted only, or known by two people to have been paid by us. Its batch may be here and
 * not started, or rejected: whoever is started first has its reference.
 */
export async function unmatchedDebits(tx: Tx): Promise<OpenDebit[]> {
  const { rows } = await sql<OpenDebit>`
    select ${FIELDS} from unknown_debits d
    where row_id is null and (${OPEN} or outcome = 'paid')
      and not exists (select from batch_references b where b.batch_id = d.batch_id and b.status = 'transferring')
    order by executed_at, debit_id for update of d`.execute(tx)
  return rows
}

/** Rows of a batch whose references others have taken over: the bank has paid them, and would not pay them again. */
export async function rowsTakenOver(tx: Tx, batchId: number): Promise<bigint[]> {
  const taken = await sql<{ reference: string }>`
    select d.reference from unknown_debits d join payout_lines r on r.row_id = d.row_id
    where d.batch_id = ${BigInt(batchId)} and r.batch_id <> d.batch_id`.execute(tx)
  if (taken.rows.length === 0) return []
  const { rows } = await sql<{ rowId: bigint }>`
    select w.row_id as "rowId" from (${rowsNamed(taken.rows.map(({ reference }) => reference))}) w
      join payout_lines r on r.row_id = w.row_id
    where r.batch_id = ${BigInt(batchId)} and not r.cancelled order by w.row_id`.execute(tx)
  return rows.map(({ rowId }) => rowId)
}

export async function noteMatches(
  tx: Tx,
  matches: readonly { readonly debitId: bigint; readonly rowId: bigint }[],
): Promise<void> {
  if (matches.length === 0) return
  await sql`
    update unknown_debits d set row_id = w.row_id, provider_id = r.provider_id
    from unnest(${matches.map((m) => m.debitId)}::bigint[], ${matches.map((m) => m.rowId)}::bigint[]) w(debit_id, row_id)
      join payout_lines r on r.row_id = w.row_id
    where d.debit_id = w.debit_id`.execute(tx)
}
