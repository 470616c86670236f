// Months closed while payouts succeed, fail, succeed late and come back in transactions of their own: none is missed, none counted twice.

import { addMonths, type Month, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyUpdateTo, sendInVain } from '../../testing/doubted-transfer.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectMoneyTruths } from '../../testing/money-checks.ts'
import { freshRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../../testing/provider-fixture.ts'
import { Random } from '../../testing/simulation/random.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

const MONTHS: readonly Month[] = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']
const ROWS_A_MONTH = 4

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

/** What the bank may say next of a payout that stands so. */
type State = 'open' | 'rejected' | 'succeeded' | 'returned'
const NEXT: Readonly<Record<State, readonly Exclude<State, 'open'>[]>> = {
  open: ['succeeded', 'rejected'],
  rejected: ['succeeded'],
  succeeded: ['returned'],
  returned: [],
}

type Payout = {
  readonly reference: string
  readonly month: Month
  state: State
  paidIn?: Month
  reversedIn?: Month
}
type Move = { readonly payout: Payout; readonly to: Exclude<State, 'open'> }

/** The rule by itself: a closing sees what was committed when it looked. */
function closeInMind(payouts: readonly Payout[], period: Month): void {
  for (const payout of payouts) {
    if (payout.state === 'succeeded') payout.paidIn ??= period
    else if (payout.paidIn !== undefined) payout.reversedIn ??= period
  }
}

const apply = ({ payout, to }: Move) => applyUpdateTo(services, payout.reference, to)

async function settle(moves: readonly Move[]): Promise<void> {
  for (const move of moves) await apply(move)
  remember(moves)
}

function remember(moves: readonly Move[]): void {
  for (const { payout, to } of moves) payout.state = to
}

const closeAt = (fixture: ProviderFixture, period: Month) =>
  closeMonthsAt(services, fixture, new Date(startOfDay(`${addMonths(period, 1)}-01`).getTime() + 10 * 60_000))

/** Each move has changed its row and waits for the balance, uncommitted, from before the closing until after it. */
async function closeAcross(fixture: ProviderFixture, period: Month, moves: readonly Move[]): Promise<void> {
  const held = await holdLock(services, 'select 1 from ledger_balances where provider_id = $1 for update', [
    fixture.providerId,
  ])
  const settling = moves.map(apply)
  await held.untilWaiting(moves.length)
  await closeAt(fixture, period)
  await held.release()
  await Promise.all(settling)
}

/** The closing has taken what it saw and is not committed; the moves are committed meanwhile. */
async function closeAround(fixture: ProviderFixture, period: Month, moves: readonly Move[]): Promise<void> {
  const held = await holdLock(services, 'lock table audit_entries in exclusive mode')
  const closing = closeAt(fixture, period)
  await held.untilWaiting(1)
  for (const move of moves) await apply(move)
  await held.release()
  await closing
}

it.each([1, 2, 3, 4])('random moves and closings, seed %i', async (seed) => {
  const random = new Random(seed)
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  const fixture = await openProviderFixture(services, people, {
    fen: 1_000_000_000n,
    taxMethod: 'cumulative',
  })
  const payouts: Payout[] = []
  const someMoves = (): Move[] =>
    payouts
      .filter(({ state }) => NEXT[state].length > 0 && random.chance(0.4))
      .map((payout) => ({ payout, to: random.pick(NEXT[payout.state]) }))
  for (const month of MONTHS) {
    services.clock.set(new Date(`${month}-20T10:00:00+08:00`))
    const rows = Array.from({ length: ROWS_A_MONTH }, () => freshRow({ amount: '30000', month }))
    const { batchId } = await startedBatch(services, fixture, rows)
    await sendInVain(services, 'lost-answer')
    for (const { reference } of await transfersOf(services, batchId))
      payouts.push({ reference, month, state: 'open' })
    await settle(someMoves())
    const moves = someMoves()
    const closing = random.pick([closeAcross, closeAround])
    await closing(fixture, month, moves)
    closeInMind(payouts, month)
    remember(moves)
    expect(await declared(fixture)).toEqual(expected(payouts))
  }
  // Everything is looked at once more, though nothing new was paid.
  await closeAt(fixture, '2026-06')
  closeInMind(payouts, '2026-06')
  expect(await declared(fixture)).toEqual(expected(payouts))
  expect(
    await services.query('select 1 from tax_undeclared_rows where provider_id = $1', [fixture.providerId]),
  ).toEqual([])
  // The worlds are rich enough to prove something.
  expect(
    payouts.filter(({ paidIn, month }) => paidIn !== undefined && paidIn > month).length,
  ).toBeGreaterThan(0)
  expect(payouts.filter(({ reversedIn }) => reversedIn !== undefined).length).toBeGreaterThan(0)
})

const expected = (payouts: readonly Payout[]) =>
  payouts
    .map(({ reference, paidIn = null, reversedIn = null }) => ({ reference, paidIn, reversedIn }))
    .toSorted((a, b) => (a.reference < b.reference ? -1 : 1))

async function declared(fixture: ProviderFixture) {
  const rows = await services.query<{ reference: string; paidIn: Month | null; reversedIn: Month | null }>(
    `select t.reference, max(p.month) filter (where e.kind = 'paid') as "paidIn", max(p.month) filter (where e.kind = 'reversed') as "reversedIn"
     from row_transfers t left join tax_entries e using (row_id) left join tax_periods p using (tax_id) where t.provider_id = $1 group by 1`,
    [fixture.providerId],
  )
  return rows.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
}
