// A time picked in a calendar, read as Shanghai's: what is shown in the field is what is meant, in any time zone.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import dayjs, { type Dayjs } from 'dayjs'

export const MINUTE_FORM = 'YYYY-MM-DD HH:mm'

export const shanghaiNow = (): Dayjs => dayjs(shanghaiMinute(new Date()))

export const shanghaiInstant = (picked: Dayjs): Date =>
  new Date(`${picked.format('YYYY-MM-DDTHH:mm')}:00+08:00`)
