// What each person earned and had withheld when a batch was started, by each transfer's history, with the adjustments that counted then (tax.md).

import { shanghaiDay, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { historyOf } from '@paywages/domain/tax/counted-history.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { PersonRow, StartedBatch, StartedHistory, VatBefore } from '../payouts/provisional-tax.ts'
import { enteredParts, type PersonPart } from '../payouts/tax-history-store.ts'

/** For the explanation of a tax that a start has fixed. */
export const startedHistory: StartedHistory = { paidRowsOf, monthsBefore, vatBefore }

/**
 * What had been started before that batch, in the order in which the starts were let in and not by their clocks, and had not
 * failed or come back by then: one that failed first and was paid late did not count, and never will for this one. Figures alone
 * do not ask when a payout succeeded at the first answer, which its pending part would be told by.
 */
export async function monthsBeforeStart(
  tx: Tx,
  batch: StartedBatch,
  idHashes: readonly string[],
  told: 'figures' | 'pending',
): Promise<ReadonlyMap<string, readonly MonthSoFar[]>> {
  const day = shanghaiDay(batch.startedAt)
  const looked = told === 'pending' ? sql`true` : sql`(t.state <> 'succeeded' or not t.answered)`
  const pending = told === 'pending' ? sql`stood.state is distinct from 'succeeded'` : sql`false`
  const { rows } = await sql<PersonPart>`
    select r.id_hash as hash, r.payment_month as month, r.withheld_as as "withheldAs", sum(r.amount_fen)::bigint as "incomeFen",
      sum(r.tax_fen)::bigint as "withheldFen", coalesce(sum(r.amount_fen) filter (where ${pending}), 0)::bigint as "pendingFen"
    from batch_starts mine
      join taxed_rows r on r.provider_id = ${batch.providerId} and r.id_hash = any(${[...idHashes]}::uuid[])
      join batch_starts theirs on theirs.batch_id = r.batch_id and theirs.start_order < mine.start_order
      join transfers t on t.row_id = r.row_id and t.state <> 'refused'
      left join lateral (select e.to_state as state from transfer_steps e
        where ${looked} and e.row_id = t.row_id and e.at <= ${batch.startedAt} order by e.event_id desc limit 1) stood on true
    where mine.batch_id = ${BigInt(batch.batchId)} and r.payment_month >= ${`${day.slice(0, 4)}-01`}
      and coalesce(stood.state, 'reserved') not in ('failed', 'returned')
    group by 1, 2, 3`.execute(tx)
  const { batchId, providerId, taxMethod, taxCounting } = batch
  const entered = await enteredParts(tx, { providerId, idHashes, day, startOf: batchId })
  return new Map(
    [...Map.groupBy([...rows, ...entered], ({ hash }) => hash)].map(([hash, own]) => [
      hash,
      historyOf(
        taxMethod,
        taxCounting,
        own.map(({ hash: _, ...part }) => part),
      ),
    ]),
  )
}

async function monthsBefore(tx: Tx, batch: StartedBatch, idHash: string): Promise<readonly MonthSoFar[]> {
  return (await monthsBeforeStart(tx, batch, [idHash], 'pending')).get(idHash) ?? []
}

/** Of the payment month, by what had been started before and had not failed or come back by then. */
async function vatBefore(
  tx: Tx,
  { batchId, providerId, startedAt }: StartedBatch,
  idHash: string,
): Promise<VatBefore> {
  const { rows } = await sql<VatBefore>`
    select coalesce(sum(r.amount_fen), 0)::bigint as "ownPaidFen", coalesce(sum(l.vat_fen), 0)::bigint as "ownWithheldFen"
    from batch_starts mine
      join taxed_rows r on r.provider_id = ${providerId} and r.id_hash = ${idHash}::uuid and r.payment_month = ${shanghaiMonth(startedAt)}
      join payout_lines l on l.row_id = r.row_id
      join batch_starts theirs on theirs.batch_id = r.batch_id and theirs.start_order < mine.start_order
      join transfers t on t.row_id = r.row_id and t.state <> 'refused'
      left join lateral (select e.to_state as state from transfer_steps e
        where (t.state <> 'succeeded' or not t.answered) and e.row_id = t.row_id and e.at <= ${startedAt} order by e.event_id desc limit 1) stood on true
    where mine.batch_id = ${BigInt(batchId)} and coalesce(stood.state, 'reserved') not in ('failed', 'returned')`.execute(
    tx,
  )
  return rows[0] ?? { ownPaidFen: 0n, ownWithheldFen: 0n }
}

/** Rows that the start sent, in the order their tax was worked out; those it refused bore none. Of one person, or of everybody. */
export async function paidRowsOf(tx: Tx, batchId: number, idHash?: string): Promise<PersonRow[]> {
  return tx
    .selectFrom('payout_lines as r')
    .innerJoin('transfers as t', 't.row_id', 'r.row_id')
    .where('r.batch_id', '=', BigInt(batchId))
    .$if(idHash !== undefined, (q) => q.where('r.id_hash', '=', idHash ?? ''))
    .where('t.state', '<>', 'refused')
    .select(camelColumns('r', ['row_id', 'id_hash', 'amount_fen', 'tax_fen', 'vat_fen']))
    .orderBy('r.row_number')
    .execute()
}
