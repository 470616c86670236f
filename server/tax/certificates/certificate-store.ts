// Tax certificates; the only file that writes this table (D28).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../../adapters/postgres/owned-records.ts'

export const TAX_STATEMENT_RECORDS: OwnedRecords = {
  table: 'tax_statements',
  id: 'statement_id',
  visible: (scope) => sql`exists (
    select 1 from tax_periods p where p.tax_id = owned.tax_id and ${inScope(scope, 'p.provider_id')})`,
}

/** All of a closed month at once: everyone with an entry in it. How many there are; none where they stand already. */
export async function insertCertificates(
  tx: Tx,
  taxId: number,
  { at, textVersion }: { readonly at: Date; readonly textVersion: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with claimed as (update tax_periods set statements_at = ${at} where tax_id = ${taxId} and statements_at is null returning tax_id),
    people as (
      select max(e.row_id) as row_id, sum(e.income_fen) as income, sum(e.tax_fen) as tax
      from claimed c join tax_entries e using (tax_id) join taxed_rows r using (row_id) group by r.id_hash),
    made as (insert into tax_statements (tax_id, row_id, name, income_fen, tax_fen, generated_at, text_version)
      select ${taxId}, p.row_id, r.name, p.income, p.tax, ${at}, ${textVersion} from people p join taxed_rows r using (row_id)
      order by r.name, p.row_id returning 1)
    select count(*)::int as count from made`.execute(tx)
  return rows[0]?.count ?? 0
}

export type UntoldMonth = {
  readonly taxId: number
  readonly providerId: number
  readonly providerName: string
  readonly month: Month
}

export async function monthsWithoutCertificates(tx: Tx, scope: Scope): Promise<UntoldMonth[]> {
  const { rows } = await sql<UntoldMonth>`
    select p.tax_id as "taxId", p.provider_id as "providerId", v.name as "providerName", p.month
    from tax_periods p join provider_names v using (provider_id)
    where p.statements_at is null and ${inScope(scope, 'p.provider_id')} order by p.month, p.provider_id`.execute(
    tx,
  )
  return rows
}
