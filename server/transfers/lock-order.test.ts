// Locks are taken in one order everywhere: what the bank says never loses to a deadlock with what else touches its rows.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { doubtedTransfer, sendInVain } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace, startedBatch, transfersOf, type Workplace } from '../testing/workplace.ts'
import { hearBank } from './hear-bank.ts'
import { askLater } from './transfer-store.ts'

let house: TestHouse
let people: People
let place: Workplace

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(async () => {
  place = await openWorkplace(house, people, { fen: 10_000_000n })
})
afterAll(async () => {
  await expectMoneyTruths(house, [/the bank did not/])
  await house.close()
})

/** Runs the steps of another transaction one by one, around work that waits for its locks. */
async function against(steps: readonly [string, unknown[]][], work: () => Promise<unknown>): Promise<void> {
  const other = await house.database.pool.connect()
  try {
    await other.query('begin')
    const [first, ...rest] = steps
    if (first) await other.query(first[0], first[1])
    const done = work()
    await vi.waitFor(
      async () => {
        const waiting = await house.query(
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
    const { batchId, rowId, hear, look } = await doubtedTransfer(house, place)
    await registerWaitingPeople(house)
    await against(
      [
        ['select 1 from payout_batches where batch_id = $1 for update', [batchId]],
        [
          `update provider_freelancers k set refreshed_at = k.refreshed_at from freelancers f, payout_rows r
          where f.freelancer_id = k.freelancer_id and r.id_hash = f.id_hash and r.provider_id = k.provider_id and r.row_id = $1`,
          [rowId],
        ],
      ],
      () => hear('succeeded'),
    )
    expect((await look()).state).toBe('succeeded')
  })

  it('does not deadlock about many batches concurrently in any order', async () => {
    const person = freshRow()
    const batches = []
    for (const remark of ['1', '2', '3'])
      batches.push(await startedBatch(house, place, [{ ...person, remark }, ...freshRows(3)]))
    await sendInVain(house, 'lost-answer')
    const transfers = (await Promise.all(batches.map(({ batchId }) => transfersOf(house, batchId)))).flat()
    const references = transfers.map(({ reference }) => reference)
    const changed = await Promise.all([
      ...references.map((one) => hearBank(house, 'notified', house.bank.newsOf([one]))),
      hearBank(house, 'listed', house.bank.newsOf(references.toReversed())),
      hearBank(house, 'asked', house.bank.newsOf(references)),
      registerWaitingPeople(house).then(() => 0),
    ])
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(12)
  })
})

describe('askLater', () => {
  it('locks transfers in the order of their ids, whatever order is given', async () => {
    const { batchId } = await startedBatch(house, place, freshRows(2))
    await sendInVain(house, 'lost-order')
    const ids = (await transfersOf(house, batchId)).map(({ id }) => id)
    const nextAskAt = new Date(house.clock.now().getTime() + 1_000)
    const lock = 'select 1 from transfers where transfer_id = $1 for update'
    await against(
      [
        [lock, [ids[0]]],
        [lock, [ids[1]]],
      ],
      () =>
        house.database.transact((tx) =>
          askLater(
            tx,
            ids.toReversed().map((transferId) => ({ transferId, nextAskAt })),
          ),
        ),
    )
    expect((await transfersOf(house, batchId)).map(({ askAt }) => askAt)).toEqual([nextAskAt, nextAskAt])
  })
})
