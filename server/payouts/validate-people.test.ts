// Rows validated against what is on record about their people: restricted, limit, names, signatures (D15, D16, D22, D26).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, storeBatch, takeStep, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { registerWaitingPeople } from './register-people.ts'

let services: TestServices
let people: People
let admin: Client
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  admin = await signIn(services, 'admin')
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

type Payer = 'payA1' | 'payA2' | 'payB1'

async function reasons(account: Payer, ...rows: SheetRow[]): Promise<string[]> {
  return (await uploadRows(services, account, rows)).failedRows.map((row) => row.reason)
}

async function changeTerms(provider: 'A1' | 'A2' | 'B1', terms: Record<string, unknown>): Promise<void> {
  const asked = admin.answer('updateProvider', {
    providerId: people.providers[provider],
    name: `Provider ${provider}`,
    platformIds: [provider === 'B1' ? people.platforms.B : people.platforms.A],
    serviceRate: 65_000,
    ...terms,
  })
  await confirmed(services, `manager${provider[0]}`, asked)
}

describe('a restricted person', () => {
  const RESTRICTED = '该人员为限制转账人员'

  it('is refused under any name by the provider that restricts them, and by no other', async () => {
    const row = freshRow()
    await payer.answer('addLimitUser', { name: '诸葛亮', idCardNo: row.idCardNo })
    expect(await reasons('payA1', row)).toEqual([RESTRICTED])
    expect(await reasons('payA2', row)).toEqual([])
  })

  it('is refused by every provider when restricted everywhere', async () => {
    const row = freshRow()
    await admin.answer('addLimitUser', { name: row.name, idCardNo: row.idCardNo, everywhere: true })
    for (const account of ['payA1', 'payA2', 'payB1'] as const)
      expect(await reasons(account, row)).toEqual([RESTRICTED])
  })

  it('is reported once when restricted both here and everywhere', async () => {
    const row = freshRow()
    const { name, idCardNo } = row
    await payer.answer('addLimitUser', { name, idCardNo })
    await admin.answer('addLimitUser', { name, idCardNo, everywhere: true })
    expect(await reasons('payA1', row)).toEqual([RESTRICTED])
  })

  it('is accepted again once the restriction is removed', async () => {
    const row = freshRow()
    const limitId = await payer.answer('addLimitUser', { name: row.name, idCardNo: row.idCardNo })
    await (await signIn(services, 'managerA')).answer('removeLimitUser', { limitId, reason: 'cleared' })
    expect(await reasons('payA1', row)).toEqual([])
  })
})

describe('the monthly limit', () => {
  const REACHED = '本月累计金额须低于 92,000 元'
  const half = (over: Partial<SheetRow> = {}) => freshRow({ amount: '50000', ...over })
  const rest = (row: SheetRow, amount: string): SheetRow => ({ ...row, amount, remark: 'rest' })

  it.each(['auditing', 'reviewing', 'ready'] as const)(
    'counts rows of a batch with status %s',
    async (status) => {
      const row = half()
      const { batchId } = await storeBatch(services, 'payA1', [row])
      if (status !== 'auditing') await takeStep(services, 'payA1', batchId, 'reviewing')
      if (status === 'ready') await takeStep(services, 'checkA1', batchId, 'ready')
      expect(await reasons('payA1', rest(row, '42000'))).toEqual([REACHED])
      expect(await reasons('payA1', rest(row, '41999.99'))).toEqual([])
    },
  )

  it('does not count rejected batches, cancelled rows or payments of other providers', async () => {
    const row = half()
    const rejected = await storeBatch(services, 'payA1', [row])
    await takeStep(services, 'payA1', rejected.batchId, 'audit-rejected')
    const cancelled = await storeBatch(services, 'payA1', [row])
    await payer.answer('switchRows', { rowIds: [...cancelled.rowIds], cancelled: true })
    await storeBatch(services, 'payA2', [row])
    expect(await reasons('payA1', rest(row, '91999.99'))).toEqual([])
  })

  it('counts payments by the month of payment, not by the month of the row', async () => {
    const row = half({ month: '2026-02' })
    const { batchId } = await storeBatch(services, 'payA1', [row])
    await payStored(services, batchId)
    expect(await reasons('payA1', rest(row, '42000'))).toEqual([REACHED])
    await payStored(services, (await storeBatch(services, 'payA1', [rest(row, '41999.99')])).batchId)
  })

  it('does not count payments of earlier months', async () => {
    const row = half()
    const { batchId } = await storeBatch(services, 'payA1', [row])
    // One minute before March began in Shanghai.
    await payStored(services, batchId, new Date('2026-02-28T23:59:00+08:00'))
    expect(await reasons('payA1', rest(row, '91999.99'))).toEqual([])
  })

  it('does not count failed payments', async () => {
    const row = half()
    const { batchId, rowIds } = await storeBatch(services, 'payA1', [row])
    await payStored(services, batchId)
    await services.query(
      "insert into transfers (row_id, payout_at, batch_id, provider_id, state) select row_id, now(), batch_id, provider_id, 'failed' from payout_rows where row_id = any($1) on conflict (row_id) do update set state = 'failed'",
      [rowIds],
    )
    expect(await reasons('payA1', rest(row, '91999.99'))).toEqual([])
  })

  it('uses the limit of the provider and names it in the reason', async () => {
    await changeTerms('B1', { monthlyLimitFen: 1_000_50n })
    expect(await reasons('payB1', freshRow({ amount: '1000.5' }))).toEqual(['本月累计金额须低于 1,000.50 元'])
    expect(await reasons('payB1', freshRow({ amount: '1000.49' }))).toEqual([])
  })
})

describe('the name on record', () => {
  const DIFFERS = '姓名与身份证号不一致'

  it('is enforced only after a successful payment, and only at that provider', async () => {
    const row = freshRow()
    const other = { ...row, name: '诸葛亮', amount: '1' }
    const { batchId } = await storeBatch(services, 'payA1', [row])
    await registerWaitingPeople(services)
    expect(await reasons('payA1', other)).toEqual([])
    await registerWaitingPeople(services)
    await payStored(services, batchId)
    // Another name was registered last, but this is the one the bank paid.
    expect(await reasons('payA1', { ...row, amount: '2' })).toEqual([])
    expect(await reasons('payA1', { ...other, amount: '3' })).toEqual([DIFFERS])
    expect(await reasons('payA2', { ...row, amount: '2' })).toEqual([])
  })
})

describe('a person who has not signed', () => {
  it('is refused only when the provider requires it, until they sign with that provider', async () => {
    const row = freshRow()
    await storeBatch(services, 'payA2', [row])
    await registerWaitingPeople(services)
    expect(await reasons('payA2', { ...row, amount: '2' })).toEqual([])
    await changeTerms('A2', { unsignedBlocks: true })
    expect(await reasons('payA2', { ...row, amount: '3' })).toEqual(['该人员未签约'])
    expect(await reasons('payA2', freshRow())).toEqual(['该人员未签约'])
    await services.query('update provider_freelancers set signed_at = now() where provider_id = $1', [
      people.providers.A2,
    ])
    expect(await reasons('payA2', { ...row, amount: '3' })).toEqual([])
  })
})

it('does not check people against records when the ID is invalid', async () => {
  const row = freshRow({ idCardNo: '1', amount: '92000' })
  expect(await reasons('payA1', row, { ...row, name: '诸葛亮' })).toEqual([
    '身份证号不正确',
    '身份证号不正确；与第 2 行重复',
  ])
})
