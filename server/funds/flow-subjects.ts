// What the money of a line moved for: the person and batch of a payout, the payer of a recharge.

import type { ReversalKind } from '@paywages/domain/recharges/recharge-status.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { FlowLine } from './flow-lines.ts'

export type FlowSubject = {
  readonly batchId: number | null
  readonly batchNo: string
  readonly rowId: number | null
  readonly payeeName: string
  readonly rechargeId: number | null
  readonly payerName: string
  readonly reversalKind: ReversalKind | null
}

export type DescribedLine = FlowLine & FlowSubject

type Described<F> = F & Pick<FlowSubject, 'batchId' | 'batchNo' | 'rechargeId' | 'payerName' | 'reversalKind'>

/** The same of whole batches. */
export async function withBatches<
  F extends { readonly subject: 'batch' | 'recharge' | 'reversal'; readonly subjectId: bigint },
>(tx: Tx, flows: readonly F[]): Promise<Described<F>[]> {
  if (flows.length === 0) return []
  const { rows } = await sql<Described<object>>`
    select b.batch_id::float8 as "batchId", coalesce(b.batch_no, '') as "batchNo",
      c.recharge_id::float8 as "rechargeId", coalesce(c.payer_name, '') as "payerName", v.kind as "reversalKind"
    from unnest(${flows.map(({ subject }) => subject)}::text[], ${flows.map(({ subjectId }) => subjectId)}::bigint[])
        with ordinality as w(subject, id, n)
      left join batch_origins b on w.subject = 'batch' and b.batch_id = w.id
      left join recharge_takebacks v on w.subject = 'reversal' and v.reversal_id = w.id
      left join recharge_payers c on c.recharge_id = case w.subject when 'recharge' then w.id else v.recharge_id end
    order by w.n`.execute(tx)
  return flows.map((flow, index) => ({ ...flow, ...(rows[index] as Described<object>) }))
}

export async function withSubjects(tx: Tx, lines: readonly FlowLine[]): Promise<DescribedLine[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<FlowSubject>`
    select b.batch_id::float8 as "batchId", coalesce(b.batch_no, '') as "batchNo", r.row_id::float8 as "rowId", coalesce(r.name, '') as "payeeName",
      c.recharge_id::float8 as "rechargeId", coalesce(c.payer_name, '') as "payerName", v.kind as "reversalKind"
    from unnest(${lines.map(({ subject }) => subject)}::text[], ${lines.map(({ subjectId }) => subjectId)}::bigint[])
        with ordinality as w(subject, id, n)
      left join transfer_rows t on w.subject = 'transfer' and t.transfer_id = w.id
      left join payout_lines r on r.row_id = case w.subject when 'transfer' then coalesce(t.row_id, w.id) end
      left join batch_origins b on b.batch_id = r.batch_id
      left join recharge_takebacks v on w.subject = 'reversal' and v.reversal_id = w.id
      left join recharge_payers c on c.recharge_id = case w.subject when 'recharge' then w.id else v.recharge_id end
    order by w.n`.execute(tx)
  return lines.map((line, index) => ({ ...line, ...(rows[index] as FlowSubject) }))
}
