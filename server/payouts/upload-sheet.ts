// Takes in a payout sheet: reads it, validates every row, and stores all of it or nothing (D13–D16).

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { birthDay } from '@paywages/domain/identity/id-card.ts'
import { lastAllowedDay } from '@paywages/domain/limits/age-limit.ts'
import { feeRoundedHalfUp } from '@paywages/domain/money/rate.ts'
import type { RowVerdict, WholeSheet } from '@paywages/domain/payouts/sheet.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { bankOfCard } from '../adapters/bank-names/bank-of-card.ts'
import { nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { FileRecord } from '../files/store.ts'
import { findProvider, type ProviderRecord } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { insertApproval } from './approval-store.ts'
import { findLiveDuplicate, insertBatch, lockContent, nextBatchId } from './batch-store.ts'
import { factsAbout } from './facts-store.ts'
import { mapInSlices } from './in-slices.ts'
import { markSheet } from './mark-sheet.ts'
import { provisionalTax } from './provisional-tax.ts'
import { readEntries, type SealedEntry } from './read-entries.ts'
import { refreshVat } from './refresh-vat.ts'
import type { RowSealer } from './row-sealer.ts'
import { insertRows, type NewRow } from './row-store.ts'
import { rowIdOf } from './seal-columns.ts'
import type { SealedBatch } from './seal-row.ts'
import { type ProgressReporter, reportProgress } from './upload-progress.ts'

export type SheetFile = Pick<FileRecord, 'name' | 'size' | 'sha256'>

export type SheetUpload = {
  readonly file: SheetFile
  /** Its rows, read while they are validated. */
  readonly rows: AsyncIterable<readonly RawRow[]>
  readonly confirmDuplicate: boolean
  readonly uploadKey: string | undefined
  readonly signal: AbortSignal
  /** Rows that pay failed ones again, in the same order, and what is asked once more before they are stored (D40). */
  readonly copies?: { readonly of: readonly bigint[]; recheck(tx: Tx): Promise<void> }
}

export async function uploadSheet(
  services: Services,
  by: Actor,
  sealer: RowSealer,
  upload: SheetUpload,
): Promise<UploadResult> {
  const { providerId } = by.person
  const provider = await services.database.read((tx) => findProvider(tx, providerId))
  if (!provider) throw new Refused('not-found')
  await services.database.read((tx) => refuseDuplicate(tx, providerId, upload))
  const progress = reportProgress(services, by.person.accountId, upload.uploadKey)
  try {
    const today = shanghaiDay(by.at)
    const batch = await newBatch(services)
    const sealing = (rows: readonly RawRow[]) => sealer.seal(batch, rows)
    const { entries, sheet } = await readEntries(upload.rows, sealing, today, (done, bad) =>
      progress.report({ stage: 'reading', done, total: 0, bad }),
    )
    const verdicts = await validate(services, provider, { entries, sheet }, today, progress)
    upload.signal.throwIfAborted()
    const bad = verdicts.filter(({ reasons }) => reasons.length > 0).length
    if (bad > 0) return await rejectSheet(services, by, provider, upload.file, entries, verdicts)
    await progress.report({ stage: 'storing', done: entries.length, total: entries.length, bad: 0 })
    return await storeBatch(services, by, provider, upload, batch, entries, verdicts)
  } finally {
    await progress.close()
  }
}

/** A sheet that is rejected leaves a gap in the ids, and nothing else. */
async function newBatch({ database, cipher }: Services): Promise<SealedBatch> {
  const batchId = await database.transact(nextBatchId)
  return { batchId, ...cipher.dataKeys.newKey(batchId) }
}

async function refuseDuplicate(tx: Tx, providerId: number, upload: SheetUpload): Promise<void> {
  if (upload.confirmDuplicate) return
  const batchNo = await findLiveDuplicate(tx, providerId, upload.file.sha256)
  if (batchNo !== undefined) throw new Refused('duplicate-sheet', { batchNo })
}

async function validate(
  services: Services,
  provider: ProviderRecord,
  { entries, sheet }: { entries: readonly SealedEntry[]; sheet: WholeSheet },
  today: Day,
  progress: ProgressReporter,
): Promise<RowVerdict[]> {
  await progress.report({ stage: 'judging', done: 0, total: entries.length, bad: 0 })
  const payments = entries
    .filter(({ alone }) => !alone.includes('id-wrong') && !alone.includes('id-damaged'))
    .map(({ row, personKey, amountFen = 0n }) => ({ idHash: personKey, amountFen, month: row.month }))
  const facts = await services.database.transact(
    (tx) => factsAbout(tx, provider.providerId, payments, today.slice(0, 7)),
    'long',
  )
  const terms = { limitFen: provider.monthlyLimitFen, unsignedBlocks: provider.unsignedBlocks, bankOfCard }
  const factsOf = (key: string) => facts.get(key)
  return mapInSlices(entries, (entry) => sheet.validate(entry, factsOf, terms))
}

/** Nothing payable is stored; the attempt stays in the audit log, and the sheet goes back with its reasons. */
async function rejectSheet(
  services: Services,
  by: Actor,
  provider: ProviderRecord,
  file: SheetFile,
  entries: readonly SealedEntry[],
  verdicts: readonly RowVerdict[],
): Promise<UploadResult> {
  const marked = await markSheet(services, by, file.name, entries, verdicts, provider.monthlyLimitFen)
  const badCount = marked.failedRows.length
  await services.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'upload-sheet',
      object: { kind: 'file', id: file.sha256, name: file.name },
      result: 'refused',
      reason: 'bad-rows',
      after: { rows: entries.length, bad: badCount },
    }),
  )
  return {
    batchId: null,
    batchNo: null,
    goodCount: entries.length - badCount,
    badCount,
    failedRows: marked.failedRows.slice(0, MAX_REPORTED),
    markedFileId: marked.fileId,
  }
}

/** The dialog pages through these; all of them stand in the marked sheet. */
const MAX_REPORTED = 10_000

async function storeBatch(
  services: Services,
  by: Actor,
  provider: ProviderRecord,
  upload: SheetUpload,
  batch: SealedBatch,
  entries: readonly SealedEntry[],
  verdicts: readonly RowVerdict[],
): Promise<UploadResult> {
  const { batchId } = batch
  const { file } = upload
  const { taxTables } = services
  const { providerId, serviceRate, withholdsTax, taxMethod, gapRule, vatBearer } = provider
  const day = shanghaiDay(by.at)
  // Taken beforehand: the day's counter must not be held while a hundred thousand rows are written.
  const batchNo = await services.database.transact((tx) => nextDailyNumber(tx, 'payout-batch', day))
  return services.database.transact(async (tx) => {
    await lockContent(tx, providerId, file.sha256)
    await refuseDuplicate(tx, providerId, upload)
    await upload.copies?.recheck(tx)
    const rows = await newRows(entries, verdicts, serviceRate, upload.copies?.of)
    const taxes = withholdsTax
      ? await provisionalTax(tx, { providerId, taxMethod, gapRule, taxTables, day }, rows)
      : []
    const taxed = withholdsTax
      ? rows.map((row, index) => ({ ...row, taxFen: taxes[index]?.withheldFen ?? 0n }))
      : rows
    const numbers = taxed.map(({ rowNumber }) => rowNumber)
    await insertBatch(tx, {
      ...batch,
      firstRowId: rowIdOf(batchId, numbers[0] ?? 1),
      lastRowId: rowIdOf(batchId, numbers.at(-1) ?? 1),
      batchNo,
      providerId,
      platformId: by.person.platformId,
      uploaderId: by.person.accountId,
      uploadedAt: by.at,
      fileName: file.name,
      fileSize: Number(file.size),
      sha256: file.sha256,
      serviceRate,
      withholdsTax,
      taxMethod,
      gapRule,
      vatBearer,
      ...totalsOf(taxed),
      ageGoodUntil: lastGoodDay(entries),
    })
    await insertRows(tx, batchId, providerId, taxed)
    await refreshVat(tx, services, { batchId, vatBearer }, by.at)
    await insertApproval(tx, batchId, {
      step: 'upload',
      accountId: by.person.accountId,
      passed: true,
      reason: '',
      at: by.at,
      contentHash: null,
      keyId: null,
    })
    const object = { kind: 'payout-batch', id: batchId, name: `${batchNo} ${file.name}` }
    await recordEntry(tx, by, {
      action: 'upload-sheet',
      object,
      after: { rows: rows.length, sha256: file.sha256 },
    })
    // Whoever left while the rows were being written does not know of this batch, and will upload again.
    upload.signal.throwIfAborted()
    return { batchId, batchNo, goodCount: rows.length, badCount: 0, failedRows: [], markedFileId: null }
  }, 'long')
}

/** Until then nobody in the sheet has grown too old; the start looks at ages only afterwards (D19). */
function lastGoodDay(entries: readonly SealedEntry[]): Day {
  let eldest = '9999-12-31'
  for (const { row } of entries) {
    const birth = birthDay(row.idCardNo)
    if (birth !== undefined && birth < eldest) eldest = birth
  }
  return eldest === '9999-12-31' ? eldest : lastAllowedDay(eldest)
}

function totalsOf(rows: readonly NewRow[]) {
  const people = new Set<string>()
  const unsigned = new Set<string>()
  const warningCounts: Record<string, number> = {}
  const totals = { rowCount: rows.length, grossFen: 0n, feeFen: 0n, taxFen: 0n, warnedCount: 0 }
  for (const row of rows) {
    totals.grossFen += row.amountFen
    totals.feeFen += row.feeFen
    totals.taxFen += row.taxFen
    if (row.warnings.length > 0) totals.warnedCount += 1
    people.add(row.idHash)
    for (const { kind } of row.warnings) {
      warningCounts[kind] = (warningCounts[kind] ?? 0) + 1
      if (kind === 'unsigned') unsigned.add(row.idHash)
    }
  }
  return { ...totals, warningCounts, peopleCount: people.size, unsignedCount: unsigned.size }
}

function newRows(
  entries: readonly SealedEntry[],
  verdicts: readonly RowVerdict[],
  serviceRate: number,
  copiesOf: readonly bigint[] = [],
): Promise<NewRow[]> {
  return mapInSlices(entries, ({ row, amountFen = 0n, idHash, phoneHash, cardHash, seal }, index) => {
    const { rowNumber, name, bank, month, remark } = row
    const feeFen = feeRoundedHalfUp(amountFen, serviceRate)
    return {
      rowNumber,
      name,
      bank,
      month,
      remark,
      idHash,
      phoneHash,
      cardHash,
      seal,
      amountFen,
      feeFen,
      taxFen: 0n,
      warnings: verdicts[index]?.warnings ?? [],
      copyOf: copiesOf[index] ?? null,
    }
  })
}
