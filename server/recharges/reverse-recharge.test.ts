// 冲正 and 退款: two people, never more than was recharged or is left, and the ledger exact (D25).

import { refusals } from '@paywages/wire/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeApproved, storeRecharge, storeReversal } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let checker: Client
let admin: Client
let rechargeId: number

beforeEach(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  checker = await signIn(services, 'checkA1')
  admin = await signIn(services, 'admin')
  rechargeId = await storeApproved(services, 'payA1', 'checkA1', { amountFen: 10_000n })
})
afterEach(() => services.close())

const request = (amountFen: bigint, client = checker) =>
  client.call('askReversal', { rechargeId, amountFen, kind: 'correction', reason: '重复入账' })
const decide = (reversalId: unknown, confirms: boolean, client = admin) =>
  client.call('decideReversal', { reversalId: Number(reversalId), confirms })
const balance = async () =>
  (
    await services.query(
      'select available_fen, income_fen, bank_clearing_fen from ledger_balances where provider_id = $1',
      [people.providers.A1],
    )
  )[0]
const reversed = async () =>
  (await services.query('select reversed_fen from recharges where recharge_id = $1', [rechargeId]))[0]
    ?.reversed_fen
const reversal = async (reversalId: unknown) =>
  (await services.query('select * from recharge_reversals where reversal_id = $1', [reversalId]))[0]
const spendDown = (fen: bigint) =>
  services.query(
    'update ledger_balances set available_fen = available_fen - $2, held_fen = held_fen + $2, outcome_fen = outcome_fen + $2 where provider_id = $1',
    [people.providers.A1, fen],
  )
const full = { available_fen: 10_000n, income_fen: 10_000n, bank_clearing_fen: -10_000n }

describe('asking for and deciding on a reversal', () => {
  it('posts the reversal only after another person confirms it', async () => {
    const { http, body } = await request(3_000n)
    expect([http, body.data]).toEqual([200, expect.any(Number)])
    expect(await balance()).toEqual(full)
    expect(await reversal(body.data)).toMatchObject({
      recharge_id: BigInt(rechargeId),
      provider_id: people.providers.A1,
      kind: 'correction',
      amount_fen: 3_000n,
      status: 'pending',
      asked_by: people.accounts.checkA1,
      reason: '重复入账',
    })
    services.clock.advance(60_000)
    expect((await decide(body.data, true)).http).toBe(200)
    expect(await reversal(body.data)).toMatchObject({
      status: 'confirmed',
      decided_by: people.accounts.admin,
      decided_at: services.clock.now(),
    })
    expect(await reversed()).toBe(3_000n)
    expect(await balance()).toEqual({ available_fen: 7_000n, income_fen: 7_000n, bank_clearing_fen: -7_000n })
    const [posting] = await services.query(
      "select phase, amount_fen, subject, subject_id from ledger_postings where phase = 'recharge-reversal'",
    )
    expect(posting).toEqual({
      phase: 'recharge-reversal',
      amount_fen: 3_000n,
      subject: 'reversal',
      subject_id: BigInt(Number(body.data)),
    })
    const entries = await services.query(
      "select account, action, reason, after from audit_entries where action in ('ask-reversal', 'decide-reversal') order by entry_id",
    )
    const after = { reversalId: body.data, reversalKind: 'correction', amount: '30.00' }
    expect(entries).toEqual([
      { account: 'checkA1', action: 'ask-reversal', reason: '重复入账', after },
      {
        account: 'admin',
        action: 'decide-reversal',
        reason: '',
        after: { ...after, reversalStatus: 'confirmed' },
      },
    ])
    // The recharge itself stays approved, with what it was then.
    const detail = await checker.answer('rechargeDetail', { rechargeId })
    expect(detail).toMatchObject({ status: 'approved', reversedFen: 3_000n, availableAfterFen: 10_000n })
  })

  it('lets a reviewer confirm a request of a super manager, and the creator of the recharge if now a reviewer', async () => {
    const byAdmin = await request(100n, admin)
    expect((await decide(byAdmin.body.data, true, checker)).http).toBe(200)
    const byChecker = await request(100n)
    const creator = await signIn(services, 'payA1')
    await services.query("update accounts set pay_right = false, check_right = true where account = 'payA1'")
    expect((await decide(byChecker.body.data, true, creator)).http).toBe(200)
    expect(await reversed()).toBe(200n)
  })

  it('keeps the money when refused and allows another request', async () => {
    const { body } = await request(500n)
    await admin.answer('decideReversal', { reversalId: Number(body.data), confirms: false, reason: '无误' })
    expect(await reversal(body.data)).toMatchObject({ status: 'refused', decision_reason: '无误' })
    expect(await balance()).toEqual(full)
    expect((await request(600n)).http).toBe(200)
  })

  it('lets the asker withdraw the request but not confirm it', async () => {
    const { body } = await request(500n)
    const own = await decide(body.data, true, checker)
    expect([own.http, own.body.code, own.body.msg]).toEqual([
      422,
      'own-reversal',
      refusals['own-reversal'].msg,
    ])
    expect(await balance()).toEqual(full)
    expect((await decide(body.data, false, checker)).http).toBe(200)
    expect(await reversal(body.data)).toMatchObject({
      status: 'refused',
      decided_by: people.accounts.checkA1,
    })
    await services.query(
      "update recharge_reversals set status = 'pending', decided_at = null, decided_by = null",
    )
    await expect(
      services.query(
        "update recharge_reversals set status = 'confirmed', decided_at = now(), decided_by = asked_by",
      ),
    ).rejects.toThrow('confirmer_is_another')
  })
})

describe('limits of reversals', () => {
  it('rejects more than the recharge has left to reverse', async () => {
    const { http, body } = await request(10_001n)
    expect([http, body.code, body.msg]).toEqual([
      422,
      'reversal-too-large',
      '金额不能超过该充值尚未冲退的 100.00 元',
    ])
    await decide((await request(9_000n)).body.data, true)
    expect((await request(1_001n)).body.msg).toBe('金额不能超过该充值尚未冲退的 10.00 元')
    await decide((await request(1_000n)).body.data, true)
    expect((await request(1n)).body.code).toBe('reversal-too-large')
    expect(await reversed()).toBe(10_000n)
    expect(await balance()).toEqual({ available_fen: 0n, income_fen: 0n, bank_clearing_fen: 0n })
    await expectMoneyTruths(services)
  })

  it('rejects more than the available balance and keeps the request pending', async () => {
    const { body } = await request(5_000n)
    await spendDown(5_001n)
    const refused = await decide(body.data, true)
    expect([refused.http, refused.body.code, refused.body.msg]).toEqual([
      422,
      'reversal-exceeds-balance',
      '可用余额不足：需要 50.00 元，当前可用 49.99 元',
    ])
    expect(await reversal(body.data)).toMatchObject({ status: 'pending', decided_by: null })
    expect(await reversed()).toBe(0n)
    await spendDown(-1n)
    expect((await decide(body.data, true)).http).toBe(200)
    expect(await balance()).toMatchObject({ available_fen: 0n })
  })

  it('accepts only one of ten concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => request(100n, n % 2 ? admin : checker)),
    )
    expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'reversal-open']))
    expect(await services.query('select 1 from recharge_reversals')).toHaveLength(1)
  })

  it('applies only one of twenty concurrent decisions', async () => {
    const { body } = await request(4_000n)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => decide(body.data, n % 4 !== 3)))
    expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    const { status } = (await reversal(body.data)) ?? {}
    expect(await reversed()).toBe(status === 'confirmed' ? 4_000n : 0n)
    expect(await balance()).toMatchObject({ available_fen: status === 'confirmed' ? 6_000n : 10_000n })
    await expectMoneyTruths(services)
  })

  it('confirms only one of two concurrent reversals that exceed the balance together', async () => {
    const second = await storeApproved(services, 'payA1', 'checkA1', { amountFen: 10_000n })
    const first = await storeReversal(services, 'checkA1', rechargeId, { amountFen: 10_000n })
    const other = await storeReversal(services, 'checkA1', second, { amountFen: 10_000n })
    await spendDown(5_000n)
    const replies = await Promise.all([decide(first, true), decide(other, true)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 422])
    expect(await balance()).toMatchObject({ available_fen: 5_000n, income_fen: 10_000n })
  })
})

describe('permission and validation of reversals', () => {
  it.each([
    ['payA1', 403],
    ['managerA', 403],
    ['checkA2', 404],
    ['guestA1', 403],
  ])('rejects requests and decisions of %s with HTTP %i', async (account, http) => {
    const client = await signIn(services, account)
    expect((await request(100n, client)).http).toBe(http)
    const { body } = await request(100n)
    for (const confirms of [true, false]) expect((await decide(body.data, confirms, client)).http).toBe(http)
    expect(await reversal(body.data)).toMatchObject({ status: 'pending' })
  })

  it('rejects a reversal of a pending recharge and a second decision', async () => {
    const pending = await storeRecharge(services, 'payA1')
    const early = await checker.call('askReversal', {
      rechargeId: pending,
      amountFen: 1n,
      kind: 'refund',
      reason: 'x',
    })
    expect([early.http, early.body.code]).toEqual([409, 'state-changed'])
    const { body } = await request(100n)
    await decide(body.data, false)
    // Another one is open meanwhile; the old number still means the old one.
    const { body: next } = await request(200n)
    expect((await decide(body.data, true)).http).toBe(409)
    expect(await reversal(next.data)).toMatchObject({ status: 'pending' })
    expect(await reversed()).toBe(0n)
  })

  it.each([
    ['money', undefined, '请输入金额'],
    ['money', 0, '金额须大于 0，最多两位小数'],
    ['money', -1, '金额须大于 0，最多两位小数'],
    ['money', '1', '金额须大于 0，最多两位小数'],
    ['money', 0.001, '金额须大于 0，最多两位小数'],
    ['kind', 'gift', '请选择冲正或退款'],
    ['reason', '  ', '请输入原因'],
    ['reason', 'a'.repeat(101), '原因最多 100 个字符'],
    ['rechargeId', 'x', '充值编号不正确'],
  ])('rejects %s %j with %s', async (field, value, msg) => {
    const good = { rechargeId, money: 1, kind: 'refund', reason: 'x' }
    const { http, body } = await checker.wire('askReversal', { ...good, [field]: value })
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })

  it.each(['1', true, [1], 2])('rejects the decision %j', async (decision) => {
    const { body } = await request(100n)
    expect((await admin.wire('decideReversal', { reversalId: body.data, decision })).http).toBe(400)
    expect(await reversal(body.data)).toMatchObject({ status: 'pending' })
  })
})
