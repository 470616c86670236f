// Gives unsent transfers the reference under which the bank has paid the very same already: a lost sheet that was uploaded again (ADR 27).

import { pairDebits } from '@paywages/domain/transfers/debit-match.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { openRow } from '../payouts/seal-row.ts'
import { fixOrders, OrdersChanged, ordersHold } from './approved-orders.ts'
import { noteMatches, unmatchedDebits } from './debit-store.ts'
import { changeReferences } from './reference-store.ts'
import { unsentTransfers } from './transfer-store.ts'

/**
 * Of one batch that is being started, or of all that wait. Under the bank's own reference an order is executed once, whoever
 * sends it again; under a new one the person would be paid twice. Returns how many were matched.
 */
export async function matchDebits(tx: Tx, services: Services, batchId?: number): Promise<number> {
  const debits = await unmatchedDebits(tx)
  if (debits.length === 0) return 0
  const names = [...new Set(debits.map(({ name }) => name))]
  const unsent = (await unsentTransfers(tx, names, batchId)).map(({ sealed, ...transfer }) => ({
    ...transfer,
    cardNo: openRow(services.cipher, sealed).cardNo,
  }))
  const pairs = pairDebits(debits, unsent)
  const batches = new Set(pairs.map(({ transfer }) => transfer.batchId))
  // Fixed anew below: what somebody changed since the start must not be.
  for (const id of batches) if (!(await ordersHold(tx, services, id))) throw new OrdersChanged(id)
  await changeReferences(
    tx,
    pairs.map(({ debit, transfer }) => ({ rowId: transfer.rowId, reference: debit.reference })),
  )
  for (const id of batches) await fixOrders(tx, services, id)
  await noteMatches(
    tx,
    pairs.map(({ debit, transfer }) => ({ debitId: debit.debitId, rowId: transfer.rowId })),
  )
  return pairs.length
}
