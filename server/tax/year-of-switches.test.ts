// Random years in which the provider keeps changing how it withholds: every line ties to the fen, reckoned apart from the product (ADR 107).

import { buffer } from 'node:stream/consumers'
import { addMonths, type Month } from '@paywages/domain/calendar/shanghai.ts'
import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBytes, writeSheets } from '../exports/write-sheet.ts'
import { readPack } from '../testing/filing-packs.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { Random } from '../testing/simulation/random.ts'
import { reckonDue } from '../testing/tax-reckoning.ts'
import { enteredBy, monthsOfYear, type Payout, TaxYear } from '../testing/tax-year.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { book as declarationBook } from './filing/declaration-book.ts'
import { findPeriod } from './filing/filing-store.ts'
import { idCardNoOf } from './id-card-no.ts'
import { findLayout } from './imports/find-layout.ts'
import { bytes as importBytes } from './imports/import-file.ts'
import { type Period, periodFigures } from './periods/figures-store.ts'

let services: TestServices
let people: People
/** Further lines of people who were withheld from in several ways in a month. */
let several = 0

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
// Nothing was ever executed at the bank of the tests: its words came by notice.
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const sum = (payouts: readonly Payout[]) => payouts.reduce((all, one) => all + one.amountFen, 0n)
const stands = ({ paidIn, reversedIn }: Payout, period: Month) =>
  paidIn !== undefined && paidIn <= period && !(reversedIn !== undefined && reversedIn <= period)
const sheetsOf = async (stream: ReturnType<typeof writeSheets>) => readPack(await buffer(stream)).sheets

describe.each<[seed: number, gaps: GapRule]>([
  [11, 'everything'],
  [12, 'nothing'],
])('random year of switches with seed %i, gaps %s', (seed, gapRule) => {
  const settings = { gapRule }
  let fixture: ProviderFixture
  let year: TaxYear
  const periods: Period[] = []

  beforeAll(async () => {
    services.clock.set(new Date('2026-01-01T00:00:00+08:00'))
    const terms = { fen: 10_000_000_000n, taxMethod: 'cumulative', limitFen: 10_000_000_000n } as const
    fixture = await openProviderFixture(services, people, { ...terms, gapRule })
    const randoms = [new Random(seed), new Random(seed + 100), new Random(seed + 200)] as const
    year = new TaxYear(services, fixture, { method: 'cumulative', settings }, ...randoms)
    await year.live()
    for (const { month } of year.periods) {
      const found = await services.database.query((tx) => findPeriod(tx, fixture.providerId, month))
      if (found) periods.push({ taxId: found.taxId, providerId: fixture.providerId, month })
    }
  }, 120_000)

  it('withholds from each row what counts by its own method, and pays in every way', () => {
    expect(new Set(year.payouts.map(({ way }) => way)).size).toBe(3)
    expect(year.payouts.map(({ storedTaxFen }) => storedTaxFen)).toEqual(
      year.payouts.map(({ taxFen }) => taxFen),
    )
  })

  it('explains each line of a person by what stood of its own method', async () => {
    for (const period of periods) {
      const { month } = period
      const figures = await services.database.query((tx) => periodFigures(tx, period))
      several += figures.length - new Set(figures.map(({ idHash }) => idHash)).size
      for (const line of figures) {
        if (!line.declared) continue
        const idCardNo = idCardNoOf(services.cipher, line.sealed)
        const person = year.people.find((one) => one.idCardNo === idCardNo)
        const all = year.payouts.filter((one) => one.person === person && stands(one, month))
        const due = dueOn(line.method, all, month)
        const declared = declareMonth(line, month, { settings: line })
        expect([month, line.method, declared.trace?.taxFen ?? 0n]).toEqual([month, line.method, due.taxFen])
        expect(declared.openFen).toBe(due.taxFen - due.withheldFen)
        const ofYear = all.filter((one) => one.month.startsWith(month.slice(0, 4)))
        expect(declared.yearIncomeFen).toBe(sum(ofYear))
      }
    }
  })

  /** One payment of the whole of the last month of that method, over what stood of the year. */
  function dueOn(method: 'cumulative' | 'per-payment', all: readonly Payout[], period: Month) {
    const months = monthsOfYear(
      all.filter(({ way }) => way === method),
      period.slice(0, 4),
    ).filter(({ month }) => method === 'cumulative' || month === period)
    const last = months.toSorted((a, b) => (a.month < b.month ? -1 : 1)).at(-1)
    const [first] = all
    if (!last || !first) return { taxFen: 0n, withheldFen: 0n }
    const past = months.filter(({ month }) => month < last.month)
    const entered = enteredBy(method, all, year.enteredFor(first.person, period)).map((one) =>
      // What was entered for a later month without income counts with the last, unless a gap leaves it behind.
      method === 'cumulative' && gapRule !== 'everything' && one.month > last.month && one.month <= period
        ? { ...one, month: last.month }
        : one,
    )
    const due = reckonDue({ method, settings }, past, last.month, last.incomeFen, entered)
    return { taxFen: due.taxFen, withheldFen: due.withheldBeforeFen + last.withheldFen }
  }

  it('fills declarations and import files of both methods that tie to the payouts of each', async () => {
    for (const period of periods) {
      const { month } = period
      const found = await services.database.query((tx) => findPeriod(tx, fixture.providerId, month))
      if (!found) throw new Error('nothing to declare')
      const input = { ...period, ...found, tables: services.taxTables }
      const { 核对: proof = [] } = await sheetsOf(writeSheets(services, declarationBook, input))
      const gaps = proof.filter(({ 项目 }) => /差额$/.test(String(项目))).map(({ 金额 }) => Number(金额))
      expect([month, gaps.every((gap) => gap === 0), gaps.length >= 2]).toEqual([month, true, true])
      for (const method of ['cumulative', 'per-payment'] as const) {
        const known = await findLayout(services, `income-${method}`, month)
        const { 劳务报酬: lines = [], 说明: notes = [] } = await sheetsOf(
          writeBytes(services, importBytes, { period, known }),
        )
        const named = notes.filter(({ 类别 }) => 类别 === '未列入')
        const written = [...lines, ...named].reduce((all, line) => all + cents(line.本期收入), 0)
        const own = year.payouts.filter(({ way }) => way === method)
        const booked = sum(own.filter(({ paidIn }) => paidIn === month))
        const back = sum(own.filter(({ reversedIn }) => reversedIn === month))
        expect([month, method, written]).toEqual([month, method, Number(booked - back)])
        expect(notes.find(({ 姓名或项目 }) => 姓名或项目 === '差额')).toMatchObject({ 本期收入: 0 })
      }
    }
    expect(periods.at(-1)?.month).toBe(addMonths(periods[0]?.month ?? '', periods.length - 1))
  })
})

it('has seen people with several lines in a month', () => {
  expect(several).toBeGreaterThan(0)
})

const cents = (value: string | number | undefined) => Math.round(Number(value) * 100)
