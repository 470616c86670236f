// Closed months, their entries and the life of their proofs; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../../adapters/postgres/owned-records.ts'
import { entriesDue, rowsOfLines } from './undeclared-store.ts'

export const PROOF_RECORDS: OwnedRecords = {
  table: 'tax_periods',
  id: 'tax_id',
  where: sql`owned.withholds`,
}

export type ToClose = {
  readonly providerId: number
  readonly providerName: string
  /** Now; its past months may have been others. */
  readonly withholds: boolean
  /** The month of the first payout that was started, and the last month that is closed. */
  readonly firstMonth: Month | null
  readonly lastClosed: Month | null
}

/** Providers in scope that have ever started a payout. */
export async function providersToClose(tx: Tx, scope: Scope): Promise<ToClose[]> {
  const { rows } = await sql<ToClose>`
    select p.provider_id as "providerId", p.name as "providerName", p.withholds_tax as withholds, b.first as "firstMonth", t.last as "lastClosed"
    from provider_profiles p
      cross join lateral (select payment_month as first from started_months where provider_id = p.provider_id order by 1 limit 1) b
      left join (select provider_id, max(month) as last from tax_periods group by 1) t using (provider_id)
    where ${inScope(scope, 'p.provider_id')} order by p.provider_id`.execute(tx)
  return rows
}

/** Until the transaction ends nobody else closes a month of this provider; what another closed meanwhile is seen after it. */
export async function lockPeriods(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax-periods'), ${providerId})`.execute(tx)
}

export async function lastClosedMonth(tx: Tx, providerId: number): Promise<Month | undefined> {
  const { rows } = await sql<{ month: Month | null }>`
    select max(month) as month from tax_periods where provider_id = ${providerId}`.execute(tx)
  return rows[0]?.month ?? undefined
}

export type ClosedMonth = {
  readonly taxId: number
  readonly withholds: boolean
  readonly peopleCount: number
  readonly incomeFen: bigint
  readonly taxFen: bigint
}

/**
 * Closes one month: declares every payout up to it that has succeeded and stands in no period yet, and takes back what came
 * back since it was declared (docs/rules/tax.md: corrected in the current period).
 */
export async function closeMonth(
  tx: Tx,
  of: { readonly providerId: number; readonly month: Month; readonly by: number | null; readonly at: Date },
): Promise<ClosedMonth> {
  const { rows } = await sql<{ taxId: number }>`
    insert into tax_periods (provider_id, month, payer_name, taxpayer_id, income_fen, tax_fen, people_count, open_count, open_fen, withholds,
      closed_at, closed_by)
    select provider_id, ${of.month}, coalesce(nullif(bank_account_name, ''), name), taxpayer_id, 0, 0, 0, 0, 0, false, ${of.at}::timestamptz,
      ${of.by}::int
    from provider_profiles where provider_id = ${of.providerId} returning tax_id as "taxId"`.execute(tx)
  const taxId = rows[0]?.taxId
  if (taxId === undefined) throw new Error('a period was not written')
  // One statement, so that what is taken, what is declared and what is left open are of one moment; a payout that settles meanwhile
  // leaves its line to the next closing. Sorted, so that all is read before anything is written: the plan for an empty table reads it
  // again for every row.
  const { rows: closed } = await sql<ClosedMonth>`
    with taken as (
      delete from tax_undeclared_rows where provider_id = ${of.providerId} and payment_month <= ${of.month} returning row_id, last_row_id, batch_id),
    due as materialized (${entriesDue(rowsOfLines(sql`table taken`))} order by 1, 2),
    written as (
      insert into tax_entries (row_id, kind, tax_id, payment_month, income_fen, tax_fen)
      select row_id, kind, ${taxId}::int, payment_month, income_fen, tax_fen from due)
    update tax_periods p set income_fen = s.income, tax_fen = s.tax, people_count = s.people, open_count = o.count, open_fen = o.fen,
      withholds = s.withholds or o.withholds or own.withholds_tax
    from (select coalesce(sum(income_fen), 0)::bigint as income, coalesce(sum(tax_fen), 0)::bigint as tax,
        count(distinct id_hash)::int as people, coalesce(bool_or(withholds_tax), false) as withholds from due) s,
      (select coalesce(sum(payable_count - succeeded_count - failed_count), 0)::int as count,
        coalesce(sum(gross_fen - succeeded_fen - failed_fen), 0)::bigint as fen, coalesce(bool_or(withholds_tax), false) as withholds
      from started_batches where provider_id = ${of.providerId} and ended_at is null and payment_month <= ${of.month}) o,
      (select withholds_tax from provider_profiles where provider_id = ${of.providerId}) own
    where p.tax_id = ${taxId}
    returning p.tax_id as "taxId", p.withholds, p.people_count as "peopleCount", p.income_fen as "incomeFen", p.tax_fen as "taxFen"`.execute(
    tx,
  )
  const month = closed[0]
  if (!month) throw new Error('a period was not summed')
  await addProofEvent(tx, taxId, { kind: 'closed', accountId: of.by, at: of.at })
  return month
}

export type Payer = { readonly name: string; readonly taxpayerId: string }

/** Who withheld, as it was called when the month was closed. */
export async function payerOf(tx: Tx, taxId: number): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select payer_name as name, taxpayer_id as "taxpayerId" from tax_periods where tax_id = ${taxId}`.execute(
    tx,
  )
  return rows[0]
}

export type ProofEvent = {
  readonly kind: 'closed' | 'uploaded' | 'rejected'
  readonly accountId: number | null
  readonly at: Date
  readonly reason?: string
  readonly fileId?: string
}

export async function addProofEvent(tx: Tx, taxId: number, event: ProofEvent): Promise<void> {
  await tx
    .insertInto('tax_proof_events')
    .values({
      tax_id: taxId,
      kind: event.kind,
      account_id: event.accountId,
      at: event.at,
      reason: event.reason ?? '',
      file_id: event.fileId ?? null,
    })
    .execute()
}

export type ProofRecord = {
  readonly taxId: number
  readonly providerId: number
  readonly providerName: string
  readonly month: Month
  readonly status: ProofStatus
  readonly fileId: string | null
}

/** Under lock, until the transaction ends. */
export async function lockProof(tx: Tx, scope: Scope, taxId: number): Promise<ProofRecord | undefined> {
  const { rows } = await sql<ProofRecord>`
    select p.tax_id as "taxId", p.provider_id as "providerId", v.name as "providerName", p.month, p.status,
      p.file_id as "fileId"
    from tax_periods p join provider_names v using (provider_id)
    where p.tax_id = ${taxId} and p.withholds and ${inScope(scope, 'p.provider_id')} for update of p`.execute(
    tx,
  )
  return rows[0]
}

export async function setProofFile(
  tx: Tx,
  taxId: number,
  proof: { readonly status: ProofStatus; readonly fileId: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('tax_periods')
    .set({ status: proof.status, file_id: proof.fileId, uploaded_at: proof.at })
    .where('tax_id', '=', taxId)
    .execute()
}

export async function setProofStatus(tx: Tx, taxId: number, status: ProofStatus): Promise<void> {
  await tx.updateTable('tax_periods').set({ status }).where('tax_id', '=', taxId).execute()
}
