// What kind of day a seed is: how often things break, how much the bank lies, how much work there is.

import type { Random } from './random.ts'

export type Conditions = {
  /** Turns that the storm lasts. */
  readonly turns: number
  readonly workers: number
  /** Shares of the gates at which a process is killed, loses its connection, or is stopped for a while. */
  readonly kill: number
  readonly lose: number
  readonly stall: number
  /** Share of the bank's calls that go wrong on the way. */
  readonly bankFault: number
  /** Share of orders of which the bank says something untrue. */
  readonly lies: number
  /** Times without a bank, in seconds after the start. */
  readonly outages: readonly (readonly [number, number])[]
  readonly batches: number
  readonly secondProvider: boolean
  /** Two people confirm what is not so; the books then differ from the bank's by that. */
  readonly peopleLie: boolean
  /** The rules change between approval and start. */
  readonly meddler: boolean
  /** The storm ends in everything at once. */
  readonly wild: boolean
  /** By how much the clocks of two processes may differ from the true one. */
  readonly skewMs: number
  /** Every process dies at the storm's end, rather than finishing what it has in hand. */
  readonly crashes: boolean
  readonly startsAt: Date
}

export function drawConditions(random: Random): Conditions {
  const calm = random.chance(0.1)
  const share = (most: number) => (calm ? 0 : random.next() * most)
  return {
    turns: random.between(60, 140),
    workers: random.between(2, 3),
    kill: share(0.05),
    lose: share(0.05),
    stall: share(0.1),
    bankFault: random.next() * 0.45,
    lies: random.chance(0.45) ? random.next() * 0.4 : 0,
    outages: Array.from({ length: random.between(0, 2) }, () => {
      const from = random.between(0, 400)
      return [from, from + random.between(5, 90)] as const
    }),
    batches: random.between(1, 3),
    secondProvider: random.chance(0.2),
    peopleLie: random.chance(0.1),
    meddler: random.chance(0.3),
    wild: random.chance(0.25),
    skewMs: random.chance(0.15) ? random.between(500, 20_000) : 0,
    crashes: random.chance(0.5),
    startsAt: drawStart(random),
  }
}

/** Any day of 2026, and often the last seconds of a month in Shanghai. */
function drawStart(random: Random): Date {
  const month = random.between(1, 11)
  if (random.chance(0.25)) return new Date(Date.UTC(2026, month, 0, 15, 59, random.between(0, 59)))
  return new Date(Date.UTC(2026, month - 1, random.between(1, 28), random.between(0, 23), 0, 0))
}

/** How far the clock moves at one turn. */
export function drawPause(random: Random): number {
  const [least, most] = random.pickWeighted([
    [76, [1, 60]],
    [14, [500, 5_000]],
    [7, [5_000, 40_000]],
    [2.4, [40_000, 130_000]],
    [0.5, [250_000, 400_000]],
    [0.1, [86_400_000, 1_000_000_000]],
  ] as const)
  return random.between(least, most)
}
