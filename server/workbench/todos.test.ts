// What waits for whom: each kind appears for exactly those who may act, and goes when it is done (D11, D17, D25, D41).

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyFailedRows } from '../payouts/copy-failed-rows.ts'
import { switchBatchRows } from '../payouts/switch-rows.ts'
import { auditRecharge, withdrawRecharge } from '../recharges/audit-recharge.ts'
import { decideReversal } from '../recharges/reverse-recharge.ts'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { signedPerson } from '../testing/freelancers.ts'
import { fund, payStored, sendAll, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { creditFen, openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { storeApproved, storeRecharge, storeReversal } from '../testing/recharges.ts'
import { enteredAdjustment } from '../testing/tax-adjustments.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { type TodoLists, todoLists } from '../testing/todo-lists.ts'

let services: TestServices
let people: People
let lists: TodoLists
beforeEach(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  lists = todoLists(services)
})
afterEach(() => services.close())

describe('todos for batches', () => {
  it('asks those responsible for one step after the other', async () => {
    await fund(services, people.providers.A1)
    const { batchId } = await storeBatch(services, 'payA1', freshRows(3, { amount: '1234.56' }))
    expect(await lists.ofEveryone()).toEqual({ payA1: ['audit-batch'] })
    const uploadedAt = services.clock.now()
    expect(await lists.only('payA1')).toMatchObject({
      batchId,
      title: 'sheet.xlsx',
      amountFen: 370_368n,
      count: 3,
      byName: 'Name of payA1',
      since: uploadedAt,
    })
    services.clock.advance(60_000)
    await takeStep(services, 'payA1', batchId, 'reviewing')
    expect(await lists.ofEveryone()).toEqual({ checkA1: ['review-batch'] })
    expect((await lists.only('checkA1'))?.since).toEqual(services.clock.now())
    await takeStep(services, 'checkA1', batchId, 'ready')
    expect(await lists.ofEveryone()).toEqual({ payA1: ['start-batch'] })
    expect((await lists.only('payA1'))?.byName).toBe('Name of checkA1')
    await takeStep(services, 'payA1', batchId, 'transferring')
    expect(await lists.ofEveryone()).toEqual({})
  })

  it('does not ask a reviewer who took part, even after switching rights', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await services.query("update accounts set pay_right = false, check_right = true where account = 'payA1'")
    expect(await lists.ofEveryone()).toEqual({ checkA1: ['review-batch'] })
  })

  it('counts only payable rows', async () => {
    const { batchId, rowIds } = await storeBatch(services, 'payA1', freshRows(2, { amount: '50' }))
    await switchBatchRows(services, await actorOf(services, 'payA1'), rowIds.slice(0, 1), true)
    expect(await lists.only('payA1')).toMatchObject({ batchId, amountFen: 5_000n, count: 1 })
  })

  it('asks nobody after the batch is rejected', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, 'payA1', batchId, 'audit-rejected')
    expect(await lists.ofEveryone()).toEqual({})
  })
})

describe('todos for adjustments', () => {
  it('asks those who may confirm what others entered, until it is decided', async () => {
    const adjustmentId = await enteredAdjustment(services, 'payA1')
    expect(await lists.ofEveryone()).toEqual({
      admin: ['confirm-adjustment'],
      managerA: ['confirm-adjustment'],
      checkA1: ['confirm-adjustment'],
    })
    await enteredAdjustment(services, 'payA1', 'managerA')
    expect(await lists.only('checkA1')).toMatchObject({ count: 2, since: services.clock.now() })
    expect(await lists.only('managerA')).toMatchObject({ count: 1, providerName: 'Provider A1' })
    const checker = await signIn(services, 'checkA1')
    await checker.answer('confirmAdjustments', { adjustmentIds: [adjustmentId] })
    expect((await lists.ofEveryone()).managerA).toBeUndefined()
    expect(await lists.only('checkA1')).toMatchObject({ count: 1 })
  })
})

describe('todos for failures', () => {
  const failing = (ending: string) => freshRow({ amount: '200.5', cardNo: `622202120200001${ending}` })

  it('asks payers to follow up for a week unless a live copy pays them again', async () => {
    const rows = [failing('0001'), failing('0002'), failing('0001'), freshRow()]
    const { batchId } = await storeBatch(services, 'payA1', rows)
    await payStored(services, batchId)
    expect(await lists.ofEveryone()).toEqual({ payA1: ['follow-failures'] })
    expect(await lists.only('payA1')).toMatchObject({
      batchId,
      count: 3,
      amountFen: 60_150n,
      reasons: [
        { reason: '账户不存在', count: 2 },
        { reason: '户名不符', count: 1 },
      ],
    })
    const copy = await copyFailedRows(services, await actorOf(services, 'payA1'), batchId)
    expect(await lists.ofEveryone()).toEqual({ payA1: ['audit-batch'] })
    await takeStep(services, 'payA1', copy.batchId ?? 0, 'audit-rejected')
    expect(await lists.ofEveryone()).toEqual({ payA1: ['follow-failures'] })
    services.clock.advance(7 * 24 * 3_600_000)
    expect(await lists.ofEveryone()).toEqual({ payA1: ['follow-failures'] })
    services.clock.advance(1)
    expect(await lists.ofEveryone()).toEqual({})
  })
})

describe('todos for recharges', () => {
  it('asks reviewers of the provider and super managers, never the creator', async () => {
    const own = await storeRecharge(services, 'payA1', { amountFen: 123_456n })
    expect(await lists.ofEveryone()).toEqual({ admin: ['audit-recharge'], checkA1: ['audit-recharge'] })
    expect(await lists.only('checkA1')).toMatchObject({
      rechargeId: own,
      amountFen: 123_456n,
      byName: 'Name of payA1',
      providerName: '',
    })
    expect((await lists.only('admin'))?.providerName).toBe('Provider A1')
    await withdrawRecharge(services, await actorOf(services, 'payA1'), own, '')
    expect(await lists.ofEveryone()).toEqual({})
    const ofAdmin = await storeRecharge(services, 'admin')
    expect(await lists.ofEveryone()).toEqual({ checkA1: ['audit-recharge'] })
    const audit = { approves: true, reason: '', confirmDuplicate: true }
    await auditRecharge(services, await actorOf(services, 'checkA1'), ofAdmin, audit)
    expect(await lists.ofEveryone()).toEqual({})
  })

  it('counts all and lists the twenty oldest', async () => {
    for (let n = 0; n < 23; n += 1) {
      services.clock.advance(60_000)
      await storeRecharge(services, 'payA1', { amountFen: BigInt(1_000 + n) })
    }
    const { count, todos } = await lists.of('checkA1')
    expect([count, todos.length]).toEqual([23, 20])
    expect(todos.map(({ amountFen }) => amountFen)).toEqual(
      Array.from({ length: 20 }, (_, n) => BigInt(1_000 + n)),
    )
  })

  it('asks somebody other than the asker to confirm a reversal', async () => {
    const rechargeId = await storeApproved(services, 'payA1', 'checkA1', { amountFen: 100_000n })
    const first = await storeReversal(services, 'checkA1', rechargeId, { amountFen: 2_500n, reason: '多记' })
    expect(await lists.ofEveryone()).toEqual({ admin: ['confirm-reversal'] })
    expect(await lists.only('admin')).toMatchObject({ rechargeId, amountFen: 2_500n, title: '多记' })
    await decideReversal(services, await actorOf(services, 'checkA1'), first, { confirms: false, reason: '' })
    expect(await lists.ofEveryone()).toEqual({})
    const second = await storeReversal(services, 'admin', rechargeId)
    expect(await lists.ofEveryone()).toEqual({ checkA1: ['confirm-reversal'] })
    await decideReversal(services, await actorOf(services, 'checkA1'), second, { confirms: true, reason: '' })
    expect(await lists.ofEveryone()).toEqual({})
  })
})

describe('todos for a low balance', () => {
  it('warns payers below five working days until a credit arrives', async () => {
    const spent = 213_000n
    const fixture = await openProviderFixture(services, people, { fen: spent + 40_000n })
    const { batchId } = await startedBatch(services, fixture, freshRows(1, { amount: '2000' }))
    await payOff(batchId)
    // 16 working days in the last 30: 400.00 of 2,130.00 lasts 3 of them.
    expect(await lists.only(fixture.pay)).toMatchObject({
      kind: 'low-balance',
      amountFen: 40_000n,
      runwayDays: 3,
    })
    expect((await lists.of(fixture.check)).count).toBe(0)
    // Five days take 66,562.5 fen: below that by a fen it still asks.
    await creditFen(services, fixture.providerId, 26_562n)
    expect((await lists.of(fixture.pay)).count).toBe(1)
    await creditFen(services, fixture.providerId, 1n)
    expect((await lists.of(fixture.pay)).count).toBe(0)
  })

  async function payOff(batchId: number): Promise<void> {
    await sendAll(services)
    const [batch] = await services.query('select succeeded_count from payout_batches where batch_id = $1', [
      batchId,
    ])
    expect(batch?.succeeded_count).toBe(1)
  }
})

it('sorts todos by urgency and does not keep a session alive', async () => {
  await storeRecharge(services, 'payA1')
  const { batchId } = await storeBatch(services, 'payA1')
  await takeStep(services, 'payA1', batchId, 'reviewing')
  const client = await signIn(services, 'checkA1')
  const { todos } = await client.answer('todos', {})
  expect(todos.map(({ kind }) => kind)).toEqual(['review-batch', 'audit-recharge'])
  for (let minutes = 0; minutes < 32; minutes += 8) {
    services.clock.advance(8 * 60_000)
    await client.call('todos', {})
    await client.call('workbench', {})
    await client.call('recentBatches', {})
  }
  expect((await client.call('todos', {})).body.code).toBe('session-ended')
})

describe('todos for flagged signings', () => {
  it('asks managers in scope until someone has checked them', async () => {
    const flag = async (account: 'payA1' | 'payA2') => {
      const { contractId } = await signedPerson(services, account)
      await services.query("update personal_contracts set flags = '{shared-device}' where contract_id = $1", [
        contractId,
      ])
      return contractId
    }
    const first = await flag('payA1')
    const second = await flag('payA2')
    await signedPerson(services, 'payB1')
    expect(await lists.ofEveryone()).toEqual({ admin: ['flagged-signing'], managerA: ['flagged-signing'] })
    expect(await lists.only('managerA')).toMatchObject({
      count: 2,
      providerName: '',
      since: services.clock.now(),
    })
    const manager = await signIn(services, 'managerA')
    await manager.answer('checkFlags', { contractId: first, note: '已核实' })
    expect(await lists.only('admin')).toMatchObject({ count: 1, providerName: 'Provider A2' })
    await manager.answer('checkFlags', { contractId: second, note: '已核实' })
    expect(await lists.ofEveryone()).toEqual({})
  })
})
