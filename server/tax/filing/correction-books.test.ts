// Random years whose corrections are filed in random ways: what each declaration and each amended month has, reckoned apart from the product.

import { buffer } from 'node:stream/consumers'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { yuanNumberFromFen as yuan } from '@paywages/domain/money/fen.ts'
import { FILING_WAYS, type FilingWay } from '@paywages/domain/tax/correction-filing.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSheets } from '../../exports/write-sheet.ts'
import { actorOf } from '../../testing/actor.ts'
import { type PackLine, readPack } from '../../testing/filing-packs.ts'
import { expectMoneyTruths } from '../../testing/money-checks.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { Random } from '../../testing/simulation/random.ts'
import { type Payout, TaxYear } from '../../testing/tax-year.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { book as correctedBook } from './corrected-month-book.ts'
import { book as declarationBook } from './declaration-book.ts'
import { fileCorrection } from './file-correction.ts'
import { findPeriod } from './filing-store.ts'
import { listCorrections } from './list-corrections.ts'

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

/** In the first some corrections may not stay in their period. */
const YEARS: readonly (readonly [seed: number, method: TaxMethod, hasRefusals: boolean])[] = [
  [11, 'cumulative', true],
  [12, 'per-payment', false],
]

/** A payout booked, or one taken back with its amounts below zero. */
type Entry = {
  readonly payout: Payout
  readonly bookedIn: Month
  readonly filedOn: Month
  readonly corrects: Month | undefined
  readonly incomeFen: bigint
  readonly taxFen: bigint
}

describe.each(YEARS)('random year with seed %i, %s', (seed, method, hasRefusals) => {
  const settings = { gapRule: 'everything' } as const
  const ways = new Map<string, FilingWay>()
  let fixture: ProviderFixture
  let year: TaxYear
  let refusals = 0

  beforeAll(async () => {
    services.clock.set(new Date('2026-01-01T00:00:00+08:00'))
    const terms = { fen: 10_000_000_000n, taxMethod: method, limitFen: 10_000_000_000n, ...settings }
    fixture = await openProviderFixture(services, people, terms)
    const random = new Random(seed)
    year = new TaxYear(services, fixture, { method, settings }, random, new Random(seed + 100))
    await year.live()
    const { providerId } = fixture
    const by = await actorOf(services, 'managerA')
    for (const { month } of year.periods)
      for (const { correctedMonth } of await listCorrections(services, { providerId, month })) {
        const picked = random.pick(FILING_WAYS)
        const key = `${month} ${correctedMonth}`
        const refused = picked === 'current' && fallsBelowZero(month, correctedMonth)
        const choice = { providerId, month, correctedMonth }
        if (refused) {
          refusals += 1
          const call = fileCorrection(services, by, { ...choice, way: 'current' })
          await expect(call).rejects.toMatchObject({ code: 'correction-below-zero' })
        }
        const way = refused ? 'amended' : picked
        ways.set(key, way)
        await fileCorrection(services, by, { ...choice, way })
      }
  }, 120_000)

  /** With those corrections and without others that nobody has chosen for. */
  function fallsBelowZero(month: Month, correctedMonth: Month): boolean {
    const inPeriod = entries().filter(
      ({ bookedIn, corrects }) =>
        bookedIn === month &&
        (corrects === undefined ||
          corrects === correctedMonth ||
          ways.get(`${month} ${corrects}`) === 'current'),
    )
    const concerned = new Set(
      inPeriod
        .filter(({ corrects }) => corrects === correctedMonth)
        .map(({ payout }) => payout.person.idCardNo),
    )
    const people = Map.groupBy(inPeriod, ({ payout }) => payout.person.idCardNo)
    return [...concerned].some((idCardNo) => cents(sumOf(people.get(idCardNo) ?? []).本期收入) < 0)
  }

  function entries(): Entry[] {
    return year.payouts.flatMap((payout) => {
      const { month, paidIn, reversedIn, amountFen: incomeFen, taxFen } = payout
      if (paidIn === undefined) return []
      const paid = entryOf(payout, paidIn, month, { incomeFen, taxFen })
      if (reversedIn === undefined) return [paid]
      return [paid, entryOf(payout, reversedIn, paid.filedOn, { incomeFen: -incomeFen, taxFen: -taxFen })]
    })
  }

  function entryOf(
    payout: Payout,
    bookedIn: Month,
    belongsTo: Month,
    amounts: Pick<Entry, 'incomeFen' | 'taxFen'>,
  ): Entry {
    const corrects = belongsTo === bookedIn ? undefined : belongsTo
    const amended = corrects !== undefined && ways.get(`${bookedIn} ${corrects}`) === 'amended'
    return { payout, bookedIn, corrects, filedOn: amended ? corrects : bookedIn, ...amounts }
  }

  const sumOf = (own: readonly Entry[]) => ({
    本期收入: yuan(own.reduce((all, { incomeFen }) => all + incomeFen, 0n)),
    本期预扣税额: yuan(own.reduce((all, { taxFen }) => all + taxFen, 0n)),
  })

  /** Everyone of the sheet with income, tax and adjustments, against those entries; who is adjusted may stand there without income. */
  function expectPeople(lines: readonly PackLine[], own: readonly Entry[], month: Month): void {
    const wanted = Map.groupBy(own, ({ payout }) => payout.person.idCardNo)
    const written = lines.slice(0, -1).map((line) => ({ line, idCardNo: String(line.证件号码) }))
    expect(written.map(({ idCardNo }) => idCardNo)).toEqual(expect.arrayContaining([...wanted.keys()]))
    for (const { line, idCardNo } of written) {
      expect(line).toMatchObject(sumOf(wanted.get(idCardNo) ?? []))
      const adjusted = year.adjustments.filter(
        ({ person, bookedIn }) => person.idCardNo === idCardNo && bookedIn === month,
      )
      expect(cents(line.本期免税收入) + cents(line.本期其他扣除) + cents(line.本期减免税额)).toBe(
        Number(adjusted.reduce((all, { fen }) => all + fen, 0n)),
      )
      if (!wanted.has(idCardNo)) expect(adjusted.length).toBeGreaterThan(0)
    }
    expect(lines.at(-1)).toMatchObject({ 姓名: '合计', ...sumOf(own) })
  }

  const gaps = (sheet: readonly PackLine[]) =>
    sheet.filter(({ 项目 }) => String(项目).endsWith('差额')).map(({ 金额 }) => 金额)

  it('has corrections filed in both ways', () => {
    expect(refusals > 0).toBe(hasRefusals)
    expect(new Set(ways.values())).toEqual(new Set(FILING_WAYS))
  })

  it('declares each month without what was filed on older ones', async () => {
    for (const { month } of year.periods) {
      const period = await periodOf(month)
      const sheets = await sheetsOf(writeSheets(services, declarationBook, period))
      const { 申报明细: lines = [], 核对: ties = [] } = sheets
      expectPeople(
        lines,
        entries().filter(({ bookedIn, filedOn }) => bookedIn === month && filedOn === month),
        month,
      )
      expect(gaps(ties)).toEqual([0, 0])
    }
  })

  it('amends each old month whole, as it stood before and with what corrects it', async () => {
    for (const [key, way] of ways) {
      if (way === 'current') continue
      const [month = '', correctedMonth = ''] = key.split(' ')
      const [bookedIn, old] = [await periodOf(month), await periodOf(correctedMonth)]
      const input = { ...old, old, bookedIn }
      const sheets = await sheetsOf(writeSheets(services, correctedBook, input))
      const { 更正申报明细: lines = [], 更正对照: compared = [], 核对: ties = [] } = sheets
      const filed = entries().filter((one) => one.filedOn === correctedMonth && one.bookedIn <= month)
      expectPeople(lines, filed, correctedMonth)
      expect(gaps(ties)).toEqual([0, 0])
      const corrections = entries().filter((one) => one.bookedIn === month && one.corrects === correctedMonth)
      const changes = sumOf(corrections)
      expect(compared.at(-1)).toMatchObject({
        本期收入差额: changes.本期收入,
        本期预扣税额差额: changes.本期预扣税额,
      })
      for (const line of compared.slice(0, -1)) {
        const whole = lines.find(({ 证件号码 }) => 证件号码 === line.证件号码)
        expect(whole).toMatchObject({
          本期收入: line.更正后本期收入,
          累计收入: line.更正后累计收入,
          应纳税额: line.更正后应纳税额,
        })
      }
    }
  })

  async function periodOf(month: Month) {
    const { providerId } = fixture
    const found = await services.database.query((tx) => findPeriod(tx, providerId, month))
    if (!found) throw new Error(`no period ${month}`)
    return { ...found, providerId, month, tables: services.taxTables }
  }
})

const cents = (value: string | number | undefined) => Math.round(Number(value) * 100)

const sheetsOf = async (stream: ReturnType<typeof writeSheets>) => readPack(await buffer(stream)).sheets
