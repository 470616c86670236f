// Gives unsent transfers the reference under which the bank has paid the very same already: a lost sheet that was uploaded again (ADR 27).

import { doubtfulTransfers, pairDebits } from '@paywages/domain/transfers/debit-match.ts'
import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { openRow } from '../payouts/seal-row.ts'
import { Outcome, write } from './apply-bank-updates.ts'
import { BROKEN_SEAL, fixOrders, OrdersChanged, ordersHold } from './approved-orders.ts'
import { noteMatches, type OpenDebit, unmatchedDebits } from './debit-store.ts'
import { changeReferences } from './reference-store.ts'
import { lockTransfersByReference, type Unsent, unsentTransfers } from './transfer-store.ts'

/** An unsent transfer that a debit may have paid, in another amount or told too shortly to be sure (ADR 103). */
export type Doubtful = { readonly debit: OpenDebit; readonly transfer: Omit<Unsent, 'sealed'> }

/**
 * Of one batch that is being started, or of all that wait. Under the bank's own reference an order is executed once, whoever
 * sends it again; under a new one the person would be paid twice. Returns what could not be matched and yet may be the same.
 */
export async function matchDebits(tx: Tx, services: Services, batchId?: number): Promise<Doubtful[]> {
  const debits = await unmatchedDebits(tx)
  if (debits.length === 0) return []
  const names = [...new Set(debits.map(({ name }) => name))]
  const unsent = (await unsentTransfers(tx, names, batchId)).map(({ sealed, ...transfer }) => ({
    ...transfer,
    cardNo: cardOf(services, transfer.batchId, sealed),
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
  return doubtfulTransfers(debits, unsent)
}

/** One that does not open is paused as at a claim, and then left out of every match: it holds up the comparison of no other. */
function cardOf({ cipher }: Services, batchId: bigint, sealed: string): string {
  try {
    return openRow(cipher, sealed).cardNo
  } catch (error) {
    if (error instanceof SealBroken) throw new OrdersChanged(batchId, BROKEN_SEAL)
    throw error
  }
}

/** Two people know the debit as ours: what was started for the same person and is not sent yet fails, and its money is released. */
export async function withdrawDoubtful(
  tx: Tx,
  services: Services,
  doubtful: readonly Doubtful[],
  by: { readonly at: Date; readonly accountId?: number },
): Promise<number> {
  if (doubtful.length === 0) return 0
  const outcome = new Outcome(services, 'resolved', by.at)
  const debitOf = new Map(doubtful.map(({ debit, transfer }) => [transfer.reference, debit.reference]))
  for (const transfer of await lockTransfersByReference(tx, [...debitOf.keys()]))
    if (transfer.state === 'reserved')
      outcome.turn(
        transfer,
        { to: 'failed', moves: ['release'] },
        {
          detail: debitOf.get(transfer.reference) ?? '',
          reason: transferTexts.paidUnderLostSheet,
          serial: '',
          ...(by.accountId === undefined ? {} : { accountId: by.accountId }),
        },
      )
  return write(tx, outcome, by.at)
}
