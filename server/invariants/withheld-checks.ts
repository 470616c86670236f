// What the starts withheld as income tax, worked out once more by the engine from what stood on record then (I13).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { withholdSequence } from '@paywages/domain/tax/withhold.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { PersonRow, StartedBatch } from '../payouts/provisional-tax.ts'
import { monthsBeforeStart, paidRowsOf } from '../transfers/tax-history-store.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'
import { movedMeanwhile } from './moved-meanwhile.ts'

type WithholdingBatch = StartedBatch & {
  readonly batchNo: string
  readonly gapRule: GapRule
  /** Started as of a past moment, by what stood when its debits were found (ADR 27). */
  readonly adopted: boolean
}

/** So many people's years are read together. */
const PEOPLE_AT_ONCE = 2_000

/**
 * Of every batch that was started since. It costs what was started: a start fixes the tax, and what stands of it later is held against
 * the approved content (I4), the postings and the declarations.
 */
export async function withheldIsReckoned(
  { taxTables }: Pick<Services, 'taxTables'>,
  tx: Tx,
  since: Date,
): Promise<Finding[]> {
  const findings = await withheldWithoutTerms(tx, since)
  for (const batch of await withholdingBatches(tx, since)) {
    const people = [...Map.groupBy(await paidRowsOf(tx, batch.batchId), ({ idHash }) => idHash)]
    for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
      const some = new Map(people.slice(at, at + PEOPLE_AT_ONCE))
      findings.push(...(await differing(tx, taxTables, batch, some)))
      if (findings.length >= MAX_REPORTED) return findings.slice(0, MAX_REPORTED)
    }
  }
  return findings
}

async function withholdingBatches(tx: Tx, since: Date): Promise<WithholdingBatch[]> {
  const { rows } = await sql<WithholdingBatch>`
    select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.provider_id as "providerId", b.started_at as "startedAt",
      b.tax_method as "taxMethod", b.gap_rule as "gapRule", b.tax_counting as "taxCounting",
      exists (select from payout_approvals a where a.batch_id = b.batch_id and a.step = 'start' and a.account_id is null) as adopted
    from payout_batches b where b.status = 'transferring' and b.withholds_tax and b.started_at >= ${since} order by b.batch_id`.execute(
    tx,
  )
  return rows
}

async function withheldWithoutTerms(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ batchNo: string }>`
    select b.batch_no as "batchNo" from payout_batches b
    where b.status = 'transferring' and not b.withholds_tax and b.started_at >= ${since}
      and exists (select from payout_rows r where r.batch_id = b.batch_id and r.tax_fen <> 0) order by 1 limit ${MAX_REPORTED}`.execute(
    tx,
  )
  return rows.map(({ batchNo }) => ({
    invariant: 'I13',
    what: `batch ${batchNo} withholds income tax that its terms do not`,
  }))
}

async function differing(
  tx: Tx,
  tables: Services['taxTables'],
  batch: WithholdingBatch,
  people: ReadonlyMap<string, readonly PersonRow[]>,
): Promise<Finding[]> {
  const histories = await monthsBeforeStart(tx, batch, [...people.keys()], 'figures')
  const day = shanghaiDay(batch.startedAt)
  const { taxMethod: method, gapRule, taxCounting: counting } = batch
  const wrong = [...people].flatMap(([idHash, rows]) => {
    const payments = rows.map(({ amountFen }) => ({ day, amountFen }))
    const history = histories.get(idHash) ?? []
    const due = withholdSequence({ method, settings: { gapRule, counting }, tables, history, payments })
    const at = rows.findIndex(({ taxFen }, index) => taxFen !== due[index]?.withheldFen)
    const row = rows[at]
    return row === undefined ? [] : [{ idHash, row, dueFen: due[at]?.withheldFen ?? 0n }]
  })
  if (wrong.length === 0) return []
  const unsure = await movedMeanwhile(
    tx,
    batch,
    [batch.providerId],
    wrong.map(({ idHash }) => idHash),
  )
  return wrong
    .filter(({ idHash }) => !unsure.has(idHash))
    .map(({ row, dueFen }) => ({
      invariant: 'I13',
      what: `batch ${batch.batchNo}: row ${row.rowId} withholds ${row.taxFen} fen of income tax, by what stood at the start it is ${dueFen}`,
    }))
}
