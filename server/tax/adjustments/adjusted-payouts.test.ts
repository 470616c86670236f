// Adjustments in the life of payouts: provisional tax, start, its explanation, calculator, declaration and certificate (docs/rules/tax.md).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { downloadFiling, downloadPack, payAt, readPack } from '../../testing/filing-packs.ts'
import { expectMoneyTruths } from '../../testing/money-checks.ts'
import { settleAll, storeBatch, takeStep } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { adjust } from '../../testing/tax-adjustments.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(async () => {
  // Each test begins in January again: the bank's days are not ours.
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const at = (day: string) => new Date(`${day}T10:00:00+08:00`)

async function openWith(taxMethod: 'cumulative' | 'per-payment'): Promise<[ProviderFixture, SheetRow]> {
  services.clock.set(at('2026-01-05'))
  const fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod })
  const person = freshRow()
  const { name, idCardNo, phone } = person
  await (await signIn(services, fixture.pay)).answer('addFreelancers', {
    people: [{ name, idCardNo, phone }],
  })
  return [fixture, person]
}

it('counts from the confirmation on, and leaves what was started before as it was explained', async () => {
  const [fixture, person] = await openWith('cumulative')
  const { idCardNo } = person
  const payer = () => signIn(services, fixture.pay)
  const trace = async (rowId: number) => {
    const { taxFen, lines } = await (await payer()).answer('rowTax', { rowId })
    const labels = lines.map(({ label }) => label)
    return [taxFen, labels.includes('累计免税收入'), labels.includes('累计依法确定的其他扣除')]
  }
  services.clock.set(at('2026-01-10'))
  const rows = [{ ...person, amount: '10000', month: '2026-01' }]
  const { batchId, rowIds } = await storeBatch(services, fixture.pay, rows)
  const [rowId = 0] = rowIds
  expect(await trace(rowId)).toEqual([90_00n, false, false])
  await adjust(services, fixture, idCardNo, {
    month: '2026-01',
    item: 'exempt-income',
    amountFen: 2_000_00n,
  })
  expect(await trace(rowId)).toEqual([30_00n, true, false])
  await takeStep(services, fixture.pay, batchId, 'reviewing')
  await takeStep(services, fixture.check, batchId, 'ready')
  await takeStep(services, fixture.pay, batchId, 'transferring')
  await settleAll(services)
  // At the very same moment of the clock: the order of the two decides.
  await adjust(services, fixture, idCardNo, { month: '2026-01', item: 'donation', amountFen: 1_000_00n })
  expect(await trace(rowId)).toEqual([30_00n, true, false])

  services.clock.set(at('2026-02-10'))
  const { beside } = await (await payer()).answer('freelancerDetail', { who: idCardNo })
  const calculated = await (await payer()).answer('taxTrial', {
    amountFen: 10_000_00n,
    isNet: false,
    method: 'cumulative',
    userId: beside.person.userId,
  })
  // 20,000 − 4,000 − 2,000 − 1,000 − 10,000 = 3,000; × 3 % = 90; 30 were withheld.
  expect(calculated.taxFen).toBe(60_00n)
  expect(calculated.history).toEqual([
    {
      month: '2026-01',
      incomeFen: 10_000_00n,
      withheldFen: 30_00n,
      exemptFen: 2_000_00n,
      otherDeductionFen: 1_000_00n,
      reliefFen: 0n,
    },
  ])
  expect(calculated.trace).toContainEqual({ label: '累计依法确定的其他扣除', value: '1,000.00 元' })
  const paid = await payAt(services, fixture, '2026-02-10T10:00:00+08:00', person, '10000')
  expect(await trace(paid.rowIds[0] ?? 0)).toEqual([60_00n, true, true])
})

it('is declared in the month it counts in, with a note where its own was closed', async () => {
  const [fixture, person] = await openWith('cumulative')
  const { idCardNo } = person
  const stranger = freshRow()
  const pay = (day: string, who: SheetRow, amount: string) =>
    payAt(services, fixture, `${day}T10:00:00+08:00`, who, amount)
  const declaration = async (month: string) =>
    downloadPack(await signIn(services, fixture.pay), 'downloadDeclaration', {
      providerId: String(fixture.providerId),
      month,
    })
  await adjust(services, fixture, idCardNo, { month: '2026-01', item: 'donation', amountFen: 1_500_00n })
  await pay('2026-01-10', person, '10000')
  await closeMonthsAt(services, fixture, at('2026-02-03'))
  const january = await declaration('2026-01')
  expect(january.sheets.申报明细?.[0]).toMatchObject({
    本期收入: 10_000,
    本期其他扣除: 1_500,
    累计其他扣除: 1_500,
    应纳税所得额: 1_500,
    应纳税额: 45,
    累计减免税额: 0,
    本期预扣税额: 45,
    '结转（待抵为负）': 0,
  })
  await adjust(services, fixture, idCardNo, { month: '2026-01', item: 'tax-relief', amountFen: 20_00n })
  await pay('2026-02-10', stranger, '1000')
  await closeMonthsAt(services, fixture, at('2026-03-03'))
  const { sheets } = await declaration('2026-02')
  // Without income in February, and still declared: relief of 20 that its January no longer takes.
  expect(sheets.申报明细?.map(({ 姓名, 本期收入, 本期减免税额 }) => [姓名, 本期收入, 本期减免税额])).toEqual([
    [stranger.name, 1_000, 0],
    [person.name, 0, 20],
    ['合计', 1_000, ''],
  ])
  expect(sheets.说明).toContainEqual(
    expect.objectContaining({
      类别: '税前调整',
      事项: '减免税额',
      姓名: person.name,
      原因与处理: expect.stringMatching(
        /^20\.00 元；原因：测试调整 \d+（原属 2026-01，该月已生成申报，计入本期）$/,
      ),
    }),
  )
  expect((await declaration('2026-01')).sheets.申报明细).toEqual(january.sheets.申报明细)
  await pay('2026-03-10', person, '10000')
  await closeMonthsAt(services, fixture, at('2026-04-03'))
  // After the gap everything begins anew, and the relief stays behind.
  expect((await declaration('2026-03')).sheets.申报明细?.[0]).toMatchObject({
    本期预扣税额: 90,
    累计其他扣除: 0,
    累计减免税额: 0,
  })
})

it('stands in the certificate', async () => {
  const [fixture, person] = await openWith('cumulative')
  await adjust(services, fixture, person.idCardNo, {
    month: '2026-01',
    item: 'exempt-income',
    amountFen: 2_000_00n,
  })
  await payAt(services, fixture, '2026-01-10T10:00:00+08:00', person, '10000')
  services.clock.set(at('2026-02-03'))
  await (await signIn(services, 'managerA')).answer('generateStatements', {})
  const payer = await signIn(services, fixture.pay)
  const [certificate] = (await payer.answer('listStatementsOfPeople', {})).rows
  const { raw } = await payer.call('downloadStatementsOfPeople', {
    statementIds: [certificate?.statementId ?? 0],
  })
  const words = (await pdfText(raw.rawPayload)).replaceAll(/\s/g, '')
  expect(words).toContain('免税收入合计')
  expect(words).toContain('累计免税收入2,000.00元')
})

it('counts per payment in its own month only', async () => {
  const [fixture, person] = await openWith('per-payment')
  const { idCardNo } = person
  await adjust(services, fixture, idCardNo, {
    month: '2026-01',
    item: 'exempt-income',
    amountFen: 1_000_00n,
  })
  const taxOf = async (day: string) => {
    const { batchId } = await payAt(services, fixture, `${day}T10:00:00+08:00`, person, '5000')
    const [row] = await services.query<{ fen: bigint }>(
      'select tax_fen as fen from payout_lines where batch_id = $1',
      [batchId],
    )
    return row?.fen
  }
  expect(await taxOf('2026-01-10')).toBe(600_00n)
  expect(await taxOf('2026-02-10')).toBe(800_00n)
})

it('entered before the first income counts with it, and is declared and imported with it once', async () => {
  const [fixture, person] = await openWith('cumulative')
  const entered = { month: '2026-01', item: 'donation', amountFen: 1_031_77n } as const
  await adjust(services, fixture, person.idCardNo, entered)
  await payAt(services, fixture, '2026-01-10T10:00:00+08:00', freshRow(), '1000')
  await closeMonthsAt(services, fixture, at('2026-08-01'))
  const payer = () => signIn(services, fixture.pay)
  const fieldsOf = (month: string) => ({ providerId: String(fixture.providerId), month })
  const declaration = async (month: string) =>
    (await downloadPack(await payer(), 'downloadDeclaration', fieldsOf(month))).sheets
  const lineOf = async (month: string) =>
    (await declaration(month)).申报明细?.find(({ 证件号码 }) => 证件号码 === person.idCardNo)
  expect(await lineOf('2026-01')).toBeUndefined()
  const august = await payAt(services, fixture, '2026-08-10T10:00:00+08:00', person, '25994.55')
  const { taxFen, lines } = await (await payer()).answer('rowTax', { rowId: august.rowIds[0] ?? 0 })
  expect(taxFen).toBe(442_92n)
  expect(lines).toContainEqual({
    label: '首笔收入前的调整',
    value: '2026-01 录入的税前调整计入本年首笔收入起的累计',
  })
  await payAt(services, fixture, '2026-09-10T10:00:00+08:00', person, '10000')
  await closeMonthsAt(services, fixture, at('2026-10-03'))
  const declared = await lineOf('2026-08')
  expect(declared).toMatchObject({
    本期收入: 25_994.55,
    本期其他扣除: 1_031.77,
    累计其他扣除: 1_031.77,
    应纳税额: 442.92,
    本期预扣税额: 442.92,
    '结转（待抵为负）': 0,
    更正说明: '含本年首笔收入前（2026-01）的税前调整，随本期申报',
  })
  expect(await lineOf('2026-09')).toMatchObject({
    本期其他扣除: 0,
    累计其他扣除: 1_031.77,
    本期预扣税额: 90,
    '结转（待抵为负）': 0,
  })
  const imported = async (month: string) => {
    const fields = { ...fieldsOf(month), kind: 'income-cumulative' }
    const { bytes } = await downloadFiling(await payer(), 'downloadImport', fields)
    return readPack(bytes).sheets.劳务报酬?.map((one) => [one.准予扣除的捐赠额, one.备注])
  }
  expect(await imported('2026-08')).toEqual([[1_031.77, '含本年首笔收入前（2026-01）的税前调整，随本期申报']])
  expect(await imported('2026-09')).toEqual([[0, '']])

  // As an earlier release would have left it: explained without, and declared without.
  const keep = (counting: string, fen: bigint) =>
    services.query(
      `with b as (update payout_batches set tax_counting = $2 where batch_id = $1 returning batch_id)
       update payout_rows r set tax_fen = $3 from b where r.batch_id = b.batch_id`,
      [august.batchId, counting, fen],
    )
  await keep('method', 473_87n)
  expect(await lineOf('2026-08')).toMatchObject({
    本期其他扣除: 0,
    累计其他扣除: 0,
    应纳税额: 473.87,
    '结转（待抵为负）': 30.95,
    更正说明: '',
  })
  const then = await (await payer()).answer('rowTax', { rowId: august.rowIds[0] ?? 0 })
  expect(then.lines).toContainEqual({ label: '本笔预扣', value: '473.87 元' })
  await keep('first-income', 442_92n)
  expect(await lineOf('2026-08')).toEqual(declared)
})

it('entered for a month before the first income is no part of income per payment', async () => {
  const [fixture, person] = await openWith('per-payment')
  const entered = { month: '2026-01', item: 'donation', amountFen: 500_00n } as const
  await adjust(services, fixture, person.idCardNo, entered)
  await payAt(services, fixture, '2026-01-10T10:00:00+08:00', freshRow(), '1000')
  await payAt(services, fixture, '2026-03-10T10:00:00+08:00', person, '5000')
  await closeMonthsAt(services, fixture, at('2026-04-03'))
  const { sheets } = await downloadPack(await signIn(services, fixture.pay), 'downloadDeclaration', {
    providerId: String(fixture.providerId),
    month: '2026-03',
  })
  expect(sheets.申报明细?.[0]).toMatchObject({ 本期预扣税额: 800, 本期其他扣除: 0, 更正说明: '' })
})

it('entered for a month that withholds nothing of the person is declared in it, once the year has declared something', async () => {
  const [fixture, person] = await openWith('cumulative')
  const newcomer = freshRow()
  const { name, idCardNo, phone } = newcomer
  const payer = () => signIn(services, fixture.pay)
  await (await payer()).answer('addFreelancers', { people: [{ name, idCardNo, phone }] })
  const withholds = (yes: boolean) =>
    services.query('update providers set withholds_tax = $2 where provider_id = $1', [
      fixture.providerId,
      yes,
    ])
  const enter = (whose: SheetRow, month: string, amountFen: bigint) =>
    adjust(services, fixture, whose.idCardNo, { month, item: 'donation', amountFen })
  await payAt(services, fixture, '2026-01-10T10:00:00+08:00', person, '20000')
  await withholds(false)
  await payAt(services, fixture, '2026-02-10T10:00:00+08:00', person, '5000')
  await payAt(services, fixture, '2026-02-10T10:00:00+08:00', newcomer, '5000')
  await enter(person, '2026-02', 100_00n)
  await enter(newcomer, '2026-02', 300_00n)
  services.clock.set(at('2026-03-10'))
  await enter(person, '2026-03', 200_00n)
  await withholds(true)
  for (const whose of [person, newcomer])
    await payAt(services, fixture, '2026-04-10T10:00:00+08:00', whose, '20000')
  await closeMonthsAt(services, fixture, at('2026-05-03'))
  const fieldsOf = (month: string) => ({ providerId: String(fixture.providerId), month })
  const linesOf = async (month: string) => {
    const { sheets } = await downloadPack(await payer(), 'downloadDeclaration', fieldsOf(month))
    return (sheets.申报明细 ?? [])
      .filter(({ 证件号码 }) => 证件号码 !== '')
      .map((line) => [line.证件号码, line.本期收入, line.本期其他扣除, line.本期预扣税额])
  }
  const bare = (fen: number) => [[person.idCardNo, 0, fen, 0]]
  expect(await linesOf('2026-02')).toEqual(bare(100))
  expect(await linesOf('2026-03')).toEqual(bare(200))
  // Of the newcomer nothing was declared before: it waited for the first income.
  expect(new Set(await linesOf('2026-04'))).toEqual(
    new Set([
      [person.idCardNo, 20_000, 0, 330],
      [newcomer.idCardNo, 20_000, 300, 321],
    ]),
  )
  const fields = { ...fieldsOf('2026-03'), kind: 'income-cumulative' }
  const { bytes } = await downloadFiling(await payer(), 'downloadImport', fields)
  expect(readPack(bytes).sheets.劳务报酬?.map((one) => [one.本期收入, one.准予扣除的捐赠额])).toEqual([
    [0, 200],
  ])

  // As an earlier release left it, which declared neither.
  await services.query("update payout_batches set tax_counting = 'method' where provider_id = $1", [
    fixture.providerId,
  ])
  expect([await linesOf('2026-02'), await linesOf('2026-03')]).toEqual([[], []])
  await services.query("update payout_batches set tax_counting = 'first-income' where provider_id = $1", [
    fixture.providerId,
  ])
})
