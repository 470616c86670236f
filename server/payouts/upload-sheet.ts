// Takes in a payout sheet: stores its rows while the next are read and validated, all of them or nothing (D13–D16).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { RowVerdict } from '@paywages/domain/payouts/sheet.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { bankOfCard } from '../adapters/bank-names/bank-of-card.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { findLiveDuplicate, lockContent, nextBatchId } from './batch-store.ts'
import { factsAbout } from './facts-store.ts'
import { markSheet } from './mark-sheet.ts'
import { updateWarnings } from './new-row-store.ts'
import { SheetReading } from './read-entries.ts'
import type { RowSealer } from './row-sealer.ts'
import type { SealedBatch } from './seal-row.ts'
import type { JudgedChunk, SheetUpload, Taking } from './sheet-upload.ts'
import { changedWarnings, storeBatch, storeRows } from './store-sheet.ts'
import { reportProgress } from './upload-progress.ts'

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
    const reading = new SheetReading({
      rows: upload.rows,
      seal: (rows) => sealer.seal(batch, rows),
      factsAbout: (asked) =>
        services.database.query((tx) => factsAbout(tx, providerId, asked, today.slice(0, 7))),
      terms: { limitFen: provider.monthlyLimitFen, unsignedBlocks: provider.unsignedBlocks, bankOfCard },
      today,
    })
    return await takeIn({ services, by, provider, upload, batch, reading, progress })
  } finally {
    await progress.close()
  }
}

async function refuseDuplicate(tx: Tx, providerId: number, upload: SheetUpload): Promise<void> {
  if (upload.confirmDuplicate) return
  const batchNo = await findLiveDuplicate(tx, providerId, upload.file.sha256)
  if (batchNo !== undefined) throw new Refused('duplicate-sheet', { batchNo })
}

/** A sheet that is rejected leaves a gap in the ids, and nothing else. */
async function newBatch({ database, cipher }: Services): Promise<SealedBatch> {
  const batchId = await database.transact(nextBatchId)
  return { batchId, ...cipher.dataKeys.newKey(batchId) }
}

async function takeIn(taking: Taking): Promise<UploadResult> {
  const chunks = judgedChunks(taking)
  try {
    return await takeChunks(taking, chunks)
  } finally {
    // Lets go of the reader, wherever the sheet was left.
    await chunks.return(undefined)
  }
}

async function takeChunks(taking: Taking, chunks: AsyncGenerator<JudgedChunk>): Promise<UploadResult> {
  const { upload, reading, progress } = taking
  const first = await chunks.next()
  // Nothing is begun for a sheet that begins with a bad row.
  if (!first.done && first.value.bad === 0) {
    try {
      return await storeWhileReading(taking, withFirst(first.value, chunks))
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
    }
  }
  // To its end, as a sheet goes back with all that is wrong in it.
  while (!(await chunks.next()).done);
  await progress.report({ stage: 'judging', done: 0, total: reading.entries.length, bad: 0 })
  const verdicts = await reading.verdictsOf(reading.entries)
  upload.signal.throwIfAborted()
  return rejectSheet(taking, verdicts)
}

/** Stops the storing of a sheet: everything is rolled back. */
class BadRow extends Error {
  override readonly name = 'BadRow'
}

async function* judgedChunks({ upload, reading, progress }: Taking): AsyncGenerator<JudgedChunk> {
  let bad = 0
  let done = 0
  for await (const chunk of reading.chunks()) {
    upload.signal.throwIfAborted()
    const verdicts = await reading.verdictsOf(chunk.entries)
    bad += verdicts.filter(({ reasons }) => reasons.length > 0).length
    done += verdicts.length
    await progress.report({ stage: 'reading', done, total: 0, bad })
    yield { ...chunk, verdicts, bad }
  }
}

async function* withFirst(
  first: JudgedChunk,
  rest: AsyncGenerator<JudgedChunk>,
): AsyncGenerator<JudgedChunk> {
  yield first
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    if (next.value.bad > 0) throw new BadRow()
    yield next.value
  }
}

/** Nothing payable is stored; the attempt stays in the audit log, and the sheet goes back with its reasons. */
async function rejectSheet(
  { services, by, provider, upload: { file }, reading: { entries } }: Taking,
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
    rowCount: entries.length,
    peopleCount: new Set(entries.map(({ row }) => row.idCardNo)).size,
    goodCount: entries.length - badCount,
    badCount,
    failedRows: marked.failedRows.slice(0, MAX_REPORTED),
    markedFileId: marked.fileId,
  }
}

/** The dialog pages through these; all of them stand in the marked sheet. */
const MAX_REPORTED = 10_000

async function storeWhileReading(taking: Taking, chunks: AsyncGenerator<JudgedChunk>): Promise<UploadResult> {
  const { services, provider, upload, reading, progress } = taking
  return services.database.transact(async (tx) => {
    await lockContent(tx, provider.providerId, upload.file.sha256)
    await refuseDuplicate(tx, provider.providerId, upload)
    const stored = await storeRows(tx, taking, chunks)
    const verdicts = await reading.verdictsOf(reading.entries)
    if (verdicts.some(({ reasons }) => reasons.length > 0)) throw new BadRow()
    // Not before: it holds the batch of the failed rows, and settlements wait for that.
    await upload.copies?.recheck(tx)
    const done = stored.length
    await progress.report({ stage: 'storing', done, total: done, bad: 0 })
    await updateWarnings(tx, taking.batch.batchId, changedWarnings(stored, verdicts))
    const result = await storeBatch(tx, taking, stored, verdicts)
    // Whoever left while the rows were being written does not know of this batch, and will upload again.
    upload.signal.throwIfAborted()
    return result
  }, 'long')
}
