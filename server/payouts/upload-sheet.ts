// Takes in a payout sheet: stores its rows while the next are read and validated, all of them or nothing (D13–D16).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { totalsThatDiffer } from '@paywages/wire/payouts/sheet-notes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { findLiveDuplicate, lockContent, nextBatchId } from './batch-store.ts'
import type { AskedPayments } from './facts-on-record.ts'
import { factsAbout } from './facts-store.ts'
import type { JudgedPiece, OpenJudge } from './judged-sheet.ts'
import { markSheet } from './mark-sheet.ts'
import { insertNets } from './net-store.ts'
import { markConsecutiveIds, markShared } from './new-row-store.ts'
import { judgedPieces, markedChunks } from './read-entries.ts'
import type { SealedBatch } from './seal-row.ts'
import type { SheetUpload, Taking } from './sheet-upload.ts'
import { notedReading, storeBatch, storeRows } from './store-sheet.ts'
import { reportProgress } from './upload-progress.ts'

export async function uploadSheet(
  services: Services,
  by: Actor,
  openJudge: OpenJudge,
  upload: SheetUpload,
): Promise<UploadResult> {
  const { providerId } = by.person
  const provider = await services.database.read((tx) => findProvider(tx, providerId))
  if (!provider) throw new Refused('not-found')
  await services.database.read((tx) => refuseDuplicate(tx, providerId, upload))
  const progress = reportProgress(services, by.person.accountId, upload.uploadKey)
  try {
    const today = shanghaiDay(by.at)
    const thisMonth = today.slice(0, 7)
    const batch = await newBatch(services)
    const judge = openJudge({
      batch,
      providerId,
      serviceRate: provider.serviceRate,
      limitFen: provider.monthlyLimitFen,
      unsignedBlocks: provider.unsignedBlocks,
      withholdsTax: provider.withholdsTax,
      today,
      vatThresholdFen: vatRulesOf(thisMonth, services.vatTables)?.threshold.thresholdFen,
      copiesOf: upload.copies?.of ?? [],
    })
    const sources = {
      rows: upload.rows,
      judge,
      factsAbout: (asked: AskedPayments) =>
        services.database.query((tx) => factsAbout(tx, providerId, asked, thisMonth)),
    }
    try {
      return await takeIn({ services, by, provider, upload, batch, sources, progress })
    } finally {
      await judge.close()
    }
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
  const pieces = countedPieces(taking)
  try {
    return await takePieces(taking, pieces)
  } finally {
    // Lets go of the reader, wherever the sheet was left.
    await pieces.return(undefined)
  }
}

async function takePieces(taking: Taking, pieces: AsyncGenerator<CountedPiece>): Promise<UploadResult> {
  const { upload, progress } = taking
  const first = await pieces.next()
  // Nothing is begun for a sheet that begins with a bad row.
  if (!first.done && first.value.bad === 0) {
    try {
      return await storeWhileReading(taking, withFirst(first.value, pieces))
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
    }
  }
  // To its end, as a sheet goes back with all that is wrong in it.
  let rows = first.done ? 0 : first.value.done
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) rows = next.value.done
  await progress.report({ stage: 'judging', done: 0, total: rows, bad: 0 })
  upload.signal.throwIfAborted()
  return rejectSheet(taking)
}

/** Stops the storing of a sheet: everything is rolled back. */
class BadRow extends Error {
  override readonly name = 'BadRow'
}

type CountedPiece = JudgedPiece & { readonly done: number }

async function* countedPieces({ upload, sources, progress }: Taking): AsyncGenerator<CountedPiece> {
  let done = 0
  for await (const piece of judgedPieces(sources)) {
    upload.signal.throwIfAborted()
    done += piece.count
    const total = upload.expectedRows?.() ?? 0
    await progress.report({ stage: 'reading', done, total, bad: piece.bad })
    yield { ...piece, done }
  }
}

async function* withFirst(
  first: CountedPiece,
  rest: AsyncGenerator<CountedPiece>,
): AsyncGenerator<CountedPiece> {
  yield first
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    if (next.value.bad > 0) throw new BadRow()
    yield next.value
  }
}

/** Nothing payable is stored; the attempt stays in the audit log, and the sheet goes back with its reasons. */
async function rejectSheet(taking: Taking): Promise<UploadResult> {
  const { services, by, provider, upload, sources } = taking
  const { file } = upload
  const people = new Set<string>()
  async function* chunks() {
    for await (const chunk of markedChunks(sources)) {
      for (const { row } of chunk) people.add(row.idCardNo)
      yield chunk.map((entry) => ({ ...entry, row: asWritten(entry.row, upload.nets) }))
    }
  }
  const { rows, fileId, bad, failedRows } = await markSheet(services, by, file.name, chunks(), {
    limitFen: provider.monthlyLimitFen,
    mostReported: MAX_REPORTED,
    headings: upload.summary?.()?.headings ?? {},
  })
  await services.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'upload-sheet',
      object: { kind: 'file', id: file.sha256, name: file.name },
      result: 'refused',
      reason: 'bad-rows',
      after: { rows, bad, ...notedReading(taking) },
    }),
  )
  return {
    batchId: null,
    batchNo: null,
    rowCount: rows,
    peopleCount: people.size,
    goodCount: rows - bad,
    badCount: bad,
    failedRows,
    markedFileId: fileId,
    ...notedReading(taking),
  }
}

/** With the net amount that its sheet has, not with the gross one that was worked out of it. */
function asWritten(row: RawRow, nets: SheetUpload['nets']): RawRow {
  const netFen = nets?.get(row.rowNumber)
  return netFen === undefined ? row : { ...row, amount: formatYuan(netFen) }
}

/** A total that its rows do not come to is asked about: a row may be missing, or one too many. */
function refuseTotals({ summary, confirmTotals }: SheetUpload): void {
  const [first] = confirmTotals ? [] : totalsThatDiffer(summary?.()?.skipped ?? [])
  if (first?.total === undefined) return
  const { saidFen, sumFen } = first.total
  throw new Refused('sheet-total-differs', {
    row: first.rowNumber,
    said: formatYuanGrouped(BigInt(saidFen)),
    sum: formatYuanGrouped(BigInt(sumFen)),
  })
}

/** The dialog pages through these; all of them stand in the marked sheet. */
const MAX_REPORTED = 10_000

async function storeWhileReading(
  taking: Taking,
  pieces: AsyncGenerator<CountedPiece>,
): Promise<UploadResult> {
  const { services, provider, upload, sources, progress } = taking
  return services.database.transact(async (tx) => {
    await lockContent(tx, provider.providerId, upload.file.sha256)
    await refuseDuplicate(tx, provider.providerId, upload)
    const taxFen = await storeRows(tx, taking, pieces)
    // Not before: it holds the batch of the failed rows, and settlements wait for that.
    await upload.copies?.recheck(tx)
    refuseTotals(upload)
    const sums = await sources.judge.sums()
    const done = sums.rowCount
    await progress.report({ stage: 'storing', done, total: done, bad: 0 })
    await markShared(tx, taking.batch.batchId, sums.sharedLater)
    await markConsecutiveIds(tx, taking.batch.batchId, sums.consecutiveIds)
    const result = await storeBatch(tx, taking, { ...sums, taxFen })
    await insertNets(tx, taking.batch.batchId, upload.nets ?? new Map())
    // Whoever left while the rows were being written does not know of this batch, and will upload again.
    upload.signal.throwIfAborted()
    return result
  }, 'upload')
}
