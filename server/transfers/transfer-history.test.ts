// What people are shown of transfers: the history of one, the progress of a batch, and the list of what waits for them.

import { PHASES } from '@paywages/domain/ledger/postings.ts'
import { isOpen, LEGAL_STEPS } from '@paywages/domain/transfers/transfer-state.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { doubtedTransfer } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { settleAll, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { queryDoubts } from './query-bank.ts'
import { reconcileStatement } from './reconcile-statement.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let reader: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n, taxMethod: 'per-payment' })
  reader = await signIn(services, fixture.check)
})
afterAll(async () => {
  await reconcileStatement(services, '2026-03-16')
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

type History = Awaited<ReturnType<typeof historyOfRow>>
const historyOfRow = (rowId: number) => reader.answer('transferHistory', { rowId })

/** Each step goes on where the last one ended, is legal, and comes no earlier than it. */
function expectLegal({ events, state }: History): void {
  let stood = 'reserved'
  let at = 0
  for (const event of events) {
    expect(event.from).toBe(stood)
    if (event.from !== event.to) expect(LEGAL_STEPS).toContainEqual([event.from, event.to])
    expect(event.at.getTime()).toBeGreaterThanOrEqual(at)
    stood = event.to
    at = event.at.getTime()
  }
  expect(state).toBe(stood)
}

/** What the postings leave behind in the bank, as fee and as tax. */
function sums({ postings }: History) {
  const of = (account: string) =>
    postings.reduce((sum, { phase, amountFen }) => {
      const { source, destination } = PHASES[phase]
      return sum + (destination === account ? amountFen : 0n) - (source === account ? amountFen : 0n)
    }, 0n)
  return { paid: of('bank-clearing'), fee: of('fee-income'), tax: of('tax-payable'), free: of('available') }
}

describe('transferHistory', () => {
  it('has legal steps in order and postings that match the outcome for every card ending', async () => {
    const endings = ['1234', '0001', '0003', '0004', '0005', '0006', '0007']
    const rows = endings.map((ending) => freshRow({ cardNo: `622202120200001${ending}`, amount: '1000' }))
    const { batchId, rowIds } = await startedBatch(services, fixture, rows)
    await settleAll(services)
    services.clock.advance(60_000)
    await reconcileStatement(services, '2026-03-16')
    reader = await signIn(services, fixture.check)
    const histories = await Promise.all(rowIds.map(historyOfRow))
    for (const [index, history] of histories.entries()) {
      expectLegal(history)
      const { feeFen, taxFen, amountFen } = history
      expect([amountFen, feeFen, taxFen]).toEqual([100_000n, 6_500n, 4_000n])
      const paid = { paid: 96_000n, fee: 6_500n, tax: 4_000n, free: 0n }
      const unpaid = { paid: 0n, fee: 0n, tax: 0n, free: 106_500n }
      expect(sums(history)).toEqual(history.state === 'succeeded' ? paid : unpaid)
      expect(history.events[0]).toMatchObject({ kind: 'sent', from: 'reserved', to: 'sending', attempt: 1 })
      expect(history.starterName).toBe(`Name of ${fixture.pay}`)
      expect(history.cardNo).toBe(`622202******${endings[index]}`)
    }
    expect(histories.map(({ state, reason }) => `${state} ${reason}`.trim())).toEqual([
      'succeeded',
      'failed 账户不存在',
      'succeeded',
      'succeeded',
      'failed 未受理',
      'returned 退票',
      'succeeded',
    ])
    expect(histories.every(({ state }) => state !== null && !isOpen(state))).toBe(true)
    const references = (await transfersOf(services, batchId)).map(({ reference }) => reference)
    expect(histories.map(({ reference }) => reference)).toEqual(references)
  })

  it('is empty for a row that was never started', async () => {
    const { rowIds } = await storeBatch(services, fixture.pay, [freshRow()])
    expect(await historyOfRow(rowIds[0] ?? 0)).toMatchObject({
      state: null,
      reference: '',
      events: [],
      postings: [],
      startedAt: null,
    })
  })

  it('is visible in scope only and never contains a full card number', async () => {
    const row = freshRow()
    const { rowIds } = await startedBatch(services, fixture, [row])
    const rowId = rowIds[0] ?? 0
    for (const who of ['payA1', 'checkB1', 'managerB'])
      expect((await (await signIn(services, who)).call('transferHistory', { rowId })).http).toBe(404)
    for (const who of [fixture.pay, fixture.check, 'managerA', 'admin']) {
      const { http, raw } = await (await signIn(services, who)).call('transferHistory', { rowId })
      expect([http, raw.body.includes(row.cardNo), raw.body.includes(row.idCardNo)]).toEqual([
        200,
        false,
        false,
      ])
    }
    await settleAll(services)
  })

  it('cannot be changed by SQL statements', async () => {
    const { id } = await doubtedTransfer(services, fixture)
    await startedBatch(services, fixture, [freshRow()])
    await sendWaiting(services)
    const statements = [
      ...['transfer_events', 'ledger_postings', 'ledger_settlements', 'transfer_leases'].flatMap((table) => [
        `delete from ${table}`,
        `truncate ${table}`,
      ]),
      'update transfer_events set at = at',
      'update ledger_postings set at = at',
      'update ledger_settlements set at = at',
      "update transfer_leases set sent_at = sent_at + interval '1 s'",
      "update transfer_leases set answer = 'another' where answered_event_id is not null",
    ]
    for (const statement of statements) await expect(services.query(statement), statement).rejects.toThrow()
    expect(id).toBeGreaterThan(0n)
    await settleAll(services)
  })
})

describe('batchProgress', () => {
  it('counts waiting, at the bank, ended and cancelled rows, and stays ended after a return', async () => {
    const cards = ['1234', '0001', '0006', '0003'].map((ending) => ({ cardNo: `622202120200002${ending}` }))
    const batch = await storeBatch(services, fixture.pay, [
      ...cards.map((card) => freshRow(card)),
      ...freshRows(1),
    ])
    const payer = await signIn(services, fixture.pay)
    await payer.answer('switchRows', { rowIds: [batch.rowIds[4] ?? 0], cancelled: true })
    await takeStep(services, fixture.pay, batch.batchId, 'reviewing')
    await takeStep(services, fixture.check, batch.batchId, 'ready')
    await takeStep(services, fixture.pay, batch.batchId, 'transferring')
    const progress = async () =>
      (await signIn(services, fixture.check)).answer('batchProgress', { batchId: batch.batchId })
    const counts = async () => {
      const { waitingCount, atBankCount, succeededCount, failedCount, endedAt } = await progress()
      return [waitingCount, atBankCount, succeededCount, failedCount, endedAt !== null]
    }
    expect(await counts()).toEqual([4, 0, 0, 0, false])
    await sendWaiting(services, 3)
    expect(await counts()).toEqual([1, 0, 2, 1, false])
    await sendWaiting(services, 3)
    expect(await counts()).toEqual([0, 1, 2, 1, false])
    services.clock.advance(6_000)
    await queryDoubts(services)
    expect(await counts()).toEqual([0, 0, 3, 1, true])
    const { endedAt } = await progress()
    expect(endedAt).toEqual(services.clock.now())
    services.clock.advance(60_000)
    await reconcileStatement(services, '2026-03-16')
    expect(await counts()).toEqual([0, 0, 2, 2, true])
    expect(await progress()).toMatchObject({
      payableCount: 4,
      cancelledCount: 1,
      grossFen: 40_000n,
      succeededFen: 20_000n,
      failedFen: 20_000n,
      cancelledFen: 10_000n,
      endedAt,
    })
  })
})

describe('pendingTransfers', () => {
  it('lists transfers in doubt for five minutes within the scope', async () => {
    const mine = await doubtedTransfer(services, fixture, freshRow({ amount: '1000' }))
    const list = async (who: string) => {
      const { rows } = await (await signIn(services, who)).answer('pendingTransfers', {})
      return rows.filter(({ rowId }) => rowId === mine.rowId)
    }
    expect(await list(fixture.check)).toEqual([])
    services.clock.advance(5 * 60_000 + 1)
    expect(await list(fixture.check)).toMatchObject([
      { reference: mine.reference, state: 'in-doubt', netFen: 96_000n, attempts: 1, proposal: null },
    ])
    for (const who of [fixture.pay, 'managerA', 'admin']) expect(await list(who)).toHaveLength(1)
    for (const who of ['checkA1', 'managerB', 'payB1']) expect(await list(who)).toEqual([])
    expect((await reader.answer('pendingTransfers', { state: 'manual' })).rows).toEqual([])
    await settleAll(services)
    expect(await list(fixture.check)).toEqual([])
  })
})
