// VAT that the person bears: withheld at the start, kept apart in the ledger, sent less to the bank, and given back with a payment that fails or returns (ADR 39).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { applyUpdateOf } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths, moneyFindings } from '../testing/money-checks.ts'
import { sendAll, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let own: ProviderFixture
let neighbour: ProviderFixture
let person: SheetRow

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-11-10T10:00:00+08:00'))
  const fen = 1_000_000_000n
  own = await openProviderFixture(services, people, { fen, limitFen: 1_000_000_00n, taxMethod: 'cumulative' })
  neighbour = await openProviderFixture(services, people, { fen })
  person = freshRow()
  await bearer('person')
})
afterAll(async () => {
  // The words here are the test's own: the bank of the tests was never told.
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const bearer = (word: string) =>
  services.query('update providers set vat_bearer = $2 where provider_id = $1', [own.providerId, word])

let remarks = 0
const paying = (amount: string): SheetRow => {
  remarks += 1
  return { ...person, amount, month: '2026-11', remark: `no. ${remarks}` }
}
const pay = async (...amounts: string[]) => {
  const batch = await startedBatch(services, own, amounts.map(paying))
  await sendAll(services)
  return batch
}
const vatOf = async (batchId: number) => (await transfersOf(services, batchId)).map(({ vat }) => vat)
const payable = async () => (await balanceOf(services, own)).vat_payable
const orderOf = (reference: string) => services.bank.records.get(reference)?.order.amountFen

describe('VAT withheld from the person', () => {
  it('is borne by the row that crosses, sent less to the bank and owed apart from the income tax', async () => {
    const { batchId } = await pay('60000', '61000')
    const [first, second] = await transfersOf(services, batchId)
    expect([first?.vat, second?.vat]).toEqual([0n, 1_269_90n])
    expect(orderOf(second?.reference ?? '')).toBe(61_000_00n - (second?.tax ?? 0n) - 1_269_90n)
    expect(orderOf(first?.reference ?? '')).toBe(60_000_00n - (first?.tax ?? 0n))
    const balance = await balanceOf(services, own)
    expect(balance.vat_payable).toBe(1_269_90n)
    expect(balance.tax_payable).toBe((first?.tax ?? 0n) + (second?.tax ?? 0n))
  })

  it('counts what neighbours paid for the threshold, and bears only what the own company paid', async () => {
    await startedBatch(services, neighbour, [paying('60000')])
    expect(await vatOf((await pay('41000')).batchId)).toEqual([430_30n])
    // 41,000 ÷ 1.01 × 1 % = 405.94, and 6 % of it in three halves.
  })

  it('bears in a later batch of the month only what is added', async () => {
    await pay('121000')
    const { batchId } = await pay('10100')
    expect(await vatOf(batchId)).toEqual([106_00n])
    expect(await payable()).toBe(1_375_90n)
  })

  it('is nothing below the threshold, for other bearers, or in the month after', async () => {
    expect(await vatOf((await pay('100000')).batchId)).toEqual([0n])
    await bearer('provider')
    expect(await vatOf((await pay('1000')).batchId)).toEqual([0n])
    await bearer('person')
    services.clock.set(new Date('2026-12-01T09:00:00+08:00'))
    expect(await vatOf((await pay('1000')).batchId)).toEqual([0n])
    expect(await payable()).toBe(0n)
  })
})

describe('VAT of a payment that is not paid in the end', () => {
  it('is given back with a return, and taken anew from the next row', async () => {
    await pay('60000')
    const crossing = await pay('61000')
    expect(await payable()).toBe(1_269_90n)
    await applyUpdateOf(services, crossing.batchId, 'returned')
    expect(await payable()).toBe(0n)
    const again = await pay('61000')
    expect(await vatOf(again.batchId)).toEqual([1_269_90n])
  })

  it('is never owed where the bank refused, and owed where it paid late', async () => {
    await pay('60000')
    const batch = await startedBatch(services, own, [paying('61000')])
    await sendAll(services)
    expect(await payable()).toBe(1_269_90n)
    const refused = await startedBatch(services, own, [{ ...paying('5000'), cardNo: '6222021202000010001' }])
    await sendAll(services)
    const [failed] = await transfersOf(services, refused.batchId)
    expect(failed).toMatchObject({ status: 'failed' })
    expect(failed?.vat).toBeGreaterThan(0n)
    expect(await payable()).toBe(1_269_90n)
    await applyUpdateOf(services, refused.batchId, 'succeeded')
    expect(await payable()).toBe(1_269_90n + (failed?.vat ?? 0n))
    expect((await vatOf(batch.batchId)).length).toBe(1)
  })
})

describe('VAT before and at the start', () => {
  it('is shown with the batch from its upload on, and worked out anew at the start', async () => {
    const { batchId } = await readyBatch(services, own, [paying('61000')])
    const payer = await signIn(services, own.pay)
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({ vatBearer: 'person', vatFen: 0n })
    await startedBatch(services, neighbour, [paying('60000')])
    await takeStep(services, own.pay, batchId, 'transferring')
    const [{ vat = 0n } = {}] = await transfersOf(services, batchId)
    expect(vat).toBe(640_20n)
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({ vatFen: vat })
    const { rows } = await payer.answer('batchRows', { batchId })
    expect(rows.map(({ vatFen }) => vatFen)).toEqual([vat])
  })

  it('follows rows that are cancelled', async () => {
    const { batchId, rowIds } = await storeBatch(services, own.pay, ['60000', '61000'].map(paying))
    const payer = await signIn(services, own.pay)
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({ vatFen: 1_269_90n })
    await payer.answer('switchRows', { rowIds: rowIds.slice(0, 1), cancelled: true })
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({ vatFen: 0n })
  })

  it('goes by what held when the batch was uploaded, which is part of what is approved', async () => {
    const { batchId } = await readyBatch(services, own, [paying('60000'), paying('61000')])
    await bearer('report')
    await services.query("update payout_batches set vat_bearer = 'report' where batch_id = $1", [batchId])
    await expect(takeStep(services, own.pay, batchId, 'transferring')).rejects.toThrow('content-changed')
    await services.query("update payout_batches set vat_bearer = 'person' where batch_id = $1", [batchId])
    await takeStep(services, own.pay, batchId, 'transferring')
    expect(await vatOf(batchId)).toEqual([0n, 1_269_90n])
  })

  it('is explained row by row, before the start and ever after by what stood at it', async () => {
    const earlier = await pay('1000')
    const { batchId, rowIds } = await readyBatch(services, own, ['60000', '61000', '100'].map(paying))
    const payer = await signIn(services, own.pay)
    const explained = () => Promise.all(rowIds.map((rowId) => payer.answer('rowTax', { rowId })))
    const before = await explained()
    expect(before.map(({ vatFen }) => vatFen)).toEqual([0n, 1_280_40n, 1_04n])
    expect(before.map(({ vatLines }) => vatLines.length)).toEqual([0, 11, 11])
    expect(before[1]?.vatLines).toEqual([
      { label: '起征点', value: '100,000.00 元；财政部 税务总局公告 2023 年第 19 号，执行至 2027-12-31' },
      { label: '计税范围', value: '2026-11 平台收入合计超过起征点，就本供应商当月全部收入代扣' },
      { label: '本供应商当月收入', value: '61,000.00 + 本笔 61,000.00 = 122,000.00 元' },
      { label: '不含税销售额', value: '122,000.00 ÷ (1 + 1%) = 120,792.08 元' },
      { label: '增值税', value: '122,000.00 ÷ (1 + 1%) × 1% = 1,207.92 元' },
      { label: '城市维护建设税', value: '1,207.92 × 7% × 50% = 42.28 元' },
      { label: '教育费附加', value: '1,207.92 × 3% × 50% = 18.12 元' },
      { label: '地方教育附加', value: '1,207.92 × 2% × 50% = 12.08 元' },
      { label: '税费合计', value: '1,280.40 元' },
      { label: '已代扣', value: '0.00 元' },
      { label: '本笔代扣', value: '1,280.40 元' },
    ])
    await takeStep(services, own.pay, batchId, 'transferring')
    services.clock.advance(1_000)
    await applyUpdateOf(services, earlier.batchId, 'returned')
    await pay('5000')
    expect(await explained()).toEqual(before)
  })

  it('shows in the fund flow as lines of its own', async () => {
    await pay('60000')
    await applyUpdateOf(services, (await pay('61000')).batchId, 'returned')
    const { beside } = await (await signIn(services, own.pay)).answer('fundFlow', {})
    expect(beside.kinds.filter(({ kind }) => kind.endsWith('vat'))).toEqual([
      { kind: 'vat', lines: 1, amountFen: 1_269_90n },
      { kind: 'returned-vat', lines: 1, amountFen: 1_269_90n },
    ])
  })
})

it('finds VAT that the ledger does not owe and VAT against the terms (I14)', async () => {
  const { batchId } = await pay('60000', '61000')
  const found = async () =>
    (await moneyFindings(services)).filter(({ invariant }) => invariant === 'I14').map(({ what }) => what)
  expect(await found()).toEqual([])
  await services.query('update payout_rows set vat_fen = vat_fen - 1 where batch_id = $1 and vat_fen > 0', [
    batchId,
  ])
  expect(await found()).toEqual([
    `provider ${own.providerId}: succeeded payouts bore 126989 fen of VAT, the ledger owes 126990`,
  ])
  await services.query('update payout_rows set vat_fen = vat_fen + 1 where batch_id = $1 and vat_fen > 0', [
    batchId,
  ])
  await services.query("update payout_batches set vat_bearer = 'report' where batch_id = $1", [batchId])
  expect((await found())[0]).toMatch(/^batch \d+ withholds VAT that its terms do not$/)
  await services.query("update payout_batches set vat_bearer = 'person' where batch_id = $1", [batchId])
})
