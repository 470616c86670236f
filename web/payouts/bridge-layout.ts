// Where the bars of the bridge from one batch's total to the next one's stand, in pixels above its base line.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BridgeStep } from '@paywages/domain/payouts/batch-comparison.ts'

export type BridgeBar = {
  readonly step: BridgeStep['step']
  /** Above the base line. */
  readonly low: number
  readonly high: number
  /** Where the dashed line to the next bar leaves it. */
  readonly ends: number
}

export type BridgeLayout = {
  readonly bars: readonly BridgeBar[]
  /** The axis does not start at 0: totals carry a break. */
  readonly broken: boolean
}

/** So much of a broken total stands below everything that moves, as a share of the height. */
const BELOW = 0.4
/** A bar of nothing is still a line. */
const MIN_HEIGHT = 1

export function layOutBridge(steps: readonly BridgeStep[], height: number): BridgeLayout {
  const levels = steps.map(({ toFen }) => toFen)
  const top = levels.reduce((most, fen) => (fen > most ? fen : most), 0n)
  const lowest = levels.reduce((least, fen) => (fen < least ? fen : least), top)
  const broken = Number(lowest) > Number(top) * BELOW
  const at = (fen: Fen): number => {
    if (top === 0n) return 0
    if (!broken) return (Number(fen) / Number(top)) * height
    const span = Number(top - lowest)
    const below = height * BELOW
    return fen === 0n ? 0 : below + (span === 0 ? 0.5 : Number(fen - lowest) / span) * (height - below)
  }
  const bars = steps.map(({ step, fromFen, toFen }) => {
    const [from, ends] = [at(fromFen), at(toFen)]
    const low = Math.min(from, ends)
    return { step, low, high: Math.max(from, ends, low + MIN_HEIGHT), ends }
  })
  return { bars, broken }
}
