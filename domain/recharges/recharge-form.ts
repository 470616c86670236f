// What a recharge may say about the transfer behind it (spec §5, D25).

import { type Day, shanghaiDay } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'

/** Nine digits of yuan: more in one transfer is a slip of the hand. */
export const MAX_RECHARGE_FEN: Fen = 99_999_999_999n

/** A transfer has happened, today at the latest, by the calendar of Shanghai. */
export function isFuturePayDay(payDay: Day, now: Date): boolean {
  return payDay > shanghaiDay(now)
}

/** Account numbers are compared without the blanks and hyphens that banks print. */
export function plainAccount(text: string): string {
  return text.replace(/[\s-]/g, '')
}
