// Times as one says them on the day: today and yesterday by name, how long something has waited.

import { DAY_MS, shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { waitingLabels as labels, todoLabels } from './labels.ts'

/** "今天 09:12", "昨天 17:40", "11-12 09:12", and with its year where it is another one. */
export function momentWords(at: Date, now: Date): string {
  const [day = '', minute = ''] = shanghaiMinute(at).split(' ')
  const today = shanghaiDay(now)
  if (day === today) return todoLabels.today(minute)
  if (day === shanghaiDay(new Date(now.getTime() - DAY_MS))) return todoLabels.yesterday(minute)
  return `${day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day} ${minute}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export function waitedWords(since: Date, now: Date): string {
  const ms = now.getTime() - since.getTime()
  if (ms < MINUTE) return labels.moment
  if (ms < HOUR) return labels.minutes(Math.floor(ms / MINUTE))
  if (ms < DAY_MS) return labels.hours(Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE))
  return labels.days(Math.floor(ms / DAY_MS), ms < 2 * DAY_MS ? Math.floor((ms % DAY_MS) / HOUR) : 0)
}
