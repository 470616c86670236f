// The warnings of a row as one number, a bit for each kind.

import type { WarningKind } from './sheet-warnings.ts'

/** Stored rows hold these: a new kind takes the next bit, and none is ever given away again. */
export const WARNING_BITS: Readonly<Record<WarningKind, number>> = {
  'likely-duplicate': 1,
  'card-changed': 2,
  'card-shared': 4,
  'amount-unusual': 8,
  'first-payment': 16,
  'bank-differs': 32,
  'card-luhn': 64,
  unsigned: 128,
  'hidden-row': 256,
}

export function warningMask(kinds: Iterable<WarningKind>): number {
  let mask = 0
  for (const kind of kinds) mask |= WARNING_BITS[kind]
  return mask
}

/** In the order of the bits. */
export function kindsIn(mask: number): WarningKind[] {
  const kinds = Object.keys(WARNING_BITS) as WarningKind[]
  return kinds.filter((kind) => (mask & WARNING_BITS[kind]) !== 0)
}
