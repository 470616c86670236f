// Which days people work in China: weekends, public holidays and the weekends worked instead of them.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'

type Exceptions = {
  readonly holidays: Readonly<Record<string, string>>
  readonly workdays: Readonly<Record<string, string>>
}

let opened: Promise<Exceptions> | undefined

/**
 * Loaded when first asked for. The published days alone: the package's own functions read a date in the machine's zone,
 * and are a day off west of Greenwich.
 */
function exceptions(): Promise<Exceptions> {
  opened ??= import('chinese-days/dist/chinese-days.json', { with: { type: 'json' } }).then(
    ({ default: { holidays, workdays } }) => ({ holidays, workdays }),
  )
  return opened
}

/** Years whose holidays are not published yet count as Monday to Friday. */
export async function countWorkdays(days: readonly Day[]): Promise<number> {
  const { holidays, workdays } = await exceptions()
  return days.filter((day) => day in workdays || (isWeekday(day) && !(day in holidays))).length
}

function isWeekday(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday >= 1 && weekday <= 5
}
