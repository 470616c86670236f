// Makes the files of started batches: what was approved, each row in exactly one of them, written down in one transaction (ADR 81).

import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BankFormat, PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import { type FilePart, GROUP_LETTERS, splitFiles } from '@paywages/domain/bank-files/split-files.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { parseReference } from '@paywages/domain/transfers/reference.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { discardFiles } from '../files/receive-file.ts'
import { attachAll } from '../files/store.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { approvedOrders, OrdersChanged, ordersHold } from '../transfers/approved-orders.ts'
import { reservedRows } from '../transfers/file-channel.ts'
import { orPause } from '../transfers/pause-batch.ts'
import { findPayingAccount } from './account-store.ts'
import { type CodeOf, codesFor } from './bank-code-store.ts'
import { batchesToMake, type FileBatch, findFileBatch, insertBankFile, markMade } from './file-store.ts'
import { findFormat } from './format-store.ts'
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
  const format = await services.database.query((tx) => findFormat(tx, batch.formatKey, batch.formatVersion))
  if (!format) throw new Error(`no format ${batch.formatKey} version ${batch.formatVersion}`)
  const lines = await services.database.transact((tx) => approvedLines(tx, services, batch.batchId), 'long')
  const banks = lines.map(({ bank }) => bank)
  const codeOf = await services.database.query((tx) => codesFor(tx, format, banks))
  const parts = await writeParts(services, batch, format, await openLines(services, lines, codeOf))
  const isMine = await services.database
    .transact((tx) => keepParts(tx, services, batch, parts), 'long')
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

type ApprovedLine = Awaited<ReturnType<typeof approvedOrders>> extends Map<bigint, infer Line> ? Line : never

/** Read anew and held against what was approved: exactly that is written. */
async function approvedLines(tx: Tx, services: Services, batchId: bigint): Promise<ApprovedLine[]> {
  const ids = await reservedRows(tx, batchId)
  const lines: ApprovedLine[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = ids.slice(from, from + CHUNK)
    const orders = await approvedOrders(
      tx,
      services,
      some.map((rowId) => ({ rowId, batchId })),
    )
    for (const rowId of some) {
      const line = orders.get(rowId)
      if (!line) throw new Error(`row ${rowId} has no order`)
      lines.push(line)
    }
  }
  return lines
}

/** Outside of any transaction, and in runs, so that other work comes in between. */
async function openLines(
  services: Services,
  lines: readonly ApprovedLine[],
  codeOf: CodeOf,
): Promise<OrderedRow[]> {
  const rows: OrderedRow[] = []
  for (let from = 0; from < lines.length; from += CHUNK) {
    const some = lines.slice(from, from + CHUNK)
    const opened = services.cipher.openRows(some.map(({ sealed }) => sealed))
    for (const [index, { rowId, reference, netFen, name, bank }] of some.entries())
      rows.push({
        rowId,
        rowNumber: parseReference(reference)?.rowNumber ?? 0,
        reference,
        cardNo: opened[index]?.cardNo ?? '',
        name,
        bankName: bank,
        cnaps: codeOf(bank),
        amountFen: netFen,
      })
    await nextTurn()
  }
  return rows
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
  for (const part of splitFiles(format, batchNo, rows, shanghaiDay(batch.startedAt))) {
    // The mark tells batches of one number apart, as after a restore (ADR 27).
    const messageId = `PW${batchNo}-${GROUP_LETTERS[part.group]}${part.part}-${mark.slice(0, 6)}`
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

/**
 * False where another worker was quicker. Both times the rows were held against what the start fixed, so that they are the same:
 * the second time without reading them, and with nothing opened.
 */
async function keepParts(
  tx: Tx,
  services: Services,
  { batchId, providerId }: FileBatch,
  parts: readonly MadePart[],
): Promise<boolean> {
  const batch = await findFileBatch(tx, Number(batchId), 'lock')
  if (batch?.madeAt !== null) return false
  if (!(await ordersHold(tx, services, batchId))) throw new OrdersChanged(batchId)
  const written = parts.flatMap(({ rows }) => rows.map((row) => (row as OrderedRow).rowId))
  const reserved = new Set(await reservedRows(tx, batchId))
  if (written.length !== reserved.size || written.some((rowId) => !reserved.has(rowId))) return false
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
