// Adjustments from their entry to the period that declares them; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { AdjustmentItem } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import type { NewAdjustment } from '@paywages/domain/tax/adjustments/adjustment-rows.ts'
import type { AdjustmentStatus } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import type { Counted } from '@paywages/domain/tax/adjustments/counted-month.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../../adapters/postgres/owned-records.ts'

export const ADJUSTMENT_RECORDS: OwnedRecords = { table: 'tax_adjustments', id: 'adjustment_id' }

export async function insertAdjustments(
  tx: Tx,
  entry: { readonly providerId: number; readonly by: number; readonly at: Date; readonly bySheet: boolean },
  adjustments: readonly NewAdjustment[],
): Promise<number[]> {
  const column = <T>(pick: (adjustment: NewAdjustment) => T) => adjustments.map(pick)
  const { rows } = await sql<{ id: number }>`
    insert into tax_adjustments (provider_id, freelancer_id, month, item, amount_fen, reason, by_sheet, proposed_by, proposed_at)
    select ${entry.providerId}::int, w.person, w.month, w.item, w.fen, w.reason, ${entry.bySheet}, ${entry.by}::int, ${entry.at}::timestamptz
    from unnest(${column(({ userId }) => BigInt(userId))}::bigint[], ${column(({ month }) => month)}::text[],
      ${column(({ item }) => item)}::text[], ${column(({ amountFen }) => amountFen)}::bigint[],
      ${column(({ reason }) => reason)}::text[]) with ordinality w(person, month, item, fen, reason, place)
    order by w.place returning adjustment_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Waiting or confirmed, of these people at that provider. */
export async function enteredFor(
  tx: Tx,
  providerId: number,
  userIds: readonly number[],
): Promise<NewAdjustment[]> {
  const { rows } = await sql<NewAdjustment>`
    select freelancer_id::float8 as "userId", month, item, amount_fen as "amountFen", reason from tax_adjustments
    where provider_id = ${providerId} and freelancer_id = any(${userIds.map(BigInt)}::bigint[]) and status in ('proposed', 'confirmed')`.execute(
    tx,
  )
  return rows
}

/** Two sheets of one provider at once would each miss what the other enters. */
export async function lockEntries(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax-adjustments'), ${providerId})`.execute(tx)
}

/** The last month that is closed; a period lies in the past. */
export async function lastClosedBefore(tx: Tx, providerId: number, now: Month): Promise<Month | undefined> {
  const { rows } = await sql<{ month: Month | null }>`
    select max(month) as month from tax_periods where provider_id = ${providerId} and month < ${now}`.execute(
    tx,
  )
  return rows[0]?.month ?? undefined
}

export async function providersOf(tx: Tx, scope: Scope, adjustmentIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.provider_id as id from tax_adjustments a
    where a.adjustment_id = any(${[...adjustmentIds]}::int[]) and ${inScope(scope, 'a.provider_id')} order by 1`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export type AdjustmentRecord = {
  readonly adjustmentId: number
  readonly providerId: number
  readonly userId: number
  readonly name: string
  readonly month: Month
  readonly item: AdjustmentItem
  readonly amountFen: Fen
  readonly status: AdjustmentStatus
  readonly proposerId: number
}

/** Under lock until the transaction ends, in the order of their ids. */
export async function lockAdjustments(
  tx: Tx,
  scope: Scope,
  adjustmentIds: readonly number[],
): Promise<AdjustmentRecord[]> {
  const { rows } = await sql<AdjustmentRecord>`
    select a.adjustment_id as "adjustmentId", a.provider_id as "providerId", a.freelancer_id::float8 as "userId", k.name, a.month, a.item,
      a.amount_fen as "amountFen", a.status, a.proposed_by as "proposerId"
    from tax_adjustments a join known_people k on k.provider_id = a.provider_id and k.freelancer_id = a.freelancer_id
    where a.adjustment_id = any(${[...adjustmentIds]}::int[]) and ${inScope(scope, 'a.provider_id')}
    order by a.adjustment_id for update of a`.execute(tx)
  return rows
}

/** Of one person and item, by the month in which each counts. */
export async function confirmedOf(
  tx: Tx,
  { providerId, userId, item }: Pick<AdjustmentRecord, 'providerId' | 'userId' | 'item'>,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select counted_month as month, amount_fen as "amountFen" from tax_adjustments
    where freelancer_id = ${BigInt(userId)} and provider_id = ${providerId} and item = ${item} and status = 'confirmed'`.execute(
    tx,
  )
  return rows
}

/** The last start that was let in, of any provider: those that come later have higher numbers. */
export async function lastStart(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(start_order), 0)::bigint as last from batch_starts`.execute(tx)
  return rows[0]?.last ?? 0n
}

type Decision = { readonly by: number; readonly at: Date }

export async function confirmAdjustment(
  tx: Tx,
  adjustmentId: number,
  { by, at, month, after }: Decision & { readonly month: Month; readonly after: bigint },
): Promise<void> {
  await tx
    .updateTable('tax_adjustments')
    .set({ status: 'confirmed', counted_month: month, counted_after: after, decided_by: by, decided_at: at })
    .where('adjustment_id', '=', adjustmentId)
    .execute()
}

export async function endAdjustment(
  tx: Tx,
  adjustmentId: number,
  {
    by,
    at,
    status,
    reason,
  }: Decision & { readonly status: 'rejected' | 'withdrawn'; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('tax_adjustments')
    .set({ status, decided_by: by, decided_at: at, decision_reason: reason })
    .where('adjustment_id', '=', adjustmentId)
    .execute()
}

/** In the period that is being closed, whatever counts up to its month and stands in none yet; under the lock of the periods. */
export async function bookAdjustments(
  tx: Tx,
  period: { readonly taxId: number; readonly providerId: number; readonly month: Month },
): Promise<void> {
  await sql`
    insert into tax_adjustment_entries (adjustment_id, tax_id, freelancer_id, month, item, amount_fen)
    select a.adjustment_id, ${period.taxId}::int, a.freelancer_id, a.counted_month, a.item, a.amount_fen
    from tax_adjustments a left join tax_adjustment_entries e using (adjustment_id)
    where a.provider_id = ${period.providerId} and a.status = 'confirmed' and a.counted_month <= ${period.month}
      and e.adjustment_id is null
    order by 1`.execute(tx)
}

export type WaitingAdjustments = {
  readonly count: number
  readonly since: Date
  /** Empty where several providers wait. */
  readonly providerName: string
}

/** What others entered in that scope and nobody has decided. */
export async function waitingAdjustments(
  tx: Tx,
  scope: Scope,
  accountId: number,
): Promise<WaitingAdjustments | undefined> {
  const { rows } = await sql<WaitingAdjustments>`
    select count(*)::int as count, min(a.proposed_at) as since,
      case when count(distinct a.provider_id) = 1 then min(v.name) else '' end as "providerName"
    from tax_adjustments a join provider_names v using (provider_id)
    where a.status = 'proposed' and a.proposed_by <> ${accountId} and ${inScope(scope, 'a.provider_id')}`.execute(
    tx,
  )
  const [found] = rows
  return found && found.count > 0 ? found : undefined
}
