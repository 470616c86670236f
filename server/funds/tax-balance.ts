// How much tax a company, or all of a scope, owes and has proved to be paid: the ledger against the proofs of its months.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { TaxBalance } from '@paywages/wire/funds/money-view.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

/** Null where nobody of them withholds, or ever did: there is nothing to tell then. */
export async function taxBalance(tx: Tx, scope: Scope, providerId?: number): Promise<TaxBalance | null> {
  const one = providerId === undefined ? sql`true` : sql`p.provider_id = ${providerId}`
  const { rows } = await sql<TaxBalance & { concerned: boolean | null }>`
    select bool_or(p.withholds_tax or coalesce(b.tax_payable_fen, 0) <> 0 or coalesce(t.paid_fen, 0) <> 0) as concerned,
      coalesce(sum(b.tax_payable_fen), 0)::bigint as "payableFen", coalesce(sum(t.paid_fen), 0)::bigint as "paidFen",
      (coalesce(sum(b.tax_payable_fen), 0) - coalesce(sum(t.paid_fen), 0))::bigint as "openFen"
    from provider_profiles p left join ledger_debts b using (provider_id) left join tax_paid_sums t using (provider_id)
    where ${inScope(scope, 'p.provider_id')} and ${one}`.execute(tx)
  const [found] = rows
  if (!found?.concerned) return null
  const { payableFen, paidFen, openFen } = found
  return { payableFen, paidFen, openFen }
}
