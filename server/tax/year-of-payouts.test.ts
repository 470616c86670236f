// A random year with failures, returns, late successes and month ends ties out to the fen: engine, rows, ledger, proofs, statements, packs, the year's statements.

import { buffer } from 'node:stream/consumers'
import { addMonths, type Month } from '@paywages/domain/calendar/shanghai.ts'
import { yuanNumberFromFen as yuan } from '@paywages/domain/money/fen.ts'
import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { monthsOfQuarter } from '@paywages/domain/tax/periods.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBytes, writeSheets } from '../exports/write-sheet.ts'
import { actorOf } from '../testing/actor.ts'
import { readPack } from '../testing/filing-packs.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { createPeople, type People } from '../testing/people.ts'
import { balanceOf, openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { Random } from '../testing/simulation/random.ts'
import { type Entered, reckonDue, reckonWithheld } from '../testing/tax-reckoning.ts'
import { monthsOfYear, type Payout, TaxYear } from '../testing/tax-year.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { insertCertificates } from './certificates/certificate-store.ts'
import { book as declarationBook } from './filing/declaration-book.ts'
import { findPeriod } from './filing/filing-store.ts'
import { book as platformBook } from './filing/platform-book.ts'
import { idCardNoOf } from './id-card-no.ts'
import { findLayout } from './imports/find-layout.ts'
import { bytes as importBytes } from './imports/import-file.ts'
import { importSums } from './imports/import-people.ts'
import { ledgerTaxOf, type Period, periodFigures } from './periods/figures-store.ts'
import { generateYear } from './year-statements/generate-year.ts'
import { makeYearStatements } from './year-statements/make-year-statements.ts'
import { type YearStatementRecord, yearPieces } from './year-statements/year-list-store.ts'

const YEARS: readonly (readonly [seed: number, method: TaxMethod, gaps: GapRule])[] = [
  [1, 'cumulative', 'everything'],
  [2, 'per-payment', 'everything'],
  [3, 'cumulative', 'months'],
  [4, 'cumulative', 'nothing'],
  [5, 'per-payment', 'months'],
  [6, 'cumulative', 'everything'],
]
const QUARTERS = ['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4', '2027-Q1']

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
// Nothing was ever executed at the bank of the tests: its words came by notice.
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const sum = (payouts: readonly Payout[], field: 'amountFen' | 'taxFen') =>
  payouts.reduce((all, one) => all + one[field], 0n)
const stands = ({ paidIn, reversedIn }: Payout, period: Month) =>
  paidIn !== undefined && paidIn <= period && !(reversedIn !== undefined && reversedIn <= period)

/** The first month of the run that ends with the last of them. */
function runOf(months: readonly Month[]): Month {
  let from = months.at(-1) ?? ''
  while (months.includes(addMonths(from, -1))) from = addMonths(from, -1)
  return from
}

describe.each(YEARS)('random year with seed %i, %s, gaps %s', (seed, method, gaps) => {
  const settings = { gapRule: gaps }
  let fixture: ProviderFixture
  let year: TaxYear
  const periodsOf = new Map<Month, Period>()
  const booked = (period: Month) => year.payouts.filter(({ paidIn }) => paidIn === period)
  const takenBack = (period: Month) => year.payouts.filter(({ reversedIn }) => reversedIn === period)

  beforeAll(async () => {
    services.clock.set(new Date('2026-01-01T00:00:00+08:00'))
    const terms = { fen: 10_000_000_000n, taxMethod: method, limitFen: 10_000_000_000n, ...settings }
    fixture = await openProviderFixture(services, people, terms)
    year = new TaxYear(services, fixture, { method, settings }, new Random(seed), new Random(seed + 100))
    await year.live()
    for (const { month } of year.periods) {
      const period = await services.database.query((tx) => findPeriod(tx, fixture.providerId, month))
      if (period) periodsOf.set(month, { taxId: period.taxId, providerId: fixture.providerId, month })
    }
  }, 120_000)

  it('contains late, returned, failed and taxed payouts', () => {
    const { payouts, periods } = year
    const first = periods[0]?.month ?? ''
    expect(periods.map(({ month }) => month)).toEqual(periods.map((_, index) => addMonths(first, index)))
    expect(periods.at(-1)?.month).toBe('2027-03')
    const late = payouts.filter(({ month, paidIn }) => paidIn !== undefined && paidIn > month)
    const returned = payouts.filter(({ reversedIn }) => reversedIn !== undefined)
    const failed = payouts.filter(({ status, paidIn }) => status === 'failed' && paidIn === undefined)
    expect(Math.min(late.length, returned.length, failed.length)).toBeGreaterThan(0)
    expect(payouts.filter(({ taxFen }) => taxFen > 0n).length).toBeGreaterThan(5)
    expect(payouts.every(({ status }) => status !== 'processing')).toBe(true)
    const { adjustments } = year
    expect(adjustments.some(({ fen }) => fen < 0n)).toBe(true)
    expect(adjustments.some(({ month, countedMonth }) => countedMonth > month)).toBe(true)
    expect(adjustments.every(({ bookedIn }) => bookedIn !== undefined)).toBe(true)
    expect(adjustments.some((one) => one.fen > 0n && isEarly(one))).toBe(true)
  })

  /** Counted in a month before the person's first income of that year that stood in the end. */
  function isEarly({ person, countedMonth }: TaxYear['adjustments'][number]): boolean {
    const paid = year.payouts
      .filter((one) => one.person === person && one.status === 'succeeded')
      .map(({ month }) => month)
      .filter((month) => month.startsWith(countedMonth.slice(0, 4)))
    return paid.length > 0 && paid.every((month) => month > countedMonth)
  }

  it('withholds from each row what the tax engine gives for the history at its start', () => {
    expect(year.payouts.map(({ storedTaxFen }) => storedTaxFen)).toEqual(
      year.payouts.map(({ taxFen }) => taxFen),
    )
  })

  it('has tax payable in the ledger equal to the declared tax of all succeeded payouts', async () => {
    const standing = year.payouts.filter(({ status }) => status === 'succeeded')
    const { tax_payable } = await balanceOf(services, fixture)
    const [declared] = await services.query<{ income: bigint; tax: bigint }>(
      'select sum(income_fen)::bigint as income, sum(tax_fen)::bigint as tax from tax_periods where provider_id = $1',
      [fixture.providerId],
    )
    expect(tax_payable).toBe(sum(standing, 'taxFen'))
    expect(declared).toEqual({ income: sum(standing, 'amountFen'), tax: tax_payable })
  })

  it('declares and reverses each payout once in proofs, ledger and tax certificates', async () => {
    for (const { month, open } of year.periods) {
      const period = periodsOf.get(month)
      if (!period) throw new Error(`no period ${month}`)
      const [paid, back] = [booked(month), takenBack(month)]
      const [incomeFen, taxFen] = (['amountFen', 'taxFen'] as const).map(
        (field) => sum(paid, field) - sum(back, field),
      )
      const [proof] = await services.query(
        'select income_fen, tax_fen, people_count, open_count from tax_periods where tax_id = $1',
        [period.taxId],
      )
      const whose = new Set([...paid, ...back].map(({ person }) => person.idCardNo))
      expect([month, proof]).toEqual([
        month,
        { income_fen: incomeFen, tax_fen: taxFen, people_count: whose.size, open_count: open },
      ])
      expect(await services.database.query((tx) => ledgerTaxOf(tx, period.taxId))).toBe(taxFen)
      await services.database.transact((tx) =>
        insertCertificates(tx, period.taxId, { at: services.clock.now(), textVersion: '1' }),
      )
      const [statements] = await services.query(
        'select count(*)::int as n, coalesce(sum(income_fen), 0)::bigint as income, coalesce(sum(tax_fen), 0)::bigint as tax from tax_statements where tax_id = $1',
        [period.taxId],
      )
      expect(statements).toEqual({ n: whose.size, income: incomeFen, tax: taxFen })
    }
  })

  it('explains the period of each person without returned payouts', async () => {
    for (const [month, period] of periodsOf) {
      const figures = await services.database.query((tx) => periodFigures(tx, period))
      for (const one of figures) {
        const idCardNo = idCardNoOf(services.cipher, one.sealed)
        const own = year.payouts.filter(({ person }) => person.idCardNo === idCardNo)
        const standing = own.filter((payout) => stands(payout, month))
        expect(one.gapRule).toBe(settings.gapRule)
        const declared = declareMonth(one, month, { settings: one })
        const [paid, back] = [booked(month), takenBack(month)].map((all) =>
          all.filter((p) => own.includes(p)),
        )
        expect(declared.incomeFen).toBe(sum(paid ?? [], 'amountFen') - sum(back ?? [], 'amountFen'))
        expect(declared.taxFen).toBe(sum(paid ?? [], 'taxFen') - sum(back ?? [], 'taxFen'))
        const [first] = own
        const due = dueOn(standing, month, first ? year.enteredFor(first.person, month) : [])
        expect([month, declared.trace?.taxFen ?? 0n]).toEqual([month, due.taxFen])
        expect(declared.openFen).toBe(due.taxFen - due.withheldFen)
      }
    }
  })

  /** One payment of the whole of the last month, over what stood of the year. */
  function dueOn(standing: readonly Payout[], period: Month, entered: readonly Entered[]) {
    const months = monthsOfYear(standing, period.slice(0, 4)).filter(
      ({ month }) => method === 'cumulative' || month === period,
    )
    const last = months.toSorted((a, b) => (a.month < b.month ? -1 : 1)).at(-1)
    if (!last) return { taxFen: 0n, withheldFen: 0n }
    const past = months.filter(({ month }) => month < last.month)
    // What was entered for a later month without income counts with the last, unless a gap leaves it behind.
    const known = entered.map((one) =>
      method === 'cumulative' && gaps !== 'everything' && one.month > last.month && one.month <= period
        ? { ...one, month: last.month }
        : one,
    )
    const due = reckonDue({ method, settings }, past, last.month, last.incomeFen, known)
    return { taxFen: due.taxFen, withheldFen: due.withheldBeforeFen + last.withheldFen }
  }

  it('withholds in total what a year without failures and returns would', () => {
    for (const person of year.people) {
      const standing = year.payouts.filter(
        (one) =>
          one.person === person &&
          one.status === 'succeeded' &&
          one.month.startsWith(method === 'cumulative' ? '2027' : '2027-03'),
      )
      const past: { month: Month; incomeFen: bigint; withheldFen: bigint }[] = []
      for (const { month, amountFen: incomeFen } of standing)
        past.push({
          month,
          incomeFen,
          withheldFen: reckonWithheld({ method, settings }, past, month, incomeFen, year.enteredFor(person)),
        })
      // Only what counts with the last month has come right by then: what lies before a gap stays as it was withheld.
      const restarts = method === 'cumulative' && settings.gapRule === 'everything'
      const from = restarts ? runOf(past.map(({ month }) => month)) : ''
      const counts = ({ month }: { readonly month: Month }) => month >= from
      const withheld = past.filter(counts).reduce((all, one) => all + one.withheldFen, 0n)
      expect(sum(standing.filter(counts), 'taxFen')).toBe(withheld)
    }
  })

  it('fills declarations that match their proofs and the ledger', async () => {
    for (const [month, period] of periodsOf) {
      const found = await services.database.query((tx) => findPeriod(tx, fixture.providerId, month))
      if (!found) throw new Error('nothing to declare')
      const input = { ...period, ...found, tables: services.taxTables }
      const {
        核对: proof = [],
        说明: notes = [],
        ...sheets
      } = await sheetsOf(writeSheets(services, declarationBook, input))
      // With its corrections, for which nobody has chosen another way (correction-books.test.ts).
      const lines = sheets.申报明细 ?? sheets['待选择-本期含更正'] ?? []
      const corrections = [...booked(month).filter((one) => one.month !== month), ...takenBack(month)]
      expect(notes.filter(({ 类别 }) => 类别 === '更正')).toHaveLength(corrections.length)
      expect(lines.at(-1)).toMatchObject({
        姓名: '合计',
        本期收入: yuan(found.incomeFen),
        本期预扣税额: yuan(found.taxFen),
      })
      const gaps = proof.filter(({ 项目 }) => /差额$/.test(String(项目))).map(({ 金额 }) => 金额)
      expect(gaps).toEqual(corrections.length === 0 ? [0, 0] : [0, 0, 0, 0])
      for (const line of lines.slice(0, -1)) {
        const elsewhere = corrections.filter(
          (one) =>
            one.person.idCardNo === line.证件号码 &&
            (method === 'per-payment' ||
              !one.month.startsWith(month.slice(0, 4)) ||
              (settings.gapRule === 'everything' && one.month < String(line.累计起算月份))),
        )
        const signed = elsewhere.map((one) => (one.reversedIn === month ? -one.taxFen : one.taxFen))
        const here = cents(line.本期预扣税额) - Number(signed.reduce((all, fen) => all + fen, 0n))
        const carried = cents(line['结转（待抵为负）'])
        const due = Math.max(0, cents(line.应纳税额) - cents(line.累计减免税额))
        expect(due).toBe(cents(line.此前已预扣) + here + carried)
      }
    }
  })

  it('fills import files that tie to the payouts of each person, with negative incomes left out and named', async () => {
    let negative = 0
    for (const [month, period] of periodsOf) {
      const known = await findLayout(services, `income-${method}`, month)
      const { 劳务报酬: lines = [], 说明: notes = [] } = await sheetsOf(
        writeBytes(services, importBytes, { period, known }),
      )
      const named = notes.filter(({ 类别 }) => 类别 === '未列入')
      const written = [...lines, ...named].map((line): [string, number] => [
        String(line.证件号码),
        cents(line.本期收入),
      ])
      const [paid, back] = [booked(month), takenBack(month)]
      const due = new Map<string, number>()
      for (const { person, amountFen } of paid)
        due.set(person.idCardNo, (due.get(person.idCardNo) ?? 0) + Number(amountFen))
      for (const { person, amountFen } of back)
        due.set(person.idCardNo, (due.get(person.idCardNo) ?? 0) - Number(amountFen))
      // Whoever has an adjustment and no payout stands there with no income.
      const quiet = written.filter(([idCardNo]) => !due.has(idCardNo))
      expect(quiet.every(([, income]) => income === 0)).toBe(true)
      const paidOrBack = written.filter(([idCardNo]) => due.has(idCardNo))
      expect([month, new Map(paidOrBack)]).toEqual([month, due])
      expect(paidOrBack).toHaveLength(due.size)
      expect(lines.every(({ 本期收入 }) => Number(本期收入) >= 0)).toBe(true)
      expect(named.every(({ 原因与处理 }) => String(原因与处理).includes('扣缴端不接受'))).toBe(true)
      expect(notes.find(({ 姓名或项目 }) => 姓名或项目 === '差额')).toMatchObject({ 本期收入: 0 })
      const told = await services.database.read((tx) => importSums(tx, period, {}))
      expect([told.get(method)?.people ?? 0, told.get(method)?.leftOutCount ?? 0]).toEqual([
        lines.length,
        named.length,
      ])
      negative += named.filter(({ 本期收入 }) => Number(本期收入) < 0).length
    }
    expect(negative).toBeGreaterThan(0)
  })

  it('reports quarters that add up to the yearly income and tax per person', async () => {
    const reported = new Map<string, { income: number; tax: number }>()
    for (const quarter of QUARTERS) {
      const scope = { of: 'provider', providerId: fixture.providerId } as const
      const months = monthsOfQuarter(quarter)
      const input = { scope, providerId: undefined, quarter, months, includeDeclared: true }
      const { 人员收入: lines = [], 核对: proof = [] } = await sheetsOf(
        writeSheets(services, platformBook, input),
      )
      expect(proof).toMatchObject([{ 收入差额: 0, 税额差额: 0 }])
      for (const line of lines.slice(0, -1)) {
        const before = reported.get(String(line.证件号码)) ?? { income: 0, tax: 0 }
        const [income, tax] = [before.income + cents(line.收入净额), before.tax + cents(line.预扣税额)]
        reported.set(String(line.证件号码), { income, tax })
      }
    }
    for (const { idCardNo } of year.people) {
      const standing = year.payouts.filter(
        (one) => one.person.idCardNo === idCardNo && one.status === 'succeeded',
      )
      const [income, tax] = [Number(sum(standing, 'amountFen')), Number(sum(standing, 'taxFen'))]
      expect([idCardNo, reported.get(idCardNo)]).toEqual([idCardNo, { income, tax }])
    }
  })

  it('makes statements of the year that match payouts, ledger and declarations', async () => {
    const scope = { of: 'provider', providerId: fixture.providerId } as const
    const by = await actorOf(services, 'managerA')
    const all: YearStatementRecord[] = []
    for (const told of ['2026', '2027']) {
      await generateYear(services, by, { of: 'platform', platformId: by.person.platformId }, told)
      while ((await makeYearStatements(services)) > 0);
      const pieces = services.database.stream((tx) => yearPieces(tx, { scope, year: told }))
      for await (const piece of pieces) all.push(...piece)
    }
    for (const { sealed, year: told, throughMonth, months } of all) {
      const idCardNo = idCardNoOf(services.cipher, sealed)
      const own = year.payouts.filter(
        ({ person, month, paidIn }) =>
          person.idCardNo === idCardNo && month.startsWith(told) && paidIn !== undefined,
      )
      expect(throughMonth).toBe(told === '2026' ? '2026-12' : '2027-03')
      const entered = year.adjustments.filter(
        (one) => one.person.idCardNo === idCardNo && one.countedMonth.startsWith(told),
      )
      const withAny = [...own.map(({ month }) => month), ...entered.map((one) => one.countedMonth)]
      expect(months).toMatchObject([...new Set(withAny)].sort().map((month) => monthOf(month, own, entered)))
      const late = own.filter(({ month, paidIn }) => paidIn !== month)
      const back = own.filter(({ reversedIn }) => reversedIn !== undefined)
      const corrected = months.flatMap(({ corrections }) => corrections)
      const booked = (kind: string) =>
        corrected.filter((one) => one.kind === kind).reduce((fen, one) => fen + one.incomeFen, 0n)
      expect([booked('paid'), booked('reversed')]).toEqual([sum(late, 'amountFen'), -sum(back, 'amountFen')])
    }
    const total = (field: 'incomeFen' | 'taxFen') => all.reduce((fen, one) => fen + one[field], 0n)
    const { tax_payable } = await balanceOf(services, fixture)
    const [declared] = await services.query<{ income: bigint; tax: bigint }>(
      'select sum(income_fen)::bigint as income, sum(tax_fen)::bigint as tax from tax_periods where provider_id = $1',
      [fixture.providerId],
    )
    expect(total('taxFen')).toBe(tax_payable)
    expect(declared).toEqual({ income: total('incomeFen'), tax: total('taxFen') })
    expect(all.every(({ version }) => version === 1)).toBe(true)
  })

  function monthOf(month: Month, own: readonly Payout[], entered: TaxYear['adjustments']) {
    const paid = own.filter((one) => one.month === month)
    const standing = paid.filter(({ reversedIn }) => reversedIn === undefined)
    const incomeFen = sum(standing, 'amountFen')
    const [costsFen, deductionFen] = takenOff(incomeFen)
    const enteredFen = (...items: readonly string[]) =>
      entered
        .filter(({ item, countedMonth }) => countedMonth === month && items.includes(item))
        .reduce((fen, one) => fen + one.fen, 0n)
    return {
      month,
      method: paid.length === 0 ? null : method,
      gapRule: paid.length === 0 || method !== 'cumulative' ? null : gaps,
      incomeFen,
      costsFen,
      deductionFen,
      exemptFen: enteredFen('exempt-income'),
      otherDeductionFen: enteredFen('health-insurance', 'deferred-pension', 'donation', 'other-deduction'),
      reliefFen: enteredFen('tax-relief'),
      taxFen: sum(standing, 'taxFen'),
    }
  }

  /** By hand: a fifth, or 800 up to 4,000; 5,000 for a month with income. */
  function takenOff(incomeFen: bigint): readonly [costs: bigint, deduction: bigint] {
    if (incomeFen === 0n) return [0n, 0n]
    const fifth = (incomeFen * 2n + 5n) / 10n
    if (method === 'cumulative') return [fifth, 500_000n]
    return [incomeFen <= 400_000n ? 80_000n : fifth, 0n]
  }
})

const cents = (value: string | number | undefined) => Math.round(Number(value) * 100)

const sheetsOf = async (stream: ReturnType<typeof writeSheets>) => readPack(await buffer(stream)).sheets
