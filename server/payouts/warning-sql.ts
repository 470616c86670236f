// The levels of warnings in SQL, by the mask of a row's kinds.

import type { WarningKind } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { LevelMasks } from '@paywages/domain/payouts/warning-levels.ts'
import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { type RawBuilder, sql } from 'kysely'
import { LEVEL_BITS } from './level-mask.ts'

/** Rows to be paid by the mask of their high risks and notices; those with hints alone stand at 0. */
export type WarningMasks = Readonly<Record<string, number>>

/** In SQL, of the rows `r`. */
export const levelMaskOfRow = (): RawBuilder<number> => rowMask(LEVEL_BITS)

/** The mask of the row `r`, of these bits only. */
const rowMask = (bits: number): RawBuilder<number> => sql<number>`r.warning_mask & ${sql.lit(bits)}`

/** A table of `kind` and `bit`. */
export function kindsByBit(): RawBuilder<unknown> {
  const kinds = Object.entries(WARNING_BITS).map(([kind, bit]) => sql`(${sql.lit(kind)}, ${sql.lit(bit)})`)
  return sql`(select * from (values ${sql.join(kinds)}) k (kind, bit))`
}

/** Of the row `r`: it holds a warning of this kind. */
export const hasWarning = (kind: WarningKind): RawBuilder<boolean> =>
  sql<boolean>`(${rowMask(WARNING_BITS[kind])}) <> 0`

/** Of the row `r`: it holds a high risk. */
export function isHigh({ high, together }: LevelMasks): RawBuilder<boolean> {
  return sql<boolean>`((${rowMask(high)}) <> 0 or (${rowMask(together)}) = ${sql.lit(together)})`
}

/** Of the row `r`: it holds a notice, whatever else. */
function hasNotice({ notice, vatIsNotice }: LevelMasks): RawBuilder<boolean> {
  const byMask = sql`(${rowMask(notice)}) <> 0`
  return vatIsNotice ? sql`(${byMask} or r.platform_paid_fen is not null)` : sql`(${byMask})`
}

/** A row to be paid counts once, at its highest level. */
export function atLevel(level: 'high' | 'notice', masks: LevelMasks): RawBuilder<boolean> {
  const held = level === 'high' ? isHigh(masks) : sql`${hasNotice(masks)} and not ${isHigh(masks)}`
  return sql<boolean>`(not r.cancelled and ${held})`
}

/** 2, 1 or 0, of the row `r`. */
export function levelNumber(masks: LevelMasks): RawBuilder<number> {
  return sql<number>`case when r.cancelled then 0 when ${isHigh(masks)} then 2 when ${hasNotice(masks)} then 1 else 0 end`
}
