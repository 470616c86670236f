// Creating, changing and disabling providers and platforms: every field's rule and every refusal (spec §5, D16, D39).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let admin: Client
let whole: Record<string, unknown>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  admin = await signIn(services, 'admin')
})
afterAll(() => services.close())

beforeEach(() => {
  whole = {
    providerName: freshName(),
    platformIds: [people.platforms.A, people.platforms.B],
    serviceRate: 650.25,
    bankAccount: '6222 0200-1234 5678',
    bankAccountName: '某某有限公司',
    taxpayerIDNumber: '91330100ma2b0x0x0x',
    userMonthPayLimit: 91_999.99,
    contactUser: '陈静',
    phone: '0571-88886666',
    address: '杭州市',
    isPersonalTax: 1,
    taxMethod: 'per-payment',
    gapRule: 'nothing',
    basicInfoDate: '2025-10-20',
    vatBearer: 'provider',
    unsignedBlocks: 1,
  }
})

const add = (fields: object) => admin.wire('addProvider', fields)
const infoOf = async (providerId: unknown) =>
  (await admin.call('providerInfo', { providerId: providerId as number })).body.data as Record<
    string,
    unknown
  >
function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body]).toMatchObject([refusals[code].http, { code, msg: refusals[code].msg, data: null }])
}
const entriesOf = (providerId: unknown) =>
  services.query<{ action: string; before: unknown; after: unknown }>(
    "select action, before, after from audit_entries where object_kind = 'provider' and object_id = $1 and action <> 'read-personal-data' order by entry_id",
    [String(providerId)],
  )

describe('addProvider', () => {
  it('stores every field normalized', async () => {
    const { http, body } = await add(whole)
    expect(http).toBe(200)
    expect(await infoOf(body.data)).toEqual({
      ...whole,
      providerId: body.data,
      bankAccount: '6222020012345678',
      taxpayerIDNumber: '91330100MA2B0X0X0X',
      providerStatus: 1,
    })
  })

  it('applies the specified defaults', async () => {
    const { providerName, platformIds } = whole
    const { body } = await add({ providerName, platformIds, serviceRate: 0 })
    expect(await infoOf(body.data)).toEqual({
      providerId: body.data,
      providerName,
      platformIds,
      serviceRate: 0,
      bankAccount: '',
      bankAccountName: '',
      taxpayerIDNumber: '',
      userMonthPayLimit: 92_000,
      contactUser: '',
      phone: '',
      address: '',
      isPersonalTax: 0,
      taxMethod: 'per-payment',
      gapRule: 'everything',
      basicInfoDate: '',
      vatBearer: 'report',
      unsignedBlocks: 0,
      providerStatus: 1,
    })
  })

  it('withholds cumulatively by default once the basic information is filed', async () => {
    const { providerName, platformIds } = whole
    const { body } = await add({ providerName, platformIds, serviceRate: 0, basicInfoDate: '2025-10-20' })
    expect(await infoOf(body.data)).toMatchObject({ taxMethod: 'cumulative', basicInfoDate: '2025-10-20' })
  })

  it.each(['2025-06-19', '2999-01-01'])('rejects the day of filing %s', async (basicInfoDate) => {
    expectRefused(await add({ ...whole, basicInfoDate }), 'filing-day-wrong')
  })

  const RATE = '服务费率须在 0 至 10,000 之间，最多两位小数'
  const LIMIT = '月限额须大于 0，最多两位小数'
  it.each([
    ...[undefined, null, '', '  '].map((value) => ['providerName', value, '请输入供应商名称']),
    ['providerName', 'a'.repeat(51), '长度不能超过 50 个字符'],
    ['providerName', 'a\u0000b', '不能包含控制字符'],
    ['platformIds', undefined, '请选择平台'],
    ['platformIds', [], '请选择平台'],
    ['platformIds', 1, '请选择平台'],
    ...[undefined, null, '650', -0.01, 10_000.01, 1.001, 1e308].map((value) => ['serviceRate', value, RATE]),
    ...['650', 0, -1, 0.001, 1e15].map((value) => ['userMonthPayLimit', value, LIMIT]),
    ['bankAccount', '12345', '银行账号须为 6 至 32 位数字'],
    ['bankAccount', '12345x', '银行账号须为 6 至 32 位数字'],
    ['bankAccountName', 'a'.repeat(61), '长度不能超过 60 个字符'],
    ['taxpayerIDNumber', '1'.repeat(14), '纳税人识别号须为 15 至 20 位字母或数字'],
    ['phone', '12345', '联系电话格式不正确'],
    ['contactUser', 'a'.repeat(31), '长度不能超过 30 个字符'],
    ['address', 'a'.repeat(101), '长度不能超过 100 个字符'],
    ['isPersonalTax', true, '参数格式不正确'],
    ['taxMethod', 'none', '请求参数不正确，请检查后重试'],
    ...['2026-02-30', '20251020', 5].map((value) => ['basicInfoDate', value, '请选择平台基本信息的报送日期']),
    ['gapRule', 'sometimes', '请选择收入中断后的累计方式'],
    ['vatBearer', 'nobody', '请选择增值税承担方式'],
    ['unsignedBlocks', 2, '参数格式不正确'],
  ] as [string, unknown, string][])('rejects %s %j with %s', async (field, value, msg) => {
    const { http, body } = await add({ ...whole, [field]: value })
    expect([http, body.code, body.errors]).toEqual([400, 'malformed', [{ field, msg }]])
  })

  it.each([[[1, 'x']], [[1.5]], [[2_147_483_648]], [Array(101).fill(1)]])(
    'rejects platforms %j',
    async (platformIds) => {
      const { http, body } = await add({ ...whole, platformIds })
      expect([http, body.code]).toEqual([400, 'malformed'])
      expect(body.msg).toMatch(/\p{Script=Han}/u)
    },
  )

  it.each([0, 0.01, 650.25, 9_999.99, 10_000])('stores the rate %f to the hundredth', async (serviceRate) => {
    const { body } = await add({ ...whole, serviceRate })
    expect(await infoOf(body.data)).toMatchObject({ serviceRate })
  })

  it('rejects an unknown platform and stores nothing', async () => {
    expectRefused(
      await add({ ...whole, platformIds: [people.platforms.A, 2_000_000_000] }),
      'platform-unknown',
    )
    expect(await services.query('select 1 from providers where name = $1', [whole.providerName])).toEqual([])
  })

  it('stores a platform given twice once', async () => {
    const { A } = people.platforms
    const { body } = await add({ ...whole, platformIds: [A, A] })
    expect(await infoOf(body.data)).toMatchObject({ platformIds: [A] })
  })

  it('rejects a taken name and the second of two concurrent additions', async () => {
    expectRefused(await add({ ...whole, providerName: ' Provider A1 ' }), 'provider-name-taken')
    const replies = await Promise.all([add(whole), add(whole)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409])
  })

  it('requires a confirmation for a monthly limit above 92,000', async () => {
    expect((await add({ ...whole, userMonthPayLimit: 92_000 })).http).toBe(200)
    const above = { ...whole, providerName: freshName(), userMonthPayLimit: 92_000.01 }
    expectRefused(await add(above), 'limit-unconfirmed')
    expectRefused(await add({ ...above, confirmLimit: 0 }), 'limit-unconfirmed')
    expect((await add({ ...above, confirmLimit: 1 })).http).toBe(200)
  })
})

describe('updateProvider and setProviderStatus', () => {
  let providerId: number

  beforeEach(async () => {
    providerId = (await add({ ...whole, platformIds: [people.platforms.A] })).body.data as number
  })
  const update = (fields: object) => {
    const { providerName, serviceRate } = whole
    const kept = { providerId, providerName, serviceRate, platformIds: [people.platforms.A] }
    return confirmed(services, 'managerA', admin.wire('updateProvider', { ...kept, ...fields }))
  }

  it('keeps fields that were not given', async () => {
    const before = await infoOf(providerId)
    expect((await update({ serviceRate: 700 })).http).toBe(200)
    expect(await infoOf(providerId)).toEqual({ ...before, serviceRate: 700 })
  })

  it('clears fields given as empty', async () => {
    await update({ phone: '', bankAccount: '' })
    expect(await infoOf(providerId)).toMatchObject({ phone: '', bankAccount: '' })
  })

  it('logs before and after with phone and bank account masked', async () => {
    await update({ phone: '13912342001', bankAccount: '6222020012345678901', serviceRate: 700 })
    expect((await entriesOf(providerId)).slice(1)).toEqual([
      {
        action: 'update-provider',
        before: { bankAccount: '622202******5678', phone: '******' },
        after: { bankAccount: '622202******8901', phone: '139****2001' },
      },
      { action: 'update-provider', before: { serviceRate: '6.5025%' }, after: { serviceRate: '7%' } },
    ])
  })

  it('logs a change of the gap rule', async () => {
    await update({ gapRule: 'everything' })
    expect(await infoOf(providerId)).toMatchObject({ gapRule: 'everything' })
    expect((await entriesOf(providerId))[1]).toEqual({
      action: 'update-provider',
      before: { gapRule: 'nothing' },
      after: { gapRule: 'everything' },
    })
  })

  it('writes nothing when nothing changed', async () => {
    const [sealed] = await services.query('select * from providers where provider_id = $1', [providerId])
    expect((await update({ phone: whole.phone })).http).toBe(200)
    expect((await services.query('select * from providers where provider_id = $1', [providerId]))[0]).toEqual(
      sealed,
    )
    expect(await entriesOf(providerId)).toHaveLength(1)
  })

  it('stores a phone that differs only in the masked digits', async () => {
    await update({ phone: '13900002001' })
    await update({ phone: '13999992001' })
    expect(await infoOf(providerId)).toMatchObject({ phone: '13999992001' })
  })

  it('requires a confirmation when the limit rises above 92,000, but not while it stays', async () => {
    expectRefused(await update({ userMonthPayLimit: 100_000 }), 'limit-unconfirmed')
    expect((await update({ userMonthPayLimit: 100_000, confirmLimit: 1 })).http).toBe(200)
    expect((await update({ serviceRate: 1 })).http).toBe(200)
    expectRefused(await update({ userMonthPayLimit: 200_000 }), 'limit-unconfirmed')
  })

  it('rejects removing a platform that accounts of the provider use', async () => {
    const { A, B } = people.platforms
    await services.database.transact((tx) =>
      createAccount(tx, services, 'pay', { account: freshName(), providerId, platformId: A }),
    )
    expectRefused(await update({ platformIds: [B] }), 'platform-in-use')
    expect(await infoOf(providerId)).toMatchObject({ platformIds: [A] })
    expect((await update({ platformIds: [A, B] })).http).toBe(200)
    expect((await update({ platformIds: [A] })).http).toBe(200)
    expect(await infoOf(providerId)).toMatchObject({ platformIds: [A] })
  })

  it('rejects the name of another provider', async () => {
    expectRefused(await update({ providerName: 'Provider A1' }), 'provider-name-taken')
  })

  it('disables and enables once, with one audit entry each', async () => {
    const set = (providerStatus: number) => admin.wire('setProviderStatus', { providerId, providerStatus })
    expectRefused(await set(1), 'state-changed')
    const replies = await Promise.all([set(0), set(0)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(await infoOf(providerId)).toMatchObject({ providerStatus: 0 })
    expect((await set(1)).http).toBe(200)
    expect((await entriesOf(providerId)).map(({ action }) => action)).toEqual([
      'add-provider',
      'disable-provider',
      'enable-provider',
    ])
  })

  it('rejects disabling the own provider', async () => {
    const own = { providerId: people.providers.A1, enabled: false }
    expectRefused(await admin.call('setProviderStatus', own), 'own-provider')
  })
})

describe('addPlatform', () => {
  it('adds a platform once when requested twice concurrently', async () => {
    const platformName = freshName()
    const add = () => admin.wire('addPlatform', { platformName })
    const [one, other] = await Promise.all([add(), add()])
    const [made, refused] = one?.http === 200 ? [one, other] : [other, one]
    expectRefused(refused as Reply, 'platform-name-taken')
    const { rows } = await admin.answer('listPlatforms', {})
    expect(rows).toContainEqual({ platformId: made?.body.data, platformName })
  })

  it.each([
    [undefined, '请输入平台名称'],
    ['  ', '请输入平台名称'],
    ['a'.repeat(31), '长度不能超过 30 个字符'],
  ])('rejects the name %j', async (platformName, msg) => {
    const { http, body } = await admin.wire('addPlatform', { platformName })
    expect([http, body.errors]).toEqual([400, [{ field: 'platformName', msg }]])
  })
})
