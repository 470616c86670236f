// A year of taxed payouts of a company in a database of its own, as many months closed as wanted.

import { addMonths, type Month, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { resealRows } from '@paywages/server/payouts/reseal-rows.ts'
import { closeMonths } from '@paywages/server/tax/periods/close-months.ts'
import { closeMonth, lockPeriods } from '@paywages/server/tax/periods/period-store.ts'
import { ORDERS } from '@paywages/server/testing/orders-of-batch.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { median, timed } from './in-turns.ts'
import { storePayouts } from './stored-payouts.ts'

export const LAST_MONTH: Month = '2026-12'

export type TaxedPayouts = BenchServices & {
  readonly providerId: number
  /** Batches of the company before the last month. */
  readonly history: number
}

/** Some batches of the company in the last month, the others spread over the months of the year before it, which are closed. */
export async function openTaxedPayouts(
  batches: number,
  { batchRows = 5_000, lastBatches = 2 }: { batchRows?: number; lastBatches?: number } = {},
): Promise<TaxedPayouts> {
  const bench = await openBenchServices()
  const { providerId } = bench.payer.person
  await storePayouts(bench, batches * batchRows, { batchRows })
  // In the form in which uploads are sealed, as the worker brings those of earlier releases to it.
  const { leftAlone } = await resealRows(bench.services, ORDERS)
  if (leftAlone.length > 0) throw new Error(`${leftAlone.length} batches were not sealed anew`)
  const { pool } = bench.services.database
  await pool.query('update providers set withholds_tax = true')
  const { rows } = await pool.query<{ history: number }>(
    'select count(*)::int - $2 as history from payout_batches where provider_id = $1',
    [providerId, lastBatches],
  )
  const history = rows[0]?.history ?? 0
  await pool.query(
    `update payout_batches b set withholds_tax = true, ended_at = started_at,
      payment_month = '2026-' || lpad((12 - least(11, ceil(greatest(0, r.from_last - $2) * 11 / $1::numeric)))::text, 2, '0')
    from (select batch_id, row_number() over (partition by provider_id order by batch_id desc) as from_last from payout_batches) r
    where r.batch_id = b.batch_id`,
    [history, lastBatches],
  )
  await pool.query('update payout_rows set tax_fen = amount_fen * 3 / 100')
  // Four hundred are settled at once, never all of a day.
  await pool.query(
    `insert into ledger_settlements (provider_id, transfer_id, at, net_fen, tax_fen)
    select provider_id, row_id, now() - row_number() over (order by row_id desc) / 400 * interval '1 ms', amount_fen - tax_fen, tax_fen from payout_lines where status = 'succeeded'`,
  )
  // As the settling of each would have noted it.
  await pool.query(
    `insert into tax_undeclared_rows (provider_id, payment_month, row_id)
    select provider_id, payment_month, row_id from taxed_rows where status = 'succeeded'`,
  )
  await pool.query('vacuum analyze')
  await closeUpTo(bench, addMonths(LAST_MONTH, -1))
  await pool.query('vacuum analyze')
  return { ...bench, providerId, history }
}

/** All months up to this one. */
export function closeUpTo({ services, payer }: BenchServices, month: Month): Promise<unknown> {
  const at = new Date(startOfDay(`${addMonths(month, 1)}-02`))
  return closeMonths(services, { ...payer, at }, { of: 'provider', providerId: payer.person.providerId })
}

/** The last month closed and undone, so that it can be measured again; at least so many people are in it. */
export async function closeInVain(
  { services, payer, providerId }: TaxedPayouts,
  people: number,
): Promise<void> {
  class Undone extends Error {}
  const closing = services.database.transact(async (tx) => {
    await lockPeriods(tx, providerId)
    const at = startOfDay('2027-01-02')
    const closed = await closeMonth(tx, { providerId, month: LAST_MONTH, by: payer.person.accountId, at })
    if (closed.peopleCount < people) throw new Error(`only ${closed.peopleCount} people`)
    throw new Undone()
  }, 'long')
  await closing.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

/** How long closing it takes in each of them, in turns; what an undone closing wrote is cleared away before the next, which would meet its dead rows. */
export async function closedInTurns(
  [one, other]: readonly [TaxedPayouts, TaxedPayouts],
  people: number,
  runs: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let run = 0; run <= runs; run += 1)
    for (const [index, bench] of [one, other].entries()) {
      const time = await timed(() => closeInVain(bench, people))
      if (run > 0) times[index]?.push(time)
      await bench.services.database.pool.query('vacuum tax_entries, tax_person_months, tax_undeclared_rows')
    }
  return [median(times[0]), median(times[1])]
}
