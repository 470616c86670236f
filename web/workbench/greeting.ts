// The greeting of the hour and today's date, in Shanghai wherever the browser stands.

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { greetingLabels } from './labels.ts'

export function greeting(now: Date): string {
  const hour = Number(shanghaiMinute(now).slice(11, 13))
  if (hour >= 5 && hour < 12) return greetingLabels.morning
  return hour >= 12 && hour < 18 ? greetingLabels.afternoon : greetingLabels.evening
}

/** Year, month, day and weekday, as one says them in Chinese. */
export function today(now: Date): string {
  const day = shanghaiDay(now)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const weekday = greetingLabels.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  return greetingLabels.date(year, month, date, weekday)
}
