// What a person is paid more or less than in the earlier batch, in words.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { risePermille } from '@paywages/domain/payouts/batch-comparison.ts'
import type { ComparedRow } from '@paywages/wire/payouts/shapes.ts'
import { comparisonLabels as labels } from './comparison-labels.ts'

/** +11,700.00 and −550.00, with a real minus; nothing has no sign. */
export function signedDifference(fen: Fen): string {
  if (fen === 0n) return '0.00'
  return fen < 0n ? `−${formatYuanGrouped(-fen)}` : `+${formatYuanGrouped(fen)}`
}

export type RowDifference = { readonly amount: string; readonly share: string }

/** Nothing where the person did not stand in the earlier batch. */
export function rowDifference(
  { lastFen, nowFen }: Pick<ComparedRow, 'lastFen' | 'nowFen'>,
  amountFen: Fen,
): RowDifference | undefined {
  const permille = lastFen === null ? undefined : risePermille(lastFen, nowFen)
  if (lastFen === null || permille === undefined) return undefined
  const percent = (Math.abs(permille) / 10).toFixed(1)
  const moved = permille < 0 ? labels.fallenBy(percent) : labels.risenBy(percent)
  const share = nowFen === lastFen ? labels.equal : moved
  // Of several payouts the sum is compared, and said to be one.
  const whose = nowFen === amountFen ? '' : ` · ${labels.ofPerson}`
  return { amount: signedDifference(nowFen - lastFen), share: `${share}${whose}` }
}
