// Applications that wait for a manager: what the workbench asks of the invoices.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type WaitingApplication = {
  readonly applicationId: number
  readonly applicationNo: string
  readonly providerName: string
  readonly applicantName: string
  readonly amountFen: Fen
  readonly since: Date
}

/** All of them by number, and by name those that have waited longest: for their audit, or for their result. */
export async function waitingApplications(
  tx: Tx,
  scope: Scope,
  status: 'pending' | 'invoicing',
  limit: number,
): Promise<{ count: number; waiting: WaitingApplication[] }> {
  const { rows } = await sql<WaitingApplication & { count: number }>`
    select a.application_id as "applicationId", a.application_no as "applicationNo", p.name as "providerName",
      coalesce(nullif(n.real_name, ''), n.account) as "applicantName", a.amount_fen as "amountFen",
      coalesce(a.audited_at, a.applied_at) as since, (count(*) over ())::int as count
    from invoice_applications a join provider_names p on p.provider_id = a.provider_id
      join account_names n on n.account_id = a.applicant_id
    where ${inScope(scope, 'a.provider_id')} and a.status = ${status} order by since, a.application_id limit ${limit}`.execute(
    tx,
  )
  return { count: rows[0]?.count ?? 0, waiting: rows.map(({ count: _, ...row }) => row) }
}
