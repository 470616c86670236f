// Settles what the bank's answer to a first sending calls paid, by the call: the ordinary end of nearly every transfer.

import { settle } from '@paywages/domain/ledger/postings.ts'
import type { BankUpdate } from '../adapters/bank/bank-port.ts'
import type { Services } from '../app-services.ts'
import { postHeld } from '../ledger/post-entries.ts'
import { applyBankUpdates, timeOfPayment } from './apply-bank-updates.ts'
import { type ClaimedOrder, endAnswered } from './lease-store.ts'
import { bindPaidNames, countEndsOfBatch } from './row-ends.ts'

type Paid = { readonly order: ClaimedOrder; readonly update: BankUpdate; readonly payoutAt: Date }

/** Somebody else has changed one of them since it was sent. */
class NotAsSent extends Error {
  override readonly name = 'NotAsSent'
}

/**
 * Takes in an answer. Nothing is read anew of those that are paid as ordered: what was sent is at hand, and that all of them stand as they
 * were sent is checked as they are changed. Otherwise, and for whatever else the bank says, each is looked at (apply-bank-updates.ts).
 */
export async function takeAnswer(
  services: Services,
  claimed: readonly ClaimedOrder[],
  update: readonly BankUpdate[],
): Promise<void> {
  const paid = ordinary(services, claimed, update)
  const settled = paid.length > 0 && (await settlePaid(services, paid))
  const ended = new Set(settled ? paid.map(({ order }) => order.reference) : [])
  await applyBankUpdates(
    services,
    'answered',
    update.filter(({ reference }) => !ended.has(reference)),
  )
}

/** First sendings that were paid, each named once, all in the same words. */
function ordinary(
  services: Services,
  claimed: readonly ClaimedOrder[],
  update: readonly BankUpdate[],
): readonly Paid[] {
  const orders = new Map(claimed.map((order) => [order.reference, order]))
  const words = update.find(({ status }) => status === 'succeeded')?.message
  const now = services.clock.now()
  const paid = update.flatMap((one): Paid[] => {
    const order = orders.get(one.reference)
    const asOrdered =
      order?.attempts === 1 &&
      one.status === 'succeeded' &&
      (one.amountFen === undefined || one.amountFen === order.netFen) &&
      one.message === words &&
      !`${one.message}${one.serial}`.includes('\0')
    return asOrdered ? [{ order, update: one, payoutAt: timeOfPayment(one.at, now) }] : []
  })
  const named = new Set(update.map(({ reference }) => reference)).size === update.length
  return named ? paid.toSorted((a, b) => (a.order.rowId < b.order.rowId ? -1 : 1)) : []
}

/** Holds what others wait for in the order of `write` in apply-bank-updates.ts; false where nothing was changed. */
async function settlePaid(services: Services, paid: readonly Paid[]): Promise<boolean> {
  const now = services.clock.now()
  const [first] = paid
  if (!first) return false
  const { batchId, leaseId, providerId } = first.order
  const message = first.update.message
  try {
    await services.database.transact(async (tx) => {
      const stoodAt = await endAnswered(
        tx,
        { leaseId, answer: message, at: now },
        paid.map(({ order, update, payoutAt }) => ({ rowId: order.rowId, serial: update.serial, payoutAt })),
      )
      if (stoodAt === undefined) throw new NotAsSent()
      const ends = paid.map(({ order, payoutAt }) => ({
        ...order,
        was: 'sending' as const,
        is: 'succeeded' as const,
        stoodAt,
        standsAt: payoutAt,
      }))
      const entries = paid.map(({ order }) => ({
        subject: 'transfer' as const,
        subjectId: order.transferId,
        batchId: order.batchId,
        postings: settle(order),
      }))
      await postHeld(tx, providerId, entries, now, async () => {
        await countEndsOfBatch(tx, batchId, ends, now)
        await bindPaidNames(tx, ends)
      })
    })
    return true
  } catch (error) {
    if (error instanceof NotAsSent) return false
    throw error
  }
}
