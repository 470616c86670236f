// Copies the failed rows of a batch, or one of them, into a new one: validated like any sheet, and in need of fresh approvals (D40).

import { createHash } from 'node:crypto'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { packRows } from '../adapters/spreadsheet/row-packing.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { type BatchRecord, findBatch } from './batch-store.ts'
import { type FailedRowRecord, failedRows } from './copy-store.ts'
import { copyName } from './labels.ts'
import { judgeHere, judgeOnThread } from './open-judge.ts'
import { openRow } from './seal-row.ts'
import { uploadSheet } from './upload-sheet.ts'

/** As many rows as a reader gives at once. */
const PIECE = 2_000

/** Judged within milliseconds: starting a thread takes far longer than so few rows. */
const JUDGED_HERE = 100

export async function copyFailedRows(
  services: Services,
  by: Actor,
  batchId: number,
  rowId?: number,
): Promise<UploadResult> {
  const { batch, failed: all } = await services.database.read(
    async (tx) => ({
      batch: await findBatch(tx, scopeOf(by.person), batchId),
      failed: await failedRows(tx, batchId, true),
    }),
    'long',
  )
  if (!batch) throw new Refused('not-found')
  if (batch.providerId !== by.person.providerId) throw new Refused('not-own-provider')
  const failed = rowId === undefined ? all : all.filter((row) => row.rowId === BigInt(rowId))
  if (failed.length === 0) throw new Refused('nothing-to-copy')
  const rows = failed.map((row, index) => rawRow(services, row, index))
  if (rows.some(({ cardNo }) => cardNo === '')) throw new Refused('numbers-erased')
  async function* chunks() {
    for (let from = 0; from < rows.length; from += PIECE) yield packRows(rows.slice(from, from + PIECE))
  }
  const ids = failed.map(({ rowId }) => rowId)
  const openJudge = rows.length <= JUDGED_HERE ? judgeHere(services) : judgeOnThread(services)
  return uploadSheet(services, by, openJudge, {
    file: { name: copyName(batch.fileName), size: 0n, sha256: digestOf(ids) },
    rows: chunks(),
    // The rows themselves say whether they were copied already.
    confirmDuplicate: true,
    uploadKey: undefined,
    signal: new AbortController().signal,
    copies: { of: ids, recheck: (tx) => recheck(tx, by, batch, ids) },
  })
}

function rawRow(services: Services, row: FailedRowRecord, index: number): RawRow {
  const { name, bank, month, remark, sealed, amountFen } = row
  // Numbered as in a sheet of their own, under its headings.
  return {
    rowNumber: index + 2,
    name,
    bank,
    month,
    remark,
    amount: formatYuan(amountFen),
    ...openRow(services.cipher, sealed),
  }
}

/** Two people pressing the button at once: the batch is held, and the second finds nothing left to copy. */
async function recheck(tx: Tx, by: Actor, batch: BatchRecord, ids: readonly bigint[]): Promise<void> {
  await findBatch(tx, scopeOf(by.person), batch.batchId, 'lock')
  const still = new Set((await failedRows(tx, batch.batchId, true)).map(({ rowId }) => rowId))
  if (!ids.every((id) => still.has(id))) throw new Refused('nothing-to-copy')
  await recordEntry(tx, by, {
    action: 'copy-failed-rows',
    object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
    after: { rows: ids.length },
  })
}

function digestOf(ids: readonly bigint[]): string {
  return createHash('sha256')
    .update(`copy of ${ids.join(',')}`)
    .digest('hex')
}
