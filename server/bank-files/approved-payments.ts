// What a batch pays, read at one moment of the database and held there against what its start fixed; and whether it is still that (D17).

import { referenceEnds } from '@paywages/domain/transfers/reference.ts'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import {
  momentOf,
  RESERVED_AT,
  type ReservedRows,
  reservedRows,
  reservedSince,
} from '../payouts/ordered-rows-store.ts'
import { BROKEN_SEAL, OrdersChanged, ordersHold, ordersHoldAsRead } from '../transfers/approved-orders.ts'
import { givenReferences, referencePartsOf } from '../transfers/reference-store.ts'
import { Payments } from './payments.ts'

export type ApprovedPayments = {
  readonly payments: Payments
  readonly batchNo: string
  readonly mark: string
  readonly moment: string
  /** References that do not follow from batch and row. */
  readonly given: ReadonlyMap<number, string>
}

type Known = Omit<ApprovedPayments, 'payments'>

/** Throws OrdersChanged. Cards are opened as the rows come, in runs, so that other work comes in between. */
export async function approvedPayments(services: Services, batchId: bigint): Promise<ApprovedPayments> {
  let found: ApprovedPayments | undefined
  const pieces = services.database.stream(async function* (tx) {
    // Within the moment that the rows are read at: what is written is exactly what was held against the digests.
    if (!(await ordersHoldAsRead(tx, services, batchId))) throw new OrdersChanged(batchId)
    const known = await knownOf(tx, batchId)
    found = { ...known, payments: new Payments({ ...referenceEnds(known), given: known.given }) }
    yield* reservedRows(tx, services.cipher, batchId)
  })
  try {
    for await (const piece of pieces) addAll((found as ApprovedPayments).payments, piece)
  } catch (error) {
    // Approved as it stands, and yet not what was uploaded for this row.
    if (error instanceof SealBroken) throw new OrdersChanged(batchId, BROKEN_SEAL)
    throw error
  }
  if (!found) throw new OrdersChanged(batchId)
  return found
}

async function knownOf(tx: Tx, batchId: bigint): Promise<Known> {
  const { batchNo, mark } = await referencePartsOf(tx, batchId)
  return { batchNo, mark, given: await givenReferences(tx, batchId), moment: await momentOf(tx) }
}

function addAll(payments: Payments, rows: ReservedRows): void {
  const { row, personal } = rows
  while (rows.moveOn()) {
    if (rows.startOf('cardNo') === rows.endOf('cardNo'))
      throw new SealBroken(`row ${row.int4(RESERVED_AT.rowNumber)} holds no card`)
    payments.take(row.source, row.startOf(RESERVED_AT.name), row.endOf(RESERVED_AT.name))
    payments.take(personal.bytes, rows.startOf('cardNo'), rows.endOf('cardNo'))
    payments.add({
      rowId: row.int8(RESERVED_AT.rowId),
      rowNumber: row.int4(RESERVED_AT.rowNumber),
      bankName: row.repeatedText(RESERVED_AT.bank),
      amountFen: row.bigint(RESERVED_AT.net),
    })
  }
}

/**
 * Whether the same payments are still to be made: held against what the start fixed once more where a row may have been written since.
 * Throws OrdersChanged.
 */
export async function areUnchanged(
  tx: Tx,
  services: Services,
  batchId: bigint,
  { payments, moment, given }: ApprovedPayments,
): Promise<boolean> {
  const { count, isWritten } = await reservedSince(tx, batchId, moment)
  const now = await givenReferences(tx, batchId)
  const isSame =
    count === payments.count &&
    now.size === given.size &&
    [...now].every(([rowId, reference]) => given.get(rowId) === reference)
  // Asked last: an older transaction anywhere in the server makes a row count as written, and other references are read anew all the same.
  if (isSame && isWritten && !(await ordersHold(tx, services, batchId))) throw new OrdersChanged(batchId)
  return isSame
}
