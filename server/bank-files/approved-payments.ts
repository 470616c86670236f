// What a batch pays, read at one moment of the database and held there against what its start fixed; and whether it is still that (D17).

import type { PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import { referenceOf } from '@paywages/domain/transfers/reference.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { momentOf, type ReservedRow, reservedRows, reservedSince } from '../payouts/ordered-rows-store.ts'
import { OrdersChanged, ordersHold, ordersHoldAsRead } from '../transfers/approved-orders.ts'
import { givenReferences, referencePartsOf } from '../transfers/reference-store.ts'

export type ApprovedPayment = PaymentRow & { readonly rowId: number }

export type ApprovedPayments = {
  readonly payments: ApprovedPayment[]
  readonly batchNo: string
  readonly mark: string
  readonly moment: string
  /** References that do not follow from batch and row. */
  readonly given: ReadonlyMap<number, string>
}

type Known = Omit<ApprovedPayments, 'payments'>

/** Throws OrdersChanged. Cards are opened as the rows come, in runs, so that other work comes in between. */
export async function approvedPayments(services: Services, batchId: bigint): Promise<ApprovedPayments> {
  let known: Known | undefined
  const payments: ApprovedPayment[] = []
  const pieces = services.database.stream(async function* (tx) {
    // Within the moment that the rows are read at: what is written is exactly what was held against the digests.
    if (!(await ordersHoldAsRead(tx, services, batchId))) throw new OrdersChanged(batchId)
    known = await knownOf(tx, batchId)
    yield* reservedRows(tx, services.cipher, batchId)
  })
  for await (const piece of pieces) {
    const of = known as Known
    for (const row of piece) payments.push(paymentOf(row, of))
  }
  if (!known) throw new OrdersChanged(batchId)
  return { payments, ...known }
}

async function knownOf(tx: Tx, batchId: bigint): Promise<Known> {
  const { batchNo, mark } = await referencePartsOf(tx, batchId)
  return { batchNo, mark, given: await givenReferences(tx, batchId), moment: await momentOf(tx) }
}

function paymentOf(row: ReservedRow, { batchNo, mark, given }: Known): ApprovedPayment {
  const { rowId, rowNumber, name, bank, cardNo, netFen } = row
  return {
    rowId,
    rowNumber,
    reference: given.get(rowId) ?? referenceOf({ batchNo, rowNumber, mark }),
    cardNo,
    name,
    bankName: bank,
    cnaps: '',
    amountFen: netFen,
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
    count === payments.length &&
    now.size === given.size &&
    [...now].every(([rowId, reference]) => given.get(rowId) === reference)
  // Asked last: an older transaction anywhere in the server makes a row count as written, and other references are read anew all the same.
  if (isSame && isWritten && !(await ordersHold(tx, services, batchId))) throw new OrdersChanged(batchId)
  return isSame
}
