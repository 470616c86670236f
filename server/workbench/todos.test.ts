// What waits for whom: each kind appears for exactly those who may act, and goes when it is done (D11, D17, D25, D41).

import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyFailedRows } from '../payouts/copy-failed-rows.ts'
import { switchBatchRows } from '../payouts/switch-rows.ts'
import { auditRecharge, withdrawRecharge } from '../recharges/audit-recharge.ts'
import { decideReversal } from '../recharges/reverse-recharge.ts'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { sendInVain } from '../testing/doubted-transfer.ts'
import { signedPerson } from '../testing/freelancers.ts'
import { fund, payStored, sendAll, startStored, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { creditFen, openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { storeApproved, storeRecharge, storeReversal } from '../testing/recharges.ts'
import { enteredAdjustment } from '../testing/tax-adjustments.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { manualTransfer, proposedTransfer } from '../testing/transfers.ts'
import { storeDebit } from '../testing/unknown-debits.ts'
import { guardSending } from '../transfers/guard-sending.ts'
import { decideResolution } from '../transfers/resolve-transfer.ts'

let services: TestServices
let people: People
beforeEach(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterEach(() => services.close())

const CALLERS = [
  ...['admin', 'managerA', 'managerB', 'payA1', 'payA2', 'payB1'],
  ...['checkA1', 'checkA2', 'checkB1'],
] as AccountName[]

const todosOf = async (account: string) => (await signIn(services, account)).answer('todos', {})

/** Who has anything to do, and what. */
async function everyone(): Promise<Record<string, TodoKind[]>> {
  const asked: Record<string, TodoKind[]> = {}
  for (const account of CALLERS) {
    const { count, todos } = await todosOf(account)
    expect(count).toBe(todos.length)
    if (count > 0) asked[account] = todos.map(({ kind }) => kind)
  }
  return asked
}

const onlyTodo = async (account: string) => {
  const { todos } = await todosOf(account)
  expect(todos).toHaveLength(1)
  return todos[0]
}

const evidence = async (account: string) =>
  (await signIn(services, account)).answer('uploadFile', { kind: 'evidence' })

describe('todos for batches', () => {
  it('asks those responsible for one step after the other', async () => {
    await fund(services, people.providers.A1)
    const { batchId } = await storeBatch(services, 'payA1', freshRows(3, { amount: '1234.56' }))
    expect(await everyone()).toEqual({ payA1: ['audit-batch'] })
    const uploadedAt = services.clock.now()
    expect(await onlyTodo('payA1')).toMatchObject({
      batchId,
      title: 'sheet.xlsx',
      amountFen: 370_368n,
      count: 3,
      byName: 'Name of payA1',
      since: uploadedAt,
    })
    services.clock.advance(60_000)
    await takeStep(services, 'payA1', batchId, 'reviewing')
    expect(await everyone()).toEqual({ checkA1: ['review-batch'] })
    expect((await onlyTodo('checkA1'))?.since).toEqual(services.clock.now())
    await takeStep(services, 'checkA1', batchId, 'ready')
    expect(await everyone()).toEqual({ payA1: ['start-batch'] })
    expect((await onlyTodo('payA1'))?.byName).toBe('Name of checkA1')
    await takeStep(services, 'payA1', batchId, 'transferring')
    expect(await everyone()).toEqual({})
  })

  it('does not ask a reviewer who took part, even after switching rights', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await services.query("update accounts set pay_right = false, check_right = true where account = 'payA1'")
    expect(await everyone()).toEqual({ checkA1: ['review-batch'] })
  })

  it('counts only payable rows', async () => {
    const { batchId, rowIds } = await storeBatch(services, 'payA1', freshRows(2, { amount: '50' }))
    await switchBatchRows(services, await actorOf(services, 'payA1'), rowIds.slice(0, 1), true)
    expect(await onlyTodo('payA1')).toMatchObject({ batchId, amountFen: 5_000n, count: 1 })
  })

  it('asks nobody after the batch is rejected', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, 'payA1', batchId, 'audit-rejected')
    expect(await everyone()).toEqual({})
  })
})

describe('todos for adjustments', () => {
  it('asks those who may confirm what others entered, until it is decided', async () => {
    const adjustmentId = await enteredAdjustment(services, 'payA1')
    expect(await everyone()).toEqual({
      admin: ['confirm-adjustment'],
      managerA: ['confirm-adjustment'],
      checkA1: ['confirm-adjustment'],
    })
    await enteredAdjustment(services, 'payA1', 'managerA')
    expect(await onlyTodo('checkA1')).toMatchObject({ count: 2, since: services.clock.now() })
    expect(await onlyTodo('managerA')).toMatchObject({ count: 1, providerName: 'Provider A1' })
    const checker = await signIn(services, 'checkA1')
    await checker.answer('confirmAdjustments', { adjustmentIds: [adjustmentId] })
    expect((await everyone()).managerA).toBeUndefined()
    expect(await onlyTodo('checkA1')).toMatchObject({ count: 1 })
  })
})

describe('todos for failures', () => {
  const failing = (ending: string) => freshRow({ amount: '200.5', cardNo: `622202120200001${ending}` })

  it('asks payers to follow up for a week unless a live copy pays them again', async () => {
    const rows = [failing('0001'), failing('0002'), failing('0001'), freshRow()]
    const { batchId } = await storeBatch(services, 'payA1', rows)
    await payStored(services, batchId)
    expect(await everyone()).toEqual({ payA1: ['follow-failures'] })
    expect(await onlyTodo('payA1')).toMatchObject({
      batchId,
      count: 3,
      amountFen: 60_150n,
      reasons: [
        { reason: '账户不存在', count: 2 },
        { reason: '户名不符', count: 1 },
      ],
    })
    const copy = await copyFailedRows(services, await actorOf(services, 'payA1'), batchId)
    expect(await everyone()).toEqual({ payA1: ['audit-batch'] })
    await takeStep(services, 'payA1', copy.batchId ?? 0, 'audit-rejected')
    expect(await everyone()).toEqual({ payA1: ['follow-failures'] })
    services.clock.advance(7 * 24 * 3_600_000)
    expect(await everyone()).toEqual({ payA1: ['follow-failures'] })
    services.clock.advance(1)
    expect(await everyone()).toEqual({})
  })
})

describe('todos for recharges', () => {
  it('asks reviewers of the provider and super managers, never the creator', async () => {
    const own = await storeRecharge(services, 'payA1', { amountFen: 123_456n })
    expect(await everyone()).toEqual({ admin: ['audit-recharge'], checkA1: ['audit-recharge'] })
    expect(await onlyTodo('checkA1')).toMatchObject({
      rechargeId: own,
      amountFen: 123_456n,
      byName: 'Name of payA1',
      providerName: '',
    })
    expect((await onlyTodo('admin'))?.providerName).toBe('Provider A1')
    await withdrawRecharge(services, await actorOf(services, 'payA1'), own, '')
    expect(await everyone()).toEqual({})
    const ofAdmin = await storeRecharge(services, 'admin')
    expect(await everyone()).toEqual({ checkA1: ['audit-recharge'] })
    const audit = { approves: true, reason: '', confirmDuplicate: true }
    await auditRecharge(services, await actorOf(services, 'checkA1'), ofAdmin, audit)
    expect(await everyone()).toEqual({})
  })

  it('counts all and lists the twenty oldest', async () => {
    for (let n = 0; n < 23; n += 1) {
      services.clock.advance(60_000)
      await storeRecharge(services, 'payA1', { amountFen: BigInt(1_000 + n) })
    }
    const { count, todos } = await todosOf('checkA1')
    expect([count, todos.length]).toEqual([23, 20])
    expect(todos.map(({ amountFen }) => amountFen)).toEqual(
      Array.from({ length: 20 }, (_, n) => BigInt(1_000 + n)),
    )
  })

  it('asks somebody other than the asker to confirm a reversal', async () => {
    const rechargeId = await storeApproved(services, 'payA1', 'checkA1', { amountFen: 100_000n })
    const first = await storeReversal(services, 'checkA1', rechargeId, { amountFen: 2_500n, reason: '多记' })
    expect(await everyone()).toEqual({ admin: ['confirm-reversal'] })
    expect(await onlyTodo('admin')).toMatchObject({ rechargeId, amountFen: 2_500n, title: '多记' })
    await decideReversal(services, await actorOf(services, 'checkA1'), first, { confirms: false, reason: '' })
    expect(await everyone()).toEqual({})
    const second = await storeReversal(services, 'admin', rechargeId)
    expect(await everyone()).toEqual({ checkA1: ['confirm-reversal'] })
    await decideReversal(services, await actorOf(services, 'checkA1'), second, { confirms: true, reason: '' })
    expect(await everyone()).toEqual({})
  })
})

describe('todos for transfers without an answer', () => {
  it('warns payers and managers after five minutes in doubt', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(2, { amount: '300' }))
    await startStored(services, batchId)
    await sendInVain(services, 'lost-order')
    services.clock.advance(5 * 60_000)
    expect(await everyone()).toEqual({})
    services.clock.advance(1)
    const watched: TodoKind[] = ['watch-doubts']
    expect(await everyone()).toEqual({ admin: watched, managerA: watched, payA1: watched })
    expect(await onlyTodo('payA1')).toMatchObject({
      count: 2,
      amountFen: 60_000n,
      providerName: '',
      rowId: null,
    })
    expect((await onlyTodo('managerA'))?.providerName).toBe('Provider A1')
  })

  it('asks managers for a proposal, then another account to confirm it', async () => {
    const { rowId } = await manualTransfer(services, 'A1', freshRows(1, { amount: '88.8' }))
    const proposing: TodoKind[] = ['propose-resolution']
    expect(await everyone()).toEqual({ admin: proposing, managerA: proposing })
    expect(await onlyTodo('managerA')).toMatchObject({ count: 1, amountFen: 8_880n, rowId })
    const other = await proposedTransfer(services, 'B1', 'managerB', await evidence('managerB'))
    expect(await everyone()).toEqual({
      admin: ['confirm-resolution', 'propose-resolution'],
      managerA: proposing,
      checkB1: ['confirm-resolution'],
    })
    const decision = { resolutionId: other, confirmed: true, reason: '' }
    await decideResolution(services, await actorOf(services, 'checkB1'), decision)
    expect(await everyone()).toEqual({ admin: proposing, managerA: proposing })
  })

  it('asks only the reviewer when a super manager made the proposal', async () => {
    await proposedTransfer(services, 'A1', 'admin', await evidence('admin'))
    expect(await everyone()).toEqual({ checkA1: ['confirm-resolution'] })
  })
})

describe('todos for a low balance', () => {
  it('warns payers below five working days until a credit arrives', async () => {
    const spent = 213_000n
    const fixture = await openProviderFixture(services, people, { fen: spent + 40_000n })
    const { batchId } = await startedBatch(services, fixture, freshRows(1, { amount: '2000' }))
    await payOff(batchId)
    // 16 working days in the last 30: 400.00 of 2,130.00 lasts 3 of them.
    expect(await onlyTodo(fixture.pay)).toMatchObject({
      kind: 'low-balance',
      amountFen: 40_000n,
      runwayDays: 3,
    })
    expect((await todosOf(fixture.check)).count).toBe(0)
    // Five days take 66,562.5 fen: below that by a fen it still asks.
    await creditFen(services, fixture.providerId, 26_562n)
    expect((await todosOf(fixture.pay)).count).toBe(1)
    await creditFen(services, fixture.providerId, 1n)
    expect((await todosOf(fixture.pay)).count).toBe(0)
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
    expect(await everyone()).toEqual({ admin: ['flagged-signing'], managerA: ['flagged-signing'] })
    expect(await onlyTodo('managerA')).toMatchObject({
      count: 2,
      providerName: '',
      since: services.clock.now(),
    })
    const manager = await signIn(services, 'managerA')
    await manager.answer('checkFlags', { contractId: first, note: '已核实' })
    expect(await onlyTodo('admin')).toMatchObject({ count: 1, providerName: 'Provider A2' })
    await manager.answer('checkFlags', { contractId: second, note: '已核实' })
    expect(await everyone()).toEqual({})
  })
})

describe('todos after a restore', () => {
  it('says why nothing is sent, and asks those who may explain an unknown debit', async () => {
    const { reference, debitId } = await storeDebit(services)
    await storeDebit(services, { providerId: people.providers.A1 })
    expect(await guardSending(services)).toEqual({ state: 'halted', reason: 'unknown-debits' })
    // What is nobody's is for those who see everything.
    expect(await everyone()).toEqual({
      admin: ['sending-halted', 'explain-debit', 'explain-debit'],
      managerA: ['sending-halted', 'explain-debit'],
      managerB: ['sending-halted'],
      payA1: ['sending-halted'],
      payA2: ['sending-halted'],
      payB1: ['sending-halted'],
    })
    const { todos } = await todosOf('admin')
    expect(todos[0]).toMatchObject({ title: 'unknown-debits', count: 2 })
    expect(todos[1]).toMatchObject({
      title: reference,
      serial: '77',
      amountFen: 12_345n,
      endDay: '2026-03-16',
    })
    const manager = await signIn(services, 'admin')
    await manager.answer('proposeDebit', { debitId, outcome: 'foreign', reason: 'a reason' })
    expect((await everyone()).admin).toEqual(['sending-halted', 'explain-debit'])
  })
})
