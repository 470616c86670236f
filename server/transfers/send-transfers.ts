// Sends waiting transfers to the bank: the attempt is committed before the network is touched, whatever happens then.

import { setTimeout as wait } from 'node:timers/promises'
import { type BankNews, type BankOrder, BankSilent } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { House } from '../house.ts'
import { openRow } from '../payouts/seal-row.ts'
import { insertEvents } from './event-store.ts'
import { hearBank } from './hear-bank.ts'
import { type Claimed, claimWaiting, type Lease, markInDoubt } from './transfer-store.ts'

/** One call to the bank and two transactions carry so many; fewer would spend more on each. */
export const CHUNK = 200

/** Sends one chunk of whichever batch's turn it is; returns how many were sent. */
export async function sendWaiting(house: House, limit = CHUNK): Promise<number> {
  const lease = leaseFrom(house)
  const claimed = await house.database.transact(async (tx) => {
    const taken = await claimWaiting(tx, lease, limit)
    await noteSending(tx, taken, lease.at)
    return taken
  })
  await submitClaimed(house, claimed, lease)
  return claimed.length
}

export function leaseFrom(house: House): Lease {
  const at = house.clock.now()
  return { at, until: new Date(at.getTime() + house.settings.patience.leaseMs) }
}

export async function noteSending(tx: Tx, claimed: readonly Claimed[], at: Date): Promise<void> {
  await insertEvents(
    tx,
    claimed.map(({ transferId, attempts, fromState }) => ({
      transferId,
      kind: 'sent',
      from: fromState,
      to: 'sending',
      attempt: attempts,
      detail: '',
    })),
    at,
  )
}

/** Asks the bank to pay what was claimed, and takes in its answer; no answer leaves them in doubt, the money held. */
export async function submitClaimed(house: House, claimed: readonly Claimed[], lease: Lease): Promise<void> {
  if (claimed.length === 0) return
  // A worker that slept past its lease must not send what others have taken over.
  if (house.clock.now() >= lease.until) return
  const { news, silence } = await answerTo(house, claimed)
  await hearBank(house, 'answered', news)
  const answered = new Set(news.map(({ reference }) => reference))
  const unanswered = claimed.filter(({ reference }) => !answered.has(reference))
  if (unanswered.length > 0) await leaveInDoubt(house, unanswered, silence ?? 'malformed')
}

async function answerTo(
  house: House,
  claimed: readonly Claimed[],
): Promise<{ news: readonly BankNews[]; silence?: string }> {
  try {
    return { news: await house.bank.submit(claimed.map((one) => orderOf(house, one))) }
  } catch (error) {
    if (!(error instanceof BankSilent)) throw error
    house.metrics.bankSilences.inc({ silence: error.silence })
    return { news: [], silence: error.silence }
  }
}

function orderOf(house: House, { reference, netFen, name, bank, remark, sealed }: Claimed): BankOrder {
  const { cardNo } = openRow(house.cipher, sealed)
  return { reference, amountFen: netFen, cardNo, name, bankName: bank, remark }
}

async function leaveInDoubt(house: House, sent: readonly Claimed[], silence: string): Promise<void> {
  const now = house.clock.now()
  const askAt = new Date(now.getTime() + house.settings.patience.askAfterMs)
  await house.database.transact(async (tx) => {
    const doubted = await markInDoubt(tx, sent, askAt)
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

const IDLE_MS = 250

/** Sends chunk after chunk until told to stop; a chunk in hand is finished. */
export async function keepSending(house: House, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const sent = await sendWaiting(house).catch((error: unknown) => {
      house.log.warn({ err: error }, 'transfers could not be sent; their leases will run out')
      return 0
    })
    if (sent === 0) await wait(IDLE_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}
