// What the starts withheld as VAT, worked out once more from what the platform's companies had paid by then (I13).

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type VatPerson, withholdVat } from '@paywages/domain/tax/vat-withholding.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { SETTLED_MS } from './checkpoint-store.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'
import { movedMeanwhile } from './moved-meanwhile.ts'

type BearingBatch = {
  readonly batchId: bigint
  readonly batchNo: string
  readonly providerId: number
  readonly platformId: number
  readonly startedAt: Date
  /** Started as of a past moment, by what stood when its debits were found (ADR 27). */
  readonly adopted: boolean
}

type BearingRow = {
  readonly rowId: bigint
  readonly idHash: string
  readonly amountFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

const NOTHING_PAID: VatPerson = { platformPaidFen: 0n, ownPaidFen: 0n, ownWithheldFen: 0n }

/** So many people's months are read together. */
const PEOPLE_AT_ONCE = 2_000

/** Of every batch that was started since and whose terms say that the person bears it; that no other withholds any is I14. */
export async function vatIsReckoned(
  { vatTables }: Pick<Services, 'vatTables'>,
  tx: Tx,
  since: Date,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const batch of await bearingBatches(tx, since)) {
    const companies = await companiesThen(tx, batch)
    const people = [...Map.groupBy(await rowsOf(tx, batch), ({ idHash }) => idHash)]
    for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
      const some = new Map(people.slice(at, at + PEOPLE_AT_ONCE))
      findings.push(...(await differing(tx, vatTables, batch, companies, some)))
      if (findings.length >= MAX_REPORTED) return findings.slice(0, MAX_REPORTED)
    }
  }
  return findings
}

async function bearingBatches(tx: Tx, since: Date): Promise<BearingBatch[]> {
  const { rows } = await sql<BearingBatch>`
    select b.batch_id as "batchId", b.batch_no as "batchNo", b.provider_id as "providerId", b.platform_id as "platformId", b.started_at as "startedAt",
      exists (select from payout_approvals a where a.batch_id = b.batch_id and a.step = 'start' and a.account_id is null) as adopted
    from payout_batches b where b.status = 'transferring' and b.vat_bearer = 'person' and b.started_at >= ${since} order by b.batch_id`.execute(
    tx,
  )
  return rows
}

async function rowsOf(tx: Tx, { batchId }: BearingBatch): Promise<BearingRow[]> {
  const { rows } = await sql<BearingRow>`
    select r.row_id as "rowId", r.id_hash as "idHash", r.amount_fen as "amountFen", r.tax_fen as "taxFen", r.vat_fen as "vatFen"
    from payout_lines r join transfers t using (row_id) where r.batch_id = ${batchId} and t.state <> 'refused' order by r.row_number`.execute(
    tx,
  )
  return rows
}

type Companies = {
  readonly ids: readonly number[]
  /** One joined or left the platform at about the moment of the start. */
  readonly unsure: boolean
}

/**
 * The companies of the batch's platform at its start: as the first change since then tells of each that they were, and as they are
 * where there was none. Of a batch that was adopted it is not known when it looked.
 */
async function companiesThen(tx: Tx, { platformId, startedAt, adopted }: BearingBatch): Promise<Companies> {
  const first = new Date(startedAt.getTime() - SETTLED_MS)
  const last = new Date(startedAt.getTime() + SETTLED_MS)
  const { rows } = await sql<{ id: number; then: boolean; moved: boolean }>`
    select p.provider_id as id, coalesce(changed.was, p.provider_id in (select l.provider_id from provider_platforms l where l.platform_id = ${platformId})) as then,
      coalesce(changed.at >= ${first} and (${adopted} or changed.at <= ${last}), false) as moved
    from providers p left join lateral (
      select e.at, e.before->'platformIds' @> ${String(platformId)}::jsonb as was from audit_entries e
      where e.action = 'update-provider' and e.object_kind = 'provider' and e.object_id = p.provider_id::text and e.at >= ${first}
        and e.result = 'done' and e.before ? 'platformIds'
        and e.before->'platformIds' @> ${String(platformId)}::jsonb <> e.after->'platformIds' @> ${String(platformId)}::jsonb
      order by e.at, e.entry_id limit 1) changed on true`.execute(tx)
  return {
    ids: rows.filter(({ then }) => then).map(({ id }) => id),
    unsure: rows.some(({ moved }) => moved),
  }
}

async function differing(
  tx: Tx,
  tables: Services['vatTables'],
  batch: BearingBatch,
  companies: Companies,
  people: ReadonlyMap<string, readonly BearingRow[]>,
): Promise<Finding[]> {
  const before = await paidBefore(tx, batch, companies, [...people.keys()])
  const month = shanghaiMonth(batch.startedAt)
  const wrong = [...people].flatMap(([idHash, rows]) => {
    const due = withholdVat(before.get(idHash) ?? NOTHING_PAID, rows, month, tables)
    const at = rows.findIndex(({ vatFen }, index) => vatFen !== due[index]?.vatFen)
    const row = rows[at]
    return row === undefined ? [] : [{ idHash, row, dueFen: due[at]?.vatFen ?? 0n }]
  })
  if (wrong.length === 0 || companies.unsure) return []
  const hashes = wrong.map(({ idHash }) => idHash)
  const providerIds = [...new Set([batch.providerId, ...companies.ids])]
  const unsure = new Set([
    ...(await movedMeanwhile(tx, batch, providerIds, hashes)),
    ...(await startedMeanwhile(tx, batch, companies, hashes)),
  ])
  return wrong
    .filter(({ idHash }) => !unsure.has(idHash))
    .map(({ row, dueFen }) => ({
      invariant: 'I13',
      what: `batch ${batch.batchNo}: row ${row.rowId} withholds ${row.vatFen} fen of VAT, by what stood at the start it is ${dueFen}`,
    }))
}

/** Of this payment month, by what had been started before and had not failed or come back by then. */
async function paidBefore(
  tx: Tx,
  { batchId, providerId, startedAt }: BearingBatch,
  { ids }: Companies,
  idHashes: readonly string[],
): Promise<ReadonlyMap<string, VatPerson>> {
  const { rows } = await sql<VatPerson & { idHash: string }>`
    select r.id_hash as "idHash", coalesce(sum(r.amount_fen) filter (where r.provider_id = any(${[...ids]}::int[])), 0)::bigint as "platformPaidFen",
      coalesce(sum(r.amount_fen) filter (where r.provider_id = ${providerId}), 0)::bigint as "ownPaidFen",
      coalesce(sum(r.vat_fen) filter (where r.provider_id = ${providerId}), 0)::bigint as "ownWithheldFen"
    from batch_starts mine
      join payout_lines r on r.id_hash = any(${[...idHashes]}::uuid[]) and r.provider_id = any(${[providerId, ...ids]}::int[])
      join payout_batches b on b.batch_id = r.batch_id and b.payment_month = ${shanghaiMonth(startedAt)}
      join batch_starts theirs on theirs.batch_id = r.batch_id and theirs.start_order < mine.start_order
      join transfers t on t.row_id = r.row_id and t.state <> 'refused'
      left join lateral (select e.to_state as state from transfer_steps e
        where (t.state <> 'succeeded' or not t.answered) and e.row_id = t.row_id and e.at <= ${startedAt} order by e.event_id desc limit 1) stood on true
    where mine.batch_id = ${batchId} and coalesce(stood.state, 'reserved') not in ('failed', 'returned')
    group by 1`.execute(tx)
  return new Map(rows.map(({ idHash, ...person }) => [idHash, person]))
}

/** Only companies whose people bear it wait for one another (ADR 119): of any other that started at about the same moment either is right. */
async function startedMeanwhile(
  tx: Tx,
  { batchId, providerId, startedAt, adopted }: BearingBatch,
  { ids }: Companies,
  idHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const first = new Date(startedAt.getTime() - SETTLED_MS)
  const last = new Date(startedAt.getTime() + SETTLED_MS)
  const { rows } = await sql<{ hash: string }>`
    select distinct r.id_hash as hash from payout_lines r join payout_batches b using (batch_id)
    where r.id_hash = any(${[...idHashes]}::uuid[]) and r.provider_id = any(${[...ids]}::int[]) and r.provider_id <> ${providerId}
      and r.batch_id <> ${batchId} and b.status = 'transferring' and b.started_at >= ${first} and (${adopted} or b.started_at <= ${last})`.execute(
    tx,
  )
  return new Set(rows.map(({ hash }) => hash))
}
