// Entries of the audit log over a year, made in the database for benchmarks of its list.

import type { Action } from '@paywages/domain/audit-log/actions.ts'
import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { BenchServices } from './bench-services.ts'

const DAYS = 365
const ACTIONS = ['login', 'logout', 'change-password', 'right-refused'] satisfies Action[]

export async function storeAuditEntries({ services, payer }: BenchServices, entries: number): Promise<void> {
  const { pool } = services.database
  const { accountId, providerId, account } = payer.person
  await pool.query(
    `insert into audit_entries (at, account_id, account, real_name, provider_id, address, request_id, action, object_kind, object_id, result)
    select $2::timestamptz + n * ($3 * interval '1 day') / $1, $4, $5, $5, $6, '10.0.0.' || n % 250, 'bench' || n,
      ($7::text[])[1 + n % cardinality($7::text[])], 'payout-batch', (n % 2000)::text, case when n % 10 = 0 then 'refused' else 'done' end
    from generate_series(1, $1::int) n`,
    [entries, new Date(Date.now() - DAYS * DAY_MS), DAYS, accountId, account, providerId, ACTIONS],
  )
  await pool.query('vacuum analyze audit_entries')
}
