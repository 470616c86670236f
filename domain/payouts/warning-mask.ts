// The warnings of a row as one number, a bit for each kind.

import type { RowWarning, WarningKind } from './sheet-warnings.ts'

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
  'ids-consecutive': 512,
  'card-failed': 1_024,
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

/** What warnings say beyond their kind. */
export type WarningAbouts = Readonly<Partial<Record<WarningKind, string>>>

/** Null where the mask says it all. */
export function warningAbouts(warnings: readonly RowWarning[]): WarningAbouts | null {
  const told = warnings.filter(({ about }) => about !== undefined)
  return told.length === 0 ? null : Object.fromEntries(told.map(({ kind, about }) => [kind, about]))
}

/** The warnings of a row from what is stored of them. */
export function warningsIn(mask: number, abouts: WarningAbouts | null): RowWarning[] {
  return kindsIn(mask).map((kind) => {
    const about = abouts?.[kind]
    return about === undefined ? { kind } : { kind, about }
  })
}
