// Which lines a person has on a month's declaration: one for each way in which its payouts were withheld, and one for what was entered (ADR 107, ADR 139).

import { type TaxCounting, WITHHELD_AS, type WithheldAs } from './counted-history.ts'

export type MonthOfPerson = {
  /** How payouts of the year so far were withheld, and those of the month. */
  readonly year: ReadonlySet<WithheldAs>
  readonly booked: ReadonlySet<WithheldAs>
  /** The last payout of the month; of the year so far, where the month has none. */
  readonly last: WithheldAs
  readonly counting: TaxCounting
  /** Whether the month books something that two people entered. */
  readonly entered: boolean
}

/**
 * Where the month withholds nothing of the person, what was entered stands on a line without income: that of the last payout, or, if that was not withheld
 * either, that of the accumulation that the year has declared. Without one it waits for the first income (ADR 130).
 */
export function declaredLines(month: MonthOfPerson): readonly WithheldAs[] {
  const { booked, last } = month
  const bare = bareLine(month)
  if (booked.size === 0) return [bare ?? last]
  return WITHHELD_AS.filter((way) => booked.has(way) || way === bare)
}

/** The line that no payout of the month stands on; undefined where there is none. */
export function bareLine({ year, booked, last, counting, entered }: MonthOfPerson): WithheldAs | undefined {
  const isKept = counting === 'first-income' && entered
  if (!isKept || last !== 'none' || [...booked].some(isWithheld)) return undefined
  return WITHHELD_AS.find((way) => isWithheld(way) && year.has(way))
}

const isWithheld = (way: WithheldAs): boolean => way !== 'none'
