// Stores the rows of a sheet as they come, and then their batch with what they sum up to.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { netMayDiffer } from '@paywages/domain/payouts/net-pay.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { type SheetReading, sheetNotes } from '@paywages/wire/payouts/sheet-notes.ts'
import { nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { freezeDemand } from './approval-demand.ts'
import { insertApproval } from './approval-store.ts'
import { insertBatch } from './batch-store.ts'
import type { JudgedPiece, SheetSums } from './judged-sheet.ts'
import { insertRows } from './new-row-store.ts'
import { provisionalTax } from './provisional-tax.ts'
import { refreshVat } from './refresh-vat.ts'
import { rowIdOf } from './row-ids.ts'
import type { Taking } from './sheet-upload.ts'

export type BatchSums = SheetSums & { readonly taxFen: Fen }

/**
 * Rows go to the database as they come; where tax is withheld, a person's earlier rows count for the later, so all are read first
 * and held as COPY takes them. Gives the tax.
 */
export async function storeRows(tx: Tx, taking: Taking, pieces: AsyncIterable<JudgedPiece>): Promise<Fen> {
  if (taking.provider.withholdsTax) return storeTaxedRows(tx, taking, pieces)
  async function* bytes() {
    for await (const { copy } of pieces) yield copy
  }
  await insertRows(tx, bytes())
  return 0n
}

async function storeTaxedRows(
  tx: Tx,
  { services, by, provider }: Taking,
  pieces: AsyncIterable<JudgedPiece>,
): Promise<Fen> {
  const held: JudgedPiece[] = []
  for await (const piece of pieces) held.push(piece)
  const { providerId, taxMethod, gapRule } = provider
  const terms = { providerId, taxMethod, gapRule, taxTables: services.taxTables, day: shanghaiDay(by.at) }
  const taxes = await provisionalTax(
    tx,
    terms,
    held.flatMap(({ untaxed }) => untaxed),
  )
  let row = 0
  let taxFen = 0n
  async function* bytes() {
    for (const { copy, untaxed } of held) {
      const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength)
      for (const { taxAt } of untaxed) {
        const withheldFen = taxes[row]?.withheldFen ?? 0n
        view.setBigInt64(taxAt, withheldFen)
        taxFen += withheldFen
        row += 1
      }
      yield copy
    }
  }
  await insertRows(tx, bytes())
  return taxFen
}

export async function storeBatch(
  tx: Tx,
  taking: Taking,
  { firstRowNumber, lastRowNumber, mayBearVat, sharedLater: _, consecutiveIds: __, ...sums }: BatchSums,
): Promise<UploadResult> {
  const { services, by, provider, upload, batch } = taking
  const { file } = upload
  const { batchId } = batch
  const { providerId, serviceRate, withholdsTax, taxMethod, gapRule, vatBearer } = provider
  // The rows are written already, so the day's counter is held for the rest only.
  const batchNo = await nextDailyNumber(tx, 'payout-batch', shanghaiDay(by.at))
  await insertBatch(tx, {
    ...batch,
    firstRowId: rowIdOf(batchId, firstRowNumber),
    lastRowId: rowIdOf(batchId, lastRowNumber),
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
    ...sums,
    ...(await freezeDemand(tx, providerId, batchId, sums.grossFen)),
    sheetReading: readingOf(taking),
  })
  await refreshVat(tx, services, { batchId, vatBearer, rowCount: sums.rowCount }, by.at, mayBearVat)
  await insertApproval(tx, batchId, {
    step: 'upload',
    accountId: by.person.accountId,
    passed: true,
    reason: '',
    at: by.at,
    contentHash: null,
    keyId: null,
  })
  await recordEntry(tx, by, {
    action: 'upload-sheet',
    object: { kind: 'payout-batch', id: batchId, name: `${batchNo} ${file.name}` },
    after: { rows: sums.rowCount, sha256: file.sha256, ...notedReading(taking) },
  })
  const { rowCount, peopleCount } = sums
  return {
    batchId,
    batchNo,
    rowCount,
    peopleCount,
    goodCount: rowCount,
    badCount: 0,
    failedRows: [],
    markedFileId: null,
    ...notedReading(taking),
  }
}

/** Null where every row and column of the sheet was used as it stands. */
function readingOf({ upload, provider }: Taking): SheetReading | null {
  const read = upload.summary?.()
  if (read === undefined) return null
  const { sheetName, skipped, unused, hidden, unit, months } = read
  const isNet = netMayDiffer(provider) && read.amountMeaning === 'net'
  const isHidden = hidden.columns.length + hidden.rowCount > 0
  const isConfirmed = unit !== undefined || months !== undefined
  if (skipped.length + unused.length === 0 && !isNet && !isHidden && !isConfirmed) return null
  return {
    ...{ sheetName, skipped, unused },
    ...(isNet && { isNet }),
    ...(isHidden && { hidden }),
    ...(unit && { unit }),
    ...(months && { months }),
  }
}

/** The same in sentences, for the answer and the audit log. */
export function notedReading(taking: Taking): { sheetNotes?: string[] } {
  const reading = readingOf(taking)
  return reading === null ? {} : { sheetNotes: sheetNotes(reading) }
}
