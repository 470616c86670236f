// What each person earned and had withheld here this year, by payment month, with the adjustments that count (docs/rules/tax.md).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type AdjustmentItem, termOf } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { COUNTING_NOW, historyOf, type MonthPart } from '@paywages/domain/tax/counted-history.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type PersonPart = MonthPart & { readonly hash: string }

/** What counts by that method of everything paid or on its way now, and what two people entered: two queries for all people. */
export async function monthsOf(
  tx: Tx,
  { providerId, taxMethod }: { readonly providerId: number; readonly taxMethod: TaxMethod },
  idHashes: readonly string[],
  day: Day,
): Promise<Map<string, readonly MonthSoFar[]>> {
  const { rows } = await sql<PersonPart>`
    select r.id_hash as hash, b.payment_month as month, b.withheld_as as "withheldAs", sum(r.amount_fen)::bigint as "incomeFen", sum(r.tax_fen)::bigint as "withheldFen",
      coalesce(sum(r.amount_fen) filter (where r.status = 'processing'), 0)::bigint as "pendingFen"
    from unnest(${[...idHashes]}::uuid[]) w(hash)
      join payout_lines r on r.provider_id = ${providerId} and r.id_hash = w.hash
      join started_batches b on b.batch_id = r.batch_id
    where r.status in ('processing', 'succeeded') and b.payment_month >= ${`${day.slice(0, 4)}-01`}
    group by 1, 2, 3`.execute(tx)
  const parts = [...rows, ...(await enteredParts(tx, { providerId, idHashes, day }))]
  return new Map(
    [...Map.groupBy(parts, ({ hash }) => hash)].map(([hash, own]) => [
      hash,
      historyOf(
        taxMethod,
        COUNTING_NOW,
        own.map(({ hash: _, ...part }) => part),
      ),
    ]),
  )
}

/**
 * Confirmed for a month of the year up to that day's: now, or when a batch was started. They count for the starts after the last one that
 * had been let in when they were confirmed.
 */
export async function enteredParts(
  tx: Tx,
  of: {
    readonly providerId: number
    readonly idHashes: readonly string[]
    readonly day: Day
    readonly startOf?: number
  },
): Promise<PersonPart[]> {
  const { providerId, idHashes, day, startOf } = of
  const { rows } = await sql<{ hash: string; month: string; item: AdjustmentItem; fen: Fen }>`
    select a.id_hash as hash, a.month, a.item, sum(a.amount_fen)::bigint as fen from counted_adjustments a
    where a.provider_id = ${providerId} and a.month between ${`${day.slice(0, 4)}-01`} and ${day.slice(0, 7)}
      and a.id_hash = any(${[...idHashes]}::uuid[])
      and (${startOf === undefined} or a.counted_after < (select start_order from batch_starts where batch_id = ${BigInt(startOf ?? 0)}))
    group by 1, 2, 3`.execute(tx)
  return rows.map(({ hash, month, item, fen }) => ({
    hash,
    month,
    withheldAs: 'entered',
    incomeFen: 0n,
    withheldFen: 0n,
    [termOf(item)]: fen,
  }))
}
