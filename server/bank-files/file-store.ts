// Bank files, their rows and the batches they are made of, in the database (ADR 81).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { FileState } from '@paywages/domain/bank-files/file-life.ts'
import type { FileGroup } from '@paywages/domain/bank-files/split-files.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import { LINES_STANDING, WAITING_LINES } from './line-store.ts'

export const BANK_FILE_RECORDS: OwnedRecords = { table: 'bank_files', id: 'bank_file_id' }

export type AccountAtStart = {
  readonly holderName: string
  readonly bankName: string
  readonly sealedAccount: string
  readonly accountTail: string
}

export type FileBatch = {
  readonly batchId: bigint
  readonly providerId: number
  readonly payingAccountId: number
  /** As it was when the batch was started. */
  readonly account: AccountAtStart
  readonly formatKey: string
  readonly formatVersion: number
  readonly startedAt: Date
  readonly madeAt: Date | null
}

export async function insertFileBatch(tx: Tx, batch: Omit<FileBatch, 'madeAt'>): Promise<void> {
  await tx
    .insertInto('bank_file_batches')
    .values({
      batch_id: batch.batchId,
      provider_id: batch.providerId,
      paying_account_id: batch.payingAccountId,
      holder_name: batch.account.holderName,
      bank_name: batch.account.bankName,
      sealed_account: batch.account.sealedAccount,
      account_tail: batch.account.accountTail,
      format_key: batch.formatKey,
      format_version: batch.formatVersion,
      started_at: batch.startedAt,
    })
    .execute()
}

const BATCH = sql`b.batch_id as "batchId", b.provider_id as "providerId", b.paying_account_id as "payingAccountId", b.format_key as "formatKey",
  b.format_version as "formatVersion", b.started_at as "startedAt", b.made_at as "madeAt",
  jsonb_build_object('holderName', coalesce(b.holder_name, a.holder_name), 'bankName', coalesce(b.bank_name, a.bank_name),
    'sealedAccount', coalesce(b.sealed_account, a.sealed_account), 'accountTail', coalesce(b.account_tail, a.account_tail)) as account`
const BATCHES = sql`bank_file_batches b join paying_accounts a on a.paying_account_id = b.paying_account_id`

/** Whose files are still to be made, the oldest first; a paused one waits. */
export async function batchesToMake(tx: Tx): Promise<FileBatch[]> {
  const { rows } = await sql<FileBatch>`
    select ${BATCH} from ${BATCHES} join batch_channels c on c.batch_id = b.batch_id
    where b.made_at is null and not c.paused order by b.started_at, b.batch_id limit 50`.execute(tx)
  return rows
}

/** The batch whose file it is. */
export async function fileBatchOf(tx: Tx, bankFileId: number): Promise<FileBatch | undefined> {
  const { rows } = await sql<FileBatch>`
    select ${BATCH} from ${BATCHES} join bank_files f on f.batch_id = b.batch_id where f.bank_file_id = ${bankFileId}`.execute(
    tx,
  )
  return rows[0]
}

export async function findFileBatch(tx: Tx, batchId: number, lock?: 'lock'): Promise<FileBatch | undefined> {
  const { rows } = await sql<FileBatch>`
    select ${BATCH} from ${BATCHES} where b.batch_id = ${BigInt(batchId)} ${lock ? sql`for update of b` : sql``}`.execute(
    tx,
  )
  return rows[0]
}

export async function markMade(tx: Tx, batchId: bigint, at: Date): Promise<void> {
  await tx.updateTable('bank_file_batches').set({ made_at: at }).where('batch_id', '=', batchId).execute()
}

export type NewBankFile = {
  readonly batchId: bigint
  readonly providerId: number
  readonly group: FileGroup
  readonly part: number
  readonly name: string
  readonly messageId: string
  readonly storeFileId: string
  readonly sha256: string
  readonly sumFen: Fen
  readonly rowCount: number
  readonly at: Date
}

export async function insertBankFile(tx: Tx, file: NewBankFile): Promise<number> {
  const { id } = await tx
    .insertInto('bank_files')
    .values({
      batch_id: file.batchId,
      provider_id: file.providerId,
      file_group: file.group,
      part: file.part,
      name: file.name,
      message_id: file.messageId,
      store_file_id: file.storeFileId,
      sha256: file.sha256,
      row_count: file.rowCount,
      sum_fen: file.sumFen,
      made_at: file.at,
    })
    .returning('bank_file_id as id')
    .executeTakeFirstOrThrow()
  return id
}

export type BankFile = {
  readonly bankFileId: number
  readonly batchId: bigint
  readonly providerId: number
  readonly group: FileGroup
  readonly part: number
  readonly name: string
  readonly messageId: string
  readonly storeFileId: string
  readonly sha256: string
  readonly rowCount: number
  readonly sumFen: Fen
  readonly state: FileState
  readonly madeAt: Date
  readonly downloadCount: number
  readonly downloadedAt: Date | null
  readonly downloaderName: string | null
  readonly submittedBy: number | null
  readonly submittedAt: Date | null
  readonly submitterName: string | null
  readonly bankBatchNo: string
  readonly withdrawalAskedBy: number | null
  readonly withdrawalReason: string
  readonly askerName: string | null
  readonly withdrawnAt: Date | null
  readonly withdrawerName: string | null
  readonly settledAt: Date | null
  /** Of the result that waits; null where none does. */
  readonly importedBy: number | null
  readonly lineCount: number
  readonly undecidedCount: number
  readonly assigners: readonly number[]
}

const FILE = sql`
  select f.bank_file_id as "bankFileId", f.batch_id as "batchId", f.provider_id as "providerId", f.file_group as "group", f.part, f.name,
    f.message_id as "messageId", f.store_file_id as "storeFileId", f.sha256, f.row_count as "rowCount", f.sum_fen as "sumFen", f.state,
    f.made_at as "madeAt", f.download_count as "downloadCount", f.downloaded_at as "downloadedAt", d.real_name as "downloaderName",
    f.submitted_by as "submittedBy", f.submitted_at as "submittedAt", s.real_name as "submitterName", f.bank_batch_no as "bankBatchNo",
    f.withdrawal_asked_by as "withdrawalAskedBy", f.withdrawal_reason as "withdrawalReason", a.real_name as "askerName",
    f.withdrawn_at as "withdrawnAt", w.real_name as "withdrawerName", f.settled_at as "settledAt",
    (select r.imported_by from bank_file_results r where r.bank_file_id = f.bank_file_id and r.state = 'waiting') as "importedBy",
    ${LINES_STANDING}
  from bank_files f left join account_names d on d.account_id = f.downloaded_by left join account_names s on s.account_id = f.submitted_by
    left join account_names a on a.account_id = f.withdrawal_asked_by left join account_names w on w.account_id = f.withdrawn_by
    ${WAITING_LINES}`

export async function filesOfBatch(tx: Tx, scope: Scope, batchId: number): Promise<BankFile[]> {
  const { rows } = await sql<BankFile>`
    ${FILE} where f.batch_id = ${BigInt(batchId)} and ${inScope(scope, 'f.provider_id')}
    order by case f.file_group when 'own' then 0 else 1 end, f.part`.execute(tx)
  return rows
}

export async function findBankFile(tx: Tx, scope: Scope, bankFileId: number): Promise<BankFile | undefined> {
  const { rows } = await sql<BankFile>`
    ${FILE} where f.bank_file_id = ${bankFileId} and ${inScope(scope, 'f.provider_id')}`.execute(tx)
  return rows[0]
}

/** Of these files of the store, those that the database knows were downloaded. */
export async function downloadedAmong(tx: Tx, storeFileIds: readonly string[]): Promise<Set<string>> {
  if (storeFileIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select store_file_id as id from bank_files where store_file_id::text = any(${[...storeFileIds]}::text[]) and download_count > 0`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Held first: before it, nothing of its transfers is. */
export async function lockBankFile(tx: Tx, scope: Scope, bankFileId: number): Promise<BankFile | undefined> {
  await sql`select 1 from bank_files where bank_file_id = ${bankFileId} for update`.execute(tx)
  return findBankFile(tx, scope, bankFileId)
}

export type FileChange = {
  readonly state?: FileState
  readonly downloadedBy?: number
  readonly submittedBy?: number
  readonly bankBatchNo?: string
  readonly withdrawal?: { readonly by: number; readonly reason: string } | null
  readonly withdrawnBy?: number
  readonly at: Date
}

/** Writes a step on a file that is held. */
export async function changeBankFile(tx: Tx, bankFileId: number, change: FileChange): Promise<void> {
  const { state, downloadedBy, submittedBy, bankBatchNo, withdrawal, withdrawnBy, at } = change
  await tx
    .updateTable('bank_files')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(state === 'settled' ? { settled_at: at } : {}),
      ...(downloadedBy === undefined
        ? {}
        : { downloaded_by: downloadedBy, downloaded_at: at, download_count: sql`download_count + 1` }),
      ...(submittedBy === undefined ? {} : { submitted_by: submittedBy, submitted_at: at }),
      ...(bankBatchNo === undefined ? {} : { bank_batch_no: bankBatchNo }),
      ...(withdrawal === undefined
        ? {}
        : {
            withdrawal_asked_by: withdrawal?.by ?? null,
            withdrawal_asked_at: withdrawal === null ? null : at,
            withdrawal_reason: withdrawal?.reason ?? '',
          }),
      ...(withdrawnBy === undefined ? {} : { withdrawn_by: withdrawnBy, withdrawn_at: at }),
    })
    .where('bank_file_id', '=', bankFileId)
    .execute()
}

/** The rows of a withdrawn file may stand in another. */
export async function endRows(tx: Tx, bankFileId: number): Promise<void> {
  await tx.updateTable('bank_file_rows').set({ live: false }).where('bank_file_id', '=', bankFileId).execute()
}

export type StoredRow = {
  readonly position: number
  readonly rowId: bigint
  readonly reference: string
  readonly netFen: Fen
  readonly name: string
  readonly sealed: string
}

/** As they stand in the file, with whom they pay. */
export async function rowsOfFile(tx: Tx, bankFileId: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select r.position, r.row_id as "rowId", t.reference, r.net_fen as "netFen", l.name, l.sealed
    from bank_file_rows r join row_transfers t on t.row_id = r.row_id join payout_lines l on l.row_id = r.row_id
    where r.bank_file_id = ${bankFileId} order by r.position`.execute(tx)
  return rows
}

/** How many of its transfers have no end yet. */
export async function openRows(tx: Tx, bankFileId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_file_rows r join row_transfers t on t.row_id = r.row_id
    where r.bank_file_id = ${bankFileId} and t.state in ('reserved', 'sending', 'in-doubt', 'manual')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Files at the bank, or just confirmed, of which nothing may be open any more. */
export async function filesToSettle(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.bank_file_id as id from bank_files f where f.state = 'submitted' and not exists (
      select from bank_file_rows r join row_transfers t on t.row_id = r.row_id
      where r.bank_file_id = f.bank_file_id and t.state in ('reserved', 'sending', 'in-doubt', 'manual'))
    order by 1 limit 100`.execute(tx)
  return rows.map(({ id }) => id)
}

export type PayableRow = {
  readonly rowNumber: number
  readonly name: string
  readonly bank: string
  readonly sealed: string
  readonly batchNo: string
  readonly mark: string
  readonly amountFen: Fen
}

/** What a batch would pay, before its start has made transfers of it. */
export async function payableRows(tx: Tx, batchId: number): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select l.row_number as "rowNumber", l.name, l.bank, l.sealed, b.batch_no as "batchNo", coalesce(b.reference_mark, '') as mark,
      l.amount_fen as "amountFen"
    from payout_lines l join batch_references b on b.batch_id = l.batch_id
    where l.batch_id = ${BigInt(batchId)} and not l.cancelled order by l.row_number`.execute(tx)
  return rows
}
