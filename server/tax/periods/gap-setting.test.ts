// Whether a month without income restarts the run of months: a provider's setting, frozen into a batch when it is uploaded (docs/rules/tax.md).

import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { expectMoneyTruths } from '../../testing/money-truths.ts'
import { type StoredBatch, settleAll, storeBatch, takeStep } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { openTestHouse, type TestHouse } from '../../testing/test-house.ts'
import { openWorkplace, readyBatch, transfersOf, type Workplace } from '../../testing/workplace.ts'
import { periodFigures } from './figures-store.ts'

let house: TestHouse
let people: People

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(() => house.clock.set(new Date('2026-01-10T10:00:00+08:00')))
afterAll(async () => {
  await expectMoneyTruths(house, [/the bank (did not|paid)/])
  await house.close()
})

const placeWith = (gapRestarts: boolean) =>
  openWorkplace(house, people, { fen: 1_000_000_000n, taxMethod: 'cumulative', gapRestarts })

async function ready(place: Workplace, person: SheetRow, day: string, amount = '30000') {
  house.clock.set(new Date(`${day}T10:00:00+08:00`))
  return readyBatch(house, place, [{ ...person, amount, month: day.slice(0, 7), remark: day }])
}

async function start(place: Workplace, { batchId }: StoredBatch): Promise<void> {
  await takeStep(house, place.pay, batchId, 'transferring')
  await settleAll(house)
}

async function pay(place: Workplace, person: SheetRow, day: string, amount?: string) {
  const batch = await ready(place, person, day, amount)
  await start(place, batch)
  return batch
}

const taxOf = async ({ batchId }: StoredBatch) => (await transfersOf(house, batchId))[0]?.tax

/** What the page says of its only row. */
async function explained(place: Workplace, { rowIds }: StoredBatch) {
  const payer = await signIn(house, place.pay)
  const { taxFen, lines } = await payer.answer('rowTax', { rowId: rowIds[0] ?? 0 })
  return { taxFen, deduction: lines.find(({ label }) => label.includes('减除费用'))?.value }
}

const change = (place: Workplace, gapRestarts: boolean) =>
  house.query('update providers set gap_restarts = $2 where provider_id = $1', [
    place.providerId,
    gapRestarts,
  ])

it.each([
  // 60,000 × 80 % − 5,000 × 1 or × 2, at 10 % − 2,520, less the 570 of January; then a month more of the run.
  [true, [570_00n, 1_210_00n, 1_900_00n]],
  [false, [570_00n, 710_00n, 1_900_00n]],
])('withholds the expected tax after a gap in February with gapRestarts %s', async (gapRestarts, taxes) => {
  const place = await placeWith(gapRestarts)
  const person = freshRow()
  const withheld = []
  for (const day of ['2026-01-12', '2026-03-12', '2026-04-12']) {
    const batch = await ready(place, person, day)
    const trial = (await explained(place, batch)).taxFen
    await start(place, batch)
    // The trial of the upload, the figure that the start fixed, and the one that is explained for ever are the same.
    expect([await taxOf(batch), (await explained(place, batch)).taxFen]).toEqual([trial, trial])
    withheld.push(trial)
  }
  expect(withheld).toEqual(taxes)
  await closeMonthsAt(house, place, new Date('2026-05-02T10:00:00+08:00'))
  expect(await openFigures(place)).toEqual(taxes.map(() => 0n))
})

/** Tax due less withheld, period by period: the declaration explains each by the rule of its batches. */
async function openFigures({ providerId }: Workplace): Promise<bigint[]> {
  const periods = await house.query<{ taxId: number; month: string }>(
    'select tax_id as "taxId", month from tax_periods where provider_id = $1 order by month',
    [providerId],
  )
  const open: bigint[] = []
  for (const { taxId, month } of periods) {
    const figures = await house.database.look((tx) => periodFigures(tx, { taxId, month, providerId }))
    for (const one of figures) {
      const { gapRestarts } = one
      open.push(declareMonth(one, month, { settings: { gapRestarts } }).openFen)
    }
  }
  return open
}

it('keeps the tax and explanation of earlier uploads when gapRestarts changes', async () => {
  const place = await placeWith(true)
  const [paid, waiting, later] = [freshRow(), freshRow(), freshRow()]
  for (const person of [paid, waiting, later]) await pay(place, person, '2026-01-12')
  const started = await pay(place, paid, '2026-03-12')
  const uploaded = await ready(place, waiting, '2026-03-12')
  const before = [await explained(place, started), await explained(place, uploaded)]
  await change(place, false)
  expect([await explained(place, started), await explained(place, uploaded)]).toEqual(before)
  await start(place, uploaded)
  expect(await taxOf(uploaded)).toBe(1_210_00n)
  expect(await explained(place, uploaded)).toEqual(before[1])
  const uploadedLater = await pay(place, later, '2026-03-12')
  expect(await taxOf(uploadedLater)).toBe(710_00n)
  await change(place, true)
  expect((await explained(place, uploadedLater)).taxFen).toBe(710_00n)
  expect((await explained(place, uploadedLater)).deduction).not.toBe(before[0]?.deduction)
})

it('taxes a cancelled and restored row by the setting of its batch', async () => {
  const place = await placeWith(false)
  const person = freshRow()
  await pay(place, person, '2026-01-12')
  house.clock.set(new Date('2026-03-12T10:00:00+08:00'))
  const row = { ...person, amount: '30000', month: '2026-03', remark: 'March' }
  const batch = await storeBatch(house, place.pay, [row, freshRow({ month: '2026-03' })])
  await change(place, true)
  const payer = await signIn(house, place.pay)
  for (const cancelled of [true, false])
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(0, 1), cancelled })
  expect(await taxOf(batch)).toBe(710_00n)
})
