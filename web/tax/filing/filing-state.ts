// What can be done with a month's filing, by whom, and which quarters are over.

import { type ConsoleRights, hasRight } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { lastClosable, monthsOfQuarter, type Quarter, quarterOf } from '@paywages/domain/tax/periods.ts'
import type { Filing } from '@paywages/wire/tax/shapes.ts'

/** `running`: nobody can close it yet. */
export type FilingState = 'closed' | 'open' | 'running'

export function filingState({ closed, month }: Pick<Filing, 'closed' | 'month'>, now: Date): FilingState {
  if (closed) return 'closed'
  return month <= lastClosable(now) ? 'open' : 'running'
}

/** Beside what one can do, why one cannot; undefined where the person has no part in it. */
export type FilingOffer =
  | 'download'
  | 'to-proofs'
  | 'to-close'
  | 'not-needed'
  | 'waits-for-manager'
  | 'waits-for-month'

export function filingOffer(
  filing: Pick<Filing, 'closed' | 'month' | 'withholds'>,
  rights: ConsoleRights,
  now: Date,
): FilingOffer | undefined {
  const state = filingState(filing, now)
  // The quarter's report needs the months of those that withhold nothing as well.
  if (state === 'open' && hasRight(rights, 'manager')) return filing.withholds ? 'to-proofs' : 'to-close'
  if (!filing.withholds) return 'not-needed'
  if (state === 'running') return 'waits-for-month'
  if (state === 'open') return 'waits-for-manager'
  return hasRight(rights, 'pay-or-manager') ? 'download' : undefined
}

/** The last quarter whose three months can all be closed. */
export function lastQuarter(now: Date): Quarter {
  const month = lastClosable(now)
  const running = quarterOf(month)
  return monthsOfQuarter(running)[2] === month ? running : quarterBefore(running)
}

function quarterBefore(quarter: Quarter): Quarter {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))]
  return number === 1 ? `${year - 1}-Q4` : `${year}-Q${number - 1}`
}

export function firstDayOf(quarter: Quarter): Day {
  return `${monthsOfQuarter(quarter)[0]}-01`
}
