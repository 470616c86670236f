// Looks up the payouts that lines of a statement may tell of: a few statements for any number of lines.

import { namePattern } from '@paywages/domain/bank-statements/evidence.ts'
import { DAYS_APART, type NumberedPayout } from '@paywages/domain/bank-statements/link-lines.ts'
import type { LineKind } from '@paywages/domain/bank-statements/statement-lines.ts'
import { DAY_MS, type Day, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { transfersNamed } from '../transfers/reference-store.ts'

/** Payouts of the provider that any of these numbers names: our references, or the bank's own numbers. */
export async function payoutsByNumber(
  tx: Tx,
  providerId: number,
  { references, serials }: { references: readonly string[]; serials: readonly string[] },
): Promise<NumberedPayout[]> {
  const named = await transfersNamed(tx, references)
  const { rows } = await sql<NumberedPayout>`
    with named as (
      select unnest(${[...named.values()]}::bigint[]) as row_id
      union
      select row_id from row_transfers where bank_serial <> '' and bank_serial = any(${[...serials]}::text[])
        and hashtext(bank_serial) = any(array(select hashtext(s) from unnest(${[...serials]}::text[]) s)))
    select t.row_id as "rowId", t.reference, t.bank_serial as serial, r.name, r.amount_fen - r.tax_fen - r.vat_fen as "netFen",
      r.payout_at as "payoutAt", t.state = 'returned' as returned
    from named join row_transfers t using (row_id) join payout_lines r on r.row_id = t.row_id
    where t.provider_id = ${providerId}`.execute(tx)
  return rows
}

export type LineAsked = {
  readonly key: number
  readonly kind: LineKind
  readonly name: string
  readonly amountFen: Fen
  readonly day: Day
}

export type Fitting = {
  readonly key: number
  readonly rowId: bigint
  readonly name: string
  readonly cardHash: string
  readonly sealed: string
}

/**
 * Payouts whose name, net amount and days fit a line; whether the account does, the caller tells. People are found by
 * their name first, of whom there are few, and then their rows by an index; those of batches just started, whose people
 * are not registered yet, are looked through themselves.
 */
export async function payoutsByPerson(
  tx: Tx,
  providerId: number,
  lines: readonly LineAsked[],
): Promise<Fitting[]> {
  if (lines.length === 0) return []
  const since = lines.map(({ day }) => new Date(startOfDay(day).getTime() - DAYS_APART * DAY_MS))
  const until = lines.map(({ day }) => new Date(startOfDay(day).getTime() + (DAYS_APART + 1) * DAY_MS))
  const { rows } = await sql<Fitting>`
    with asked as (
      select * from unnest(${lines.map(({ key }) => key)}::int[], ${lines.map(({ kind }) => kind)}::text[],
        ${lines.map(({ name }) => name)}::text[], ${lines.map(({ amountFen }) => amountFen)}::bigint[],
        ${since}::timestamptz[], ${until}::timestamptz[]) a(key, kind, name, fen, since, until)),
    people as (
      select n.name, n.id_hash from registered_payees n
        where n.provider_id = ${providerId} and n.name in (select a.name from asked a)
      union
      select n.name, n.id_hash from unregistered_payees n
        where n.provider_id = ${providerId} and n.name in (select a.name from asked a))
    select a.key, r.row_id as "rowId", r.name, r.card_hash as "cardHash", r.sealed
    from asked a join people p on p.name = a.name
      join payout_lines r on r.provider_id = ${providerId} and r.id_hash = p.id_hash and r.name = a.name
      join row_transfer_states t on t.row_id = r.row_id
    where r.amount_fen - r.tax_fen - r.vat_fen = a.fen and case a.kind
      when 'debit' then t.state not in ('reserved', 'failed') and r.payout_at >= a.since and r.payout_at < a.until
      else t.state = 'returned' and exists (
        select from transfer_returns e where e.row_id = r.row_id and e.returned_at >= a.since and e.returned_at < a.until) end
    order by a.key, r.payout_at, r.row_id`.execute(tx)
  return rows
}

const sinceOf = ({ day }: LineAsked) => new Date(startOfDay(day).getTime() - DAYS_APART * DAY_MS)
const untilOf = ({ day }: LineAsked) => new Date(startOfDay(day).getTime() + (DAYS_APART + 1) * DAY_MS)
/** Money comes back some weeks after it went at the latest. */
const RETURNED_AFTER = 60 * DAY_MS

/** Payouts of the days of all lines: what went out then, and what came back then. */
function inDaysOf(providerId: number, lines: readonly LineAsked[]): RawBuilder<unknown> {
  const since = Math.min(...lines.map((line) => sinceOf(line).getTime()))
  const hasReturns = lines.some(({ kind }) => kind === 'return')
  const from = new Date(hasReturns ? since - RETURNED_AFTER : since)
  const to = new Date(Math.max(...lines.map((line) => untilOf(line).getTime())))
  return sql`join payout_lines r on r.payout_provider_id = ${providerId} and r.payout_at >= ${from} and r.payout_at < ${to}
      and r.amount_fen - r.tax_fen - r.vat_fen = a.fen
    join row_transfer_states t on t.row_id = r.row_id
    where case a.kind
      when 'debit' then t.state not in ('reserved', 'failed') and r.payout_at >= a.since and r.payout_at < a.until
      else t.state = 'returned' and exists (
        select from transfer_returns e where e.row_id = r.row_id and e.returned_at >= a.since and e.returned_at < a.until) end`
}

/** Payouts to a card, under whatever name. */
export async function payoutsByCard(
  tx: Tx,
  providerId: number,
  lines: readonly (LineAsked & { readonly cardHash: string })[],
): Promise<Fitting[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<Fitting>`
    with asked as (
      select * from unnest(${lines.map(({ key }) => key)}::int[], ${lines.map(({ kind }) => kind)}::text[],
        ${lines.map(({ cardHash }) => cardHash)}::uuid[], ${lines.map(({ amountFen }) => amountFen)}::bigint[],
        ${lines.map(sinceOf)}::timestamptz[], ${lines.map(untilOf)}::timestamptz[]) a(key, kind, card_hash, fen, since, until))
    select a.key, r.row_id as "rowId", r.name, r.card_hash as "cardHash", r.sealed
    from asked a ${inDaysOf(providerId, lines)} and r.card_hash = a.card_hash
    order by a.key, r.payout_at, r.row_id`.execute(tx)
  return rows
}

/** So many payouts that fit are enough to know that nobody can tell which. */
const MAX_PER_LINE = 200

/** Payouts whose name may be the one that the bank hides in part, or that have any name where it prints none. */
export async function payoutsByPattern(
  tx: Tx,
  providerId: number,
  lines: readonly LineAsked[],
): Promise<Fitting[]> {
  if (lines.length === 0) return []
  const patterns = lines.map(({ name }) => (name === '' ? '%' : namePattern(name)))
  const { rows } = await sql<Fitting>`
    with asked as (
      select * from unnest(${lines.map(({ key }) => key)}::int[], ${lines.map(({ kind }) => kind)}::text[],
        ${patterns}::text[], ${lines.map(({ amountFen }) => amountFen)}::bigint[],
        ${lines.map(sinceOf)}::timestamptz[], ${lines.map(untilOf)}::timestamptz[]) a(key, kind, pattern, fen, since, until)),
    fitting as (
      select a.key, r.row_id, row_number() over (partition by a.key order by r.payout_at, r.row_id) as place
      from asked a ${inDaysOf(providerId, lines)} and r.name like a.pattern)
    select f.key, r.row_id as "rowId", r.name, r.card_hash as "cardHash", r.sealed
    from fitting f join payout_lines r on r.row_id = f.row_id where f.place <= ${MAX_PER_LINE} order by f.key, f.place`.execute(
    tx,
  )
  return rows
}
