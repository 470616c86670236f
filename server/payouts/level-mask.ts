// The mask of a row's warnings that is counted: by number alone, so that the thread that judges rows loads no query builder for it.

import { LEVEL_KINDS } from '@paywages/domain/payouts/warning-levels.ts'
import { warningMask } from '@paywages/domain/payouts/warning-mask.ts'

export const LEVEL_BITS = warningMask(LEVEL_KINDS)

/** The mask that is counted for a row. */
export const levelMask = (mask: number): number => mask & LEVEL_BITS
