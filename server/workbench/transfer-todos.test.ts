// What waits of transfers without an answer and of sending that was halted: for exactly those who may act (D41).

import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { sendInVain } from '../testing/doubted-transfer.ts'
import { startStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { type TodoLists, todoLists } from '../testing/todo-lists.ts'
import { manualTransfer, proposedTransfer } from '../testing/transfers.ts'
import { storeDebit } from '../testing/unknown-debits.ts'
import { guardSending } from '../transfers/guard-sending.ts'
import { decideResolution } from '../transfers/resolve-transfer.ts'

let services: TestServices
let people: People
let lists: TodoLists
beforeEach(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  lists = todoLists(services)
})
afterEach(() => services.close())

const evidence = async (account: string) =>
  (await signIn(services, account)).answer('uploadFile', { kind: 'evidence' })

describe('todos for transfers without an answer', () => {
  it('warns payers and managers after five minutes in doubt', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(2, { amount: '300' }))
    await startStored(services, batchId)
    await sendInVain(services, 'lost-order')
    services.clock.advance(5 * 60_000)
    expect(await lists.ofEveryone()).toEqual({})
    services.clock.advance(1)
    const watched: TodoKind[] = ['watch-doubts']
    expect(await lists.ofEveryone()).toEqual({ admin: watched, managerA: watched, payA1: watched })
    expect(await lists.only('payA1')).toMatchObject({
      count: 2,
      amountFen: 60_000n,
      providerName: '',
      rowId: null,
      noticeId: null,
    })
    expect((await lists.only('managerA'))?.providerName).toBe('Provider A1')
  })

  it('asks managers for a proposal, then another account to confirm it', async () => {
    const { rowId } = await manualTransfer(services, 'A1', freshRows(1, { amount: '88.8' }))
    const proposing: TodoKind[] = ['propose-resolution']
    expect(await lists.ofEveryone()).toEqual({ admin: proposing, managerA: proposing })
    expect(await lists.only('managerA')).toMatchObject({ count: 1, amountFen: 8_880n, rowId })
    const other = await proposedTransfer(services, 'B1', 'managerB', await evidence('managerB'))
    expect(await lists.ofEveryone()).toEqual({
      admin: ['confirm-resolution', 'propose-resolution'],
      managerA: proposing,
      checkB1: ['confirm-resolution'],
    })
    const decision = { resolutionId: other, confirmed: true, reason: '' }
    await decideResolution(services, await actorOf(services, 'checkB1'), decision)
    expect(await lists.ofEveryone()).toEqual({ admin: proposing, managerA: proposing })
  })

  it('asks only the reviewer when a super manager made the proposal', async () => {
    await proposedTransfer(services, 'A1', 'admin', await evidence('admin'))
    expect(await lists.ofEveryone()).toEqual({ checkA1: ['confirm-resolution'] })
  })
})

describe('todos after a restore', () => {
  it('says why nothing is sent, and asks those who may explain an unknown debit', async () => {
    const { reference, debitId } = await storeDebit(services)
    await storeDebit(services, { providerId: people.providers.A1 })
    expect(await guardSending(services)).toEqual({ state: 'halted', reason: 'unknown-debits' })
    // What is nobody's is for those who see everything.
    expect(await lists.ofEveryone()).toEqual({
      admin: ['sending-halted', 'explain-debit', 'explain-debit'],
      managerA: ['sending-halted', 'explain-debit'],
      managerB: ['sending-halted'],
      payA1: ['sending-halted'],
      payA2: ['sending-halted'],
      payB1: ['sending-halted'],
    })
    const { todos } = await lists.of('admin')
    expect(todos[0]).toMatchObject({ title: 'unknown-debits', count: 2 })
    expect(todos[1]).toMatchObject({
      title: reference,
      serial: '77',
      amountFen: 12_345n,
      endDay: '2026-03-16',
    })
    const manager = await signIn(services, 'admin')
    await manager.answer('proposeDebit', { debitId, outcome: 'foreign', reason: 'a reason' })
    expect((await lists.ofEveryone()).admin).toEqual(['sending-halted', 'explain-debit'])
  })

  it('says that nothing is sent while the bank is silent after the database was started anew', async () => {
    await services.query(
      `update unknown_debits set outcome = 'foreign', ended_at = now() where outcome is null`,
    )
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect((await lists.of('payA1')).todos).toEqual([])
    await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    services.bank.fault = () => 'lost-answer'
    await expect(guardSending(services)).rejects.toThrow('no definite answer')
    services.bank.fault = undefined
    expect((await lists.of('payA1')).todos).toMatchObject([{ kind: 'sending-halted', title: 'not-compared' }])
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect((await lists.of('payA1')).todos).toEqual([])
  })
})
