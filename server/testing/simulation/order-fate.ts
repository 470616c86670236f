// What becomes of an order at the lying bank, drawn once when it arrives: when it is paid, what is said of it, what is called back.

import type { BankStatus } from '@paywages/domain/transfers/transfer-state.ts'
import type { Random } from './random.ts'

export type Fate = {
  readonly kind:
    | 'paid'
    | 'slow'
    | 'hidden'
    | 'returned'
    | 'refused'
    | 'denied'
    | 'stuck'
    | 'refused, then paid'
    | 'denied, then paid'
  /** Before that the bank's query finds nothing. */
  readonly visibleAt: number
  readonly paidAt: number
  readonly returnedAt: number
  /** From then on the bank says definitely that it never took the order. */
  readonly deniedAt: number
}

const NEVER = Number.POSITIVE_INFINITY
const S = 1_000
const DAY = 86_400 * S

export function drawFate(random: Random, now: number, lies: number): Fate {
  const plain = { visibleAt: now, paidAt: now, returnedAt: NEVER, deniedAt: NEVER }
  const later = (...seconds: number[]) => now + random.pick(seconds) * S + random.between(0, 999)
  if (random.chance(lies)) {
    const paidAt = random.chance(0.3) ? now + random.between(1, 20) * DAY : later(3, 20, 60, 150)
    const returnedAt = random.chance(0.4) ? paidAt + random.between(1, 100) * S : NEVER
    return random.chance(0.5)
      ? { ...plain, kind: 'refused, then paid', paidAt, returnedAt }
      : { ...plain, kind: 'denied, then paid', paidAt, returnedAt, deniedAt: now + 2 * S }
  }
  return random.pickWeighted<() => Fate>([
    [40, () => ({ ...plain, kind: 'paid' })],
    [14, () => ({ ...plain, kind: 'slow', paidAt: later(1, 5, 30, 90, 300, 600) })],
    [8, () => ({ ...plain, kind: 'hidden', visibleAt: later(5, 30, 90, 700, 700) })],
    [
      14,
      () => {
        const paidAt = random.chance(0.5) ? now : later(2, 20, 60)
        const back = random.chance(0.15) ? random.between(1, 25) * DAY : random.pick([0.5, 10, 60, 200]) * S
        return { ...plain, kind: 'returned', paidAt, returnedAt: paidAt + back }
      },
    ],
    [13, () => ({ ...plain, kind: 'refused', paidAt: NEVER })],
    [6, () => ({ ...plain, kind: 'denied', paidAt: NEVER, deniedAt: later(5, 40, 600) })],
    [5, () => ({ ...plain, kind: 'stuck', paidAt: NEVER })],
  ])()
}

/** What the bank says of it at that moment, true or not. */
export function statusAt(fate: Fate, now: number): BankStatus {
  if (now < fate.visibleAt) return 'not-found'
  if (fate.returnedAt <= now) return 'returned'
  if (fate.paidAt <= now) return 'succeeded'
  if (fate.kind.startsWith('refused')) return 'rejected'
  if (fate.kind.startsWith('denied')) return fate.deniedAt <= now ? 'not-accepted' : 'not-found'
  return 'processing'
}

export type Call = {
  readonly dueAt: number
  readonly status: BankStatus
  /** By how much the amount in it is wrong. */
  readonly offFen: bigint
}

/** The callbacks about one order: none to three of each event, early or late, and now and then a signed lie. */
export function drawCalls(random: Random, fate: Fate, now: number, lies: number): Call[] {
  const calls: Call[] = []
  const call = (status: BankStatus, at: number) => {
    for (let left = random.pick([0, 0, 1, 1, 2, 3]); left > 0; left -= 1)
      calls.push({ dueAt: at + random.pick([0, 0, 500, 10_000, 120_000]), status, offFen: 0n })
  }
  if (fate.kind.startsWith('refused')) call('rejected', now)
  if (fate.deniedAt < NEVER) call('not-accepted', fate.deniedAt)
  if (fate.paidAt < NEVER) call('succeeded', fate.paidAt)
  if (fate.returnedAt < NEVER) call('returned', fate.returnedAt)
  if (random.chance(0.03 + lies / 4))
    calls.push({ dueAt: now, status: 'succeeded', offFen: random.pick([1n, -1n, 100n]) })
  if (random.chance(lies / 3))
    calls.push({ dueAt: now + random.between(0, 90_000), status: 'rejected', offFen: 0n })
  return calls
}
