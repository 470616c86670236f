// After a restore the bank may hold orders that it has accepted and not executed yet, of a batch that was lost: nobody is paid twice (ADR 128).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { bankFindings, expectMoneyTruths } from '../testing/money-checks.ts'
import { sendAll, settleAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { backUp, restore } from '../testing/restored-copy.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { decideDebit, proposeDebit } from './explain-debit.ts'
import { guardSending } from './guard-sending.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const superManager = { account: 'admin2', providerId: people.providers.A1, platformId: people.platforms.A }
  await services.database.transact((tx) => createAccount(tx, services, 'super', superManager))
})
afterAll(() => services.close())
beforeEach(async () => {
  // What earlier tests left at the bank is executed and nobody's here.
  services.clock.advance(600_000)
  services.bank.records.clear()
  services.bank.pageSize = 500
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
})

const HALTED = { state: 'halted', reason: 'unknown-debits' }
const OPENED = { state: 'open' }
/** Accepted at once, executed five seconds later. */
let cards = 0
const slowRow = (over: Parameters<typeof freshRow>[0] = {}) => {
  cards += 1
  return freshRow({ cardNo: `62220212${String(cards).padStart(7, '0')}0003`, ...over })
}
const EXECUTED_AFTER_MS = 5_000

/** The whole batch is lost: uploaded, started and sent after the backup. The bank has accepted all of it. */
async function lostBatch(rows: readonly ReturnType<typeof freshRow>[]) {
  const backup = await backUp(services)
  const lost = await startedBatch(services, fixture, rows)
  await sendAll(services)
  const references = (await transfersOf(services, lost.batchId)).map(({ reference }) => reference)
  return { restored: await restore(services, backup), references }
}
const timesPaid = (cardNo: string) =>
  services.bank
    .executed()
    .filter(({ reference }) => services.bank.records.get(reference)?.order.cardNo === cardNo).length
const kept = (on: TestServices) =>
  on.query<{ reference: string; outcome: string | null }>(
    'select reference, outcome from unknown_debits order by debit_id',
  )
const logged = async (on: TestServices) =>
  (
    await on.query<{ line: string }>(
      `select object_name || ' ' || reason as line from audit_entries where action = 'drop-accepted-order' order by entry_id`,
    )
  ).map(({ line }) => line)

describe('orders of a lost batch that the bank has accepted and not executed', () => {
  it('halt sending, are a finding of I3, and are paid once when the sheet is uploaded and started again', async () => {
    const rows = [slowRow(), slowRow()]
    const { restored, references } = await lostBatch(rows)
    expect(await guardSending(restored)).toEqual(HALTED)
    expect(await kept(restored)).toEqual(references.map((reference) => ({ reference, outcome: 'accepted' })))
    expect(await bankFindings(restored)).toEqual(
      references.map((reference) =>
        expect.stringMatching(new RegExp(`^the bank accepted .* under ${reference}, not executed yet`)),
      ),
    )
    const again = await startedBatch(restored, fixture, rows)
    expect(await sendWaiting(restored)).toBe(0)
    // The rows have taken over the bank's references: sent again, each is executed once.
    expect(await guardSending(restored)).toEqual(OPENED)
    expect((await transfersOf(restored, again.batchId)).map(({ reference }) => reference)).toEqual(references)
    expect(await bankFindings(restored)).toEqual([])
    expect(await sendWaiting(restored)).toBe(2)
    expect((await transfersOf(restored, again.batchId)).map(({ state }) => state)).toEqual([
      'in-doubt',
      'in-doubt',
    ])
    services.clock.advance(EXECUTED_AFTER_MS)
    await settleAll(restored)
    expect((await transfersOf(restored, again.batchId)).map(({ state }) => state)).toEqual([
      'succeeded',
      'succeeded',
    ])
    expect(rows.map(({ cardNo }) => timesPaid(cardNo))).toEqual([1, 1])
    await expectMoneyTruths(restored)
    await restored.close()
  })

  it('hold back a start in another amount; once executed they are the unknown debit of today', async () => {
    const row = slowRow()
    const { restored, references } = await lostBatch([row])
    const [reference = ''] = references
    expect(await guardSending(restored)).toEqual(HALTED)
    const other = await readyBatch(restored, fixture, [{ ...row, amount: '77.01' }])
    const start = () => takeStep(restored, fixture.pay, other.batchId, 'transferring')
    await expect(start()).rejects.toMatchObject({ code: 'debit-like-row', detail: { accepted: 'yes' } })
    services.clock.advance(EXECUTED_AFTER_MS)
    // Asked about by its reference, without waiting for the next comparison.
    expect(await guardSending(restored)).toEqual(HALTED)
    expect(await kept(restored)).toEqual([{ reference, outcome: null }])
    expect(await bankFindings(restored)).toEqual([expect.stringContaining(`the bank paid`)])
    await expect(start()).rejects.toMatchObject({ code: 'debit-like-row', detail: { accepted: '' } })
    const again = await startedBatch(restored, fixture, [row])
    expect(await guardSending(restored)).toEqual(OPENED)
    expect(await transfersOf(restored, again.batchId)).toMatchObject([{ reference, state: 'succeeded' }])
    await settleAll(restored)
    expect(timesPaid(row.cardNo)).toBe(1)
    await expectMoneyTruths(restored)
    await restored.close()
  })

  it('vanish when the bank rejects them, with an entry in the audit log', async () => {
    const row = slowRow()
    const { restored, references } = await lostBatch([row])
    const [reference = ''] = references
    expect(await guardSending(restored)).toEqual(HALTED)
    // Silence and a word that ends nothing leave it where it is.
    services.bank.fault = (call) => (call === 'query' ? 'lost-answer' : undefined)
    expect(await guardSending(restored)).toEqual(HALTED)
    services.bank.fault = undefined
    const record = services.bank.records.get(reference)
    services.bank.records.delete(reference)
    expect(await guardSending(restored)).toEqual(HALTED)
    if (record) services.bank.records.set(reference, record)
    services.bank.reject(reference)
    expect(await guardSending(restored)).toEqual(OPENED)
    expect(await kept(restored)).toEqual([])
    expect(await logged(restored)).toEqual([`${reference} 账户不存在`])
    const again = await startedBatch(restored, fixture, [row])
    expect(await sendWaiting(restored)).toBe(1)
    services.clock.advance(EXECUTED_AFTER_MS)
    await settleAll(restored)
    const [transfer] = await transfersOf(restored, again.batchId)
    expect([transfer?.state, transfer?.reference === reference]).toEqual(['succeeded', false])
    expect(timesPaid(row.cardNo)).toBe(1)
    await restored.close()
  })

  it('are found as debits where the bank executes them just before it is asked', async () => {
    const { restored, references } = await lostBatch([slowRow()])
    services.bank.fault = (call) => {
      if (call === 'accepted') services.clock.advance(EXECUTED_AFTER_MS)
      return undefined
    }
    expect(await guardSending(restored)).toEqual(HALTED)
    services.bank.fault = undefined
    expect(await kept(restored)).toEqual(references.map((reference) => ({ reference, outcome: null })))
    await restored.close()
  })

  it('are all read, page by page', async () => {
    services.bank.pageSize = 2
    const { restored, references } = await lostBatch(Array.from({ length: 5 }, () => slowRow()))
    expect(await guardSending(restored)).toEqual(HALTED)
    expect((await kept(restored)).map(({ reference }) => reference)).toEqual(references)
    await restored.close()
  })

  it('keep everything back where the bank does not answer', async () => {
    const row = slowRow()
    const { restored } = await lostBatch([row])
    const again = await startedBatch(restored, fixture, [row])
    services.bank.fault = (call) => (call === 'accepted' ? 'lost-answer' : undefined)
    await expect(guardSending(restored)).rejects.toThrow('no definite answer')
    expect(await sendWaiting(restored)).toBe(0)
    services.bank.fault = undefined
    expect(await guardSending(restored)).toEqual(OPENED)
    await sendAll(restored)
    services.clock.advance(EXECUTED_AFTER_MS)
    await settleAll(restored)
    expect(await transfersOf(restored, again.batchId)).toMatchObject([{ state: 'succeeded' }])
    expect(timesPaid(row.cardNo)).toBe(1)
    await restored.close()
  })
})

/** The same server stands for another one here: it was not told of before. */
const restoreOnceMore = () =>
  services.query(`update sending_gate set restore_marks = '{}', timeline = timeline + 1`)

describe('accepted orders', () => {
  it('that were on their way during a restore are found once no more can arrive, without waiting for the next comparison', async () => {
    await restoreOnceMore()
    expect(await guardSending(services)).toEqual(OPENED)
    const { name, cardNo } = slowRow()
    const order = { reference: 'ON-ITS-WAY-1', amountFen: 10_000n, cardNo, name, bankName: '', remark: '' }
    await services.bank.submit([order])
    services.clock.advance(120_000)
    expect(await guardSending(services)).toEqual(OPENED)
    services.clock.advance(1)
    expect(await guardSending(services)).toEqual(HALTED)
    await services.query('delete from unknown_debits')
    services.bank.records.clear()
    expect(await guardSending(services, { compare: true })).toEqual(OPENED)
  })

  it('of a batch that is here and approved start it as then; it is sent under the same references', async () => {
    const row = slowRow()
    const { batchId } = await readyBatch(services, fixture, [row])
    const backup = await backUp(services)
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await sendAll(services)
    const restored = await restore(services, backup)
    expect(await guardSending(restored)).toEqual(OPENED)
    expect(await transfersOf(restored, batchId)).toMatchObject([{ state: 'reserved' }])
    expect(await kept(restored)).toMatchObject([{ outcome: 'adopted' }])
    await sendAll(restored)
    services.clock.advance(EXECUTED_AFTER_MS)
    await settleAll(restored)
    expect(await transfersOf(restored, batchId)).toMatchObject([{ state: 'succeeded' }])
    expect(timesPaid(row.cardNo)).toBe(1)
    await expectMoneyTruths(restored)
    await restored.close()
  })

  it('that our books know are left alone', async () => {
    const { batchId } = await startedBatch(services, fixture, [slowRow()])
    await sendAll(services)
    expect(await guardSending(services, { compare: true })).toEqual(OPENED)
    expect(await kept(services)).toEqual([])
    services.clock.advance(EXECUTED_AFTER_MS)
    await settleAll(services)
    expect(await transfersOf(services, batchId)).toMatchObject([{ state: 'succeeded' }])
  })

  it('of others are none of ours once two people say so; that they were paid nobody can say', async () => {
    const { name, cardNo } = slowRow()
    const reference = 'ONLINE-BANKING-1'
    const order = { reference, amountFen: 10_000n, cardNo, name, bankName: '', remark: '' }
    await services.bank.submit([order])
    expect(await guardSending(services, { compare: true })).toEqual(HALTED)
    const [row] = await services.query<{ id: number }>('select debit_id::int as id from unknown_debits')
    const debitId = row?.id ?? 0
    const propose = async (outcome: 'paid' | 'foreign') =>
      proposeDebit(services, await actorOf(services, 'admin'), { debitId, outcome, reason: 'seen' })
    await expect(propose('paid')).rejects.toMatchObject({ code: 'debit-not-executed' })
    await propose('foreign')
    await decideDebit(services, await actorOf(services, 'admin2'), { debitId, confirmed: true, reason: '' })
    expect(await guardSending(services)).toEqual(OPENED)
    services.clock.advance(EXECUTED_AFTER_MS)
    expect(await guardSending(services, { compare: true })).toEqual(OPENED)
    expect(await kept(services)).toEqual([{ reference, outcome: 'foreign' }])
  })
})

describe('a bank that does not tell its accepted orders', () => {
  const UNASKED = { state: 'halted', reason: 'accepted-unasked' }
  beforeEach(() => {
    services.bank.tellsAccepted = false
  })
  afterEach(() => {
    services.bank.tellsAccepted = true
  })

  it('is sent to as ever while nothing was restored, also by a server that was started anew', async () => {
    await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    expect(await guardSending(services)).toEqual(OPENED)
  })

  it('gets nothing after a restore until two managers have compared in online banking', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    await restoreOnceMore()
    expect(await guardSending(services)).toEqual(UNASKED)
    expect(await guardSending(services, { compare: true })).toEqual(UNASKED)
    expect(await sendWaiting(services)).toBe(0)
    expect((await services.app.inject({ url: '/ready' })).json().sending).toMatch(
      /^Halted: The bank does not tell which orders it has accepted/,
    )
    const [admin, second] = [await signIn(services, 'admin'), await signIn(services, 'admin2')]
    expect((await admin.answer('acceptedOrdersHold', {})).since).toBeInstanceOf(Date)
    const propose = async () => {
      const { body } = await admin.call('releaseSending', { word: 'nothing waits there' })
      return (body as unknown as { proposalId: number }).proposalId
    }
    const first = await propose()
    expect((await admin.call('confirmProposal', { proposalId: first })).body.code).toBe('own-proposal')
    expect(await guardSending(services)).toEqual(UNASKED)
    // What was compared before another restore says nothing about it.
    services.clock.advance(1_000)
    await restoreOnceMore()
    await guardSending(services)
    await second.call('confirmProposal', { proposalId: first })
    expect(await guardSending(services)).toEqual(UNASKED)
    await second.answer('confirmProposal', { proposalId: await propose() })
    expect(await guardSending(services)).toEqual(OPENED)
    expect((await admin.answer('acceptedOrdersHold', {})).since).toBeNull()
    expect((await admin.call('releaseSending', { word: 'again' })).body.code).toBe('sending-not-held')
    expect(await sendWaiting(services)).toBe(1)
    expect(await transfersOf(services, batchId)).toMatchObject([{ state: 'succeeded' }])
    const log = await services.query<{ line: string }>(
      `select action || ' ' || reason as line from audit_entries where action = 'release-sending'`,
    )
    expect(log).toEqual([{ line: 'release-sending nothing waits there' }])
  })

  it.each([
    ['in the same instant', 0],
    ['by a clock that was set back', -3_600_000],
  ])('gets nothing after another restore, found %s, by the release of the one before', async (_, apart) => {
    const [admin, second] = [await signIn(services, 'admin'), await signIn(services, 'admin2')]
    await restoreOnceMore()
    expect(await guardSending(services)).toEqual(UNASKED)
    const { body } = await admin.call('releaseSending', { word: 'nothing waits there' })
    const { proposalId } = body as unknown as { proposalId: number }
    await second.answer('confirmProposal', { proposalId })
    expect(await guardSending(services)).toEqual(OPENED)
    services.clock.advance(apart)
    await restoreOnceMore()
    expect(await guardSending(services)).toEqual(UNASKED)
    services.clock.advance(-apart)
  })

  it('is believed once it does', async () => {
    await restoreOnceMore()
    expect(await guardSending(services)).toEqual(UNASKED)
    services.bank.tellsAccepted = true
    expect(await guardSending(services, { compare: true })).toEqual(OPENED)
  })
})
