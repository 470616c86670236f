// What a month's declaration leaves out, and what it corrects of other months, one by one (D31, docs/rules/tax.md).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { correctedMonth } from '@paywages/domain/tax/correction-filing.ts'
import type { EntryKind } from '@paywages/domain/tax/periods.ts'
import { sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { DECLARED_FIRST, PLACE_COLUMNS, type PlacedEntry, placeOf } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'
import { rowsOfLines } from '../periods/undeclared-store.ts'

/** `open` as it was when the month was closed; the others as they stand. */
export const LEFT_OUT = ['open', 'failed', 'cancelled', 'later', 'not-withheld'] as const
export type LeftOut = {
  readonly why: (typeof LEFT_OUT)[number]
  readonly count: number
  readonly fen: Fen
}

export async function leftOutOf(tx: Tx, { taxId, providerId, month }: Period): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    select 'open' as why, open_count as count, open_fen as fen from tax_periods where tax_id = ${taxId}
    union all
    select 'failed', count(*)::int, coalesce(sum(r.amount_fen), 0)::bigint
      from failed_outcomes f join taxed_rows r using (row_id, batch_id, provider_id) left join tax_entries e on e.row_id = r.row_id and e.kind = 'paid'
      where r.provider_id = ${providerId} and r.payment_month = ${month} and e.row_id is null
    union all
    select 'cancelled', coalesce(sum(rows), 0)::int, coalesce(sum(amount_fen), 0)::bigint
      from cancelled_sums where provider_id = ${providerId} and payment_month = ${month}
    union all
    select 'later', count(*)::int, coalesce(sum(r.amount_fen), 0)::bigint
      from (${rowsOfLines(sql`select row_id, last_row_id, batch_id from tax_undeclared_rows where provider_id = ${providerId} and payment_month > ${month}`)}) u
        join taxed_rows r using (row_id) left join tax_entries e on e.row_id = r.row_id and e.kind = 'paid'
      where r.status = 'succeeded' and e.row_id is null
    union all
    select 'not-withheld', count(*)::int, coalesce(sum(e.income_fen), 0)::bigint
      from tax_entries e join taxed_rows r using (row_id) where e.tax_id = ${taxId} and not r.withholds_tax`.execute(
    tx,
  )
  return LEFT_OUT.flatMap((why) => rows.filter((row) => row.why === why))
}

export type Correction = {
  readonly kind: EntryKind
  readonly batchNo: string
  readonly paymentMonth: Month
  /** The month whose declaration it corrects; undefined where its payout is not declared at all. */
  readonly correctedMonth: Month | undefined
  readonly name: string
  readonly incomeFen: Fen
  readonly taxFen: Fen
}

export async function* correctionPieces(tx: Tx, { taxId }: Period): AsyncGenerator<Correction[]> {
  const pieces = inPieces(
    tx,
    sql<Omit<Correction, 'correctedMonth'> & PlacedEntry & { withholds: boolean }>`
      select ${PLACE_COLUMNS}, r.batch_no as "batchNo", r.name, r.withholds_tax as withholds, e.income_fen as "incomeFen", e.tax_fen as "taxFen"
      from tax_periods p join tax_entries e on e.tax_id = p.tax_id and e.payment_month < p.month join taxed_rows r on r.row_id = e.row_id
        ${DECLARED_FIRST}
      where p.tax_id = ${taxId} order by e.payment_month, e.row_id, e.kind`,
  )
  for await (const piece of pieces)
    yield piece.map((row) => ({
      ...row,
      correctedMonth: row.withholds ? correctedMonth(placeOf(row)) : undefined,
    }))
}
