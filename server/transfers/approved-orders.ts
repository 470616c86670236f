// Fixes at the start what a batch orders of the bank, and holds against it whatever is about to be sent (D17).

import { createHmac } from 'node:crypto'
import type { PersonalFields } from '../adapters/personal-data/personal-fields.ts'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { digestContent, type PieceContent } from '../payouts/content-digest-store.ts'
import { approvedContent } from '../payouts/content-hash.ts'
import { Refused } from '../refused.ts'
import { digestAsEarlier } from './earlier-order-digest-store.ts'
import {
  FORMULA,
  hasDigests,
  linesAround,
  type Ordered,
  type OrderLine,
  type OrdersRead,
  ordersOfPieces,
  type PieceOrders,
  replaceDigests,
  type StoredDigest,
  storedDigests,
} from './order-digest-store.ts'

/** Card, name, amount, bank or reference is not what the start fixed, or a seal is not its row's: nothing of the batch may be sent. */
export class OrdersChanged extends Refused {
  readonly batchId: bigint

  constructor(batchId: bigint, why = 'are not what was approved') {
    super('content-changed')
    this.name = 'OrdersChanged'
    this.message = `the orders of batch ${batchId} ${why}`
    this.batchId = batchId
  }
}

export const BROKEN_SEAL = 'hold a card that does not open in its row'

/** What the bank may be told of a transfer, with its card opened. */
export type OpenedOrder = OrderLine & { readonly cardNo: string }

/** Read and opened before anything is held. No cards where one of them does not open: whoever holds the transfers reads and judges them anew. */
export type OrdersAhead = OrdersRead & { readonly cards: readonly string[] | undefined }

export function openAhead(services: Services, read: OrdersRead): OrdersAhead {
  const opened = openCards(services, read.lines)
  return { ...read, cards: 'cards' in opened ? opened.cards : undefined }
}

/** In the order of the lines, or a batch of which one does not open. Nothing is paid to nobody, also where the numbers of a batch were erased (ADR 146). */
function openCards(
  { cipher }: Services,
  lines: readonly OrderLine[],
): { readonly cards: readonly string[] } | { readonly broken: bigint } {
  const cards = new Map<OrderLine, string>()
  for (const [batchId, own] of Map.groupBy(lines, (line) => line.batchId)) {
    const opened = openedOf(() => cipher.openRows(own.map(({ sealed }) => sealed)))
    if (opened === undefined || opened.some(({ cardNo }) => cardNo === '')) return { broken: batchId }
    for (const [index, line] of own.entries()) cards.set(line, opened[index]?.cardNo ?? '')
  }
  return { cards: lines.map((line) => cards.get(line) ?? '') }
}

function openedOf(open: () => PersonalFields[]): PersonalFields[] | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Within the transaction that starts the batch, whose rows it holds, after their content was held against the approval. */
export async function fixOrders(
  tx: Tx,
  services: Services,
  batchId: bigint,
  content?: readonly PieceContent[],
): Promise<void> {
  const pieces = await ordersOfBatch(tx, batchId, content)
  const { currentId } = services.keys
  await replaceDigests(
    tx,
    batchId,
    currentId,
    pieces.map((piece) => ({ piece: piece.piece, digest: digestOf(services, currentId, piece) })),
  )
}

async function ordersOfBatch(
  tx: Tx,
  batchId: bigint,
  content?: readonly PieceContent[],
): Promise<PieceOrders[]> {
  return ordersOfPieces(tx, batchId, content ?? (await digestContent(tx, Number(batchId))))
}

const hex = (digest: Buffer | null) => digest?.toString('hex') ?? ''

function digestOf(services: Services, keyId: string, orders: PieceOrders): Buffer {
  const { batchId, piece, batchNo, referenceMark, content, withheld, marks } = orders
  const parts = [
    'orders',
    FORMULA,
    batchId,
    piece,
    batchNo,
    referenceMark,
    hex(content),
    hex(withheld),
    hex(marks),
  ]
  return keyed(services, keyId, parts.join('|'))
}

/** The key is not in the database: whoever may write there cannot make the digest of another card. */
function keyed(services: Services, keyId: string, text: string): Buffer {
  const key = services.keys.byId(keyId, 'content-hash')
  if (!key) throw new Error(`the orders were fixed with the key ${keyId}, which is not at hand`)
  return createHmac('sha256', key).update(text).digest().subarray(0, 16)
}

const isFixed = (services: Services, piece: PieceOrders, stored: StoredDigest | undefined): boolean =>
  stored?.formula === FORMULA && stored.digest.equals(digestOf(services, stored.keyId, piece))

/**
 * What the bank may be told of these transfers, read anew: exactly what was held against the digests is sent. What was read ahead of the
 * claim is as good, if it holds; otherwise it is read again. Throws OrdersChanged, which undoes the claim.
 */
export async function approvedOrders(
  tx: Tx,
  services: Services,
  claimed: readonly Ordered[],
  ahead?: OrdersAhead,
): Promise<Map<bigint, OpenedOrder>> {
  if (claimed.length === 0) return new Map()
  if (ahead?.cards !== undefined && (await notHeld(tx, services, claimed, ahead)) === undefined)
    return ordersByRow(ahead.lines, ahead.cards)
  const read = await linesAround(tx, claimed)
  const changed = await notHeld(tx, services, claimed, read)
  if (changed !== undefined) throw new OrdersChanged(changed)
  // Approved as it stands, and yet not what was uploaded for this row: somebody moved it before the first approval.
  const opened = openCards(services, read.lines)
  if ('broken' in opened) throw new OrdersChanged(opened.broken, BROKEN_SEAL)
  return ordersByRow(read.lines, opened.cards)
}

const ordersByRow = (lines: readonly OrderLine[], cards: readonly string[]) =>
  new Map(lines.map((line, index) => [line.rowId, { ...line, cardNo: cards[index] ?? '' }]))

/** The batch of a claimed transfer that is not there or not what was approved. */
async function notHeld(
  tx: Tx,
  services: Services,
  claimed: readonly Ordered[],
  { lines, pieces }: OrdersRead,
): Promise<bigint | undefined> {
  const there = new Set(lines.map(({ rowId }) => rowId))
  const missing = claimed.find(({ rowId }) => !there.has(rowId))
  if (missing) return missing.batchId
  for (const [batchId, own] of Map.groupBy(pieces, (piece) => piece.batchId))
    if (!(await piecesHold(tx, services, batchId, own))) return batchId
  return undefined
}

async function piecesHold(
  tx: Tx,
  services: Services,
  batchId: bigint,
  pieces: readonly PieceOrders[],
): Promise<boolean> {
  const numbers = pieces.map(({ piece }) => piece)
  let stored = await storedDigests(tx, batchId, numbers)
  if (stored.length === 0 && !(await hasDigests(tx, batchId))) stored = await fixLate(tx, services, batchId)
  else if (stored.some(({ formula }) => formula !== FORMULA)) {
    if (!(await heldAsEarlier(tx, services, batchId))) return false
    await fixOrders(tx, services, batchId)
    stored = await storedDigests(tx, batchId, numbers)
  }
  return pieces.every((piece) =>
    isFixed(
      services,
      piece,
      stored.find((one) => one.piece === piece.piece),
    ),
  )
}

/** Of a batch that a release without digests started: its content is held against its approval first, as at a start. */
async function fixLate(tx: Tx, services: Services, batchId: bigint): Promise<StoredDigest[]> {
  const batch = await findBatch(tx, { of: 'everything' }, Number(batchId))
  if (!batch) throw new OrdersChanged(batchId)
  const { pieces } = await approvedContent(tx, services, batch, 'start').catch((error: unknown) => {
    throw error instanceof Refused ? new OrdersChanged(batchId) : error
  })
  await fixOrders(tx, services, batchId, pieces)
  return storedDigests(tx, batchId)
}

/** Whether the batch is what an earlier release fixed at its start, by the formula of its time. */
async function heldAsEarlier(tx: Tx, services: Services, batchId: bigint): Promise<boolean> {
  const stored = new Map((await storedDigests(tx, batchId)).map((one) => [one.piece, one]))
  const pieces = await digestAsEarlier(tx, batchId)
  return (
    pieces.length === stored.size &&
    pieces.every(({ piece, sha256 }) => {
      const one = stored.get(piece)
      return one?.digest.equals(keyed(services, one.keyId, `orders|${batchId}|${piece}|${sha256}`)) === true
    })
  )
}

function noneIfChanged(error: unknown): StoredDigest[] {
  if (error instanceof OrdersChanged) return []
  throw error
}

/** Whether everything that the batch orders is what was fixed, or approved where an earlier release started it. */
export async function ordersHold(tx: Tx, services: Services, batchId: bigint): Promise<boolean> {
  const found = await storedDigests(tx, batchId)
  if (found.some(({ formula }) => formula !== FORMULA)) return heldAsEarlier(tx, services, batchId)
  const fixed = found.length > 0 ? found : await fixLate(tx, services, batchId).catch(noneIfChanged)
  const stored = new Map(fixed.map((one) => [one.piece, one]))
  const pieces = await ordersOfBatch(tx, batchId)
  return (
    pieces.length === stored.size &&
    pieces.every((piece) => isFixed(services, piece, stored.get(piece.piece)))
  )
}

/** The same within a transaction that only reads, which cannot fix anything: what was never fixed does not hold. */
export async function ordersHoldAsRead(tx: Tx, services: Services, batchId: bigint): Promise<boolean> {
  return (await hasDigests(tx, batchId)) && ordersHold(tx, services, batchId)
}
