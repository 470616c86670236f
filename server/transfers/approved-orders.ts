// Fixes at the start what a batch orders of the bank, and holds against it whatever is about to be sent (D17).

import { createHmac } from 'node:crypto'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { approvedContentHash } from '../payouts/content-hash.ts'
import { Refused } from '../refused.ts'
import {
  digestBatch,
  digestLines,
  hasDigests,
  linesAround,
  type OrderLine,
  type PieceDigest,
  replaceDigests,
  type StoredDigest,
  storedDigests,
} from './order-digest-store.ts'

/** Card, name, amount, bank or reference is not what the start fixed: nothing of the batch may be sent. */
export class OrdersChanged extends Error {
  override readonly name = 'OrdersChanged'
  readonly batchId: bigint

  constructor(batchId: bigint) {
    super(`the orders of batch ${batchId} are not what was approved`)
    this.batchId = batchId
  }
}

/** Within the transaction that starts the batch, whose rows it holds, after their content was held against the approval. */
export async function fixOrders(tx: Tx, services: Services, batchId: bigint): Promise<void> {
  const pieces = await digestBatch(tx, batchId)
  await replaceDigests(
    tx,
    batchId,
    pieces.map((piece) => ({
      batchId,
      piece: piece.piece,
      keyId: services.keys.currentId,
      digest: keyed(services, services.keys.currentId, piece),
    })),
  )
}

/** The key is not in the database: whoever may write there cannot make the digest of another card. */
function keyed(services: Services, keyId: string, { batchId, piece, sha256 }: PieceDigest): Buffer {
  const key = services.keys.byId(keyId, 'content-hash')
  if (!key) throw new Error(`the orders were fixed with the key ${keyId}, which is not at hand`)
  return createHmac('sha256', key).update(`orders|${batchId}|${piece}|${sha256}`).digest().subarray(0, 16)
}

const isFixed = (services: Services, piece: PieceDigest, stored: StoredDigest | undefined): boolean =>
  stored?.digest.equals(keyed(services, stored.keyId, piece)) === true

/**
 * What the bank may be told of these transfers, read anew: exactly what was held against the digests is sent. Throws
 * OrdersChanged, which undoes the claim.
 */
export async function approvedOrders(
  tx: Tx,
  services: Services,
  claimed: readonly { readonly rowId: bigint; readonly batchId: bigint }[],
): Promise<Map<bigint, OrderLine>> {
  if (claimed.length === 0) return new Map()
  const ids = claimed.map(({ rowId }) => rowId)
  const lines = await linesAround(tx, ids)
  const byRow = new Map(lines.map((line) => [line.rowId, line]))
  for (const { rowId, batchId } of claimed) if (!byRow.has(rowId)) throw new OrdersChanged(batchId)
  for (const [batchId, own] of Map.groupBy(lines, (line) => line.batchId)) {
    if (!(await linesHold(tx, services, batchId, own))) throw new OrdersChanged(batchId)
  }
  return byRow
}

async function linesHold(
  tx: Tx,
  services: Services,
  batchId: bigint,
  lines: readonly OrderLine[],
): Promise<boolean> {
  const pieces = Map.groupBy(lines, ({ piece }) => piece)
  let stored = await storedDigests(tx, batchId, [...pieces.keys()])
  if (stored.length === 0 && !(await hasDigests(tx, batchId))) stored = await fixLate(tx, services, batchId)
  return [...pieces].every(([piece, own]) =>
    isFixed(
      services,
      { batchId, piece, sha256: digestLines(own) },
      stored.find((one) => one.piece === piece),
    ),
  )
}

/** Of a batch that an earlier release started: its content is held against its approval first, as at a start. */
async function fixLate(tx: Tx, services: Services, batchId: bigint): Promise<StoredDigest[]> {
  const batch = await findBatch(tx, { of: 'everything' }, Number(batchId))
  if (!batch) throw new OrdersChanged(batchId)
  await approvedContentHash(tx, services, batch, 'start').catch((error: unknown) => {
    throw error instanceof Refused ? new OrdersChanged(batchId) : error
  })
  await fixOrders(tx, services, batchId)
  return storedDigests(tx, batchId)
}

function noneIfChanged(error: unknown): StoredDigest[] {
  if (error instanceof OrdersChanged) return []
  throw error
}

/** Whether everything that the batch orders is what was fixed, or approved where an earlier release started it. */
export async function ordersHold(tx: Tx, services: Services, batchId: bigint): Promise<boolean> {
  const found = await storedDigests(tx, batchId)
  const fixed = found.length > 0 ? found : await fixLate(tx, services, batchId).catch(noneIfChanged)
  const stored = new Map(fixed.map((one) => [one.piece, one]))
  const pieces = await digestBatch(tx, batchId)
  return (
    pieces.length === stored.size &&
    pieces.every((piece) => isFixed(services, piece, stored.get(piece.piece)))
  )
}
