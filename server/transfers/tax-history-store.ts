// What each person earned and had withheld when a batch was started, by each transfer's history, with the adjustments that counted then (tax.md).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { historyOf } from '@paywages/domain/tax/counted-history.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { StartedBatch, StartedHistory } from '../payouts/provisional-tax.ts'
import { enteredParts, type PersonPart } from '../payouts/tax-history-store.ts'

/** For the explanation of a tax that a start has fixed. */
export const startedHistory: StartedHistory = { paidRowsOf, monthsBefore }

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

/** Rows that the start sent, in the order their tax was worked out; those it refused bore none. Of one person, or of everybody. */
export async function paidRowsOf(tx: Tx, batchId: number, idHash?: string): Promise<PaidRow[]> {
  return tx
    .selectFrom('payout_lines as r')
    .innerJoin('transfers as t', 't.row_id', 'r.row_id')
    .where('r.batch_id', '=', BigInt(batchId))
    .$if(idHash !== undefined, (q) => q.where('r.id_hash', '=', idHash ?? ''))
    .where('t.state', '<>', 'refused')
    .select(['r.row_id as rowId', 'r.id_hash as idHash', 'r.amount_fen as amountFen', 'r.tax_fen as taxFen'])
    .orderBy('r.row_number')
    .execute()
}

export type PaidRow = {
  readonly rowId: bigint
  readonly idHash: string
  readonly amountFen: Fen
  readonly taxFen: Fen
}
