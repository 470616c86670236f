// What is withheld as VAT against the ledger and the terms of its batches (I14).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { batchDues } from './checkpoint-store.ts'
import { type Extent, looksAtBatch } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const vatIsOwed: InvariantCheck = async (tx, _, extent) => [
  ...(await borneIsPayable(tx, extent)),
  ...(await onlyWherePeopleBearIt(tx, extent)),
]

/** Only the few rows that bore any are looked at. */
async function borneIsPayable(tx: Tx, extent: Extent): Promise<Finding[]> {
  const borne =
    extent.kind === 'whole'
      ? sql`select provider_id, vat_fen from payout_lines where vat_fen > 0 and status = 'succeeded'`
      : sql`select provider_id, vat_fen from checked_providers
          union all select provider_id, -vat_fen from checked_batches where ${looksAtBatch(extent, 'batch_id')}
          union all select provider_id, vat_fen from (${batchDues(extent)}) dues`
  const { rows } = await sql<{ provider: number; borne: bigint; payable: bigint }>`
    with borne as (
      select provider_id, sum(vat_fen)::bigint as fen from (${borne}) b group by 1)
    select b.provider_id as provider, coalesce(borne.fen, 0)::bigint as borne, b.vat_payable_fen as payable
    from ledger_balances b left join borne using (provider_id)
    where b.vat_payable_fen <> coalesce(borne.fen, 0) order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, borne, payable }) => ({
    invariant: 'I14',
    what: `provider ${provider}: succeeded payouts bore ${borne} fen of VAT, the ledger owes ${payable}`,
  }))
}

async function onlyWherePeopleBearIt(tx: Tx, extent: Extent): Promise<Finding[]> {
  const { rows } = await sql<{ batchNo: string }>`
    select distinct b.batch_no as "batchNo" from payout_rows r join payout_batches b using (batch_id)
    where ${looksAtBatch(extent, 'r.batch_id')} and r.vat_fen > 0 and b.vat_bearer <> 'person' order by 1 limit ${MAX_REPORTED}`.execute(
    tx,
  )
  return rows.map(({ batchNo }) => ({
    invariant: 'I14',
    what: `batch ${batchNo} withholds VAT that its terms do not`,
  }))
}
