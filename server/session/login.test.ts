// Logging in: what it answers, which cookie it sets, and whom it refuses in which words (D2, D7–D10, D12).

import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../testing/client.ts'
import { logIn } from '../testing/log-in.ts'
import { createPeople, digestOf, PASSWORD, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const BAD_CREDENTIALS = { status: 401, code: 'bad-credentials', msg: '账号或密码错误', data: null }

describe('login with the right password', () => {
  it('returns the current user with numeric flags, as currentUser does', async () => {
    const { http, body, client } = await logIn(services, 'payA1', { brand: 2 })
    expect(http).toBe(200)
    expect(body).toEqual({
      status: 0,
      msg: '',
      data: {
        account: 'payA1',
        accountName: 'Name of payA1',
        checkRight: 0,
        payRight: 1,
        superManager: 0,
        isManager: 0,
        plat: 2,
        mustChangePasswd: 0,
        accountId: people.accounts.payA1,
        providerId: people.providers.A1,
        providerName: 'Provider A1',
        platformName: 'Platform A',
        factor: 'none',
        hasTotp: 0,
        hasPasskey: 0,
      },
    })
    expect((await client.call('currentUser', {})).body).toEqual(body)
  })

  it('accepts the account in any case and with surrounding spaces', async () => {
    const { body } = await logIn(services, '  PAYa1 ')
    expect(body.data).toMatchObject({ account: 'payA1' })
  })

  it('stores the time of the login', async () => {
    await logIn(services, 'checkA1')
    const [row] = await services.query('select last_login_at from accounts where account = $1', ['checkA1'])
    expect(row).toEqual({ last_login_at: services.clock.now() })
  })

  it('sets an HttpOnly SameSite=Strict cookie with a token of 256 bits', async () => {
    const { raw, token } = await logIn(services, 'payA1')
    const [session, device] = raw.headers['set-cookie'] ?? []
    expect(session).toBe(`paywages_session=${token}; Path=/; HttpOnly; SameSite=Strict`)
    expect(device).toMatch(
      /^paywages_device=[\w.-]+; Max-Age=34560000; Path=\/paywages\/api; HttpOnly; SameSite=Strict$/,
    )
    expect(Buffer.from(token ?? '', 'base64url')).toHaveLength(32)
  })

  it('stores only a hash of the token', async () => {
    const { token = '' } = await logIn(services, 'payA1')
    const hash = createHash('sha256').update(token).digest()
    expect(await services.query('select 1 from sessions where token_hash = $1', [hash])).toHaveLength(1)
    const dump = await services.query<{ row: string }>('select s::text as row from sessions s')
    expect(dump.filter(({ row }) => row.includes(token))).toEqual([])
    expect(dump.filter(({ row }) => row.includes(Buffer.from(token).toString('hex')))).toEqual([])
  })

  it('issues a new token and ends the earlier session of the browser', async () => {
    const first = await logIn(services, 'payA1')
    const second = await logIn(services, 'payA1', { token: first.token })
    expect(second.token).not.toBe(first.token)
    expect((await first.client.call('currentUser', {})).body.status).toBe(302)
    expect((await second.client.call('currentUser', {})).body.status).toBe(0)
  })

  it('never adopts a token sent by the browser', async () => {
    const planted = 'A'.repeat(43)
    const { token } = await logIn(services, 'payA1', { token: planted })
    expect(token).not.toBe(planted)
    expect((await clientOf(services, planted).call('currentUser', {})).body.status).toBe(302)
  })
})

describe('rejected login', () => {
  it('answers a wrong password and an unknown account identically', async () => {
    const wrong = await logIn(services, 'payA2', { password: 'wrong' })
    const unknown = await logIn(services, 'nobody-at-all', { password: 'wrong' })
    expect([wrong.http, wrong.body]).toEqual([401, BAD_CREDENTIALS])
    expect([unknown.http, unknown.body]).toEqual([401, BAD_CREDENTIALS])
    expect(wrong.raw.headers['set-cookie']).toBeUndefined()
    const names = (raw: typeof wrong.raw) => Object.keys(raw.headers).sort()
    expect(names(unknown.raw)).toEqual(names(wrong.raw))
  })

  it('reveals missing console rights only after the right password', async () => {
    const right = await logIn(services, 'guestA1')
    expect([right.http, right.body]).toEqual([
      403,
      { status: 1, code: 'no-console-right', msg: '暂无支付权限，请联系管理员', data: null },
    ])
    expect(right.token).toBeUndefined()
    expect((await logIn(services, 'guestA1', { password: 'wrong' })).body).toEqual(BAD_CREDENTIALS)
  })

  it('reveals a disabled account only after the right password', async () => {
    await services.query('update accounts set enabled = false where account = $1', ['checkA2'])
    const right = await logIn(services, 'checkA2')
    expect([right.http, right.body.status, right.body.code]).toEqual([403, 403, 'account-disabled'])
    expect((await logIn(services, 'checkA2', { password: 'wrong' })).body).toEqual(BAD_CREDENTIALS)
  })

  it('treats accounts of a disabled provider as disabled', async () => {
    await services.query('update providers set enabled = false where provider_id = $1', [people.providers.B1])
    expect((await logIn(services, 'payB1')).body.code).toBe('account-disabled')
    expect((await logIn(services, 'payB1', { password: 'wrong' })).body).toEqual(BAD_CREDENTIALS)
  })

  it.each([
    ['missing', undefined, '密码不能为空'],
    ['a number', 12, '密码不能为空'],
    ['an object', { $ne: '' }, '密码不能为空'],
    ['the password itself', PASSWORD, '参数格式不正确'],
    ['upper case', digestOf(PASSWORD).toUpperCase(), '参数格式不正确'],
    ['63 digits', digestOf(PASSWORD).slice(1), '参数格式不正确'],
    ['65 digits', `${digestOf(PASSWORD)}0`, '参数格式不正确'],
    ['followed by a line break', `${digestOf(PASSWORD)}\n`, '参数格式不正确'],
  ])('rejects a digest that is %s', async (_, upasswd, msg) => {
    const { http, body } = await clientOf(services).wire('login', { uaccount: 'payA1', upasswd })
    expect(http).toBe(400)
    expect(body).toMatchObject({ status: 400, code: 'malformed', errors: [{ field: 'upasswd', msg }] })
  })

  it.each([
    ['missing', undefined, '账号不能为空'],
    ['empty', '', '账号不能为空'],
    ['blank', '   ', '账号不能为空'],
    ['with a zero byte', 'pay\u0000A1', '不能包含控制字符'],
    ['half a surrogate pair', 'pay\ud800', '不能包含控制字符'],
    ['too long', 'a'.repeat(201), '长度不能超过 200 个字符'],
    ['a list', ['payA1'], '账号不能为空'],
  ])('rejects an account that is %s', async (_, uaccount, msg) => {
    const fields = { uaccount, upasswd: digestOf(PASSWORD) }
    const { http, body } = await clientOf(services).wire('login', fields)
    expect([http, body.errors]).toEqual([400, [{ field: 'uaccount', msg }]])
  })

  it('matches account names with pattern or SQL characters literally', async () => {
    for (const name of ['%', 'payA_', "' or 1=1 --", '\\'])
      expect((await logIn(services, name)).body).toEqual(BAD_CREDENTIALS)
  })
})

describe('brand of a login', () => {
  let folder: string
  let hosted: TestServices

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paywages-brands-'))
    const brands = JSON.parse(
      await readFile(new URL('../adapters/config/brands.json', import.meta.url), 'utf8'),
    )
    brands[2].hosts = ['settle.example']
    await writeFile(join(folder, 'brands.json'), JSON.stringify(brands))
    hosted = await openTestServices({ settings: { BRANDS_FILE: join(folder, 'brands.json') } })
    await createPeople(hosted)
  })
  afterAll(async () => {
    await hosted.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ['asked for', 2, 'pay.example', 2],
    ['asked for, even against the host', 1, 'settle.example:8443', 1],
    ['of the host name', undefined, 'settle.example:8443', 2],
    ['1 otherwise', undefined, 'other.example', 1],
  ] as const)('uses the brand %s', async (_, brand, host, plat) => {
    const { client } = await logIn(hosted, 'payA1', { headers: { host }, ...(brand ? { brand } : {}) })
    expect((await client.call('currentUser', {})).body.data).toMatchObject({ plat })
    const query = brand ? { plat: String(brand) } : {}
    const shown = await clientOf(hosted).wire('brand', query, { host })
    expect(shown.body.data).toMatchObject({ plat, name: plat === 2 ? '远山结算' : '星河薪付' })
  })

  it.each([3, 0, '1', true, [1]])('rejects the brand %j', async (plat) => {
    const fields = { uaccount: 'payA1', upasswd: digestOf(PASSWORD), plat }
    expect((await clientOf(hosted).wire('login', fields)).http).toBe(400)
  })
})

describe('session cookie behind a proxy', () => {
  it.each([
    ['trusted proxy, https', '127.0.0.1', 'https', true],
    ['trusted proxy, http', '127.0.0.1', 'http', false],
    ['untrusted proxy', '10.0.0.1', 'https', false],
    ['no proxy configured', '', 'https', false],
  ])('sets Secure only when a trusted proxy reports https: %s', async (_, TRUSTED_PROXIES, proto, secure) => {
    const proxied = await openTestServices({ sharing: services, settings: { TRUSTED_PROXIES } })
    try {
      const { raw } = await logIn(proxied, 'payA1', { headers: { 'x-forwarded-proto': proto } })
      expect(String(raw.headers['set-cookie']).includes('; Secure')).toBe(secure)
    } finally {
      await proxied.close()
    }
  })
})

it('rejects logins and requests with 503 during maintenance', async () => {
  const closed = await openTestServices({ sharing: services, settings: { MAINTENANCE: '1' } })
  try {
    const session = (await logIn(services, 'payA1')).token
    for (const reply of [
      await logIn(closed, 'payA1'),
      await clientOf(closed, session).call('providerNames', {}),
    ]) {
      expect([reply.http, reply.body]).toEqual([
        503,
        { status: 503, code: 'maintenance', msg: '系统正在维护，请稍后再登录', data: null },
      ])
    }
    expect(closed.lines.filter((line) => line.includes('call failed'))).toEqual([])
  } finally {
    await closed.close()
  }
})
