// Audit and withdrawal: once, by another, with the balance exact to the fen (D25, docs/rules/reliability.md "two people").

import { refusals } from '@paywages/wire/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeApproved, storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let payer: Client
let checker: Client

beforeEach(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
  checker = await signIn(services, 'checkA1')
})
afterEach(() => services.close())

const recordOf = async (rechargeId: number) =>
  (await services.query('select * from recharges where recharge_id = $1', [rechargeId]))[0]
const balanceOf = async (providerId = people.providers.A1) =>
  (
    await services.query(
      'select available_fen, bank_clearing_fen, income_fen from ledger_balances where provider_id = $1',
      [providerId],
    )
  )[0]
const postings = () =>
  services.query(
    'select provider_id, phase, amount_fen, subject, subject_id from ledger_postings order by 1, 5',
  )
const nothing = { available_fen: 0n, bank_clearing_fen: 0n, income_fen: 0n }

describe('approving a recharge', () => {
  it('credits the balance, stores the balance after it and writes an audit entry', async () => {
    await storeApproved(services, 'payA1', 'checkA1', { amountFen: 1n })
    const rechargeId = await storeRecharge(services, 'payA1', { amountFen: 99_999_999_999n })
    services.clock.advance(60_000)
    const { http, body } = await checker.call('auditRecharge', {
      rechargeId,
      approves: true,
      reason: 'ignored',
    })
    expect([http, body]).toEqual([200, { status: 0, msg: '', data: null }])
    expect(await recordOf(rechargeId)).toMatchObject({
      status: 'approved',
      decided_by: people.accounts.checkA1,
      decided_at: services.clock.now(),
      available_after_fen: 100_000_000_000n,
      reason: '',
    })
    expect(await balanceOf()).toEqual({
      available_fen: 100_000_000_000n,
      bank_clearing_fen: -100_000_000_000n,
      income_fen: 100_000_000_000n,
    })
    expect((await postings()).at(-1)).toEqual({
      provider_id: people.providers.A1,
      phase: 'recharge',
      amount_fen: 99_999_999_999n,
      subject: 'recharge',
      subject_id: BigInt(rechargeId),
    })
    const [entry] = await services.query(
      "select account, before, after, reason, provider_id from audit_entries where action = 'audit-recharge' and object_id = $1",
      [String(rechargeId)],
    )
    expect(entry).toEqual({
      account: 'checkA1',
      before: { status: 'pending' },
      after: { status: 'approved', amount: '999999999.99', matched: false, available: '1000000000.00' },
      reason: '',
      provider_id: people.providers.A1,
    })
  })

  it('covers a shortfall before adding to the available balance', async () => {
    await services.query(
      'update ledger_balances set suspense_fen = -300, bank_clearing_fen = 300, outcome_fen = 300 where provider_id = $1',
      [people.providers.A1],
    )
    const rechargeId = await storeApproved(services, 'payA1', 'checkA1', { amountFen: 1_000n })
    expect(await recordOf(rechargeId)).toMatchObject({ available_after_fen: 700n })
    const money = await payer.answer('rechargeMoney', {})
    expect(money).toEqual({
      incomeFen: 1_000n,
      outcomeFen: 300n,
      costFen: 0n,
      availableFen: 700n,
      frozenFen: 0n,
    })
  })

  it('credits once out of twenty concurrent approvals', async () => {
    const rechargeId = await storeRecharge(services, 'payA1', { amountFen: 5_000n })
    const admin = await signIn(services, 'admin')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? admin : checker).call('auditRecharge', { rechargeId, approves: true }),
      ),
    )
    expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    expect(await balanceOf()).toMatchObject({ available_fen: 5_000n, income_fen: 5_000n })
    expect(await postings()).toHaveLength(1)
    const entries = await services.query("select 1 from audit_entries where action = 'audit-recharge'")
    expect(entries).toHaveLength(1)
    await expectMoneyTruths(services)
  })

  it('applies only one of concurrent approval, rejection and withdrawal', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = (await postings()).length
      const rechargeId = await storeRecharge(services, 'payA1', { amountFen: 700n })
      const replies = await Promise.all([
        checker.call('auditRecharge', { rechargeId, approves: true, confirmDuplicate: true }),
        checker.call('auditRecharge', { rechargeId, approves: false }),
        payer.call('withdrawRecharge', { rechargeId }),
      ])
      expect(replies.map(({ http }) => http).sort()).toEqual([200, 409, 409])
      const record = await recordOf(rechargeId)
      expect((await postings()).length - before).toBe(record?.status === 'approved' ? 1 : 0)
    }
    await expectMoneyTruths(services)
  })
})

describe('rejecting a recharge', () => {
  it('stores the reason and posts nothing', async () => {
    const rechargeId = await storeRecharge(services, 'payA1')
    await checker.answer('auditRecharge', { rechargeId, approves: false, reason: ' 回执看不清 ' })
    expect(await recordOf(rechargeId)).toMatchObject({
      status: 'rejected',
      withdrawn: false,
      reason: '回执看不清',
      available_after_fen: null,
    })
    expect(await balanceOf()).toEqual(nothing)
    const [entry] = await services.query(
      "select reason, after from audit_entries where action = 'audit-recharge'",
    )
    expect(entry).toMatchObject({ reason: '回执看不清', after: { status: 'rejected' } })
  })

  it.each(['approved', 'rejected', 'withdrawn'])(
    'rejects every further step after the recharge was %s',
    async (end) => {
      const rechargeId = await storeRecharge(services, 'payA1')
      if (end === 'withdrawn') await payer.answer('withdrawRecharge', { rechargeId })
      else await checker.answer('auditRecharge', { rechargeId, approves: end === 'approved' })
      const before = await recordOf(rechargeId)
      for (const approves of [true, false]) {
        const { http, body } = await checker.call('auditRecharge', {
          rechargeId,
          approves,
          confirmDuplicate: true,
        })
        expect([http, body.code]).toEqual([409, 'state-changed'])
      }
      expect((await payer.call('withdrawRecharge', { rechargeId })).http).toBe(409)
      expect(await recordOf(rechargeId)).toEqual(before)
    },
  )
})

describe('permission to audit a recharge', () => {
  const ownRecharge = [422, 'own-recharge', refusals['own-recharge'].msg]

  it('lets a super manager audit any provider but not the own recharge', async () => {
    const admin = await signIn(services, 'admin')
    const foreign = await storeRecharge(services, 'payB1')
    expect((await admin.call('auditRecharge', { rechargeId: foreign, approves: true })).http).toBe(200)
    const own = await storeRecharge(services, 'admin')
    for (const approves of [true, false]) {
      const { http, body } = await admin.call('auditRecharge', { rechargeId: own, approves })
      expect([http, body.code, body.msg]).toEqual(ownRecharge)
    }
    expect(await balanceOf()).toEqual(nothing)
    expect((await checker.call('auditRecharge', { rechargeId: own, approves: true })).http).toBe(200)
  })

  it('rejects the creator, even after switching rights or becoming super manager', async () => {
    const rechargeId = await storeRecharge(services, 'payA1')
    await services.query("update accounts set pay_right = false, check_right = true where account = 'payA1'")
    const switched = await payer.call('auditRecharge', { rechargeId, approves: true })
    expect([switched.http, switched.body.code, switched.body.msg]).toEqual(ownRecharge)
    await services.query("update accounts set super_manager = true, manager = true where account = 'payA1'")
    const risen = await payer.call('auditRecharge', { rechargeId, approves: true })
    expect([risen.http, risen.body.code]).toEqual([422, 'own-recharge'])
    expect(await balanceOf()).toEqual(nothing)
    // The database itself would not have it.
    await expect(
      services.query(
        "update recharges set status = 'approved', decided_by = creator_id, decided_at = now() where recharge_id = $1",
        [rechargeId],
      ),
    ).rejects.toThrow('auditor_is_another')
  })

  it.each([
    ['payA1', 403],
    ['managerA', 403],
    ['checkA2', 404],
    ['checkB1', 404],
    ['guestA1', 403],
  ])('rejects %s with HTTP %i', async (account, http) => {
    const rechargeId = await storeRecharge(services, 'payA1')
    const reply = await (await signIn(services, account)).call('auditRecharge', {
      rechargeId,
      approves: true,
    })
    expect(reply.http).toBe(http)
    expect(await recordOf(rechargeId)).toMatchObject({ status: 'pending' })
  })

  it('limits a reviewer who is also a manager to the own provider', async () => {
    await services.query("update accounts set manager = true where account = 'checkA2'")
    const rechargeId = await storeRecharge(services, 'payA1')
    const { http, body } = await (await signIn(services, 'checkA2')).call('auditRecharge', {
      rechargeId,
      approves: true,
    })
    expect([http, body.code]).toEqual([403, 'recharge-other-provider'])
    const [noted] = await services.query("select account from audit_entries where action = 'right-refused'")
    expect(noted).toEqual({ account: 'checkA2' })
  })

  it.each(['1', true, [1], 2, -1, null, undefined])('rejects the decision %j', async (rechargeStatus) => {
    const rechargeId = await storeRecharge(services, 'payA1')
    const { http } = await checker.wire('auditRecharge', { rechargeId, rechargeStatus })
    expect(http).toBe(400)
    expect(await recordOf(rechargeId)).toMatchObject({ status: 'pending' })
  })

  it('rejects a reason of more than 100 characters', async () => {
    const rechargeId = await storeRecharge(services, 'payA1')
    const { http, body } = await checker.wire('auditRecharge', {
      rechargeId,
      rechargeStatus: 0,
      reason: 'a'.repeat(101),
    })
    expect([http, body.errors]).toEqual([400, [{ field: 'reason', msg: '原因最多 100 个字符' }]])
  })
})

describe('withdrawing a recharge', () => {
  it('lets the creator withdraw a pending recharge with an optional reason', async () => {
    const rechargeId = await storeRecharge(services, 'payA1')
    await payer.answer('withdrawRecharge', { rechargeId, reason: '金额填错' })
    expect(await recordOf(rechargeId)).toMatchObject({
      status: 'rejected',
      withdrawn: true,
      decided_by: people.accounts.payA1,
      reason: '金额填错',
    })
    const [entry] = await services.query(
      "select account, reason, after from audit_entries where action = 'withdraw-recharge'",
    )
    expect(entry).toMatchObject({ account: 'payA1', reason: '金额填错', after: { withdrawn: true } })
  })

  it.each([
    ['managerA', 403],
    ['checkA1', 403],
    ['admin', 403],
    ['payA2', 404],
  ])('rejects %s with HTTP %i', async (account, http) => {
    const rechargeId = await storeRecharge(services, 'payA1')
    expect((await (await signIn(services, account)).call('withdrawRecharge', { rechargeId })).http).toBe(http)
    expect(await recordOf(rechargeId)).toMatchObject({ status: 'pending' })
  })
})
