// A random year of payouts at one provider, with failures, returns, late successes and month ends; and what should come of it, reckoned apart from the product.

import {
  DAY_MS,
  endOfDay,
  type Month,
  shanghaiDay,
  shanghaiMonth,
} from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { type MonthSoFar, monthsSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { lastClosable, monthsToClose } from '@paywages/domain/tax/periods.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { withholdSequence } from '@paywages/domain/tax/withhold.ts'
import { hearBank } from '../transfers/hear-bank.ts'
import { newsOf, sendInVain, type Word } from './doubted-transfer.ts'
import { freshRows, type SheetRow } from './payout-sheet.ts'
import type { Random } from './simulation/random.ts'
import { closeMonthsAt } from './tax.ts'
import type { TestHouse } from './test-house.ts'
import { startedBatch, transfersOf, type Workplace } from './workplace.ts'

/** One row as this file believes it to be. */
export type Payout = {
  readonly rowId: number
  readonly reference: string
  readonly person: SheetRow
  readonly at: Date
  readonly month: Month
  readonly amountFen: Fen
  /** By the engine, from what stood when it was started. */
  readonly taxFen: Fen
  /** As the product has it. */
  readonly storedTaxFen: Fen
  status: 'processing' | 'succeeded' | 'failed'
  paidIn: Month | undefined
  reversedIn: Month | undefined
}

export type TaxYear = {
  readonly people: readonly SheetRow[]
  readonly payouts: readonly Payout[]
  /** Closed months, and how many payouts were at the bank then. */
  readonly periods: readonly { readonly month: Month; readonly open: number }[]
}

type Step = { readonly at: number; readonly take: () => Promise<void> }
type Fate = readonly (readonly [days: number, word: Word])[]

/** The last start is let through; by then the bank has said everything else. */
const LAST_START = Date.parse('2027-03-31T23:59:30+08:00')
const LAST_WORD = Date.parse('2027-03-30T12:00:00+08:00')
/** The first instant at which March can be closed. */
const LAST_CLOSING = Date.parse('2027-04-01T00:10:00+08:00')
const MONTHS = Array.from({ length: 14 }, (_, index) =>
  new Date(Date.UTC(2026, index, 1)).toISOString().slice(0, 7),
)

export async function liveTaxYear(
  house: TestHouse,
  place: Workplace,
  method: TaxMethod,
  random: Random,
): Promise<TaxYear> {
  const people = freshRows(4)
  const payouts: Payout[] = []
  const periods: { month: Month; open: number }[] = []
  const steps: Step[] = []

  const start =
    (at: number, chosen: readonly SheetRow[], fate: () => Fate, amount: () => Fen) => async () => {
      const begun = new Date(at)
      const month = shanghaiMonth(begun)
      const rows = chosen.map((person, index) => ({ person, amountFen: amount(), remark: `${at} ${index}` }))
      const batch = await startedBatch(
        house,
        place,
        rows.map(({ person, amountFen, remark }) => ({
          ...person,
          amount: formatYuan(amountFen),
          month,
          remark,
        })),
      )
      await sendInVain(house, 'lost-order')
      const sent = await transfersOf(house, batch.batchId)
      const taxes = reckonTaxes(payouts, rows, { begun, method })
      rows.forEach(({ person, amountFen }, index) => {
        const transfer = sent[index]
        if (!transfer) throw new Error('a row is missing')
        const payout: Payout = {
          rowId: batch.rowIds[index] ?? 0,
          reference: transfer.reference,
          person,
          at: begun,
          month,
          amountFen,
          taxFen: taxes[index] ?? 0n,
          storedTaxFen: transfer.tax,
          status: 'processing',
          paidIn: undefined,
          reversedIn: undefined,
        }
        payouts.push(payout)
        let when = at
        for (const [days, word] of fate()) {
          when = Math.min(when + days * DAY_MS + 90_000, Math.max(LAST_WORD, at + 1_000))
          steps.push({ at: when, take: () => hear(house, payout, word) })
        }
      })
    }

  const close = (at: number) => async () => {
    const now = new Date(at)
    const first = payouts[0]?.month
    // Nothing to close yet is refused; other tests see to that.
    if (first === undefined || first > lastClosable(now)) return
    const months = monthsToClose(first, periods.at(-1)?.month, now)
    for (const month of months) {
      for (const payout of payouts) bookIn(payout, month)
      periods.push({
        month,
        open: payouts.filter((one) => one.status === 'processing' && one.month <= month).length,
      })
    }
    const closed = await closeMonthsAt(house, place, now)
    if (closed.months !== months.length)
      throw new Error(`${closed.months} months closed, not ${months.length}`)
  }

  for (const month of MONTHS) {
    // A month without payouts now and then: a gap in everybody's run.
    for (
      let batch = random.pickWeighted([
        [1, 0],
        [4, 1],
        [3, 2],
      ]);
      batch > 0;
      batch -= 1
    ) {
      const at = startIn(month, random)
      const chosen = Array.from({ length: random.between(1, 4) }, () => random.pick(people))
      const amount = () => BigInt(random.between(1, random.pick([9_000_00, 30_000_00])))
      steps.push({ at, take: start(at, chosen, () => fateOf(random), amount) })
    }
    // The first instants of the next month, some days later, or not at all until a later month.
    const over = endOfDay(lastDay(month)).getTime()
    const closing = over + random.pick([10 * 60_000, random.between(1, 20) * DAY_MS])
    if (random.chance(0.7)) steps.push({ at: closing, take: close(closing) })
  }
  steps.push({
    at: LAST_START,
    take: start(
      LAST_START,
      people,
      () => [[0, 'succeeded']],
      () => 90_000_00n,
    ),
  })
  for (;;) {
    steps.sort((a, b) => a.at - b.at)
    const next = steps.shift()
    if (!next) break
    house.clock.set(new Date(next.at))
    await next.take()
  }
  await close(LAST_CLOSING)()
  return { people, payouts, periods }
}

/** Each sees what was paid or on its way when it began, and those before it in its batch. */
function reckonTaxes(
  payouts: readonly Payout[],
  rows: readonly { readonly person: SheetRow; readonly amountFen: Fen }[],
  { begun, method }: { readonly begun: Date; readonly method: TaxMethod },
): Fen[] {
  const day = shanghaiDay(begun)
  const taxes = new Map<number, Fen>()
  for (const person of new Set(rows.map((row) => row.person))) {
    const own = rows.flatMap((row, index) => (row.person === person ? [{ ...row, index }] : []))
    const before = payouts.filter((one) => one.person === person && one.status !== 'failed')
    const payments = own.map(({ amountFen }) => ({ day, amountFen }))
    const results = withholdSequence({ method, history: monthsOfYear(before, day.slice(0, 4)), payments })
    for (const [place, { index }] of own.entries()) taxes.set(index, results[place]?.withheldFen ?? 0n)
  }
  return rows.map((_, index) => taxes.get(index) ?? 0n)
}

export function monthsOfYear(payouts: readonly Payout[], year: string): MonthSoFar[] {
  return monthsSoFar(
    payouts
      .filter(({ month }) => month.startsWith(year))
      .map(({ month, amountFen, taxFen }) => ({ month, incomeFen: amountFen, withheldFen: taxFen })),
  )
}

async function hear(house: TestHouse, payout: Payout, word: Word): Promise<void> {
  await hearBank(house, 'notified', [newsOf(payout.reference, word)])
  payout.status = word === 'succeeded' ? 'succeeded' : 'failed'
}

/** As the announcement has it: counted where it stands when its period is closed, taken back in the one that is closed then. */
function bookIn(payout: Payout, month: Month): void {
  if (payout.status === 'succeeded' && payout.paidIn === undefined && payout.month <= month)
    payout.paidIn = month
  else if (payout.status === 'failed' && payout.paidIn !== undefined) payout.reversedIn ??= month
}

function fateOf(random: Random): Fate {
  const days = (most: number) => random.next() * most
  return random.pickWeighted<Fate>([
    [10, [[0, 'succeeded']]],
    [2, [[0, 'rejected']]],
    [
      4,
      [
        [0, 'succeeded'],
        [days(75), 'returned'],
      ],
    ],
    [
      2,
      [
        [0, 'rejected'],
        [days(45), 'succeeded'],
      ],
    ],
    [
      1,
      [
        [0, 'rejected'],
        [days(30), 'succeeded'],
        [days(60), 'returned'],
      ],
    ],
    [2, [[days(40), 'succeeded']]],
    [1, [[days(40), 'rejected']]],
  ])
}

/** Somewhere in the month; often in its first or its last minute. */
function startIn(month: Month, random: Random): number {
  const first = Date.parse(`${month}-01T00:00:00+08:00`)
  const end = endOfDay(lastDay(month)).getTime()
  return random.pickWeighted([
    [3, first + Math.floor(random.next() * (end - first - 60_000))],
    [2, end - random.between(1, 60) * 1_000],
    [1, first + random.between(0, 59) * 1_000],
  ])
}

const lastDay = (month: Month) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
