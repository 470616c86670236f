// The greeting of the hour and today's date, in Shanghai wherever the browser stands.

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { workbenchLabels } from './labels.ts'

export function greeting(now: Date): string {
  const hour = Number(shanghaiMinute(now).slice(11, 13))
  if (hour >= 5 && hour < 12) return workbenchLabels.morning
  return hour >= 12 && hour < 18 ? workbenchLabels.afternoon : workbenchLabels.evening
}

/** Year, month, day and weekday, as one says them in Chinese. */
export function today(now: Date): string {
  const day = shanghaiDay(now)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const weekday = workbenchLabels.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  return workbenchLabels.date(year, month, date, weekday)
}
