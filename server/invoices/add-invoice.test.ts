// Applying: numbers, the quota to the fen, categories, and what the form may hold (spec §5, D30).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { paidOut, returnRow } from '../testing/invoices.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { storeApplication, storeCategory } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let applicant: Client
let categoryId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  categoryId = await storeCategory(services, { name: '设计服务' })
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people)
  applicant = await signIn(services, fixture.pay)
})
afterAll(() => services.close())

const apply = (amountFen: bigint, category = categoryId) =>
  applicant.call('addInvoice', { type: 'special-electronic', categoryId: category, amountFen })
const quotaOf = () => applicant.answer('invoiceQuota', {})

describe('invoiceQuota', () => {
  it('subtracts applied and invoiced amounts from succeeded gross and fee', async () => {
    await paidOut(services, fixture.pay, ['100', '200'])
    expect(await quotaOf()).toEqual({
      providerId: fixture.providerId,
      providerName: expect.stringMatching(/^Provider W/),
      grossFen: 300_00n,
      feeFen: 19_50n,
      appliedFen: 0n,
      invoicedFen: 0n,
      invoiceableFen: 319_50n,
      overInvoicedFen: 0n,
    })
    expect((await apply(19_50n)).body.status).toBe(0)
    expect(await quotaOf()).toMatchObject({ appliedFen: 19_50n, invoiceableFen: 300_00n })
  })

  it('does not count payments in flight, cancelled, failed or returned', async () => {
    const { rowIds } = await paidOut(services, fixture.pay, ['100', '100'])
    await startedBatch(services, fixture, [freshRow({ amount: '1' })])
    await returnRow(services, rowIds[0] ?? 0)
    expect(await quotaOf()).toMatchObject({ grossFen: 100_00n, feeFen: 6_50n, invoiceableFen: 106_50n })
  })

  it('allows applying for exactly the quota and rejects one fen more', async () => {
    await paidOut(services, fixture.pay, ['100'])
    const { http, body } = await apply(106_51n)
    const msg = '开票金额超出可开票金额（当前可开票 106.50 元）'
    expect([http, body.code, body.msg, body.errors]).toEqual([
      422,
      'invoice-over-quota',
      msg,
      [{ field: 'invoiceAmount', msg }],
    ])
    expect((await apply(106_50n)).body.status).toBe(0)
    expect((await apply(1n)).body.msg).toBe('开票金额超出可开票金额（当前可开票 0.00 元）')
  })

  it('grows again after a refusal or withdrawal, but not after an approval', async () => {
    await paidOut(services, fixture.pay, ['100'])
    const manager = await signIn(services, 'managerA')
    const applied = async () => Number((await apply(106_50n)).body.data)
    await manager.answer('auditInvoice', { applicationId: await applied(), agrees: false, reason: 'no' })
    await applicant.answer('withdrawInvoice', { applicationId: await applied() })
    await manager.answer('auditInvoice', { applicationId: await applied(), agrees: true })
    expect((await apply(1n)).body.code).toBe('invoice-over-quota')
  })

  it('becomes negative after a return and blocks further applications', async () => {
    const { rowIds } = await paidOut(services, fixture.pay, ['100'])
    await apply(106_50n)
    await returnRow(services, rowIds[0] ?? 0)
    expect(await quotaOf()).toMatchObject({ invoiceableFen: -106_50n, overInvoicedFen: 0n })
    expect((await apply(1n)).body.msg).toBe('开票金额超出可开票金额（当前可开票 -106.50 元）')
  })

  it('shows another provider to its managers only', async () => {
    const input = { providerId: fixture.providerId }
    expect((await (await signIn(services, 'managerA')).call('invoiceQuota', input)).http).toBe(200)
    for (const account of ['managerB', 'payA1'])
      expect((await (await signIn(services, account)).call('invoiceQuota', input)).http).toBe(404)
  })
})

describe('addInvoice', () => {
  it('numbers applications by Shanghai day without gaps, even after rejected requests', async () => {
    await paidOut(services, fixture.pay, ['1000'])
    const numbers: string[] = []
    const one = async () => {
      const applicationId = Number((await apply(1_00n)).body.data)
      numbers.push((await applicant.answer('invoiceDetail', { applicationId })).applicationNo)
    }
    // 23:59:59 and midnight in Shanghai.
    services.clock.set(new Date('2026-05-01T15:59:59.999Z'))
    applicant = await signIn(services, fixture.pay)
    await one()
    await apply(99_999_00n)
    await one()
    services.clock.advance(1)
    await one()
    expect(numbers).toEqual(['FP202605010001', 'FP202605010002', 'FP202605020001'])
  })

  it('stores the application with history and audit entry', async () => {
    await paidOut(services, fixture.pay, ['100'])
    const input = { type: 'ordinary-paper', categoryId, amountFen: 50_00n, remark: '请寄至杭州 ' } as const
    const applicationId = await applicant.answer('addInvoice', input)
    const detail = await applicant.answer('invoiceDetail', { applicationId })
    expect(detail).toMatchObject({
      type: 'ordinary-paper',
      categoryName: '设计服务',
      amountFen: 50_00n,
      remark: '请寄至杭州',
      status: 'pending',
      applicantName: `Name of ${fixture.pay}`,
      appliedAt: MONDAY,
      auditedAt: null,
      invoicedAt: null,
      files: [],
      history: [{ kind: 'applied', account: fixture.pay }],
    })
    const [entry] = await services.query(
      "select account, provider_id, after from audit_entries where action = 'apply-invoice' and object_id = $1::text",
      [applicationId],
    )
    expect(entry).toMatchObject({
      account: fixture.pay,
      provider_id: fixture.providerId,
      after: { amount: '50.00', left: '56.50', category: '设计服务', type: 'ordinary-paper' },
    })
  })

  it('rejects an unknown or disabled category', async () => {
    await paidOut(services, fixture.pay, ['100'])
    const disabled = await storeCategory(services, { enabled: false })
    expect((await apply(1n, disabled)).body).toMatchObject({
      code: 'category-disabled',
      errors: [{ field: 'invoiceClass' }],
    })
    expect((await apply(1n, 2_000_000_000)).body.code).toBe('category-unknown')
    expect(await quotaOf()).toMatchObject({ appliedFen: 0n })
  })

  const good = { invoiceType: 1, invoiceAmount: 1, applyRemark: '' }
  it.each([
    ['invoiceType', 0, '请选择发票类型'],
    ['invoiceType', 5, '请选择发票类型'],
    ['invoiceType', undefined, '请选择发票类型'],
    ['invoiceClass', undefined, '请选择开票类目'],
    ['invoiceAmount', undefined, '请输入开票金额'],
    ['invoiceAmount', '1', '开票金额须大于 0，最多两位小数'],
    ['invoiceAmount', 0, '请输入开票金额'],
    ['invoiceAmount', -1, '开票金额须大于 0，最多两位小数'],
    ['invoiceAmount', 0.001, '开票金额须大于 0，最多两位小数'],
    ['applyRemark', '留'.repeat(101), '留言最多 100 个字符'],
  ])('rejects %s %j with an error on its field', async (field, value, msg) => {
    const fields = { ...good, invoiceClass: categoryId, [field]: value }
    const { http, body } = await applicant.wire('addInvoice', fields)
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })

  it('accepts a remark of 100 characters', async () => {
    await paidOut(services, fixture.pay, ['100'])
    const fields = { ...good, invoiceClass: categoryId, applyRemark: '留'.repeat(100) }
    expect((await applicant.wire('addInvoice', fields)).body.status).toBe(0)
  })
})

it('lets an applicant who became a manager withdraw, but not a colleague', async () => {
  services.clock.advance(DAY_MS)
  const applicationId = await storeApplication(services, fixture.pay)
  await services.query('update accounts set manager = true, pay_right = false where account = $1', [
    fixture.pay,
  ])
  const colleague = await signIn(services, fixture.check)
  expect((await colleague.call('withdrawInvoice', { applicationId })).body.code).toBe('not-applicant')
  applicant = await signIn(services, fixture.pay)
  expect((await applicant.call('withdrawInvoice', { applicationId })).body.status).toBe(0)
})
