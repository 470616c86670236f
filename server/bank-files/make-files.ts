// Makes the files of started batches: what was approved, each row in exactly one of them, written down in one transaction (ADR 81).

import { createHash, randomUUID } from 'node:crypto'
import type { BankFormat, PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import { formatOf } from '@paywages/domain/bank-files/shipped-formats.ts'
import { type FilePart, splitFiles } from '@paywages/domain/bank-files/split-files.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { parseReference } from '@paywages/domain/transfers/reference.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { discardFiles } from '../files/receive-file.ts'
import { attachAll } from '../files/store.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { approvedOrders } from '../transfers/approved-orders.ts'
import { reservedRows } from '../transfers/file-channel.ts'
import { orPause } from '../transfers/pause-batch.ts'
import { findPayingAccount } from './account-store.ts'
import { batchesToMake, type FileBatch, findFileBatch, insertBankFile, markMade } from './file-store.ts'
import { writeBankFile } from './write-file.ts'

type OrderedRow = PaymentRow & { readonly rowId: bigint }
type MadePart = FilePart & {
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
  const format = formatOf(batch.formatKey, batch.formatVersion)
  if (!format) throw new Error(`no format ${batch.formatKey} version ${batch.formatVersion}`)
  const rows = await services.database.transact((tx) => orderedRows(tx, services, batch.batchId), 'long')
  const parts = await writeParts(services, batch, format, rows)
  const isMine = await services.database
    .transact((tx) => keepParts(tx, services, batch, { parts, digest: digestOf(rows) }), 'long')
    .catch(async (error: unknown) => {
      await discard(services, parts)
      throw error
    })
  if (!isMine) await discard(services, parts)
  return isMine ? parts : []
}

const discard = (services: Services, parts: readonly MadePart[]) =>
  discardFiles(
    services,
    parts.map(({ storeFileId, name }) => ({ fileId: storeFileId, name, size: 0 })),
  )

const CHUNK = 4_000

/** Read anew and held against what was approved: exactly that is written. */
async function orderedRows(tx: Tx, services: Services, batchId: bigint): Promise<OrderedRow[]> {
  const ids = await reservedRows(tx, batchId)
  const rows: OrderedRow[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = ids.slice(from, from + CHUNK)
    const orders = await approvedOrders(
      tx,
      services,
      some.map((rowId) => ({ rowId, batchId })),
    )
    const lines = some.map((rowId) => {
      const line = orders.get(rowId)
      if (!line) throw new Error(`row ${rowId} has no order`)
      return line
    })
    const opened = services.cipher.openRows(lines.map(({ sealed }) => sealed))
    for (const [index, { rowId, reference, netFen, name, bank }] of lines.entries())
      rows.push({
        rowId,
        rowNumber: parseReference(reference)?.rowNumber ?? 0,
        reference,
        cardNo: opened[index]?.cardNo ?? '',
        name,
        bankName: bank,
        cnaps: '',
        amountFen: netFen,
      })
  }
  return rows
}

function digestOf(rows: readonly OrderedRow[]): string {
  const hash = createHash('sha256')
  for (const row of rows)
    hash.update(
      JSON.stringify([
        String(row.rowId),
        row.reference,
        row.cardNo,
        row.name,
        row.bankName,
        String(row.amountFen),
      ]),
    )
  return hash.digest('hex')
}

async function writeParts(
  services: Services,
  batch: FileBatch,
  format: BankFormat,
  rows: readonly OrderedRow[],
): Promise<MadePart[]> {
  const [first] = rows
  if (!first) return []
  const account = await services.database.query((tx) => findPayingAccount(tx, batch.payingAccountId))
  if (!account) throw new Error(`no paying account ${batch.payingAccountId}`)
  const debtor = {
    name: account.holderName,
    accountNo: services.cipher.open(account.sealedAccount, PAYING_ACCOUNT_SEAL),
    bankName: account.bankName,
  }
  const { batchNo, mark } = parseReference(first.reference) ?? { batchNo: String(batch.batchId), mark: '' }
  const made: MadePart[] = []
  for (const part of splitFiles(format, batchNo, rows)) {
    // The mark tells batches of one number apart, as after a restore (ADR 27).
    const messageId = `${part.name.replace(/\.\w+$/, '')}-${mark.slice(0, 6)}`
    const { bytes, content } = await writeBankFile({
      format,
      messageId,
      debtor,
      at: batch.startedAt,
      rows: part.rows,
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

/** False where another worker was quicker. */
async function keepParts(
  tx: Tx,
  services: Services,
  { batchId, providerId }: FileBatch,
  { parts, digest }: { readonly parts: readonly MadePart[]; readonly digest: string },
): Promise<boolean> {
  const batch = await findFileBatch(tx, Number(batchId), 'lock')
  if (batch?.madeAt !== null) return false
  if (digestOf(await orderedRows(tx, services, batchId)) !== digest) return false
  const at = services.clock.now()
  for (const part of parts) {
    const rows = part.rows.map((row) => ({ rowId: (row as OrderedRow).rowId, netFen: row.amountFen }))
    const id = await insertBankFile(tx, { ...part, batchId, providerId, rows, at })
    await attachAll(tx, [part.storeFileId], { kind: 'bank-file', id: String(id), providerId, at })
  }
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
        rows: parts.reduce((sum, { rows }) => sum + rows.length, 0),
        sum: formatYuan(parts.reduce((sum, { sumFen }) => sum + sumFen, 0n)),
      },
    },
  )
  return true
}
