// Locks are taken in one order everywhere: what the bank says never loses to a deadlock with what else touches its rows.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { doubtedTransfer, sendInVain } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { queryLater } from './question-store.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
})
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank did not/])
  await services.close()
})

/** Runs the steps of another transaction one by one, around work that waits for its locks. */
async function against(steps: readonly [string, unknown[]][], work: () => Promise<unknown>): Promise<void> {
  const other = await services.admin.connect()
  try {
    await other.query('begin')
    const [first, ...rest] = steps
    if (first) await other.query(first[0], first[1])
    const done = work()
    await vi.waitFor(
      async () => {
        const waiting = await services.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        expect(waiting).toHaveLength(1)
      },
      { timeout: 15_000 },
    )
    for (const [statement, values] of rest) await other.query(statement, values)
    await other.query('commit')
    await done
  } finally {
    await other.query('rollback')
    other.release()
  }
}

describe('hearBank', () => {
  it('does not deadlock with registering the people of the same batch', async () => {
    const { batchId, rowId, applyBankStatus, current } = await doubtedTransfer(services, fixture)
    await registerWaitingPeople(services)
    await against(
      [
        ['select 1 from payout_batches where batch_id = $1 for update', [batchId]],
        [
          `update provider_freelancers k set refreshed_at = k.refreshed_at from freelancers f, payout_rows r
          where f.freelancer_id = k.freelancer_id and r.id_hash = f.id_hash and r.provider_id = k.provider_id and r.row_id = $1`,
          [rowId],
        ],
      ],
      () => applyBankStatus('succeeded'),
    )
    expect((await current()).state).toBe('succeeded')
  })

  it('does not deadlock about many batches concurrently in any order', async () => {
    const person = freshRow()
    const batches = []
    for (const remark of ['1', '2', '3'])
      batches.push(await startedBatch(services, fixture, [{ ...person, remark }, ...freshRows(3)]))
    await sendInVain(services, 'lost-answer')
    const transfers = (await Promise.all(batches.map(({ batchId }) => transfersOf(services, batchId)))).flat()
    const references = transfers.map(({ reference }) => reference)
    const changed = await Promise.all([
      ...references.map((one) => applyBankUpdates(services, 'notified', services.bank.updateOf([one]))),
      applyBankUpdates(services, 'listed', services.bank.updateOf(references.toReversed())),
      applyBankUpdates(services, 'asked', services.bank.updateOf(references)),
      registerWaitingPeople(services).then(() => 0),
    ])
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(12)
  })
})

describe('askLater', () => {
  it('locks transfers in the order of their ids, whatever order is given', async () => {
    const { batchId } = await startedBatch(services, fixture, freshRows(2))
    await sendInVain(services, 'lost-order')
    const ids = (await transfersOf(services, batchId)).map(({ id }) => id)
    const nextQueryAt = new Date(services.clock.now().getTime() + 1_000)
    const lock = 'select 1 from transfer_questions where row_id = $1 for update'
    await against(
      [
        [lock, [ids[0]]],
        [lock, [ids[1]]],
      ],
      () =>
        services.database.transact((tx) =>
          queryLater(
            tx,
            ids.toReversed().map((rowId) => ({ rowId, nextQueryAt })),
          ),
        ),
    )
    expect((await transfersOf(services, batchId)).map(({ queryAt }) => queryAt)).toEqual([
      nextQueryAt,
      nextQueryAt,
    ])
  })
})
