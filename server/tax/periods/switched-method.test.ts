// A payer that changes how it withholds: only what was withheld by the same method counts, from the upload to the tax client's files (ADR 107).

import type { LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { downloadFiling, downloadPack, readPack } from '../../testing/filing-packs.ts'
import { expectMoneyTruths } from '../../testing/money-checks.ts'
import { type StoredBatch, settleAll, takeStep } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { adjust } from '../../testing/tax-adjustments.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

type Way = 'none' | 'per-payment' | 'cumulative'

let services: TestServices
let people: People
let fixture: ProviderFixture
let person: SheetRow

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, limitFen: 1_000_000_000n })
  person = freshRow()
})
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const payer = () => signIn(services, fixture.pay)
const close = (at: string) => closeMonthsAt(services, fixture, new Date(`${at}T09:00:00+08:00`))

async function explained({ rowIds }: StoredBatch) {
  const { taxFen, lines } = await (await payer()).answer('rowTax', { rowId: rowIds[0] ?? 0 })
  return { taxFen, line: (label: string) => lines.find((one) => one.label === label)?.value }
}

/** What the upload reckoned, the start fixed, the page explains, and the tax calculator said before: one figure. */
async function pay(
  way: Way,
  day: string,
  amount: string,
): Promise<StoredBatch & { readonly taxFen: bigint }> {
  await services.query(
    `update providers set withholds_tax = $2, tax_method = coalesce($3, tax_method) where provider_id = $1`,
    [fixture.providerId, way !== 'none', way === 'none' ? null : way],
  )
  services.clock.set(new Date(`${day}T10:00:00+08:00`))
  const row = { ...person, amount, month: day.slice(0, 7), remark: day }
  const batch = await readyBatch(services, fixture, [row])
  const provisional = (await transfersOf(services, batch.batchId))[0]?.tax
  const before = await explained(batch)
  await takeStep(services, fixture.pay, batch.batchId, 'transferring')
  await settleAll(services)
  const taxFen = (await transfersOf(services, batch.batchId))[0]?.tax ?? -1n
  if (way === 'none') return { ...batch, taxFen }
  const after = await explained(batch)
  expect([provisional, before.taxFen, after.taxFen]).toEqual([taxFen, taxFen, taxFen])
  // Lines are shown only where they come to the figure that was withheld.
  expect(after.line('本笔预扣')).toBe(before.line('本笔预扣'))
  expect(after.line('本笔预扣')).toBeDefined()
  return { ...batch, taxFen }
}

async function register(): Promise<number> {
  const { name, idCardNo, phone } = person
  await (await payer()).answer('addFreelancers', { people: [{ name, idCardNo, phone }] })
  const [known] = await services.query<{ id: number }>(
    'select max(freelancer_id)::int as id from known_people where provider_id = $1',
    [fixture.providerId],
  )
  return known?.id ?? 0
}

const fieldsOf = (month: string) => ({ providerId: String(fixture.providerId), month })

async function declared(month: string) {
  const { sheets } = await downloadPack(await payer(), 'downloadDeclaration', fieldsOf(month))
  const lines = sheets.申报明细 ?? []
  const gaps = (sheets.核对 ?? []).filter(({ 项目 }) => /差额$/.test(String(项目))).map(({ 金额 }) => 金额)
  return {
    lines: lines
      .slice(0, -1)
      .map((line) => [
        line.计算方式,
        line.本期收入,
        line.本期预扣税额,
        line.累计收入,
        line['结转（待抵为负）'],
      ]),
    gaps,
    people: (sheets.核对 ?? []).find(({ 项目 }) => String(项目).includes('人数'))?.内容,
  }
}

async function imported(month: string, kind: LayoutKind) {
  const { bytes } = await downloadFiling(await payer(), 'downloadImport', { ...fieldsOf(month), kind })
  const { 劳务报酬: lines = [], 说明: notes = [] } = readPack(bytes).sheets
  expect(notes.find(({ 姓名或项目 }) => 姓名或项目 === '差额')).toMatchObject({ 本期收入: 0 })
  return lines.map((line) => [line.本期收入, line.准予扣除的捐赠额])
}

it.each<[Way, string, bigint[], string]>([
  ['none', '30000', [0n, 0n, 0n], '2026-01、2026-02、2026-03 共 90,000.00 元'],
  ['per-payment', '5000', [800_00n, 800_00n, 800_00n], '2026-01、2026-02、2026-03 共 15,000.00 元'],
])(
  'withholds 90 of 10,000 in April after three months of %s, and says what does not count',
  async (way, amount, taxes, told) => {
    const userId = await register()
    const first: bigint[] = []
    for (const day of ['2026-01-12', '2026-02-12', '2026-03-12'])
      first.push((await pay(way, day, amount)).taxFen)
    expect(first).toEqual(taxes)
    const april = await pay('cumulative', '2026-04-12', '10000')
    expect(april.taxFen).toBe(90_00n)
    const { line } = await explained(april)
    expect(line('累计起算月份')).toBe('2026-04（本年首个计入的月份）')
    expect(line('不计入的收入')).toBe(`${told}，未按累计预扣法预扣，扣缴端不并入此项目累计`)
    const calculated = await (await payer()).answer('taxTrial', {
      method: 'cumulative',
      amountFen: 10_000_00n,
      isNet: false,
      userId,
      day: '2026-05-12',
    })
    expect([calculated.taxFen, calculated.history.map(({ month }) => month)]).toEqual([90_00n, ['2026-04']])
    await close('2026-05-01')
    expect((await declared('2026-04')).lines).toEqual([['累计预扣法', 10_000, 90, 10_000, 0]])
    expect(await imported('2026-04', 'income-cumulative')).toEqual([[10_000, 0]])
  },
)

it('begins anew after months that were withheld per payment', async () => {
  expect((await pay('cumulative', '2026-01-12', '30000')).taxFen).toBe(570_00n)
  expect((await pay('per-payment', '2026-02-12', '5000')).taxFen).toBe(800_00n)
  const march = await pay('cumulative', '2026-03-12', '30000')
  expect(march.taxFen).toBe(570_00n)
  expect((await explained(march)).line('累计起算月份')).toBe(
    '2026-03（2026-02 无按累计预扣法预扣的收入，累计重新起算）',
  )
  await close('2026-04-01')
  expect((await declared('2026-02')).lines).toEqual([['按次预扣法', 5_000, 800, 5_000, 0]])
  expect((await declared('2026-03')).lines).toEqual([['累计预扣法', 30_000, 570, 30_000, 0]])
})

it('declares a month of several ways in a line and a file for each, with its adjustment once', async () => {
  await register()
  await adjust(services, fixture, person.idCardNo, { month: '2026-01', item: 'donation', amountFen: 500_00n })
  expect((await pay('none', '2026-01-11', '20000')).taxFen).toBe(0n)
  expect((await pay('per-payment', '2026-01-12', '5000')).taxFen).toBe(700_00n)
  expect((await pay('cumulative', '2026-01-13', '10000')).taxFen).toBe(90_00n)
  // 10,000 of the month: 10,000 × 80 % − 500, at 20 %, less 700.
  expect((await pay('per-payment', '2026-01-14', '5000')).taxFen).toBe(800_00n)
  expect((await pay('cumulative', '2026-01-15', '10000')).taxFen).toBe(240_00n)
  const february = await pay('cumulative', '2026-02-12', '10000')
  expect(february.taxFen).toBe(90_00n)
  await close('2026-03-01')
  const { lines, gaps, people: count } = await declared('2026-01')
  expect(lines).toEqual([
    ['累计预扣法', 20_000, 330, 20_000, 0],
    ['按次预扣法', 10_000, 1_500, 10_000, 0],
  ])
  expect([gaps, count]).toEqual([[0, 0], '1'])
  expect((await declared('2026-02')).lines).toEqual([['累计预扣法', 10_000, 90, 30_000, 0]])
  expect(await imported('2026-01', 'income-cumulative')).toEqual([[20_000, 0]])
  expect(await imported('2026-01', 'income-per-payment')).toEqual([[10_000, 500]])
  const preview = await (await payer()).answer('previewImports', {
    providerId: fixture.providerId,
    month: '2026-01',
  })
  expect(preview).toMatchObject({
    incomes: [
      { kind: 'income-cumulative', people: 1, incomeFen: 20_000_00n },
      { kind: 'income-per-payment', people: 1, incomeFen: 10_000_00n },
    ],
    peopleCount: 1,
    declaredIncomeFen: 30_000_00n,
  })
})

it('corrects a line of the method whose payout came back, and leaves the other', async () => {
  await pay('per-payment', '2026-01-12', '5000')
  const back = await pay('cumulative', '2026-01-13', '10000')
  await pay('cumulative', '2026-01-14', '10000')
  await close('2026-02-01')
  await applyUpdateOf(services, back.batchId, 'returned')
  // Of 20,000 in two months 180 are due, and the 240 of the second payout stand.
  expect((await pay('cumulative', '2026-02-12', '10000')).taxFen).toBe(0n)
  await close('2026-03-01')
  const place = { providerId: fixture.providerId, month: '2026-02', correctedMonth: '2026-01' }
  await (await signIn(services, 'managerA')).answer('fileCorrection', { ...place, way: 'amended' })
  const { sheets } = await downloadPack(await payer(), 'downloadCorrectedMonth', {
    ...fieldsOf('2026-02'),
    correctMonth: '2026-01',
  })
  const [whole = [], compared = []] = Object.values(sheets)
  expect(whole.slice(0, -1).map((line) => [line.计算方式, line.本期收入, line.本期预扣税额])).toEqual([
    ['累计预扣法', 10_000, 240],
    ['按次预扣法', 5_000, 800],
  ])
  expect(compared.slice(0, -1).map((line) => Object.values(line).at(-1))).toEqual([
    expect.stringContaining('1 笔'),
    '',
  ])
  expect((await declared('2026-02')).lines).toEqual([['累计预扣法', 10_000, 0, 20_000, -60]])
})

it('refuses to keep a return in a period whose line of that method it takes below zero, whatever the other line has', async () => {
  const back = await pay('cumulative', '2026-01-13', '10000')
  await close('2026-02-01')
  await applyUpdateOf(services, back.batchId, 'returned')
  await pay('per-payment', '2026-02-12', '20000')
  await close('2026-03-01')
  const manager = await signIn(services, 'managerA')
  const place = { providerId: fixture.providerId, month: '2026-02', correctedMonth: '2026-01' }
  const refused = await manager.call('fileCorrection', { ...place, way: 'current' })
  expect([refused.http, refused.body.code]).toEqual([422, 'correction-below-zero'])
  const preview = await (await payer()).answer('previewImports', {
    providerId: fixture.providerId,
    month: '2026-02',
  })
  expect(preview.incomes).toMatchObject([
    { people: 0, leftOut: [{ incomeFen: -10_000_00n, why: 'negative-income', detail: '2026-01' }] },
    { people: 1, incomeFen: 20_000_00n, leftOut: [] },
  ])
  expect([preview.peopleCount, preview.declaredIncomeFen]).toEqual([1, 10_000_00n])
  await manager.answer('fileCorrection', { ...place, way: 'amended' })
  expect((await declared('2026-02')).lines.map(([method, income]) => [method, income])).toEqual([
    ['按次预扣法', 20_000],
  ])
})

it('keeps explaining what an earlier release started by all that had been paid', async () => {
  for (const day of ['2026-01-12', '2026-02-12', '2026-03-12']) await pay('none', day, '30000')
  const april = await pay('cumulative', '2026-04-12', '10000')
  const tamper = (counting: string, fen: bigint) =>
    services.query(
      `with b as (update payout_batches set tax_counting = $2 where batch_id = $1 returning batch_id)
       update payout_rows r set tax_fen = $3 from b where r.batch_id = b.batch_id`,
      [april.batchId, counting, fen],
    )
  // As it would have been taxed: 100,000 × 80 % − 20,000, at 10 % − 2,520.
  await tamper('all', 3_480_00n)
  const { taxFen, line } = await explained(april)
  expect([taxFen, line('本笔预扣'), line('不计入的收入')]).toEqual([3_480_00n, '3,480.00 元', undefined])
  await tamper('method', 90_00n)
  // The next one counts April by its method alone.
  expect((await pay('cumulative', '2026-05-12', '10000')).taxFen).toBe(90_00n)
})
