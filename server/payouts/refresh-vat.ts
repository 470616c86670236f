// Points out the rows that bring a person's month above the VAT threshold over all companies of the platform, and withholds from them where the person bears it (ADR 39).

import { type Month, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import { type VatRow, type VatVerdict, withholdVat } from '@paywages/domain/tax/vat-withholding.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRecord } from './batch-store.ts'
import { gatherMonthPeople, type MonthPeople } from './month-people-store.ts'

type Batch = Pick<BatchRecord, 'batchId' | 'vatBearer' | 'rowCount'>

/**
 * At upload, whenever rows are switched, and at each step up to the start, which fixes it: what was paid meanwhile counts. Before
 * the first table nothing is pointed out. An upload knows whom it pays and which of them may come above the threshold at all: mostly
 * nobody. What is started in the seconds since it asked is counted at the next step. A start has gathered its people for the limit already.
 */
export async function refreshVat(
  tx: Tx,
  { vatTables }: Pick<Services, 'vatTables'>,
  batch: Batch,
  at: Date,
  people?: readonly string[] | MonthPeople,
): Promise<void> {
  const month = shanghaiMonth(at)
  const rules = vatRulesOf(month, vatTables)
  if (rules === undefined) return
  const { thresholdFen } = rules.threshold
  const batchId = BigInt(batch.batchId)
  const isGathered = people !== undefined && 'above' in people
  if (!isGathered && people?.length === 0) return
  const gathered = isGathered ? people : await gatherMonthPeople(tx, batch, month, people)
  const crossing = await gathered.above(thresholdFen)
  await pointOut(tx, batchId, thresholdFen, crossing)
  if (batch.vatBearer === 'person')
    await setVat(tx, batchId, await verdictsOf(tx, batchId, month, vatTables, crossing))
}

/** Whoever is above already is pointed out in every row, others from the row on that crosses. */
async function pointOut(
  tx: Tx,
  batchId: bigint,
  thresholdFen: Fen,
  crossing: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with judged as (
      select r.row_id, case when c.platform_fen + sum(r.amount_fen) over (partition by r.id_hash order by r.row_number) > ${thresholdFen}
        then c.platform_fen end as fen
      from ${crossing} c join payout_lines r on r.batch_id = ${batchId} and r.id_hash = c.id_hash and r.status = 'processing'),
    stale as (
      select row_id, null::bigint as fen from payout_rows r
      where r.batch_id = ${batchId} and r.platform_paid_fen is not null and not exists (select from judged j where j.row_id = r.row_id))
    update payout_rows r set platform_paid_fen = w.fen
    from (select row_id, fen from judged union all select row_id, fen from stale) w
    where r.row_id = w.row_id and r.platform_paid_fen is distinct from w.fen`.execute(tx)
}

type CrossingRow = VatRow & {
  readonly idHash: string
  readonly paidFen: Fen
  readonly ownFen: Fen
  readonly ownVatFen: Fen
}

/** What each row of these people bears, in the order of the sheet. */
async function verdictsOf(
  tx: Tx,
  batchId: bigint,
  month: Month,
  tables: Services['vatTables'],
  crossing: RawBuilder<unknown>,
): Promise<VatVerdict[]> {
  const { rows } = await sql<CrossingRow>`
    select r.row_id as "rowId", r.id_hash as "idHash", r.amount_fen as "amountFen", r.tax_fen as "taxFen", own.platform_fen as "paidFen",
      own.own_fen as "ownFen", own.own_vat_fen as "ownVatFen"
    from ${crossing} own join payout_lines r on r.batch_id = ${batchId} and r.id_hash = own.id_hash and r.status = 'processing'
    order by r.row_number`.execute(tx)
  return [...Map.groupBy(rows, ({ idHash }) => idHash).values()].flatMap((own) => {
    const [{ paidFen = 0n, ownFen = 0n, ownVatFen = 0n } = {}] = own
    const person = { platformPaidFen: paidFen, ownPaidFen: ownFen, ownWithheldFen: ownVatFen }
    return withholdVat(person, own, month, tables)
  })
}

/** Every other row of the batch bears none. */
async function setVat(tx: Tx, batchId: bigint, verdicts: readonly VatVerdict[]): Promise<void> {
  await sql`
    with borne as (
      select * from unnest(${verdicts.map(({ rowId }) => rowId)}::bigint[], ${verdicts.map(({ vatFen }) => vatFen)}::bigint[]) w(row_id, fen))
    update payout_rows r set vat_fen = coalesce(w.fen, 0)
    from payout_rows own left join borne w on w.row_id = own.row_id
    where own.batch_id = ${batchId} and r.row_id = own.row_id and r.vat_fen <> coalesce(w.fen, 0)`.execute(tx)
  await sql`
    update payout_batches b set vat_fen = (
      select coalesce(sum(r.vat_fen), 0) from payout_lines r where r.batch_id = b.batch_id and r.status = 'processing')
    where b.batch_id = ${batchId}`.execute(tx)
}
