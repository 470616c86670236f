// What a provider may still have invoiced: its invoice account against what the payouts publish (D30).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Quota } from '@paywages/domain/invoices/quota.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type ProviderQuota = Quota & { readonly providerId: number; readonly providerName: string }

const QUOTA = sql`select p.provider_id as "providerId", p.name as "providerName", i.applied_fen as "appliedFen",
    i.invoiced_fen as "invoicedFen", coalesce(s.gross_fen, 0)::bigint as "grossFen", coalesce(s.fee_fen, 0)::bigint as "feeFen"
  from provider_names p join invoice_accounts i on i.provider_id = p.provider_id
    left join succeeded_sums s on s.provider_id = p.provider_id`

export async function findQuota(tx: Tx, providerId: number): Promise<ProviderQuota> {
  const { rows } = await sql<ProviderQuota>`${QUOTA} where p.provider_id = ${providerId}`.execute(tx)
  const [quota] = rows
  if (!quota) throw new Error('a provider has no invoice account')
  return quota
}

/**
 * The provider's account under lock, and then what it has become: whoever held it before has moved it, and payouts have
 * come and gone meanwhile, which one statement that both waits and sums would not see.
 */
export async function lockQuota(tx: Tx, providerId: number): Promise<ProviderQuota> {
  await sql`select 1 from invoice_accounts where provider_id = ${providerId} for update`.execute(tx)
  return findQuota(tx, providerId)
}

/** What an application's step adds to the account, or takes from it. */
export async function moveQuota(
  tx: Tx,
  providerId: number,
  move: { readonly appliedFen: Fen; readonly invoicedFen?: Fen },
): Promise<void> {
  await sql`update invoice_accounts set applied_fen = applied_fen + ${move.appliedFen},
      invoiced_fen = invoiced_fen + ${move.invoicedFen ?? 0n} where provider_id = ${providerId}`.execute(tx)
}

/** The providers that had more invoiced than was paid out in the end (红冲). */
export async function overInvoiced(tx: Tx, scope: Scope): Promise<ProviderQuota[]> {
  const { rows } = await sql<ProviderQuota>`${QUOTA}
    where ${inScope(scope, 'p.provider_id')} and i.invoiced_fen > coalesce(s.gross_fen, 0) + coalesce(s.fee_fen, 0)
    order by p.provider_id`.execute(tx)
  return rows
}
