// Payer, amount and day of another recharge: the auditor is told which, and must confirm (D25).

import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let checker: Client

beforeEach(async () => {
  services = await openTestServices()
  await createPeople(services)
  checker = await signIn(services, 'checkA1')
})
afterEach(() => services.close())

const recordOf = async (rechargeId: number) =>
  (await services.query('select status from recharges where recharge_id = $1', [rechargeId]))[0]

describe('approving a recharge similar to another', () => {
  const same = { payerAccount: '6222020012345678901', amountFen: 500_000n, payDay: '2026-03-15' }

  it('requires a confirmation and names the similar recharge', async () => {
    const first = await storeRecharge(services, 'payA1', same)
    const second = await storeRecharge(services, 'payA1', { ...same, payerName: 'Written otherwise' })
    const { http, body } = await checker.call('auditRecharge', { rechargeId: second, approves: true })
    expect([http, body.code]).toEqual([422, 'recharge-like-another'])
    expect(body).toMatchObject({ likeIds: String(first) })
    expect(body.msg).toContain(`充值单 ${rechargeNumber(first)}`)
    expect((await checker.answer('rechargeDetail', { rechargeId: second })).similar).toEqual([
      { rechargeId: first, status: 'pending', createdAt: services.clock.now() },
    ])
    expect(await recordOf(second)).toMatchObject({ status: 'pending' })
    expect(
      (await checker.call('auditRecharge', { rechargeId: second, approves: true, confirmDuplicate: true }))
        .http,
    ).toBe(200)
    // The first resembles an approved one by now; rejecting needs no confirmation.
    expect((await checker.call('auditRecharge', { rechargeId: first, approves: true })).http).toBe(422)
    expect((await checker.call('auditRecharge', { rechargeId: first, approves: false })).http).toBe(200)
  })

  it.each([
    ['another payer', { payerAccount: '6222020012345678902' }],
    ['another amount', { amountFen: 500_001n }],
    ['another day', { payDay: '2026-03-14' }],
  ])('does not treat %s as similar', async (_, over) => {
    await storeRecharge(services, 'payA1', same)
    const rechargeId = await storeRecharge(services, 'payA1', { ...same, ...over })
    expect((await checker.call('auditRecharge', { rechargeId, approves: true })).http).toBe(200)
  })

  it('ignores rejected recharges and those of other providers', async () => {
    const rejected = await storeRecharge(services, 'payA1', same)
    await checker.answer('auditRecharge', { rechargeId: rejected, approves: false })
    await storeRecharge(services, 'payA2', same)
    const rechargeId = await storeRecharge(services, 'payA1', same)
    expect((await checker.call('auditRecharge', { rechargeId, approves: true })).http).toBe(200)
  })
})
