// Sends waiting transfers to the bank: the attempt is committed before the network is touched, whatever happens then.

import { setTimeout as wait } from 'node:timers/promises'
import { type BankOrder, BankSilent, type BankUpdate } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { PIECE_ROWS } from '../payouts/content-digest-store.ts'
import { approvedOrders, type OrdersAhead, openAhead } from './approved-orders.ts'
import { insertEvents } from './event-store.ts'
import { readGate } from './gate-store.ts'
import {
  type Claimed,
  type ClaimedOrder,
  claimWaiting,
  type Lease,
  markInDoubt,
  peekWaiting,
} from './lease-store.ts'
import { linesAround } from './order-digest-store.ts'
import { orPause } from './pause-batch.ts'
import { isSendingServer } from './sending-server.ts'
import { takeAnswer } from './settle-answered.ts'

/** One call to the bank and two transactions carry so many; fewer would spend more on each, and a call may carry 500 at most. */
export const CHUNK = 2 * PIECE_ROWS

/** Sends one chunk of whichever batch's turn it is; returns how many were sent. */
export async function sendWaiting(services: Services, limit = CHUNK): Promise<number> {
  return submitted(services, await inTurn(services, () => claimNext(services, limit)))
}

type Next = { readonly claimed: readonly ClaimedOrder[]; readonly lease: Lease }

async function claimNext(services: Services, limit: number): Promise<Next> {
  const ahead = await readAhead(services, limit)
  const lease = leaseFrom(services)
  if (ahead === undefined) return { claimed: [], lease }
  return { claimed: await claimApproved(services, (tx) => claimWaiting(tx, lease, limit), ahead), lease }
}

async function submitted(services: Services, { claimed, lease }: Next): Promise<number> {
  await submitClaimed(services, claimed, lease)
  return claimed.length
}

const turns = new WeakMap<Services, Promise<unknown>>()

/** The lanes of one worker claim one after the other: two would read the same chunk ahead, and one of them in vain. */
function inTurn<T>(services: Services, claim: () => Promise<T>): Promise<T> {
  const before = turns.get(services) ?? Promise.resolve()
  const mine = before.then(claim, claim)
  turns.set(services, mine)
  return mine
}

/**
 * The orders that are next, read and opened before the queue is held: other workers wait for a claim no longer than it takes to note it.
 * Undefined where nothing waits.
 */
async function readAhead(services: Services, limit: number): Promise<OrdersAhead | undefined> {
  const read = await services.database.query(async (tx) => {
    const next = await peekWaiting(tx, limit)
    return next && linesAround(tx, next)
  })
  return read && openAhead(services, read)
}

/** Commits the attempt at what is still as it was approved; a batch that is not is paused, and nothing of it claimed. */
export function claimApproved(
  services: Services,
  claim: (tx: Tx) => Promise<Claimed[]>,
  ahead?: OrdersAhead,
): Promise<ClaimedOrder[]> {
  return orPause(services, () =>
    services.database.transact(async (tx) => {
      if (!(await isSendingServer(services, await readGate(tx)))) return []
      const claimed = await claim(tx)
      const approved = await approvedOrders(tx, services, claimed, ahead)
      return claimed.flatMap((one) => {
        const order = approved.get(one.rowId)
        return order ? [{ ...order, ...one }] : []
      })
    }),
  )
}

export function leaseFrom(services: Services): Lease {
  const at = services.clock.now()
  return { at, until: new Date(at.getTime() + services.settings.retryPolicy.leaseMs) }
}

/** Asks the bank to pay what was claimed, and takes in its answer; no answer leaves them in doubt, the money held. */
export async function submitClaimed(
  services: Services,
  claimed: readonly ClaimedOrder[],
  lease: Lease,
): Promise<void> {
  if (claimed.length === 0) return
  // A worker that slept past its lease must not send what others have taken over.
  if (services.clock.now() >= lease.until) return
  const { update, silence } = await answerTo(services, claimed)
  await takeAnswer(services, claimed, update)
  const answered = new Set(update.map(({ reference }) => reference))
  const unanswered = claimed.filter(({ reference }) => !answered.has(reference))
  if (unanswered.length > 0) await leaveInDoubt(services, unanswered, silence ?? 'malformed')
}

async function answerTo(
  services: Services,
  claimed: readonly ClaimedOrder[],
): Promise<{ update: readonly BankUpdate[]; silence?: string }> {
  const orders = claimed.map(orderOf)
  try {
    return { update: await services.bank.submit(orders) }
  } catch (error) {
    if (!(error instanceof BankSilent)) throw error
    services.metrics.bankSilences.inc({ silence: error.silence })
    return { update: [], silence: error.silence }
  }
}

const orderOf = ({ reference, netFen, cardNo, name, bank, remark }: ClaimedOrder): BankOrder => ({
  reference,
  amountFen: netFen,
  cardNo,
  name,
  bankName: bank,
  remark,
})

async function leaveInDoubt(services: Services, sent: readonly Claimed[], silence: string): Promise<void> {
  const now = services.clock.now()
  const queryAt = new Date(now.getTime() + services.settings.retryPolicy.queryAfterMs)
  await services.database.transact(async (tx) => {
    const doubted = await markInDoubt(tx, sent, queryAt)
    await insertEvents(
      tx,
      doubted.map(({ transferId, attempts }) => ({
        transferId,
        kind: 'no-answer',
        from: 'sending',
        to: 'in-doubt',
        attempt: attempts,
        detail: silence,
      })),
      now,
    )
  })
}

export const IDLE_MS = 250

/** Sends chunk after chunk until told to stop; a chunk in hand is finished. */
export async function sendUntilStopped(services: Services, stopping: AbortSignal): Promise<void> {
  const rest = () => wait(IDLE_MS, undefined, { signal: stopping }).catch(() => undefined)
  // Where nothing waits, one lane looks for all of them: it keeps its turn while it rests.
  const claimOrRest = async (): Promise<Next | undefined> => {
    if (stopping.aborted) return undefined
    const next = await claimNext(services, CHUNK)
    if (next.claimed.length === 0) await rest()
    return next
  }
  while (!stopping.aborted) {
    try {
      const next = await inTurn(services, claimOrRest)
      if (next) await submitted(services, next)
    } catch (error) {
      services.log.warn({ err: error }, 'transfers could not be sent; their leases will run out')
      await rest()
    }
  }
}
