// Results of bank files in the database: what was read, who confirmed it, and how far it went into the books (ADR 82).

import type { LinesToAssign, RowResult } from '@paywages/domain/bank-files/match-results.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { insertLines } from './line-store.ts'

export type NewResult = {
  readonly bankFileId: number
  readonly storeFileId: string
  readonly name: string
  readonly sha256: string
  readonly kind: string
  readonly byReference: number
  readonly ambiguous: number
  readonly indefinite: number
  readonly toAssign: readonly LinesToAssign[]
  readonly importedBy: number
  readonly at: Date
  readonly rows: readonly RowResult[]
}

export async function insertResult(tx: Tx, result: NewResult): Promise<number> {
  const { id } = await tx
    .insertInto('bank_file_results')
    .values({
      bank_file_id: result.bankFileId,
      store_file_id: result.storeFileId,
      name: result.name,
      sha256: result.sha256,
      kind: result.kind,
      by_reference: result.byReference,
      ambiguous: result.ambiguous,
      indefinite: result.indefinite,
      imported_by: result.importedBy,
      imported_at: result.at,
    })
    .returning('result_id as id')
    .executeTakeFirstOrThrow()
  const { rows } = result
  await sql`
    insert into bank_file_result_rows (result_id, position, status, reason, serial, day)
    select ${id}, w.* from unnest(${rows.map((r) => r.position)}::int[], ${rows.map((r) => r.status)}::text[],
      ${rows.map((r) => r.reason)}::text[], ${rows.map((r) => r.serial)}::text[], ${rows.map((r) => r.day ?? null)}::date[]) w`.execute(
    tx,
  )
  await insertLines(tx, id, result.toAssign)
  return id
}

export async function knownResult(tx: Tx, bankFileId: number, sha256: string): Promise<boolean> {
  const found = await tx
    .selectFrom('bank_file_results')
    .where('bank_file_id', '=', bankFileId)
    .where('sha256', '=', sha256)
    .where('state', '<>', 'refused')
    // The same statement brings more once a person has linked more of its lines.
    .where('kind', '<>', 'statement')
    .select('result_id')
    .executeTakeFirst()
  return found !== undefined
}

/** A sheet that was brought for another file of the provider. */
export async function knownElsewhere(
  tx: Tx,
  { providerId, bankFileId }: { readonly providerId: number; readonly bankFileId: number },
  sha256: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('bank_file_results as r')
    .innerJoin('bank_files as f', 'f.bank_file_id', 'r.bank_file_id')
    .where('f.provider_id', '=', providerId)
    .where('r.bank_file_id', '<>', bankFileId)
    .where('r.sha256', '=', sha256)
    .where('r.kind', '=', 'sheet')
    .where('r.state', '<>', 'refused')
    .select('r.result_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether another file of the provider was told to stand at the bank under one of these numbers, and this one was not. */
export async function batchesElsewhere(
  tx: Tx,
  {
    providerId,
    bankFileId,
    bankBatchNo,
  }: { readonly providerId: number; readonly bankFileId: number; readonly bankBatchNo: string },
  told: readonly string[],
): Promise<boolean> {
  if (told.length === 0 || told.includes(bankBatchNo)) return false
  const found = await tx
    .selectFrom('bank_files')
    .where('provider_id', '=', providerId)
    .where('bank_file_id', '<>', bankFileId)
    .where('bank_batch_no', 'in', [...told])
    .select('bank_file_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Serials of a bank, without the zeros that fill them; shorter ones may count the lines of a file. */
const IS_SERIAL = /^0*[^0].{7,}$/

/** Payments that were brought for another file of the provider, by the bank's own serials and their amounts: a sheet that was saved anew. */
export async function serialsElsewhere(
  tx: Tx,
  { providerId, bankFileId }: { readonly providerId: number; readonly bankFileId: number },
  results: readonly RowResult[],
): Promise<boolean> {
  const told = results.filter(({ serial }) => IS_SERIAL.test(serial))
  if (told.length === 0) return false
  const { rows } = await sql`
    select from unnest(${told.map((one) => one.serial)}::text[], ${told.map((one) => one.position)}::int[]) told(serial, position)
      join bank_file_rows own on own.bank_file_id = ${bankFileId} and own.position = told.position
      join bank_file_result_rows w on w.serial = told.serial join bank_file_results r on r.result_id = w.result_id and r.state <> 'refused'
      join bank_files f on f.bank_file_id = r.bank_file_id and f.provider_id = ${providerId} and f.bank_file_id <> ${bankFileId}
      join bank_file_rows other on other.bank_file_id = f.bank_file_id and other.position = w.position and other.net_fen = own.net_fen
    limit 1`.execute(tx)
  return rows.length > 0
}

export type StoredResult = {
  readonly resultId: number
  readonly bankFileId: number
  readonly name: string
  readonly sha256: string
  readonly kind: 'sheet' | 'pain.002' | 'camt.053' | 'statement'
  readonly state: 'waiting' | 'confirmed' | 'refused'
  readonly byReference: number
  readonly ambiguous: number
  readonly indefinite: number
  /** How often its ambiguous lines were assigned. */
  readonly revision: number
  readonly lineCount: number
  readonly undecidedCount: number
  readonly importerName: string
  readonly importedAt: Date
  readonly deciderName: string | null
  readonly decidedAt: Date | null
  readonly reason: string
  readonly succeededCount: number
  readonly succeededFen: Fen
  readonly rejectedCount: number
  readonly rejectedFen: Fen
  readonly returnedCount: number
  readonly returnedFen: Fen
  /** Between which it says that the money moved; null where it names no day. */
  readonly firstDay: Day | null
  readonly lastDay: Day | null
}

/** Newest first, with what each says; of one that waits with what people assigned. */
export async function resultsOfFiles(tx: Tx, bankFileIds: readonly number[]): Promise<StoredResult[]> {
  const sum = (status: string) => sql`(count(*) filter (where w.status = ${sql.lit(status)}))::int`
  const fen = (status: string) =>
    sql`coalesce(sum(r.net_fen) filter (where w.status = ${sql.lit(status)}), 0)::bigint`
  const { rows } = await sql<StoredResult>`
    select s.result_id as "resultId", s.bank_file_id as "bankFileId", s.name, s.sha256, s.kind, s.state, s.by_reference as "byReference",
      s.ambiguous, s.indefinite, i.real_name as "importerName", s.imported_at as "importedAt", d.real_name as "deciderName",
      s.decided_at as "decidedAt", s.reason, s.revision, n.*, a.*
    from bank_file_results s left join account_names i on i.account_id = s.imported_by left join account_names d on d.account_id = s.decided_by
      cross join lateral (
        select ${sum('succeeded')} as "succeededCount", ${fen('succeeded')} as "succeededFen", ${sum('rejected')} as "rejectedCount",
          ${fen('rejected')} as "rejectedFen", ${sum('returned')} as "returnedCount", ${fen('returned')} as "returnedFen",
          min(w.day)::text as "firstDay", max(w.day)::text as "lastDay"
        from (
            select position, status, day from bank_file_result_rows where result_id = s.result_id
            union all select position, status, day from bank_file_ambiguous_lines
            where result_id = s.result_id and position is not null and s.state = 'waiting') w
          join bank_file_rows r on r.bank_file_id = s.bank_file_id and r.position = w.position) n
      cross join lateral (
        select count(*)::int as "lineCount", (count(*) filter (where assigned_by is null))::int as "undecidedCount"
        from bank_file_ambiguous_lines where result_id = s.result_id) a
    where s.bank_file_id = any(${[...bankFileIds]}::int[]) order by s.result_id desc`.execute(tx)
  return rows
}

export async function decideWaiting(
  tx: Tx,
  resultId: number,
  decision: {
    readonly state: 'confirmed' | 'refused'
    readonly by: number
    readonly at: Date
    readonly reason: string
  },
): Promise<void> {
  await tx
    .updateTable('bank_file_results')
    .set({ state: decision.state, decided_by: decision.by, decided_at: decision.at, reason: decision.reason })
    .where('result_id', '=', resultId)
    .where('state', '=', 'waiting')
    .execute()
}

export type ToApply = { readonly resultId: number; readonly bankFileId: number; readonly appliedTo: number }

/** Confirmed, and not wholly in the books: of each file the newest, by its number, since clocks of two servers differ. */
export async function resultsToApply(tx: Tx): Promise<ToApply[]> {
  const { rows } = await sql<ToApply>`
    select distinct on (f.bank_file_id) r.result_id as "resultId", r.bank_file_id as "bankFileId", r.applied_to as "appliedTo"
    from bank_files f join bank_file_results r on r.bank_file_id = f.bank_file_id and r.state = 'confirmed'
    where f.state = 'confirmed' order by f.bank_file_id, r.result_id desc`.execute(tx)
  return rows
}

export type ResultToApply = {
  readonly position: number
  readonly reference: string
  readonly netFen: Fen
  readonly status: 'succeeded' | 'rejected' | 'returned'
  readonly reason: string
  readonly serial: string
  /** On which the bank says that it paid, where it says so. */
  readonly day: Day | null
}

export async function rowsToApply(
  tx: Tx,
  { resultId, bankFileId, appliedTo }: ToApply,
  limit: number,
): Promise<ResultToApply[]> {
  const { rows } = await sql<ResultToApply>`
    select w.position, t.reference, r.net_fen as "netFen", w.status, w.reason, w.serial, w.day::text as day
    from bank_file_result_rows w join bank_file_rows r on r.bank_file_id = ${bankFileId} and r.position = w.position
      join row_transfers t on t.row_id = r.row_id
    where w.result_id = ${resultId} and w.position > ${appliedTo} order by w.position limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** False where another worker has gone on from there. */
export async function advance(tx: Tx, { resultId, appliedTo }: ToApply, to: number): Promise<boolean> {
  const moved = await tx
    .updateTable('bank_file_results')
    .set({ applied_to: to })
    .where('result_id', '=', resultId)
    .where('applied_to', '=', appliedTo)
    .returning('result_id')
    .executeTakeFirst()
  return moved !== undefined
}
