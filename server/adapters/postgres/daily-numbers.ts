// The running numbers of a day, for PDFs of any kind; the only file that writes this table.

import type { Day, Month } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The day's next number of a kind: 202611130007. Taken numbers are held until the transaction ends, so that none is left out. */
export async function nextDailyNumber(tx: Tx, kind: string, day: Day, digits = 4): Promise<string> {
  const { last } = await tx
    .insertInto('daily_numbers')
    .values({ kind, day, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'day']).doUpdateSet({ last: sql`daily_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return dailyNumber(day, last, digits)
}

const dailyNumber = (day: Day, count: number, digits: number) =>
  `${day.replaceAll('-', '')}${String(count).padStart(digits, '0')}`

/** What the next number would be, for PDFs that carry it and are made before it is taken. */
export async function expectedDailyNumber(tx: Tx, kind: string, day: Day, digits: number): Promise<string> {
  const row = await tx
    .selectFrom('daily_numbers')
    .where('kind', '=', kind)
    .where(sql<boolean>`day = ${day}::date`)
    .select('last')
    .executeTakeFirst()
  return dailyNumber(day, (row?.last ?? 0) + 1, digits)
}

/** The month's next number of a kind: 2026110007. It counts under the month's first day. */
export async function nextMonthlyNumber(tx: Tx, kind: string, month: Month, digits: number): Promise<string> {
  const number = await nextDailyNumber(tx, kind, `${month}-01`, digits)
  return number.slice(0, 6) + number.slice(8)
}
