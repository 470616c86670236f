// What the start of a batch must know of its people at that moment (D19).

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import { sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { MonthPeople } from './month-people-store.ts'

/**
 * Two batches of one provider start one after the other: limit and tax of a person look at what was started before, and a
 * lock on every person by itself would need more locks than the database has.
 */
export async function lockStarts(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7, ${providerId})`.execute(tx)
}

/**
 * Everything that a start waits for before it looks at anybody. Where the person bears VAT, starts of all companies of its platforms come
 * one after the other too, or two at once would both miss that they bring somebody above the threshold together (ADR 119). A company
 * may belong to several platforms: all of them are taken, in the order of their ids, so that no two wait for each other.
 */
export async function lockForStart(
  tx: Tx,
  { providerId, vatBearer }: { readonly providerId: number; readonly vatBearer: VatBearer },
): Promise<void> {
  await lockStarts(tx, providerId)
  if (vatBearer !== 'person') return
  await sql`
    select pg_advisory_xact_lock(hashtext('vat-of-platform'), p.platform_id)
    from (select platform_id from platform_providers where provider_id = ${providerId} order by platform_id) p`.execute(
    tx,
  )
}

export type PersonToValidate = {
  readonly idHash: string
  readonly restricted: boolean
  /** Succeeded and in flight this month; waiting batches do not count (D16). */
  readonly monthSoFarFen: Fen
}

/** Everyone in the batch, or only those whom the limit or a restriction may stop. */
export async function peopleToValidate(
  tx: Tx,
  gathered: MonthPeople,
  providerId: number,
  terms: { limitFen: Fen; everyone: boolean },
): Promise<PersonToValidate[]> {
  const { rows } = await sql<PersonToValidate>`
    select people.id_hash as "idHash", limited.id_hash is not null as restricted, people.own_fen as "monthSoFarFen"
    from ${gathered.everyone} people
      left join (select distinct id_hash from restricted_people
        where provider_id is null or provider_id = ${providerId}) limited on limited.id_hash = people.id_hash
    where ${terms.everyone} or limited.id_hash is not null or people.own_fen + people.total >= ${terms.limitFen}`.execute(
    tx,
  )
  return rows
}

export type RowToValidate = {
  readonly rowId: bigint
  readonly idHash: string
  readonly amountFen: Fen
  readonly taxFen: Fen
  readonly sealed: string
}

/** The rows of these people in the sheet's order. */
export async function rowsToValidate(
  tx: Tx,
  batchId: number,
  idHashes: readonly string[] | 'everyone',
): Promise<RowToValidate[]> {
  return tx
    .selectFrom('payout_lines as r')
    .where('r.batch_id', '=', BigInt(batchId))
    .where('r.status', '=', 'processing')
    .$if(idHashes !== 'everyone', (q) => q.where(sql<boolean>`r.id_hash = any(${[...idHashes]}::uuid[])`))
    .select([...camelColumns('r', ['row_id', 'id_hash', 'amount_fen', 'tax_fen']), 'r.sealed'])
    .orderBy('r.row_number')
    .execute()
}

/** The last day on which nobody in the batch is too old; null for batches from before this was noted. */
export async function ageGoodUntil(tx: Tx, batchId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select age_good_until::text as day from payout_batches where batch_id = ${BigInt(batchId)}`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * Copies (D40) that must not be paid: the first row they stem from, or any other copy of it, is paid or on its way. Failed
 * rows may be copied, fail and be copied on, and any of them may turn out to be paid after all.
 */
export async function copiesPaidElsewhere(tx: Tx, batchId: number): Promise<bigint[]> {
  const { rows } = await sql<{ rowId: bigint }>`
    with recursive upward as (
      select c.row_id as copy, c.row_id, c.copy_of from payout_rows c
      where c.batch_id = ${BigInt(batchId)} and not c.cancelled and c.copy_of is not null
      union all
      select u.copy, r.row_id, r.copy_of from upward u join payout_rows r on r.row_id = u.copy_of
    ), family as (
      select copy, row_id from upward where copy_of is null
      union all
      select f.copy, r.row_id from family f join payout_rows r on r.copy_of = f.row_id
    )
    select distinct f.copy as "rowId" from family f
      join payout_lines r on r.row_id = f.row_id and r.row_id <> f.copy and r.status in ('processing', 'succeeded')
      join payout_batches b on b.batch_id = r.batch_id and b.status = 'transferring'`.execute(tx)
  return rows.map(({ rowId }) => rowId)
}
