// Amounts in 万元 with two decimals, where a phone has no room for fen.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'

/** 0.01 万元 is a hundred yuan. */
const STEP = 10_000n

/** Half a step counts as a whole one; below zero as above it. */
export function tenThousands(fen: Fen): string {
  return formatYuanGrouped(((fen < 0n ? -fen : fen) + STEP / 2n) / STEP)
}

/** +1.82 and −1.58, with a real minus; what rounds to nothing has no sign. */
export function signedTenThousands(fen: Fen): string {
  const words = tenThousands(fen)
  if (words === '0.00') return words
  return fen < 0n ? `−${words}` : `+${words}`
}
