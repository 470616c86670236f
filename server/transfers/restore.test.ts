// After a restore to before a start that the bank executed: nothing is paid again, and what was forgotten is adopted (ADR 27).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorChain } from '../audit-log/anchor-chain.ts'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { sendAll, settleAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  creditFen,
  historyOf,
  openProviderFixture,
  readyBatch,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { backUp, restore } from '../testing/restored-copy.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { decideDebit, proposeDebit } from './explain-debit.ts'
import { guardSending } from './guard-sending.ts'
import { resumePaused } from './pause-batch.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const superManager = { account: 'admin2', providerId: people.providers.A1, platformId: people.platforms.A }
  await services.database.transact((tx) => createAccount(tx, services, 'super', superManager))
})
afterAll(() => services.close())

const causes = async (on: TestServices) =>
  (
    await on.query<{ cause: string }>(
      'select distinct cause from unknown_debits where outcome is null order by cause',
    )
  ).map(({ cause }) => cause)
const outcomes = async (on: TestServices) =>
  (
    await on.query<{ line: string }>(
      `select outcome || ' ' || count(*) as line from unknown_debits where outcome is not null group by outcome order by 1`,
    )
  ).map(({ line }) => line)
const explainAsPaid = async (on: TestServices) => {
  const open = await on.query<{ id: number }>(
    'select debit_id::int as id from unknown_debits where outcome is null',
  )
  for (const { id: debitId } of open) {
    const proposal = { debitId, outcome: 'paid', reason: 'seen at the bank' } as const
    await proposeDebit(on, await actorOf(on, 'admin'), proposal)
    await decideDebit(on, await actorOf(on, 'admin2'), { debitId, confirmed: true, reason: '' })
  }
}
/** As the backup holds it: uploaded and audited, the review lost. */
const loseReview = (on: TestServices, batchId: number) =>
  on.query(`update payout_batches set status = 'reviewing' where batch_id = ${batchId};
    alter table payout_approvals disable trigger all;
    delete from payout_approvals where batch_id = ${batchId} and step = 'review';
    alter table payout_approvals enable trigger all`)
const statesOf = async (on: TestServices, batchId: number) =>
  (await transfersOf(on, batchId)).map(({ state }) => state)
const actions = async (on: TestServices) =>
  (
    await on.query<{ line: string }>(
      `select action || ' ' || object_id as line from audit_entries where action in ('halt-sending', 'resume-sending') order by entry_id`,
    )
  ).map(({ line }) => line)
/** How often the bank paid each order of the test; a person paid twice shows in any of them. */
const paidTo = (cards: readonly string[]) =>
  cards.map(
    (cardNo) => [...services.bank.records.values()].filter(({ order }) => order.cardNo === cardNo).length,
  )

describe('a batch started again after a restore', () => {
  it('bears the same references on every copy, and the bank executes each once', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const rows = freshRows(5)
    const { batchId } = await readyBatch(services, fixture, rows)
    const backup = await backUp(services)
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await sendAll(services)
    const restored = await restore(services, backup)
    await takeStep(restored, fixture.pay, batchId, 'transferring')
    const references = (await transfersOf(services, batchId)).map(({ reference }) => reference)
    expect((await transfersOf(restored, batchId)).map(({ reference }) => reference)).toEqual(references)
    // As if nobody guarded: the orders go out once more.
    await restored.query('update sending_gate set server_started_at = pg_postmaster_start_time()')
    const received = services.bank.received.length
    await sendAll(restored)
    expect(services.bank.received.length).toBe(received + 5)
    expect(paidTo(rows.map(({ cardNo }) => cardNo))).toEqual([1, 1, 1, 1, 1])
    expect(await statesOf(restored, batchId)).toEqual(Array(5).fill('succeeded'))
    await restored.close()
  })

  it('raises an alarm when the bank has executed another amount under the reference', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const { batchId } = await readyBatch(services, fixture, [freshRow()])
    const backup = await backUp(services)
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await sendAll(services)
    const restored = await restore(services, backup)
    await restored.query('update payout_rows set tax_fen = 1 where batch_id = $1', [batchId])
    await restored.query('update sending_gate set server_started_at = pg_postmaster_start_time()')
    await takeStep(restored, fixture.pay, batchId, 'transferring')
    await sendAll(restored)
    const [transfer] = await transfersOf(restored, batchId)
    expect(await historyOf(restored, transfer?.id ?? 0n)).toEqual([
      'sent reserved→sending',
      'answered sending→in-doubt !contradiction',
    ])
    await restored.close()
  })
})

describe('guardSending', () => {
  it('adopts the lost start with its money, tax and history, and sends the rest under the same references', async () => {
    const fixture = await openProviderFixture(services, people, {
      fen: 500_000_000n,
      taxMethod: 'cumulative',
    })
    const rows = [...freshRows(3, { amount: '9000' }), freshRow({ cardNo: '6222021202000020006' })]
    const { batchId } = await readyBatch(services, fixture, rows)
    const backup = await backUp(services)
    await takeStep(services, fixture.pay, batchId, 'transferring')
    // The bank got two of them before all was lost.
    await sendWaiting(services, 2)
    const restored = await restore(services, backup)
    const received = services.bank.received.length
    // Whoever presses the start before anybody has looked sends nothing.
    expect(await sendWaiting(restored)).toBe(0)
    expect(await guardSending(restored)).toEqual({ state: 'open' })
    expect(services.bank.received.length).toBe(received)
    expect(await statesOf(restored, batchId)).toEqual(['succeeded', 'succeeded', 'reserved', 'reserved'])
    const [first] = await transfersOf(restored, batchId)
    expect(await historyOf(restored, first?.id ?? 0n)).toEqual(['adopted reserved→succeeded'])
    const payer = await signIn(restored, fixture.pay)
    expect((await payer.answer('batchProgress', { batchId })).starterName).toBe(
      '系统（恢复后按银行记录补记）',
    )
    await expect(takeStep(restored, fixture.pay, batchId, 'transferring')).rejects.toMatchObject({
      code: 'state-changed',
    })
    await expectMoneyTruths(restored)
    await settleAll(restored)
    await settleAll(services)
    expect(paidTo(rows.map(({ cardNo }) => cardNo))).toEqual([1, 1, 1, 1])
    expect(await balanceOf(restored, fixture)).toEqual(await balanceOf(services, fixture))
    expect((await transfersOf(restored, batchId)).map(({ tax }) => tax)).toEqual(
      (await transfersOf(services, batchId)).map(({ tax }) => tax),
    )
    await expectMoneyTruths(restored)
    expect(await outcomes(restored)).toEqual(['adopted 2'])
    await restored.close()
  })

  it('adopts transfers whose sending was lost', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const { batchId } = await startedBatch(services, fixture, freshRows(2))
    const backup = await backUp(services)
    await sendAll(services)
    await anchorChain(services)
    const restored = await restore(services, backup)
    expect(await sendWaiting(restored)).toBe(0)
    expect(await guardSending(restored)).toEqual({ state: 'open' })
    expect(await statesOf(restored, batchId)).toEqual(['succeeded', 'succeeded'])
    // Neither cluster nor timeline tells of older files; what was published of the audit log does, and bank files are held back.
    const held = `select object_id as mark from audit_entries where action = 'hold-bank-files'`
    expect(await restored.query(held)).toEqual([{ mark: expect.stringMatching(/^older log since /) }])
    await expectMoneyTruths(restored)
    await restored.close()
    // A server that was merely started anew holds its own log.
    await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    await guardSending(services)
    expect(await services.query(held)).toEqual([])
  })

  it('is not halted once more by a worker that looked before another one had compared', async () => {
    const restored = await restore(services, await backUp(services))
    await guardSending(restored)
    const before = await actions(restored)
    await restored.query('update sending_gate set timeline = timeline + 1')
    const compared = await holdLock(restored, 'update sending_gate set timeline = timeline - 1')
    const late = guardSending(restored)
    await compared.untilWaiting(1)
    await compared.commit()
    expect(await late).toEqual({ state: 'open' })
    expect(await actions(restored)).toEqual(before)
    await restored.close()
  })

  it('waits for lost approvals and a lost recharge, and says so', async () => {
    const fixture = await openProviderFixture(services, people)
    const { batchId } = await readyBatch(services, fixture, freshRows(2))
    const backup = await backUp(services)
    await creditFen(services, fixture.providerId, 10_000_000n)
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await sendAll(services)
    const restored = await restore(services, backup)
    await loseReview(restored, batchId)
    const halted = { state: 'halted', reason: 'unknown-debits' }
    expect(await guardSending(restored)).toEqual(halted)
    expect(await causes(restored)).toEqual(['not-approved'])
    expect(await sendWaiting(restored)).toBe(0)
    await takeStep(restored, fixture.check, batchId, 'ready')
    expect(await guardSending(restored)).toEqual(halted)
    expect(await causes(restored)).toEqual(['balance'])
    await creditFen(restored, fixture.providerId, 10_000_000n)
    expect(await guardSending(restored)).toEqual({ state: 'open' })
    expect(await actions(restored)).toEqual(['halt-sending unknown-debits', 'resume-sending unknown-debits'])
    await expectMoneyTruths(restored)
    await restored.close()
  })

  it('matches a lost sheet that is uploaded again, and then adopts what its tax counted for', async () => {
    const fixture = await openProviderFixture(services, people, {
      fen: 500_000_000n,
      taxMethod: 'cumulative',
    })
    const person = freshRow({ amount: '9000' })
    const later = await readyBatch(services, fixture, [person])
    const backup = await backUp(services)
    // Both within one month, so that the tax of the one that the backup holds counts the lost one.
    const lost = [{ ...person, amount: '8000', remark: 'lost' }, freshRow({ amount: '50' })]
    await startedBatch(services, fixture, lost)
    await sendAll(services)
    services.clock.advance(60_000)
    await takeStep(services, fixture.pay, later.batchId, 'transferring')
    await sendAll(services)
    const restored = await restore(services, backup)
    expect(await guardSending(restored)).toEqual({ state: 'halted', reason: 'unknown-debits' })
    expect(await causes(restored)).toEqual(['amount-differs', 'no-batch'])
    const again = await startedBatch(restored, fixture, lost)
    const received = services.bank.received.length
    expect(await sendWaiting(restored)).toBe(0)
    await guardSending(restored)
    expect(await guardSending(restored)).toEqual({ state: 'open' })
    expect(await statesOf(restored, again.batchId)).toEqual(['succeeded', 'succeeded'])
    expect(await statesOf(restored, later.batchId)).toEqual(['succeeded'])
    expect(services.bank.received.length).toBe(received)
    expect(paidTo(lost.map(({ cardNo }) => cardNo))).toEqual([2, 1])
    expect(await balanceOf(restored, fixture)).toEqual(await balanceOf(services, fixture))
    expect(await outcomes(restored)).toEqual(['adopted 1', 'matched 2'])
    await expectMoneyTruths(restored)
    await restored.close()
  })

  it('matches a lost sheet that was started again before anybody had looked', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const backup = await backUp(services)
    const lost = freshRows(2)
    await startedBatch(services, fixture, lost)
    await sendAll(services)
    const restored = await restore(services, backup)
    const again = await startedBatch(restored, fixture, lost)
    expect(await sendWaiting(restored)).toBe(0)
    expect(await guardSending(restored)).toEqual({ state: 'open' })
    expect(await statesOf(restored, again.batchId)).toEqual(['succeeded', 'succeeded'])
    expect(await outcomes(restored)).toEqual(['matched 2'])
    expect(paidTo(lost.map(({ cardNo }) => cardNo))).toEqual([1, 1])
    await expectMoneyTruths(restored)
    await restored.close()
  })

  describe('a batch that lost its approval, uploaded again', () => {
    /** The bank has paid all of it; the copy knows the batch as waiting for its review. */
    const forgotten = async () => {
      const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
      const rows = freshRows(2)
      const { batchId } = await readyBatch(services, fixture, rows)
      const backup = await backUp(services)
      await takeStep(services, fixture.pay, batchId, 'transferring')
      await sendAll(services)
      const restored = await restore(services, backup)
      await loseReview(restored, batchId)
      expect(await guardSending(restored)).toMatchObject({ state: 'halted' })
      const paidOnce = async () => {
        await settleAll(restored)
        expect(paidTo(rows.map(({ cardNo }) => cardNo))).toEqual([1, 1])
        await expectMoneyTruths(restored)
        await restored.close()
      }
      return { fixture, rows, batchId, restored, paidOnce }
    }

    it.each(['explained as paid before it is started', 'explained as paid after it was started'])(
      'is rejected, its debits %s: the new rows take over the references',
      async (when) => {
        const { fixture, rows, batchId, restored, paidOnce } = await forgotten()
        await takeStep(restored, fixture.check, batchId, 'review-rejected')
        if (when.endsWith('before it is started')) await explainAsPaid(restored)
        const again = await startedBatch(restored, fixture, rows)
        if (when.endsWith('after it was started')) await explainAsPaid(restored)
        expect(await guardSending(restored)).toEqual({ state: 'open' })
        await settleAll(restored)
        expect(await statesOf(restored, again.batchId)).toEqual(['succeeded', 'succeeded'])
        await paidOnce()
      },
    )

    it('is not rejected but approved and started as well: its rows are refused as paid', async () => {
      const { fixture, rows, batchId, restored, paidOnce } = await forgotten()
      const again = await startedBatch(restored, fixture, rows.slice(0, 1))
      await takeStep(restored, fixture.check, batchId, 'ready')
      // What was not uploaded again is adopted from the batch itself.
      expect(await guardSending(restored)).toEqual({ state: 'open' })
      expect(await statesOf(restored, again.batchId)).toEqual(['succeeded'])
      expect(await statesOf(restored, batchId)).toEqual([null, 'succeeded'])
      expect(await outcomes(restored)).toEqual(['adopted 1', 'matched 1'])
      await paidOnce()
    })
  })

  it('matches nothing in a batch whose rows somebody changed since the start, and pauses it', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const backup = await backUp(services)
    const lost = freshRow()
    await startedBatch(services, fixture, [lost])
    await sendAll(services)
    const restored = await restore(services, backup)
    const others = freshRows(2)
    const again = await startedBatch(restored, fixture, [lost, ...others])
    const references = (await transfersOf(restored, again.batchId)).map(({ reference }) => reference)
    const swapCards = () =>
      restored.query(
        `update payout_rows a set seal = b.seal from payout_rows b
         where (a.row_id, b.row_id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
        again.rowIds.slice(1),
      )
    await swapCards()
    expect(await guardSending(restored)).toMatchObject({ state: 'halted' })
    expect((await transfersOf(restored, again.batchId)).map(({ reference }) => reference)).toEqual(references)
    expect(await restored.query('select from transfer_queues where paused_at is not null')).toHaveLength(1)
    await swapCards()
    expect(await resumePaused(restored)).toBe(1)
    expect(await guardSending(restored)).toEqual({ state: 'open' })
    expect(await statesOf(restored, again.batchId)).toEqual(['succeeded', 'reserved', 'reserved'])
    expect(paidTo([lost, ...others].map(({ cardNo }) => cardNo))).toEqual([1, 0, 0])
    await expectMoneyTruths(restored)
    await restored.close()
  })

  it.each([
    ['another cluster', 'system_identifier = system_identifier + 1', 'other-cluster'],
    ['another timeline', 'timeline = timeline + 1', 'other-timeline'],
  ])('halts on %s until the bank answers, and tells both in the audit log', async (_, change, reason) => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    const before = (await actions(services)).length
    await services.query(`update sending_gate set ${change}`)
    expect(await sendWaiting(services)).toBe(0)
    services.bank.fault = () => 'lost-answer'
    await expect(guardSending(services)).rejects.toThrow('no definite answer')
    services.bank.fault = undefined
    expect(await sendWaiting(services)).toBe(0)
    expect(await services.query('select state, reason from sending_gate')).toEqual([
      { state: 'halted', reason },
    ])
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect((await actions(services)).slice(before)).toEqual([
      `halt-sending ${reason}`,
      `resume-sending ${reason}`,
    ])
    expect(await sendWaiting(services)).toBe(1)
    expect(await statesOf(services, batchId)).toEqual(['succeeded'])
  })
})
