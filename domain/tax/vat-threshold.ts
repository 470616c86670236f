// From which monthly sales a person may owe VAT, and from which income people are reported before they get there.

import type { Fen } from '../money/fen.ts'

/**
 * Monthly sales up to which a small-scale taxpayer is exempt. Source: Ministry of Finance and State Taxation
 * Administration Announcement 2023 No. 19, in force until the end of 2027.
 */
export const VAT_THRESHOLD_FEN: Fen = 100_000_00n

/**
 * The monthly limit keeps a person below the threshold at one provider only. Whoever comes this far over several is
 * shown to managers, early enough to act; it does not follow the limit that new providers start with.
 */
export const VAT_WATCH_FEN: Fen = 92_000_00n
