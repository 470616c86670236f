// How many days a contract still runs, where that is worth a word.

import { DAY_MS, type Day, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { isClosed, REMIND_DAYS } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'

/** Of a contract in force or about to be, from thirty days before its last day; 0 on that day itself. */
export function daysLeft(
  { status, endDay }: Pick<EnterpriseContract, 'status' | 'endDay'>,
  today: Day,
): number | undefined {
  if (endDay === null || isClosed(status)) return undefined
  const days = (startOfDay(endDay).getTime() - startOfDay(today).getTime()) / DAY_MS
  return days >= 0 && days <= REMIND_DAYS ? days : undefined
}
