// The statements of a year and their versions; the only file that writes this table.

import type { Year } from '@paywages/domain/tax/year-statement.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { OwnedRecords } from '../../adapters/postgres/owned-records.ts'
import type { CurrentVersion } from './year-figures-store.ts'
import type { StoredMonth } from './year-months-json.ts'

export const YEAR_STATEMENT_RECORDS: OwnedRecords = { table: 'tax_year_statements', id: 'statement_id' }

/** Until the transaction ends nobody else makes a version of these payers' statements; what another made meanwhile is seen after it. */
export async function lockPayers(tx: Tx, providerIds: Iterable<number>): Promise<void> {
  for (const providerId of [...new Set(providerIds)].sort((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtext('tax-year-statements'), ${providerId})`.execute(tx)
}

export type NewStatement = {
  readonly providerId: number
  readonly rowId: bigint
  readonly name: string
  readonly payerName: string
  readonly taxpayerId: string
  readonly throughMonth: string
  readonly incomeFen: bigint
  readonly taxFen: bigint
  readonly months: readonly StoredMonth[]
  readonly digest: string
  /** The one that it supersedes. */
  readonly current: CurrentVersion | undefined
}

export type Making = {
  readonly year: Year
  readonly jobId: number
  readonly at: Date
  readonly textVersion: string
}

export async function insertYearStatements(
  tx: Tx,
  { year, jobId, at, textVersion }: Making,
  statements: readonly NewStatement[],
): Promise<void> {
  if (statements.length === 0) return
  const superseded = statements.flatMap(({ current }) => (current ? [current.statementId] : []))
  await sql`
    update tax_year_statements set superseded_at = ${at} where statement_id = any(${superseded}::bigint[])`.execute(
    tx,
  )
  await tx
    .insertInto('tax_year_statements')
    .values(
      statements.map((one) => ({
        year,
        provider_id: one.providerId,
        row_id: one.rowId,
        name: one.name,
        version: (one.current?.version ?? 0) + 1,
        supersedes: one.current?.statementId ?? null,
        payer_name: one.payerName,
        taxpayer_id: one.taxpayerId,
        through_month: one.throughMonth,
        income_fen: one.incomeFen,
        tax_fen: one.taxFen,
        months: JSON.stringify(one.months),
        digest: one.digest,
        job_id: BigInt(jobId),
        made_at: at,
        text_version: textVersion,
      })),
    )
    .execute()
}
