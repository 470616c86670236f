// Statements of a year and jobs for tests, written past all operations: as they stand, not as they came.

import type { TestServices } from './test-services.ts'

let years = 0

/** One that waits, of a year that no other has; null is for all providers. */
export async function storeYearJob(services: TestServices, platformId: number | null): Promise<number> {
  const [row] = await services.query<{ id: number }>(
    `insert into tax_year_jobs (year, platform_id, requested_by, requested_at)
     select $1, $2, min(account_id), $3 from accounts returning job_id::int as id`,
    [String(3000 + ++years), platformId, services.clock.now()],
  )
  if (!row) throw new Error('nothing was written')
  return row.id
}

/** Of any payout of the provider's; the caller has stored one. */
export async function storeYearStatement(
  services: TestServices,
  providerId: number,
  rowId: number,
): Promise<number> {
  const jobId = await storeYearJob(services, null)
  const [row] = await services.query<{ id: number }>(
    `insert into tax_year_statements (year, provider_id, row_id, name, version, payer_name, taxpayer_id, through_month, income_fen, tax_fen,
       months, digest, job_id, made_at, text_version)
     select '2026', $1, row_id, name, 1, 'a payer', '', '2026-12', 0, 0, '[]', '', $3, $4, '1' from payout_lines where row_id = $2
     returning statement_id::int as id`,
    [providerId, rowId, jobId, services.clock.now()],
  )
  if (!row) throw new Error('nothing was written')
  return row.id
}
