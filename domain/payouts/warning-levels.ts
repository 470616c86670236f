// How much a warning weighs (D44): a high risk is checked one by one before an approval, a notice deserves a look, a hint only informs.

import { SHOWN_WARNINGS, type ShownWarning, VAT_WARNING, WARNING_KINDS } from './sheet-warnings.ts'
import { kindsIn, warningMask } from './warning-mask.ts'

export const WARNING_LEVELS = ['high', 'notice', 'hint'] as const
export type WarningLevel = (typeof WARNING_LEVELS)[number]

/** A changed card and an unusual amount are a notice each; on one row they are a high risk, and shown as one warning. */
export const CARD_AND_AMOUNT = 'card-and-amount'

/** Every high risk of rows, in the order in which they are checked. */
export const ROW_RISKS = [
  'likely-duplicate',
  CARD_AND_AMOUNT,
  'card-shared',
  'ids-consecutive',
  'hidden-row',
] as const
export type RowRisk = (typeof ROW_RISKS)[number]

/** The people behind the batch are a high risk, too (domain/payouts/account-pairs.ts); it comes first. */
export const DEVICE_SHARED = 'device-shared'

/** Every high risk, in the order in which they are checked. */
export const RISK_KINDS = [DEVICE_SHARED, ...ROW_RISKS] as const
export type RiskKind = (typeof RISK_KINDS)[number]

export type LevelledWarning = ShownWarning | typeof CARD_AND_AMOUNT

/** In the order in which a row shows them: the highest level first. */
const LEVEL_OF: Readonly<Record<LevelledWarning, WarningLevel>> = {
  [CARD_AND_AMOUNT]: 'high',
  'likely-duplicate': 'high',
  'card-shared': 'high',
  'ids-consecutive': 'high',
  'hidden-row': 'high',
  'card-changed': 'notice',
  'amount-unusual': 'notice',
  'bank-differs': 'notice',
  'card-luhn': 'notice',
  'card-failed': 'notice',
  [VAT_WARNING]: 'notice',
  'first-payment': 'notice',
  unsigned: 'hint',
}

const SHOWN_ORDER = Object.keys(LEVEL_OF) as LevelledWarning[]

export const levelOf = (warning: LevelledWarning): WarningLevel => LEVEL_OF[warning]

/** What a row shows, highest first: two that together are a high risk become one. */
export function levelledWarnings(kinds: readonly ShownWarning[]): LevelledWarning[] {
  const held = new Set<LevelledWarning>(kinds)
  if (held.has('card-changed') && held.has('amount-unusual')) {
    held.delete('card-changed')
    held.delete('amount-unusual')
    held.add(CARD_AND_AMOUNT)
  }
  return SHOWN_ORDER.filter((warning) => held.has(warning))
}

/** In fewer rows than this, most of them are still few. */
const MIN_ROWS_SAID_ONCE = 10

export type WarningCounts = Readonly<Record<string, number>>

/**
 * The kinds that hold for more than half of the rows to be paid: said once for the batch, and a hint in its rows. Never a high risk,
 * which is checked wherever it stands.
 */
export function saidOnce(counts: WarningCounts, payableCount: number): ReadonlySet<ShownWarning> {
  if (payableCount < MIN_ROWS_SAID_ONCE) return new Set()
  const most = (kind: ShownWarning) => (counts[kind] ?? 0) * 2 > payableCount
  return new Set(SHOWN_WARNINGS.filter((kind) => LEVEL_OF[kind] !== 'high' && most(kind)))
}

/** A row counts once, at its highest level; undefined where nothing stands at it. */
export function highestLevel(
  kinds: readonly ShownWarning[],
  once: ReadonlySet<ShownWarning>,
): WarningLevel | undefined {
  const levels = new Set(
    levelledWarnings(kinds).map((warning) =>
      warning !== CARD_AND_AMOUNT && once.has(warning) ? 'hint' : LEVEL_OF[warning],
    ),
  )
  return WARNING_LEVELS.find((level) => levels.has(level))
}

/** The kinds that make a level: hints do not. */
export const LEVEL_KINDS = WARNING_KINDS.filter((kind) => LEVEL_OF[kind] !== 'hint')

/** Rows that hold the kinds of a mask, marked for VAT or not. */
export type MaskedRows = { readonly mask: number; readonly aboveVat: boolean; readonly count: number }

export type LevelCounts = Readonly<Record<'high' | 'notice', number>>

/** Hints count nowhere. */
export function countLevels(rows: readonly MaskedRows[], once: ReadonlySet<ShownWarning>): LevelCounts {
  const counts = { high: 0, notice: 0 }
  for (const { mask, aboveVat, count } of rows) {
    const level = highestLevel(aboveVat ? [...kindsIn(mask), VAT_WARNING] : kindsIn(mask), once)
    if (level === 'high' || level === 'notice') counts[level] += count
  }
  return counts
}

/** What the rows at the level of notices hold, by kind, without what is said once: not what stands on high rows besides. */
export function countNoticeKinds(
  rows: readonly MaskedRows[],
  once: ReadonlySet<ShownWarning>,
): WarningCounts {
  const counts: Record<string, number> = {}
  for (const { mask, aboveVat, count } of rows) {
    const kinds: readonly ShownWarning[] = aboveVat ? [...kindsIn(mask), VAT_WARNING] : kindsIn(mask)
    if (count === 0 || highestLevel(kinds, once) !== 'notice') continue
    for (const kind of kinds)
      if (LEVEL_OF[kind] === 'notice' && !once.has(kind)) counts[kind] = (counts[kind] ?? 0) + count
  }
  return counts
}

/** The levels as bits, for what is found by mask. */
export type LevelMasks = {
  /** One of these is a high risk. */
  readonly high: number
  /** All of these together are one, too. */
  readonly together: number
  /** One of these is a notice. */
  readonly notice: number
  readonly vatIsNotice: boolean
}

export function levelMasks(once: ReadonlySet<ShownWarning>): LevelMasks {
  return {
    high: warningMask(WARNING_KINDS.filter((kind) => LEVEL_OF[kind] === 'high')),
    together: warningMask(['card-changed', 'amount-unusual']),
    notice: warningMask(WARNING_KINDS.filter((kind) => LEVEL_OF[kind] === 'notice' && !once.has(kind))),
    vatIsNotice: !once.has(VAT_WARNING),
  }
}
