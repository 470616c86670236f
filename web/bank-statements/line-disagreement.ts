// What the bank's paper says against the system's record of the same payout: only the bank's signed answers settle it (D24).

import type { StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import { lineLabels } from './labels.ts'

type Compared = {
  readonly kind: StatementLine['kind']
  readonly row: Pick<NonNullable<StatementLine['row']>, 'status' | 'returned'> | null
  readonly batchStates?: StatementLine['batchStates']
}

/** Undefined where both agree, or where the line is linked to nothing. */
export function disagreementOf({ kind, row, batchStates }: Compared): string | undefined {
  if (row === null) return undefined
  if (batchStates) return lineLabels.batchStates(batchStates)
  // It was paid before it came back: both lines are right.
  if (row.returned) return undefined
  const words: Readonly<Record<string, string>> = lineLabels.disagrees
  return words[`${kind}-${row.status}`]
}
