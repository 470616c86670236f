// Restricted people: who adds whom where, who removes, who sees, and that each stands once (D26, D33, D38).

import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<
  'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1' | 'payA2' | 'payB1',
  Client
>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payA2', 'payB1'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())

const someone = () => {
  const { name, idCardNo } = freshRow()
  return { name, idCardNo }
}
const add = (account: keyof typeof clients, input: Parameters<Client['call']>[1]) =>
  clients[account].call('addLimitUser', { ...someone(), ...input } as never)
const recordOf = async (limitId: unknown) =>
  (await services.query('select * from limit_users where limit_id = $1', [limitId]))[0]

describe('addLimitUser', () => {
  it.each(['payA1', 'checkA1', 'managerA', 'admin'] as const)(
    'lets %s restrict a person at the own provider',
    async (account) => {
      const person = someone()
      const { http, body } = await add(account, person)
      expect(http).toBe(200)
      expect(await recordOf(body.data)).toMatchObject({
        provider_id: people.providers.A1,
        name: person.name,
        added_by: people.accounts[account],
        added_at: services.clock.now(),
        removed_at: null,
      })
      const [entry] = await services.query(
        "select account, action, object_name, provider_id, after from audit_entries where object_kind = 'limit-user' and object_id = $1",
        [String(body.data)],
      )
      const masked = `${person.idCardNo.slice(0, 6)}********${person.idCardNo.slice(-4)}`
      expect(entry).toEqual({
        account,
        action: 'add-limit-user',
        object_name: person.name,
        provider_id: people.providers.A1,
        after: { idCardNo: masked, everywhere: false },
      })
    },
  )

  it('lets a manager choose a provider in scope and answers 404 for others', async () => {
    const { A2, B1 } = people.providers
    const { body } = await add('managerA', { providerId: A2 })
    expect(await recordOf(body.data)).toMatchObject({ provider_id: A2 })
    for (const [account, providerId] of [
      ['managerA', B1],
      ['payA1', A2],
      ['checkA1', B1],
    ] as const)
      expect((await add(account, { providerId })).http).toBe(404)
  })

  it('lets only a super manager restrict a person everywhere', async () => {
    const { body } = await add('admin', { everywhere: true })
    expect(await recordOf(body.data)).toMatchObject({ provider_id: null })
    for (const account of ['managerA', 'payA1', 'checkA1'] as const) {
      const before = await services.query('select 1 from limit_users')
      const reply = await add(account, { everywhere: true })
      expect([reply.http, reply.body.code]).toEqual([403, 'limit-user-everywhere'])
      expect(await services.query('select 1 from limit_users')).toHaveLength(before.length)
    }
    const [entry] = await services.query(
      "select 1 as one from audit_entries where account = 'managerA' and action = 'right-refused' and object_id = 'addLimitUser'",
    )
    expect(entry).toEqual({ one: 1 })
  })

  it('rejects the same person twice, whatever the name, spelling or account', async () => {
    const person = { name: '王小明', idCardNo: '11010519891231001X' }
    await clients.payA1.answer('addLimitUser', person)
    for (const [account, fields] of [
      ['payA1', { userName: '王小明', userAccno: '11010519891231001X' }],
      ['checkA1', { userName: '诸葛亮', userAccno: ' 11010519891231001x ' }],
      ['admin', { userName: '王小明', userAccno: '11010519891231001X', providerId: people.providers.A1 }],
    ] as const) {
      const { http, body } = await clients[account].wire('addLimitUser', fields)
      const { msg } = refusals['limit-user-known']
      expect([http, body]).toEqual([
        409,
        { status: 409, code: 'limit-user-known', msg, data: null, errors: [{ field: 'userAccno', msg }] },
      ])
    }
    // Elsewhere, and everywhere, is another matter; but each of those once.
    expect((await add('payA2', person)).http).toBe(200)
    expect((await add('admin', { ...person, everywhere: true })).http).toBe(200)
    expect((await add('admin', { ...person, everywhere: true })).http).toBe(409)
  })

  it('accepts only one of three concurrent additions', async () => {
    const person = someone()
    const replies = await Promise.all([add('payA1', person), add('checkA1', person), add('admin', person)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409, 409])
  })

  it.each([
    ['userName', '', '请输入姓名'],
    ['userName', undefined, '请输入姓名'],
    ['userName', '王', '姓名格式不正确'],
    ['userName', '<script>', '姓名格式不正确'],
    ['userAccno', '', '请输入身份证号'],
    ['userAccno', 1, '请输入身份证号'],
    ['userAccno', '110105198912310011', '身份证号不正确'],
    ['allProviders', true, '参数格式不正确'],
    ['providerId', '1', '参数格式不正确'],
  ])('rejects %s as %j: %s', async (field, value, msg) => {
    const { name, idCardNo } = someone()
    const { http, body } = await clients.payA1.wire('addLimitUser', {
      userName: name,
      userAccno: idCardNo,
      [field]: value,
    })
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })
})

describe('removeLimitUser', () => {
  it('removes the restriction with a reason and keeps the record', async () => {
    const person = someone()
    const limitId = await clients.payA1.answer('addLimitUser', person)
    services.clock.advance(60_000)
    await clients.managerA.answer('removeLimitUser', { limitId, reason: ' 已核实 ' })
    expect(await recordOf(limitId)).toMatchObject({
      removed_by: people.accounts.managerA,
      removed_at: services.clock.now(),
      removal_reason: '已核实',
    })
    const [entry] = await services.query(
      "select account, reason, provider_id from audit_entries where action = 'remove-limit-user' and object_id = $1",
      [String(limitId)],
    )
    expect(entry).toEqual({ account: 'managerA', reason: '已核实', provider_id: people.providers.A1 })
    // Gone is gone, and may be added again.
    expect((await clients.managerA.call('removeLimitUser', { limitId, reason: 'again' })).http).toBe(404)
    expect(
      (await clients.payA1.call('revealPersonal', { kind: 'limit-user', id: String(limitId) })).http,
    ).toBe(404)
    expect((await add('payA1', person)).http).toBe(200)
  })

  it.each(['', '   ', undefined, 'a'.repeat(101)])('requires a reason and rejects %j', async (reason) => {
    const limitId = await clients.payA1.answer('addLimitUser', someone())
    const { http, body } = await clients.managerA.wire('removeLimitUser', { limitId, reason })
    expect([http, body.errors?.[0]?.field]).toEqual([400, 'reason'])
    expect(await recordOf(limitId)).toMatchObject({ removed_at: null })
  })

  it.each([
    ['payA1', 403, 'not-allowed'],
    ['checkA1', 403, 'not-allowed'],
    ['managerB', 404, 'not-found'],
  ] as const)('as %s answers %i %s', async (account, http, code) => {
    const limitId = await clients.payA1.answer('addLimitUser', someone())
    const reply = await clients[account].call('removeLimitUser', { limitId, reason: 'x' })
    expect([reply.http, reply.body.code]).toEqual([http, code])
    expect(await recordOf(limitId)).toMatchObject({ removed_at: null })
  })

  it('lets only a super manager lift a restriction everywhere', async () => {
    const limitId = await clients.admin.answer('addLimitUser', { ...someone(), everywhere: true })
    const reply = await clients.managerA.call('removeLimitUser', { limitId, reason: 'x' })
    expect([reply.http, reply.body.code]).toEqual([403, 'limit-user-not-yours'])
    expect(await recordOf(limitId)).toMatchObject({ removed_at: null })
    expect((await clients.admin.call('removeLimitUser', { limitId, reason: 'x' })).http).toBe(200)
  })

  it('rejects the second of two concurrent removals', async () => {
    const limitId = await clients.payA1.answer('addLimitUser', someone())
    const remove = () => clients.managerA.call('removeLimitUser', { limitId, reason: 'x' })
    const both = await Promise.all([remove(), remove()])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 404])
  })
})

describe('listLimitUsers', () => {
  it('lists people in scope and those restricted everywhere, masked, newest first', async () => {
    const own = await openTestServices()
    try {
      const { providers } = await createPeople(own)
      const admin = await signIn(own, 'admin')
      const idCardNo = '11010519891231001X'
      const limit = (name: string, input: object) =>
        admin.answer('addLimitUser', { name, idCardNo, ...input })
      await limit('甲甲', { providerId: providers.A1 })
      await limit('乙·乙', { providerId: providers.A2 })
      await limit('丙丙', { providerId: providers.B1 })
      await limit('丁丁', { everywhere: true })
      const names = async (account: string, input = {}) => {
        const { rows, count } = await (await signIn(own, account)).answer('listLimitUsers', input)
        expect(count).toBe(rows.length)
        return rows.map(({ name }) => name)
      }
      expect(await names('payA1')).toEqual(['丁丁', '甲甲'])
      expect(await names('managerA')).toEqual(['丁丁', '乙·乙', '甲甲'])
      expect(await names('payB1')).toEqual(['丁丁', '丙丙'])
      expect(await names('admin')).toEqual(['丁丁', '丙丙', '乙·乙', '甲甲'])
      expect(await names('admin', { name: '甲' })).toEqual(['甲甲'])
      expect(await names('managerA', { providerId: providers.A2 })).toEqual(['丁丁', '乙·乙'])
      expect(await names('payA1', { providerId: providers.A1 })).toEqual(['丁丁', '甲甲'])
      expect(await names('admin', { name: '%' })).toEqual([])
      const { body } = await (await signIn(own, 'payA1')).wire('listLimitUsers', { size: '1', index: '1' })
      expect(body).toEqual({
        status: 0,
        msg: '',
        count: 2,
        data: [
          {
            limitId: expect.any(Number),
            providerName: 'Provider A1',
            userName: '甲甲',
            userAccno: '110105********001X',
            allProviders: 0,
            createName: 'Name of admin',
            createTime: own.clock.now().getTime(),
          },
        ],
      })
    } finally {
      await own.close()
    }
  })

  it('revealPersonal shows the full ID within the scope and logs it in the audit log', async () => {
    const person = someone()
    const id = String(await clients.payA1.answer('addLimitUser', person))
    const look = { kind: 'limit-user', id } as const
    const shown = await clients.checkA1.answer('revealPersonal', look)
    expect(shown).toEqual({ idCardNo: person.idCardNo, phone: '', cardNo: '' })
    for (const stranger of ['payA2', 'payB1', 'managerB'] as const)
      expect((await clients[stranger].call('revealPersonal', look)).http).toBe(404)
    const looks = await services.query(
      "select account from audit_entries where action = 'read-personal-data' and object_kind = 'limit-user' and object_id = $1",
      [id],
    )
    expect(looks).toEqual([{ account: 'checkA1' }])
  })
})
