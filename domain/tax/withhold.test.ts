// Properties that hold for both methods and any history.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTING_NOW, TAX_COUNTINGS } from './counted-history.ts'
import { GAP_RULES } from './gap-rule.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { monthsSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import type { Bracket } from './tax-table.ts'
import type { TaxTrace } from './trace.ts'
import type { TaxedPayment } from './withhold.ts'
import { withhold, withholdSequence } from './withhold.ts'

const method = fc.constantFrom('cumulative' as const, 'per-payment' as const)
const settings = fc.record({
  gapRule: fc.constantFrom(...GAP_RULES),
  counting: fc.constantFrom(...TAX_COUNTINGS),
})
const fen = fc.oneof(fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 200_000_000n))
const monthName = fc.integer({ min: 1, max: 12 }).map((number) => `2026-${String(number).padStart(2, '0')}`)
/** Withheld need not fit the income: returned rows leave any amount behind. */
const history: fc.Arbitrary<MonthSoFar[]> = fc.array(
  fc.record({ month: monthName, incomeFen: fen, withheldFen: fc.bigInt(0n, 50_000_000n) }),
  { maxLength: 14 },
)
const day = monthName.map((month) => `${month}-15`)
const taxCase = fc.record({ method, settings, history })
const total = (rows: readonly { readonly withheldFen: bigint }[]) =>
  rows.reduce((sum, row) => sum + row.withheldFen, 0n)

/** Tax by the slice in each bracket, without quick deductions: another way to the same figure. */
function taxBySlices(taxableBasisFen: bigint, brackets: readonly Bracket[]): bigint {
  let exact = 0n
  let from = 0n
  for (const { upToFen, rateBasisPoints } of brackets) {
    const to = upToFen === null || taxableBasisFen < upToFen * 10_000n ? taxableBasisFen : upToFen * 10_000n
    if (to > from) exact += (to - from) * rateBasisPoints
    from = to > from ? to : from
  }
  return (exact * 2n + 100_000_000n) / 200_000_000n
}

function recomputed(trace: TaxTrace): bigint {
  const off =
    trace.method === 'cumulative'
      ? trace.costs.reduce((sum, line) => sum + line.incomeFen * line.shareBasisPoints, 0n) +
        trace.deductions.reduce((sum, line) => sum + BigInt(line.months) * line.perMonthFen * 10_000n, 0n)
      : trace.allowance.kind === 'fixed'
        ? trace.allowance.fixedFen * 10_000n
        : trace.incomeFen * trace.allowance.shareBasisPoints
  const tables = trace.method === 'cumulative' ? TAX_TABLES.cumulative : TAX_TABLES.perPayment
  const taxable = (trace.incomeBeforeFen + trace.amountFen) * 10_000n - off
  const tax = taxBySlices(taxable, tables[0]?.brackets ?? [])
  const due = tax > trace.withheldBeforeFen ? tax - trace.withheldBeforeFen : 0n
  return due < trace.amountFen ? due : trace.amountFen
}

describe('withholding from any payment', () => {
  it('returns a trace that recomputes to the withheld amount', () =>
    fc.assert(
      fc.property(taxCase, day, fen, (given, on, amountFen) => {
        const { withheldFen, trace } = withhold({ ...given, payment: { day: on, amountFen } })
        expect(recomputed(trace)).toBe(withheldFen)
        expect(trace.withheldBeforeFen + withheldFen + trace.carriedShortFen - trace.carriedOverFen).toBe(
          trace.taxFen,
        )
        expect(trace.incomeFen).toBe(trace.incomeBeforeFen + trace.amountFen)
        if (trace.method === 'cumulative') {
          expect(trace.deductions.reduce((sum, line) => sum + line.months, 0)).toBe(
            trace.monthsCounted.length,
          )
          expect(trace.costs.reduce((sum, line) => sum + line.incomeFen, 0n)).toBe(trace.incomeFen)
        }
      }),
      { numRuns: 500 },
    ))

  it('withholds between zero and the whole payment', () =>
    fc.assert(
      fc.property(taxCase, day, fen, (given, on, amountFen) => {
        const { withheldFen } = withhold({ ...given, payment: { day: on, amountFen } })
        expect(withheldFen >= 0n && withheldFen <= amountFen).toBe(true)
      }),
    ))

  it('never withholds less, nor leaves less, for a larger payment', () =>
    fc.assert(
      fc.property(taxCase, day, fen, fc.oneof(fc.bigInt(0n, 9n), fen), (given, on, amountFen, more) => {
        const small = withhold({ ...given, payment: { day: on, amountFen } }).withheldFen
        const large = withhold({ ...given, payment: { day: on, amountFen: amountFen + more } }).withheldFen
        expect(large >= small && large - small <= more).toBe(true)
      }),
      { numRuns: 500 },
    ))

  it('counts what was withheld in a month beside a row without income, in either order', () => {
    const rows = [
      { month: '2026-01', incomeFen: 1n, withheldFen: 0n },
      { month: '2026-01', incomeFen: 0n, withheldFen: 1n },
    ]
    const figures = [rows, rows.toReversed()].map(
      (history) =>
        withhold({
          method: 'cumulative',
          settings: { gapRule: 'everything', counting: COUNTING_NOW },
          history,
          payment: { day: '2026-02-15', amountFen: 1_250_020n },
        }).withheldFen,
    )
    expect(figures[0]).toBe(figures[1])
  })

  it('does not depend on the order or the splitting of the history', () =>
    fc.assert(
      fc.property(taxCase, day, fen, (given, on, amountFen) => {
        const payment = { day: on, amountFen }
        const figure = withhold({ ...given, payment }).withheldFen
        expect(withhold({ ...given, history: [...given.history].reverse(), payment }).withheldFen).toBe(
          figure,
        )
        expect(withhold({ ...given, history: monthsSoFar(given.history), payment }).withheldFen).toBe(figure)
      }),
    ))
})

const countsFrom = (trace: TaxTrace) => (trace.method === 'cumulative' ? trace.countsFrom : trace.month)

describe('withholding from several payments', () => {
  const rows = fc.array(fc.bigInt(1n, 20_000_000n), { minLength: 1, maxLength: 8 })

  it('withholds the same in one month in any order and as for their sum', () =>
    fc.assert(
      fc.property(taxCase, day, rows, (given, on, amounts) => {
        const pay = (each: readonly bigint[]) =>
          total(withholdSequence({ ...given, payments: each.map((amountFen) => ({ day: on, amountFen })) }))
        const together = pay([amounts.reduce((sum, amount) => sum + amount, 0n)])
        expect(pay(amounts)).toBe(together)
        expect(pay([...amounts].sort((a, b) => (a < b ? -1 : 1)))).toBe(together)
        expect(pay([...amounts].reverse())).toBe(together)
      }),
      { numRuns: 300 },
    ))

  it('totals the tax on the cumulative income of a year', () =>
    fc.assert(
      fc.property(
        // 6,250 less 20 % is the month's 5,000, so no result is negative.
        fc.array(fc.bigInt(625_000n, 20_000_000n), { minLength: 1, maxLength: 12 }),
        settings,
        (amounts, chosen) => {
          const payments = amounts.map((amountFen, index) => ({
            day: `2026-${String(index + 1).padStart(2, '0')}-01`,
            amountFen,
          }))
          const results = withholdSequence({ method: 'cumulative', history: [], settings: chosen, payments })
          const income = amounts.reduce((sum, amount) => sum + amount, 0n)
          const taxable = income * 8_000n - BigInt(amounts.length) * 500_000n * 10_000n
          expect(total(results)).toBe(taxBySlices(taxable, TAX_TABLES.cumulative[0]?.brackets ?? []))
          expect(total(results)).toBe(results.at(-1)?.trace.taxFen)
        },
      ),
    ))

  it('corrects for a returned payment with a later payment', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ day, amountFen: fc.bigInt(1n, 5_000_000n) }), { minLength: 2, maxLength: 10 }),
        settings,
        fc.nat(),
        (unordered, chosen, pick) => {
          const payments = [...unordered].sort((a, b) => (a.day < b.day ? -1 : 1))
          const base = { method: 'cumulative' as const, settings: chosen }
          const results = withholdSequence({ ...base, history: [], payments })
          const asRow = (payment: TaxedPayment, index: number): MonthSoFar => ({
            month: payment.day.slice(0, 7),
            incomeFen: payment.amountFen,
            withheldFen: results[index]?.withheldFen ?? 0n,
          })
          const left = payments.map(asRow).filter((_, index) => index !== pick % payments.length)
          // Large enough to bear whatever is short or to use up whatever is over.
          const last = { day: '2026-12-31', amountFen: 10_000_000_000n }
          const corrected = withhold({ ...base, history: left, payment: last })
          const clean = left.map((row) => ({ day: `${row.month}-15`, amountFen: row.incomeFen }))
          const asIfNot = withholdSequence({ ...base, history: [], payments: [...clean, last] })
          // What lies before a gap is not corrected any more where everything begins anew after it.
          const from = chosen.gapRule === 'everything' ? countsFrom(corrected.trace) : ''
          const inRun = (_: unknown, index: number) => (left[index]?.month ?? '2026-12') >= from
          expect(total(left.filter(inRun)) + corrected.withheldFen).toBe(total(asIfNot.filter(inRun)))
        },
      ),
    ))
})
