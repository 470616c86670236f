// What is shown of recharges, to whom, and masked: lists, detail, balance, what waits, receivers (D7, D11, D25, D33).

import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeApproved, storeRecharge, storeReversal } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let ids: { approved: number; pending: number; rejected: number; other: number; far: number }
const clients = {} as Record<
  'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1' | 'payA2' | 'checkA2' | 'checkB1',
  Client
>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of [
    'admin',
    'managerA',
    'managerB',
    'payA1',
    'checkA1',
    'payA2',
    'checkA2',
    'checkB1',
  ] as const)
    clients[account] = await signIn(services, account)
  ids = {
    approved: await storeApproved(services, 'payA1', 'checkA1', { amountFen: 250_050n }),
    other: await storeRecharge(services, 'payA2'),
    far: await storeRecharge(services, 'payB1'),
    rejected: await storeRecharge(services, 'payA1'),
    pending: await storeRecharge(services, 'payA1', { amountFen: 100_000n, payDay: '2026-03-10' }),
  }
  await clients.checkA1.answer('auditRecharge', {
    rechargeId: ids.rejected,
    approves: false,
    reason: 'unreadable',
  })
})
afterAll(() => services.close())

const idsOf = ({ rows, count }: { rows: readonly { rechargeId: number }[]; count: number }) => {
  expect(count).toBe(rows.length)
  return rows.map(({ rechargeId }) => rechargeId)
}

describe('listRecharges and allRecharges', () => {
  it('lists the recharges of the own provider, newest first, for every console user', async () => {
    for (const account of ['payA1', 'checkA1', 'managerA', 'admin'] as const)
      expect(idsOf(await clients[account].answer('listRecharges', {}))).toEqual([
        ids.pending,
        ids.rejected,
        ids.approved,
      ])
    expect(idsOf(await clients.payA2.answer('listRecharges', {}))).toEqual([ids.other])
    expect(idsOf(await clients.payA1.answer('listRecharges', { status: 'approved' }))).toEqual([ids.approved])
  })

  it('finds a recharge by its number, inside the scope', async () => {
    const number = rechargeNumber(ids.pending)
    for (const typed of [number, number.toLowerCase(), String(ids.pending)])
      expect(idsOf(await clients.payA1.answer('listRecharges', { number: typed }))).toEqual([ids.pending])
    expect(idsOf(await clients.managerA.answer('allRecharges', { number }))).toEqual([ids.pending])
    expect(idsOf(await clients.managerB.answer('allRecharges', { number }))).toEqual([])
    expect(idsOf(await clients.payA1.answer('listRecharges', { number: '张三' }))).toEqual([])
  })

  it('lists all recharges in scope', async () => {
    const { A2 } = people.providers
    expect(idsOf(await clients.checkA1.answer('allRecharges', {}))).toEqual([
      ids.pending,
      ids.rejected,
      ids.approved,
    ])
    expect(idsOf(await clients.checkB1.answer('allRecharges', {}))).toEqual([ids.far])
    expect(idsOf(await clients.admin.answer('allRecharges', {}))).toHaveLength(5)
    expect(idsOf(await clients.admin.answer('allRecharges', { providerId: A2 }))).toEqual([ids.other])
    expect(idsOf(await clients.admin.answer('allRecharges', { status: 'pending' }))).toEqual([
      ids.pending,
      ids.far,
      ids.other,
    ])
    expect((await clients.checkA1.call('allRecharges', { providerId: A2 })).http).toBe(404)
    // A manager sees the providers of its platform, whole (D11).
    expect(idsOf(await clients.managerA.answer('allRecharges', {}))).toHaveLength(4)
  })

  it('returns pages and rejects an unknown status', async () => {
    const { body } = await clients.payA1.wire('listRecharges', { index: '1', size: '1' })
    expect([body.count, (body.data as { rechargeId: number }[])[0]?.rechargeId]).toEqual([3, ids.rejected])
    for (const rechargeStatus of ['3', '-1', 'pending'])
      expect((await clients.payA1.wire('listRecharges', { rechargeStatus })).http).toBe(400)
  })

  it.each(['createTime', 'payName', 'money', 'payDate', 'rechargeStatus'])(
    'sorts by %s, both ways',
    async (column) => {
      const valuesBy = async (sort: string) => {
        const { body } = await clients.admin.wire('allRecharges', { sort })
        return (body.data as Record<string, number | string>[]).map((row) => row[column] ?? '')
      }
      const up = await valuesBy(column)
      expect(up).toHaveLength(5)
      expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
      expect(await valuesBy(`-${column}`)).toEqual(up.toReversed())
    },
  )

  it('sums what is filtered, and refuses any other order', async () => {
    const sumOf = async (input: Record<string, string>) =>
      ((await clients.payA1.wire('listRecharges', input)).body as unknown as { sumMoney: number }).sumMoney
    expect(await sumOf({ rechargeStatus: '1', size: '1' })).toBe(2_500.5)
    expect(await sumOf({ rechargeStatus: '0' })).toBe(1_000)
    const { http, body } = await clients.payA1.wire('listRecharges', { sort: 'payAccount' })
    expect([http, body.msg]).toEqual([400, '不支持按该列排序'])
  })

  it('returns rows masked, with numeric states, yuan and milliseconds', async () => {
    const { body } = await clients.payA1.wire('listRecharges', {})
    expect((body.data as unknown[])[0]).toEqual({
      rechargeId: ids.pending,
      providerId: people.providers.A1,
      providerName: 'Provider A1',
      payName: 'Payer Ltd',
      payAccount: '622202******8901',
      recvName: '星河科技有限公司',
      recvAccount: '33050161800000001001',
      recvBank: '中国建设银行杭州城西支行',
      money: 1_000,
      payDate: Date.parse('2026-03-10T00:00:00+08:00'),
      fileUrl: expect.stringMatching(/^\/paywages\/api\/file\/download\?fileId=/),
      fileName: 'receipt.pdf',
      rechargeStatus: 0,
      withdrawn: 0,
      availMoney: null,
      createTime: services.clock.now().getTime(),
      createId: people.accounts.payA1,
      createAccount: 'payA1',
      createName: 'Name of payA1',
      auditTime: null,
      auditAccount: '',
      auditName: '',
      reason: '',
      reversedMoney: 0,
      pendingReversal: null,
      matched: 0,
      creditDate: '',
      needsManager: 0,
      operatorOwn: 1,
    })
    expect((body.data as unknown[]).slice(1)).toMatchObject([
      {
        rechargeStatus: 2,
        auditAccount: 'checkA1',
        auditName: 'Name of checkA1',
        reason: 'unreadable',
        availMoney: null,
      },
      { rechargeStatus: 1, availMoney: 2_500.5, money: 2_500.5 },
    ])
  })
})

describe('rechargeDetail', () => {
  it('returns full data inside the scope and writes an audit entry for each read', async () => {
    const looks = () =>
      services.query(
        "select account, object_name, provider_id, after from audit_entries where action = 'read-personal-data' and object_kind = 'recharge' and object_id = $1",
        [String(ids.approved)],
      )
    const reversalId = await storeReversal(services, 'admin', ids.approved, {
      amountFen: 50n,
      kind: 'refund',
    })
    const { body } = await clients.payA1.call('rechargeDetail', { rechargeId: ids.approved })
    expect(body.data).toMatchObject({
      payAccount: '6222020012345678901',
      balanceMoney: 2_500.5,
      similar: [],
      pendingReversal: { reversalId, askId: people.accounts.admin, kind: 'refund', money: 0.5 },
      reversals: [
        {
          reversalId,
          kind: 'refund',
          money: 0.5,
          reason: 'a reason',
          reversalStatus: 0,
          askAccount: 'admin',
          askName: 'Name of admin',
          decideId: null,
          decideTime: null,
          decideAccount: '',
        },
      ],
    })
    expect(await looks()).toEqual([
      { account: 'payA1', object_name: 'Payer Ltd', provider_id: people.providers.A1, after: null },
    ])
    expect((await clients.managerA.call('rechargeDetail', { rechargeId: ids.approved })).http).toBe(200)
    expect(await looks()).toHaveLength(2)
    for (const stranger of ['payA2', 'checkA2', 'checkB1', 'managerB'] as const)
      expect((await clients[stranger].call('rechargeDetail', { rechargeId: ids.approved })).http).toBe(404)
    expect(await looks()).toHaveLength(2)
    expect(services.lines.join('')).not.toContain('6222020012345678901')
  })

  it('gives access to the attached receipt inside the scope only', async () => {
    const { body } = await clients.payA1.wire('listRecharges', {})
    const [{ fileUrl } = { fileUrl: '' }] = body.data as { fileUrl: string }[]
    const read = async (who: keyof typeof clients) =>
      (await clients[who].send({ method: 'GET', url: `${fileUrl}&inline=1` })).statusCode
    expect(await read('checkA1')).toBe(200)
    expect(await read('managerA')).toBe(200)
    expect(await read('payA2')).toBe(404)
    expect(await read('checkB1')).toBe(404)
  })

  it('reveals the payer account of one row', async () => {
    const look = { kind: 'recharge', id: String(ids.pending) } as const
    expect(await clients.checkA1.answer('revealPersonal', look)).toEqual({
      idCardNo: '',
      phone: '',
      cardNo: '6222020012345678901',
    })
    expect((await clients.checkA2.call('revealPersonal', look)).http).toBe(404)
  })
})

describe('rechargeMoney and pendingRecharges', () => {
  it('returns the balance of the own provider', async () => {
    const { body } = await clients.payA1.call('rechargeMoney', {})
    expect(body).toEqual({
      status: 0,
      msg: '',
      data: { incomeMoney: 2_500.5, outcomeMoney: 0, serviceCost: 0, availMoney: 2_500.5, frozenMoney: 0 },
    })
    await services.query(
      `update ledger_balances set available_fen = available_fen - 10700, held_fen = 10700, outcome_fen = 10000, cost_fen = 700 where provider_id = $1`,
      [people.providers.A1],
    )
    expect((await clients.checkA1.call('rechargeMoney', {})).body.data).toEqual({
      incomeMoney: 2_500.5,
      outcomeMoney: 100,
      serviceCost: 7,
      availMoney: 2_393.5,
      frozenMoney: 107,
    })
    expect((await clients.payA2.call('rechargeMoney', {})).body.data).toMatchObject({ availMoney: 0 })
  })

  it('counts the recharges waiting for the asking account', async () => {
    const waiting = async (who: keyof typeof clients) =>
      (await clients[who].call('pendingRecharges', {})).body
    expect(await waiting('checkA1')).toEqual({ status: 0, msg: '', data: 1, count: 1 })
    expect(await waiting('checkA2')).toMatchObject({ data: 1 })
    expect(await waiting('admin')).toMatchObject({ data: 3, count: 3 })
    expect(await waiting('payA1')).toMatchObject({ data: 0, count: 0 })
    expect(await waiting('managerA')).toMatchObject({ data: 0 })
    // One's own is nothing one may audit.
    await storeRecharge(services, 'admin')
    expect(await waiting('admin')).toMatchObject({ data: 3 })
    expect(await waiting('checkA1')).toMatchObject({ data: 2 })
    // A reviewer who manages the platform still audits at the own provider only.
    await services.query("update accounts set manager = true where account = 'checkA2'")
    expect(await waiting('checkA2')).toMatchObject({ data: 1 })
  })

  it('does not keep a session alive', async () => {
    const client = await signIn(services, 'checkB1')
    const idle = services.settings.session.idleMs
    services.clock.advance(idle - 1_000)
    expect((await client.call('pendingRecharges', {})).http).toBe(200)
    expect((await client.call('rechargeMoney', {})).http).toBe(200)
    services.clock.advance(2_000)
    expect((await client.call('pendingRecharges', {})).http).toBe(401)
  })
})

it('lists the receivers of the brand', async () => {
  const { body } = await (await signIn(services, 'payA1')).call('listReceivers', {})
  expect(body.data).toEqual([
    {
      recvName: '星河科技有限公司',
      recvAccount: '33050161800000001001',
      recvBank: '中国建设银行杭州城西支行',
    },
    { recvName: '星河科技有限公司', recvAccount: '571900000000010002', recvBank: '招商银行杭州分行营业部' },
  ])
})
