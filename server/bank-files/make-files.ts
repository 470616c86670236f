// Makes the files of started batches: what was approved, each row in exactly one of them, written down in one transaction (ADR 81).

import { createHash, randomUUID } from 'node:crypto'
import { type BankFormat, namesCodes } from '@paywages/domain/bank-files/bank-format.ts'
import { GROUP_LETTERS, type PlacedPart, splitPlaces } from '@paywages/domain/bank-files/split-files.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { discardFiles } from '../files/receive-file.ts'
import { attachAll } from '../files/store.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { orPause } from '../transfers/pause-batch.ts'
import { type ApprovedPayments, approvedPayments, areUnchanged } from './approved-payments.ts'
import { codesFor } from './bank-code-store.ts'
import { holdOf } from './file-hold.ts'
import { insertFileRows } from './file-row-store.ts'
import { batchesToMake, type FileBatch, findFileBatch, insertBankFile, markMade } from './file-store.ts'
import { findFormat } from './format-store.ts'
import type { Payments } from './payments.ts'
import { writeBankFile } from './write-file.ts'

type MadePart = PlacedPart & {
  readonly messageId: string
  readonly storeFileId: string
  readonly sha256: string
}

/** One round; returns how many files were made. A batch whose files cannot be made holds up no other. */
export async function makeBankFiles(services: Services): Promise<number> {
  let count = 0
  for (const batch of await services.database.query((tx) => batchesToMake(tx))) {
    try {
      count += (await orPause(services, () => makeFilesOf(services, batch))).length
    } catch (error) {
      services.log.error(
        { err: error, batchId: Number(batch.batchId) },
        'the files of a batch could not be made',
      )
    }
  }
  return count
}

async function makeFilesOf(services: Services, batch: FileBatch): Promise<MadePart[]> {
  // What was made before a restore may be at the bank: nobody makes it again before that is known (ADR 102).
  if (await services.database.query((tx) => holdOf(tx, batch.providerId))) return []
  const format = await services.database.query((tx) => findFormat(tx, batch.formatKey, batch.formatVersion))
  if (!format) throw new Error(`no format ${batch.formatKey} version ${batch.formatVersion}`)
  const approved = await approvedPayments(services, batch.batchId)
  await addCodes(services, format, approved.payments)
  const parts = await writeParts(services, batch, format, approved)
  const isMine = await services.database
    .transact((tx) => keepParts(tx, services, batch, approved, parts), 'long')
    .catch(async (error: unknown) => {
      await discard(services, parts)
      throw error
    })
  if (!isMine) await discard(services, parts)
  return isMine ? parts : []
}

/** Asked for the banks that the rows name, and only where the format names their codes. */
async function addCodes(services: Services, format: BankFormat, payments: Payments): Promise<void> {
  if (!namesCodes(format)) return
  payments.codeOf = await services.database.query((tx) => codesFor(tx, format, payments.bankNames()))
}

const discard = (services: Services, parts: readonly MadePart[]) =>
  discardFiles(
    services,
    parts.map(({ storeFileId, name }) => ({ fileId: storeFileId, name, size: 0 })),
  )

async function writeParts(
  services: Services,
  batch: FileBatch,
  format: BankFormat,
  { payments, batchNo, mark }: ApprovedPayments,
): Promise<MadePart[]> {
  const { account } = batch
  const debtor = {
    name: account.holderName,
    accountNo: services.cipher.open(account.sealedAccount, PAYING_ACCOUNT_SEAL),
    bankName: account.bankName,
  }
  const made: MadePart[] = []
  for (const part of splitPlaces(format, batchNo, payments, shanghaiDay(batch.startedAt))) {
    // The mark tells batches of one number apart, as after a restore (ADR 27).
    const messageId = `PW${batchNo}-${GROUP_LETTERS[part.group]}${part.part}-${mark.slice(0, 6)}`
    const { bytes, content } = await writeBankFile({
      format,
      messageId,
      debtor,
      at: batch.startedAt,
      payments,
      places: part.places,
      sumFen: part.sumFen,
    })
    const storeFileId = await storeMadeFile(services, null, {
      kind: 'bank-file',
      name: part.name,
      content,
      stream: (async function* () {
        yield bytes
      })(),
    })
    made.push({ ...part, messageId, storeFileId, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return made
}

/** False where another worker was quicker, or the rows are others than were read: then the files are made anew. */
async function keepParts(
  tx: Tx,
  services: Services,
  { batchId, providerId }: FileBatch,
  approved: ApprovedPayments,
  parts: readonly MadePart[],
): Promise<boolean> {
  const batch = await findFileBatch(tx, Number(batchId), 'lock')
  if (batch?.madeAt !== null) return false
  if (!(await areUnchanged(tx, services, batchId, approved))) return false
  const at = services.clock.now()
  const ids: number[] = []
  for (const part of parts) {
    const id = await insertBankFile(tx, { ...part, batchId, providerId, rowCount: part.places.length, at })
    await attachAll(tx, [part.storeFileId], { kind: 'bank-file', id: String(id), providerId, at })
    ids.push(id)
  }
  await insertFileRows(
    tx,
    approved.payments,
    parts.map(({ places }, index) => ({ bankFileId: ids[index] as number, places })),
  )
  await markMade(tx, batchId, at)
  await recordAnonymousEntry(
    tx,
    { at, address: '', requestId: randomUUID(), hostname: '' },
    {
      action: 'make-bank-files',
      object: { kind: 'payout-batch', id: String(batchId), name: parts[0]?.name ?? '' },
      providerId,
      after: {
        files: parts.length,
        rows: parts.reduce((sum, { places }) => sum + places.length, 0),
        sum: formatYuan(parts.reduce((sum, { sumFen }) => sum + sumFen, 0n)),
      },
    },
  )
  return true
}
