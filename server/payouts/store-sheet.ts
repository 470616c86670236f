// Stores the rows of a sheet as they come, and then their batch with what they sum up to.

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { birthDay } from '@paywages/domain/identity/id-card.ts'
import { lastAllowedDay } from '@paywages/domain/limits/age-limit.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { feeRoundedHalfUp } from '@paywages/domain/money/rate.ts'
import type { RowVerdict, SheetEntry } from '@paywages/domain/payouts/sheet.ts'
import { warningMask } from '@paywages/domain/payouts/warning-mask.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { insertApproval } from './approval-store.ts'
import { insertBatch } from './batch-store.ts'
import { type ChangedWarnings, insertRows, type NewRow } from './new-row-store.ts'
import { provisionalTax } from './provisional-tax.ts'
import { refreshVat } from './refresh-vat.ts'
import { rowIdOf } from './seal-columns.ts'
import type { JudgedChunk, Taking } from './sheet-upload.ts'
import { levelMask } from './warning-sql.ts'

/** What the batch must know of a row once it is stored. */
export type StoredRow = Pick<NewRow, 'rowNumber' | 'idHash' | 'amountFen' | 'feeFen' | 'warnings'> & {
  readonly taxFen: Fen
}

/** Rows go to the database as they come; where tax is withheld, a person's earlier rows count for the later, so all are read first. */
export async function storeRows(
  tx: Tx,
  { services, by, provider, upload, batch }: Taking,
  chunks: AsyncIterable<JudgedChunk>,
): Promise<StoredRow[]> {
  const stored: StoredRow[] = []
  async function* rowChunks() {
    for await (const chunk of chunks) {
      const rows = newRows(chunk, provider.serviceRate, stored.length, upload.copies?.of)
      for (const { rowNumber, idHash, amountFen, feeFen, taxFen, warnings } of rows)
        stored.push({ rowNumber, idHash, amountFen, feeFen, taxFen, warnings })
      yield rows
    }
  }
  if (!provider.withholdsTax) {
    await insertRows(tx, batch.batchId, provider.providerId, rowChunks())
    return stored
  }
  const untaxed: NewRow[] = []
  for await (const rows of rowChunks()) untaxed.push(...rows)
  const { providerId, taxMethod, gapRule } = provider
  const terms = { providerId, taxMethod, gapRule, taxTables: services.taxTables, day: shanghaiDay(by.at) }
  const taxes = await provisionalTax(tx, terms, untaxed)
  const taxed = untaxed.map((row, index) => ({ ...row, taxFen: taxes[index]?.withheldFen ?? 0n }))
  await insertRows(tx, batch.batchId, providerId, inPieces(taxed))
  return taxed
}

const PIECE = 2_000

async function* inPieces(rows: readonly NewRow[]): AsyncGenerator<readonly NewRow[]> {
  for (let from = 0; from < rows.length; from += PIECE) yield rows.slice(from, from + PIECE)
}

function newRows(
  { entries, sealed, verdicts }: JudgedChunk,
  serviceRate: number,
  before: number,
  copiesOf: readonly bigint[] = [],
): NewRow[] {
  return entries.map(({ row, amountFen = 0n }, index) => {
    const own = sealed[index]
    if (!own) throw new Error('a row came back without its seal')
    const { rowNumber, name, bank, month, remark } = row
    return {
      rowNumber,
      name,
      bank,
      month,
      remark,
      idHash: own.idHash,
      phoneHash: own.phoneHash,
      cardHash: own.cardHash,
      seal: own.seal,
      amountFen,
      feeFen: feeRoundedHalfUp(amountFen, serviceRate),
      taxFen: 0n,
      warnings: verdicts[index]?.warnings ?? [],
      copyOf: copiesOf[before + index] ?? null,
    }
  })
}

/** A card that later rows share is known only at the end. */
export function changedWarnings(
  stored: readonly StoredRow[],
  verdicts: readonly RowVerdict[],
): ChangedWarnings[] {
  return stored.flatMap(({ rowNumber, warnings: before }, index) => {
    const warnings = verdicts[index]?.warnings ?? []
    return warnings.length === before.length ? [] : [{ rowNumber, warnings }]
  })
}

export async function storeBatch(
  tx: Tx,
  { services, by, provider, upload, batch, reading }: Taking,
  stored: readonly StoredRow[],
  verdicts: readonly RowVerdict[],
): Promise<UploadResult> {
  const { file } = upload
  const { batchId } = batch
  const { providerId, serviceRate, withholdsTax, taxMethod, gapRule, vatBearer } = provider
  // The rows are written already, so the day's counter is held for the rest only.
  const batchNo = await nextDailyNumber(tx, 'payout-batch', shanghaiDay(by.at))
  const totals = totalsOf(stored, verdicts)
  await insertBatch(tx, {
    ...batch,
    firstRowId: rowIdOf(batchId, stored[0]?.rowNumber ?? 1),
    lastRowId: rowIdOf(batchId, stored.at(-1)?.rowNumber ?? 1),
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
    ...totals,
    ageGoodUntil: lastGoodDay(reading.entries),
  })
  await refreshVat(tx, services, { batchId, vatBearer }, by.at, (thresholdFen) => [
    ...reading.paidThisMonth,
    ...peopleAbove(stored, thresholdFen),
  ])
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
    after: { rows: stored.length, sha256: file.sha256 },
  })
  const { rowCount, peopleCount } = totals
  return {
    batchId,
    batchNo,
    rowCount,
    peopleCount,
    goodCount: rowCount,
    badCount: 0,
    failedRows: [],
    markedFileId: null,
  }
}

/** Until then nobody in the sheet has grown too old; the start looks at ages only afterwards (D19). */
function lastGoodDay(entries: readonly SheetEntry[]): Day {
  let eldest = '9999-12-31'
  for (const { row } of entries) {
    const birth = birthDay(row.idCardNo)
    if (birth !== undefined && birth < eldest) eldest = birth
  }
  return eldest === '9999-12-31' ? eldest : lastAllowedDay(eldest)
}

/** Whose rows of this sheet alone come to more. */
function peopleAbove(rows: readonly StoredRow[], fen: Fen): string[] {
  const totals = new Map<string, Fen>()
  for (const { idHash, amountFen } of rows) totals.set(idHash, (totals.get(idHash) ?? 0n) + amountFen)
  return [...totals].filter(([, total]) => total > fen).map(([idHash]) => idHash)
}

function totalsOf(rows: readonly StoredRow[], verdicts: readonly RowVerdict[]) {
  const people = new Set<string>()
  const unsigned = new Set<string>()
  const warningCounts: Record<string, number> = {}
  const warningMasks: Record<string, number> = {}
  const totals = { rowCount: rows.length, grossFen: 0n, feeFen: 0n, taxFen: 0n, warnedCount: 0 }
  for (const [index, row] of rows.entries()) {
    const warnings = verdicts[index]?.warnings ?? []
    totals.grossFen += row.amountFen
    totals.feeFen += row.feeFen
    totals.taxFen += row.taxFen
    if (warnings.length > 0) {
      totals.warnedCount += 1
      const mask = levelMask(warningMask(warnings.map(({ kind }) => kind)))
      warningMasks[mask] = (warningMasks[mask] ?? 0) + 1
    }
    people.add(row.idHash)
    for (const { kind } of warnings) {
      warningCounts[kind] = (warningCounts[kind] ?? 0) + 1
      if (kind === 'unsigned') unsigned.add(row.idHash)
    }
  }
  return { ...totals, warningCounts, warningMasks, peopleCount: people.size, unsignedCount: unsigned.size }
}
