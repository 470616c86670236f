// Creating accounts: every field's rule, who may give which rights, and two clicks at once (spec §5, D10, D38).

import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { createPeople, createProvider, digestOf, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let admin: Client
let manager: Client
let good: Record<string, unknown>
/** A provider on both platforms, and one that is disabled. */
let shared: number
let disabled: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const { A, B } = people.platforms
  shared = await services.database.transact((tx) => createProvider(tx, services, 'Shared', [A, B]))
  disabled = await services.database.transact((tx) => createProvider(tx, services, 'Disabled', [A]))
  await services.query('update providers set enabled = false where provider_id = $1', [disabled])
  admin = await signIn(services, 'admin')
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

beforeEach(() => {
  good = {
    account: freshName(),
    passwd: digestOf('First-pass-1'),
    plainPasswd: 'First-pass-1',
    providerId: people.providers.A1,
    platformId: people.platforms.A,
  }
})

/** One with rights is confirmed by the other manager. */
const add = (by: Client, fields: Record<string, unknown>) =>
  confirmed(services, by === admin ? 'managerA' : 'admin', by.wire('addAccount', fields))
async function expectRefused(by: Client, fields: Record<string, unknown>, code: keyof typeof refusals) {
  const { http, body } = await add(by, fields)
  const { msg } = refusals[code]
  expect([http, body]).toMatchObject([refusals[code].http, { code, msg, data: null }])
  const { account } = fields
  expect(
    await services.query('select 1 from accounts where account = $1 and not enabled', [account]),
  ).toEqual([])
}

it('returns the new account id and stores exactly the given fields', async () => {
  const fields = { ...good, accountName: ' 王芳 ', serviceName: '灵活用工', payRight: 1, appLoginRight: 1 }
  const { http, body } = await add(manager, fields)
  expect(http).toBe(200)
  const detail = await manager.call('accountDetail', { accountId: body.data as number })
  expect(detail.body.data).toEqual({
    accountId: body.data,
    account: good.account,
    accountName: '王芳',
    providerName: 'Provider A1',
    platformName: 'Platform A',
    payRight: 1,
    checkRight: 0,
    appLoginRight: 1,
    isManager: 0,
    superManager: 0,
    accountStatus: 1,
    lastLoginTime: null,
    providerId: people.providers.A1,
    platformId: people.platforms.A,
    serviceName: '灵活用工',
    mustChangePasswd: 1,
    phone: '',
    createTime: services.clock.now().getTime(),
  })
})

it('uses the account as the holder name when no name is given', async () => {
  const { body } = await add(manager, { ...good, accountName: '' })
  const detail = await manager.answer('accountDetail', { accountId: body.data as number })
  expect(detail.realName).toBe(good.account)
})

describe('field validation of addAccount', () => {
  const missing = [undefined, null, '']
  it.each([
    ...missing.map((value) => ['account', value, '请输入账号']),
    ['account', '   ', '请输入账号'],
    ['account', 'a', '账号为 2 至 30 个字符，不能含空格'],
    ['account', 'a'.repeat(31), '账号为 2 至 30 个字符，不能含空格'],
    ['account', 'two words', '账号为 2 至 30 个字符，不能含空格'],
    ['account', 'zero\u0000byte', '账号为 2 至 30 个字符，不能含空格'],
    ['account', 'right\u202eleft', '账号为 2 至 30 个字符，不能含空格'],
    ['passwd', undefined, '请输入密码'],
    ['passwd', 'Plain-1', '参数格式不正确'],
    ['plainPasswd', '', '参数格式不正确'],
    ['plainPasswd', 'Aa1!'.repeat(51), '参数格式不正确'],
    ['plainPasswd', ['First-pass-1'], '页面版本过旧，请刷新后重新设置密码'],
    ...missing.map((value) => ['providerId', value, '请选择供应商']),
    ...[0, -1, 1.5, '1', 2_147_483_648, 1e300].map((value) => ['providerId', value, '请选择供应商']),
    ...missing.map((value) => ['platformId', value, '请输入选择平台']),
    ...[0, -1, 1.5, '1', 2_147_483_648].map((value) => ['platformId', value, '请输入选择平台']),
    ['accountName', 'a'.repeat(31), '姓名最多 30 个字符'],
    ['accountName', 'a\nb', '不能包含控制字符'],
    ['serviceName', 'a'.repeat(31), '服务名称最多 30 个字符'],
    ...[2, -1, '1', true, [1], null].map((value) => ['payRight', value, '参数格式不正确']),
    ['checkRight', true, '参数格式不正确'],
    ['appLoginRight', '1', '参数格式不正确'],
    ['isManager', [1], '参数格式不正确'],
  ] as [string, unknown, string][])('rejects %s %j with %s', async (field, value, msg) => {
    const { http, body } = await add(admin, { ...good, [field]: value })
    expect([http, body.code, body.errors]).toEqual([400, 'malformed', [{ field, msg }]])
    expect(body.msg).toBe(msg)
  })

  it('accepts names of minimum and maximum length', async () => {
    const longest = { account: `${freshName()}${'y'.repeat(30)}`.slice(0, 30), serviceName: 'a'.repeat(30) }
    expect((await add(manager, { ...good, ...longest, accountName: 'a'.repeat(30) })).http).toBe(200)
    expect((await add(manager, { ...good, account: '中文' })).http).toBe(200)
  })

  it('reports all missing fields at once', async () => {
    const { body } = await add(manager, {})
    expect(body.errors?.map(({ field }) => field)).toEqual(['account', 'passwd', 'providerId', 'platformId'])
  })
})

describe('rights of a new account', () => {
  it.each([
    [0, 0],
    [1, 0],
    [0, 1],
  ])('stores pay right %i and check right %i', async (payRight, checkRight) => {
    const { body } = await add(manager, { ...good, payRight, checkRight })
    const [row] = await services.query('select * from accounts where account_id = $1', [body.data])
    expect(row).toMatchObject({ pay_right: payRight === 1, check_right: checkRight === 1 })
  })

  it('rejects the pay right together with the check right, even from a super manager', async () => {
    for (const by of [admin, manager])
      await expectRefused(by, { ...good, payRight: 1, checkRight: 1 }, 'pay-and-check-exclude')
  })

  it('lets only a super manager create managers', async () => {
    await expectRefused(manager, { ...good, isManager: 1 }, 'manager-right-not-yours')
    expect((await add(admin, { ...good, isManager: 1 })).http).toBe(200)
  })

  it('ignores superManager in the request', async () => {
    const { body } = await add(admin, { ...good, superManager: 1 })
    expect(await admin.answer('accountDetail', { accountId: body.data as number })).toMatchObject({
      superManager: false,
    })
  })
})

describe('provider and platform of a new account', () => {
  it('lets a manager create accounts on its own platform only', async () => {
    const { B } = people.platforms
    await expectRefused(manager, { ...good, providerId: shared, platformId: B }, 'platform-not-yours')
    expect((await add(manager, { ...good, providerId: shared })).http).toBe(200)
    const elsewhere = { ...good, account: freshName(), providerId: shared, platformId: B }
    expect((await add(admin, elsewhere)).http).toBe(200)
  })

  it('rejects a platform that does not exist or is not one of the provider', async () => {
    await expectRefused(admin, { ...good, platformId: people.platforms.B }, 'platform-not-of-provider')
    await expectRefused(admin, { ...good, platformId: 2_000_000_000 }, 'platform-not-of-provider')
  })

  it('rejects a disabled provider', async () => {
    await expectRefused(manager, { ...good, providerId: disabled }, 'provider-disabled')
  })

  it('answers not-found for a provider of another platform', async () => {
    await expectRefused(manager, { ...good, providerId: people.providers.B1 }, 'not-found')
  })
})

describe('addAccount with a taken name', () => {
  it.each(['payA1', 'PAYA1', ' paya1 '])('rejects %j with an error on the account field', async (account) => {
    const { http, body } = await add(manager, { ...good, account })
    const msg = '账号已存在，请更换'
    expect([http, body.code, body.errors]).toEqual([409, 'account-taken', [{ field: 'account', msg }]])
  })

  it('rejects the second of two concurrent requests for the same name', async () => {
    const replies = await Promise.all([add(manager, good), add(admin, good)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409])
    const entries = await services.query(
      "select 1 from audit_entries where action = 'add-account' and object_name = $1",
      [good.account],
    )
    expect(entries).toHaveLength(1)
  })
})
