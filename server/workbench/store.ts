// Who may do what waits, by name; the workbench has no table of its own.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type Holder = { readonly providerId: number; readonly name: string; readonly pays: boolean }

/** The enabled accounts of these companies that pay or check, but for the one who asks. */
export async function holdersIn(
  tx: Tx,
  providerIds: readonly number[],
  exceptAccountId: number,
): Promise<Holder[]> {
  if (providerIds.length === 0) return []
  const { rows } = await sql<Holder>`
    select provider_id as "providerId", coalesce(nullif(real_name, ''), account) as name, pay_right as pays
    from account_identities
    where provider_id = any(${[...providerIds]}::int[]) and enabled and (pay_right or check_right) and account_id <> ${exceptAccountId}
    order by account_id`.execute(tx)
  return rows
}
