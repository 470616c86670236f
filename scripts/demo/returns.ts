// The demo's payments that come back: the day after, or long after, when their month has been closed for tax.

import {
  addMonths,
  DAY_MS,
  type Month,
  shanghaiMonth,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import { parseYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { applyBankUpdates } from '@paywages/server/transfers/apply-bank-updates.ts'
import { sql } from 'kysely'
import { RETURNED_AMOUNT } from './payout-rows.ts'
import { closeMonth } from './tax.ts'
import { servicesAt } from './transfers.ts'

const HOUR_MS = 3_600_000
const RETURNED_AFTER_HOURS = 27
/** What was paid longer ago than this comes back only after its month was closed. */
const LONG_AGO_DAYS = 110
/** In the month after, when what was withheld has been declared. */
const LATE_RETURN_HOURS = 9 * 24 + 16.3

export type DemoReturn = {
  readonly paidAt: Date
  readonly at: Date
  /** Is taken back in the next month, whose PDFs tell of it. */
  readonly closed: Month | undefined
}

export function returnOf(now: Date, paidAt: Date): DemoReturn {
  if (now.getTime() - paidAt.getTime() < LONG_AGO_DAYS * DAY_MS)
    return { paidAt, at: hoursAfter(paidAt, RETURNED_AFTER_HOURS), closed: undefined }
  const closed = shanghaiMonth(paidAt)
  return { paidAt, at: hoursAfter(startOfDay(`${addMonths(closed, 1)}-01`), LATE_RETURN_HOURS), closed }
}

/** By its card the bank says the same some seconds from now. What came back in an earlier run has come back. */
export async function bringBack(services: Services, manager: Actor, { paidAt, at, closed }: DemoReturn) {
  const { rows } = await services.database.read((tx) =>
    sql<{ reference: string }>`
      select reference from row_transfers
      where state = 'succeeded' and amount_fen = ${parseYuan(RETURNED_AMOUNT)}
        and payout_at between ${hoursAfter(paidAt, -24)} and ${hoursAfter(paidAt, 24)}`.execute(tx),
  )
  if (rows.length === 0) return
  if (closed !== undefined) await closeMonth(services, manager, closed)
  const updates = rows.map(({ reference }) => ({
    reference,
    status: 'returned' as const,
    amountFen: undefined,
    message: '退票',
    serial: '',
    at: undefined,
  }))
  await applyBankUpdates(servicesAt(services, at), 'asked', updates)
}

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS)
