// Invoice accounts against applications, and covers against the rows and invoices they stand between (I12).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { sinceOf } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const invoicesTie: InvariantCheck = async (tx, _, extent) => [
  ...(await accountsAreApplications(tx)),
  ...(await allocatedIsCovered(tx, sinceOf(extent))),
  ...(await noRowIsCoveredTwice(tx, sinceOf(extent))),
]

/** Covers move only where a result was entered. */
const movedSince = (since: Date) =>
  sql`a.provider_id in (select provider_id from invoice_applications where invoiced_at >= ${since})`

const found = (what: string): Finding => ({ invariant: 'I12', what })

async function accountsAreApplications(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; applied: bigint; invoiced: bigint }>`
    select i.provider_id as provider, i.applied_fen - coalesce(a.applied, 0)::bigint as applied,
      i.invoiced_fen - coalesce(a.invoiced, 0)::bigint as invoiced
    from invoice_accounts i left join (
      select provider_id, sum(amount_fen) filter (where status in ('pending', 'invoicing')) as applied,
        sum(amount_fen) filter (where status = 'invoiced') as invoiced
      from invoice_applications group by 1) a using (provider_id)
    where (i.applied_fen, i.invoiced_fen) <> (coalesce(a.applied, 0), coalesce(a.invoiced, 0))
    order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, applied, invoiced }) =>
    found(
      `provider ${provider}: its invoice account is off its applications by ${applied} fen applied, ${invoiced} invoiced`,
    ),
  )
}

/** What an invoice says it stands for is the sum of its covers, and only what is invoiced covers anything. */
async function allocatedIsCovered(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ no: string; allocated: bigint; covered: bigint }>`
    select a.application_no as no, a.allocated_fen as allocated, coalesce(c.fen, 0)::bigint as covered
    from invoice_applications a left join (
      select application_id, sum(amount_fen) as fen from invoice_covers group by 1) c using (application_id)
    where ${movedSince(since)}
      and (a.allocated_fen <> coalesce(c.fen, 0) or (a.status <> 'invoiced' and c.fen is not null))
    order by a.application_id limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ no, allocated, covered }) =>
    found(`invoice ${no}: ${allocated} fen are allocated, its covers say ${covered}`),
  )
}

/** Nor is one covered by another provider's invoice. */
async function noRowIsCoveredTwice(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ row: bigint; covered: bigint; value: bigint | null }>`
    select c.row_id as row, sum(c.amount_fen)::bigint as covered, max(r.amount_fen + r.fee_fen) as value
    from invoice_covers c join invoice_applications a using (application_id)
      left join payout_rows r on r.row_id = c.row_id and r.provider_id = a.provider_id
    where ${movedSince(since)} group by c.row_id
    having sum(c.amount_fen) > coalesce(max(r.amount_fen + r.fee_fen), 0) or bool_or(r.row_id is null)
    order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ row, covered, value }) =>
    found(`row ${row}: invoices cover ${covered} fen of ${value ?? 'nothing of their provider'}`),
  )
}
