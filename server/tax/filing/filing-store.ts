// The closed months that filing packs are made from.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'

export type FilingPeriod = {
  readonly taxId: number
  readonly payerName: string
  readonly taxpayerId: string
  readonly withholds: boolean
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly peopleCount: number
  readonly closedAt: Date
}

export async function findPeriod(
  tx: Tx,
  providerId: number,
  month: Month,
): Promise<FilingPeriod | undefined> {
  const { rows } = await sql<FilingPeriod>`
    select tax_id as "taxId", payer_name as "payerName", taxpayer_id as "taxpayerId", withholds, income_fen as "incomeFen", tax_fen as "taxFen", people_count as "peopleCount", closed_at as "closedAt"
    from tax_periods where provider_id = ${providerId} and month = ${month}`.execute(tx)
  return rows[0]
}

/** Whether any payout of that month, which may still be open, bore tax. */
export async function hasWithheld(tx: Tx, providerId: number, month: Month): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select 1 from taxed_rows where provider_id = ${providerId} and payment_month = ${month} and withholds_tax) as yes`.execute(
    tx,
  )
  return rows[0]?.yes ?? false
}

export type MissingMonth = { readonly providerName: string; readonly month: Month }

/** Months of the quarter that are still open, of providers that had begun to pay by then. */
export async function openMonths(
  tx: Tx,
  filter: { readonly scope: Scope; readonly providerId?: number | undefined },
  months: readonly Month[],
): Promise<MissingMonth[]> {
  const { scope, providerId } = filter
  const { rows } = await sql<MissingMonth>`
    select p.name as "providerName", q.month from provider_names p
      join (select provider_id, min(payment_month) as first from started_months group by 1) b using (provider_id)
      join unnest(${[...months]}::text[]) q(month) on q.month >= b.first
      left join tax_periods t on t.provider_id = p.provider_id and t.month = q.month
    where ${inScope(scope, 'p.provider_id')} and (${providerId === undefined} or p.provider_id = ${providerId ?? 0}) and t.tax_id is null
    order by p.provider_id, q.month`.execute(tx)
  return rows
}
