// What the filing pack of a month holds, or would hold if the month were closed now, provider by provider (D31).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { addMonths, type Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Filing, FilingTotals } from '@paywages/wire/tax/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { openCorrectionCounts } from '../periods/correction-store.ts'
import { entriesDue, rowsOfLines } from '../periods/undeclared-store.ts'

export type FilingFilter = {
  readonly scope: Scope
  readonly month: Month
  readonly providerId?: number | undefined
}

type Found = Omit<Filing, 'openChoiceCount'> & { readonly taxId: number | null } & {
  readonly count: number
} & {
  readonly [T in keyof FilingTotals as `${T}Total`]: FilingTotals[T]
}

const NO_TOTALS: FilingTotals = {
  closedCount: 0,
  peopleCount: 0,
  incomeFen: 0n,
  taxFen: 0n,
  openCount: 0,
  openFen: 0n,
  untiedCount: 0,
}

/**
 * Providers with payouts in the month or a closed period of it. An open month is calculated as closing it would: corrections of
 * closed months fall to the first month that is open.
 */
export async function listFilings(
  tx: Tx,
  filter: FilingFilter,
  page: { readonly index: number; readonly size: number },
): Promise<{ rows: Filing[]; count: number; beside: FilingTotals }> {
  const { scope, month, providerId } = filter
  const { rows } = await sql<Found>`
    with chosen as (
      select p.provider_id, p.name, p.withholds_tax, t.tax_id, t.people_count, t.income_fen, t.tax_fen, t.open_count, t.open_fen, t.withholds,
        (select max(c.month) from tax_periods c where c.provider_id = p.provider_id) as last_closed
      from provider_profiles p left join tax_periods t on t.provider_id = p.provider_id and t.month = ${month}
      where ${inScope(scope, 'p.provider_id')} and (${providerId === undefined} or p.provider_id = ${providerId ?? 0})
        and (t.tax_id is not null or exists (select 1 from started_months s where s.provider_id = p.provider_id and s.payment_month = ${month}))),
    filings as (
      select c.provider_id as "providerId", c.name as "providerName", c.tax_id as "taxId", c.tax_id is not null as closed,
        coalesce(c.people_count, o.people, 0) as "peopleCount", coalesce(c.income_fen, o.income, 0)::bigint as "incomeFen",
        coalesce(c.tax_fen, o.tax, 0)::bigint as "taxFen", coalesce(k.corrections, o.corrections, 0) as "correctedCount",
        coalesce(c.open_count, w.count, 0) as "openCount", coalesce(c.open_fen, w.fen, 0)::bigint as "openFen",
        coalesce(c.withholds, c.withholds_tax or coalesce(o.withholds, false) or coalesce(w.withholds, false)) as withholds,
        coalesce(k.ledger, o.ledger, 0)::bigint as "ledgerTaxFen"
      from chosen c
        left join lateral (${closedSums(month)}) k on true
        left join lateral (${openSums(month)}) o on true
        left join lateral (${waitingSums(month)}) w on true)
    select f.*, ${month} as month, count(*) over ()::int as count, count(*) filter (where closed) over ()::int as "closedCountTotal",
      sum("peopleCount") over ()::int as "peopleCountTotal", sum("incomeFen") over ()::bigint as "incomeFenTotal",
      sum("taxFen") over ()::bigint as "taxFenTotal", sum("openCount") over ()::int as "openCountTotal",
      sum("openFen") over ()::bigint as "openFenTotal",
      count(*) filter (where "taxFen" <> "ledgerTaxFen") over ()::int as "untiedCountTotal"
    from filings f order by "providerId" limit ${page.size} offset ${page.index * page.size}`.execute(tx)
  const [first] = rows
  if (first === undefined)
    return page.index === 0
      ? { rows: [], count: 0, beside: NO_TOTALS }
      : { ...(await listFilings(tx, filter, { index: 0, size: 1 })), rows: [] }
  const corrected = rows.flatMap(({ taxId, correctedCount }) =>
    taxId === null || correctedCount === 0 ? [] : [taxId],
  )
  const choices = await openCorrectionCounts(tx, corrected)
  return {
    rows: rows.map((row) => filingOf(row, choices.get(row.taxId ?? 0) ?? 0)),
    count: first.count,
    beside: totalsOf(first),
  }
}

const LEDGER_TAX = sql`case when e.kind = 'paid' and l.phase in ('settle-tax', 'late-tax') then l.amount_fen
  when e.kind = 'reversed' and l.phase = 'return-tax' then -l.amount_fen else 0 end`

/** Of a closed month of `c` only what the period itself does not keep; nothing of an open one. */
const closedSums = (month: Month): RawBuilder<unknown> => sql`
  select count(*) filter (where e.kind = 'reversed' or e.payment_month <> ${month})::int as corrections,
    coalesce(sum(e.ledger), 0)::bigint as ledger
  from (select e.kind, e.payment_month, (select sum(${LEDGER_TAX}) from tax_postings l where l.row_id = e.row_id) as ledger
    from tax_entries e where e.tax_id = c.tax_id) e
  having c.tax_id is not null`

/** Whether `c` would take this month as the next to close, with the corrections of those before it. */
const isNext = (month: Month): RawBuilder<boolean> => sql<boolean>`c.last_closed = ${addMonths(month, -1)}`

const openSums = (month: Month): RawBuilder<unknown> => sql`
  select sum(e.income_fen)::bigint as income, sum(e.tax_fen)::bigint as tax, count(distinct e.id_hash)::int as people,
    count(*) filter (where e.kind = 'reversed' or e.payment_month <> ${month})::int as corrections, bool_or(e.withholds_tax) as withholds,
    sum((select sum(${LEDGER_TAX}) from tax_postings l where l.row_id = e.row_id))::bigint as ledger
  from (${entriesDue(
    rowsOfLines(sql`select u.row_id, u.last_row_id, u.batch_id from tax_undeclared_rows u
    where u.provider_id = c.provider_id and (u.payment_month = ${month} or (u.payment_month < ${month} and ${isNext(month)}))`),
  )}) e
  where c.tax_id is null`

const waitingSums = (month: Month): RawBuilder<unknown> => sql`
  select sum(b.payable_count - b.succeeded_count - b.failed_count)::int as count,
    sum(b.gross_fen - b.succeeded_fen - b.failed_fen)::bigint as fen, bool_or(b.withholds_tax) as withholds
  from started_batches b
  where c.tax_id is null and b.provider_id = c.provider_id and b.ended_at is null
    and (b.payment_month = ${month} or (b.payment_month < ${month} and ${isNext(month)}))`

function filingOf(found: Found, openChoiceCount: number): Filing {
  const { providerId, providerName, month, closed, peopleCount, incomeFen, taxFen } = found
  const { correctedCount, openCount, openFen, withholds, ledgerTaxFen } = found
  return {
    providerId,
    providerName,
    month,
    closed,
    peopleCount,
    incomeFen,
    taxFen,
    correctedCount,
    openCount,
    openFen,
    withholds,
    ledgerTaxFen,
    openChoiceCount,
  }
}

const totalsOf = (found: Found): FilingTotals => ({
  closedCount: found.closedCountTotal,
  peopleCount: found.peopleCountTotal,
  incomeFen: found.incomeFenTotal,
  taxFen: found.taxFenTotal,
  openCount: found.openCountTotal,
  openFen: found.openFenTotal,
  untiedCount: found.untiedCountTotal,
})
