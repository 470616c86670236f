// What closed periods hold of adjustments: by person, month and item, and one by one where a pack lists them.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { AdjustmentItem } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'

type Period = { readonly taxId: number; readonly providerId: number; readonly month: Month }

export type BookedSum = {
  readonly idHash: string
  /** The month in which it counts. */
  readonly month: Month
  readonly item: AdjustmentItem
  readonly fen: Fen
  /** Booked in this very period, and not in an earlier one of the year. */
  readonly own: boolean
}

/** What that period and the earlier ones of its year book, of everyone or of these people. */
export async function bookedSums(tx: Tx, period: Period, idHashes?: readonly string[]): Promise<BookedSum[]> {
  const { rows } = await sql<BookedSum>`
    select f.id_hash as "idHash", e.month, e.item, sum(e.amount_fen)::bigint as fen, e.tax_id = ${period.taxId} as own
    from tax_periods p join tax_adjustment_entries e using (tax_id) join person_ids f using (freelancer_id)
    where p.provider_id = ${period.providerId} and p.month between ${`${period.month.slice(0, 4)}-01`} and ${period.month}
      and (${idHashes === undefined} or f.id_hash = any(${[...(idHashes ?? [])]}::uuid[]))
    group by 1, 2, 3, 5`.execute(tx)
  return rows
}

export type BookedAdjustment = {
  readonly name: string
  /** The month it was entered for. */
  readonly month: Month
  readonly countedMonth: Month
  readonly item: AdjustmentItem
  readonly amountFen: Fen
  readonly reason: string
}

export function bookedPieces(tx: Tx, { taxId }: Period): AsyncGenerator<BookedAdjustment[]> {
  return inPieces(
    tx,
    sql<BookedAdjustment>`
      select k.name, a.month, e.month as "countedMonth", e.item, e.amount_fen as "amountFen", a.reason
      from tax_adjustment_entries e join tax_adjustments a using (adjustment_id)
        join known_people k on k.provider_id = a.provider_id and k.freelancer_id = a.freelancer_id
      where e.tax_id = ${taxId} order by e.adjustment_id`,
  )
}
