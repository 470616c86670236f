// What is withheld as VAT against the ledger and the terms of its batches (I14).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const vatIsOwed: InvariantCheck = async (tx) => [
  ...(await borneIsPayable(tx)),
  ...(await onlyWherePeopleBearIt(tx)),
]

/** Only the few rows that bore any are looked at. */
async function borneIsPayable(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; borne: bigint; payable: bigint }>`
    with borne as (
      select provider_id, sum(vat_fen)::bigint as fen from payout_lines where vat_fen > 0 and status = 'succeeded' group by 1)
    select b.provider_id as provider, coalesce(borne.fen, 0)::bigint as borne, b.vat_payable_fen as payable
    from ledger_balances b left join borne using (provider_id)
    where b.vat_payable_fen <> coalesce(borne.fen, 0) order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, borne, payable }) => ({
    invariant: 'I14',
    what: `provider ${provider}: succeeded payouts bore ${borne} fen of VAT, the ledger owes ${payable}`,
  }))
}

async function onlyWherePeopleBearIt(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ batchNo: string }>`
    select distinct b.batch_no as "batchNo" from payout_rows r join payout_batches b using (batch_id)
    where r.vat_fen > 0 and b.vat_bearer <> 'person' order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo }) => ({
    invariant: 'I14',
    what: `batch ${batchNo} withholds VAT that its terms do not`,
  }))
}
