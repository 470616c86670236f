// What a month without income does to the accumulated figures (D45): a provider's setting, frozen into a batch when it is uploaded (docs/rules/tax.md).

import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf, sendInVain } from '../../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../../testing/money-checks.ts'
import { type StoredBatch, settleAll, storeBatch, takeStep } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { periodFigures } from './figures-store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(() => services.clock.set(new Date('2026-01-10T10:00:00+08:00')))
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const fixtureWith = (gapRule: GapRule) =>
  openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative', gapRule })

async function ready(fixture: ProviderFixture, person: SheetRow, day: string, amount = '30000') {
  services.clock.set(new Date(`${day}T10:00:00+08:00`))
  return readyBatch(services, fixture, [{ ...person, amount, month: day.slice(0, 7), remark: day }])
}

async function start(fixture: ProviderFixture, { batchId }: StoredBatch): Promise<void> {
  await takeStep(services, fixture.pay, batchId, 'transferring')
  await settleAll(services)
}

async function pay(fixture: ProviderFixture, person: SheetRow, day: string, amount?: string) {
  const batch = await ready(fixture, person, day, amount)
  await start(fixture, batch)
  return batch
}

const taxOf = async ({ batchId }: StoredBatch) => (await transfersOf(services, batchId))[0]?.tax

/** What the page says of its only row. */
async function explained(fixture: ProviderFixture, { rowIds }: StoredBatch) {
  const payer = await signIn(services, fixture.pay)
  const { taxFen, lines } = await payer.answer('rowTax', { rowId: rowIds[0] ?? 0 })
  return { taxFen, deduction: lines.find(({ label }) => label.includes('减除费用'))?.value }
}

const change = (fixture: ProviderFixture, gapRule: GapRule) =>
  services.query('update providers set gap_rule = $2 where provider_id = $1', [fixture.providerId, gapRule])

it.each<[GapRule, bigint[]]>([
  // March by itself as January; then two months of it: 60,000 × 80 % − 10,000, at 10 % − 2,520, less 570.
  ['everything', [570_00n, 570_00n, 710_00n]],
  // 60,000 × 80 % − 5,000 × 1 or × 2, at 10 % − 2,520, less the 570 of January; then a month more of the run.
  ['months', [570_00n, 1_210_00n, 1_900_00n]],
  ['nothing', [570_00n, 710_00n, 1_900_00n]],
])('withholds the expected tax after a gap in February by the rule %s', async (gapRule, taxes) => {
  const fixture = await fixtureWith(gapRule)
  const person = freshRow()
  const withheld = []
  for (const day of ['2026-01-12', '2026-03-12', '2026-04-12']) {
    const batch = await ready(fixture, person, day)
    const calculation = (await explained(fixture, batch)).taxFen
    await start(fixture, batch)
    // The provisional tax of the upload, the figure that the start fixed, and the one that is explained for ever are the same.
    expect([await taxOf(batch), (await explained(fixture, batch)).taxFen]).toEqual([calculation, calculation])
    withheld.push(calculation)
  }
  expect(withheld).toEqual(taxes)
  await closeMonthsAt(services, fixture, new Date('2026-05-02T10:00:00+08:00'))
  expect(await openFigures(fixture)).toEqual(taxes.map(() => 0n))
})

/** Tax due less withheld, period by period: the declaration explains each by the rule of its batches. */
async function openFigures({ providerId }: ProviderFixture): Promise<bigint[]> {
  const periods = await services.query<{ taxId: number; month: string }>(
    'select tax_id as "taxId", month from tax_periods where provider_id = $1 order by month',
    [providerId],
  )
  const open: bigint[] = []
  for (const { taxId, month } of periods) {
    const figures = await services.database.query((tx) => periodFigures(tx, { taxId, month, providerId }))
    for (const one of figures) open.push(declareMonth(one, month, { settings: one }).openFen)
  }
  return open
}

it('keeps the tax and explanation of earlier uploads when the gap rule changes', async () => {
  const fixture = await fixtureWith('months')
  const [paid, waiting, later] = [freshRow(), freshRow(), freshRow()]
  for (const person of [paid, waiting, later]) await pay(fixture, person, '2026-01-12')
  const started = await pay(fixture, paid, '2026-03-12')
  const uploaded = await ready(fixture, waiting, '2026-03-12')
  const before = [await explained(fixture, started), await explained(fixture, uploaded)]
  await change(fixture, 'nothing')
  expect([await explained(fixture, started), await explained(fixture, uploaded)]).toEqual(before)
  await start(fixture, uploaded)
  expect(await taxOf(uploaded)).toBe(1_210_00n)
  expect(await explained(fixture, uploaded)).toEqual(before[1])
  const uploadedLater = await pay(fixture, later, '2026-03-12')
  expect(await taxOf(uploadedLater)).toBe(710_00n)
  await change(fixture, 'months')
  expect((await explained(fixture, uploadedLater)).taxFen).toBe(710_00n)
  expect((await explained(fixture, uploadedLater)).deduction).not.toBe(before[0]?.deduction)
})

it('taxes a cancelled and restored row by the setting of its batch', async () => {
  const fixture = await fixtureWith('nothing')
  const person = freshRow()
  await pay(fixture, person, '2026-01-12')
  services.clock.set(new Date('2026-03-12T10:00:00+08:00'))
  const row = { ...person, amount: '30000', month: '2026-03', remark: 'March' }
  const batch = await storeBatch(services, fixture.pay, [row, freshRow({ month: '2026-03' })])
  await change(fixture, 'everything')
  const payer = await signIn(services, fixture.pay)
  for (const cancelled of [true, false])
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(0, 1), cancelled })
  expect(await taxOf(batch)).toBe(710_00n)
})

it('lets a month count that the bank has not answered, says so, and corrects it later when it turns out unpaid', async () => {
  const fixture = await fixtureWith('everything')
  const person = freshRow()
  await pay(fixture, person, '2026-01-12')
  const doubted = await ready(fixture, person, '2026-02-12')
  await takeStep(services, fixture.pay, doubted.batchId, 'transferring')
  await sendInVain(services, 'lost-order')
  const march = await ready(fixture, person, '2026-03-12')
  const pending = async () => {
    const payer = await signIn(services, fixture.pay)
    const { lines } = await payer.answer('rowTax', { rowId: march.rowIds[0] ?? 0 })
    return lines.find(({ label }) => label === '银行尚未确认的收入')?.value
  }
  const said =
    '30,000.00 元 已计入；其中 2026-02 仅有此类收入：若最终未付出即为收入中断，累计重新起算，差额在下期更正'
  expect(await pending()).toBe(said)
  await takeStep(services, fixture.pay, march.batchId, 'transferring')
  expect(await taxOf(march)).toBe(1_900_00n)
  services.clock.advance(1_000)
  await applyUpdateOf(services, doubted.batchId, 'rejected')
  await settleAll(services)
  // As things stood when it was started, whatever came of them.
  expect([await pending(), (await explained(fixture, march)).taxFen]).toEqual([said, 1_900_00n])
  // Of March and April together 1,280 are due, of March to May 3,180.
  expect(await taxOf(await pay(fixture, person, '2026-04-12'))).toBe(0n)
  expect(await taxOf(await pay(fixture, person, '2026-05-12'))).toBe(1_280_00n)
})
