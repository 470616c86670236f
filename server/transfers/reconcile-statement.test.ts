// The bank's own record of a day against ours: it settles what is in doubt, and names what one side does not know.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { doubtedTransfer, newsOf, onlyTransfer, sendInVain } from '../testing/doubted-transfer.ts'
import { MemoryBank } from '../testing/memory-bank.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import {
  balanceOf,
  historyOf,
  openWorkplace,
  startedBatch,
  transfersOf,
  type Workplace,
} from '../testing/workplace.ts'
import { hearBank } from './hear-bank.ts'
import { reconcileStatement, reconcileYesterday } from './reconcile-statement.ts'
import { sendWaiting } from './send-transfers.ts'

let house: TestHouse
let people: People
let place: Workplace

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
/** Each test has a day of its own. */
let day = 16
let today: string
beforeEach(async () => {
  day += 1
  today = `2026-03-${day}`
  house.clock.set(new Date(`${today}T10:00:00+08:00`))
  place = await openWorkplace(house, people, { fen: 100_000_000n })
})
afterAll(async () => {
  await expectMoneyTruths(house, [/our books paid \S+, the bank did not/])
  await house.close()
})

describe('reconcileStatement', () => {
  it('settles transfers in doubt, reverses returned ones and leaves the rest held', async () => {
    const paid = await doubtedTransfer(house, place, freshRow(), 'lost-answer')
    const back = await doubtedTransfer(
      house,
      place,
      freshRow({ cardNo: '6222021202000010006' }),
      'lost-answer',
    )
    const lost = await doubtedTransfer(house, place)
    house.clock.advance(60_000)
    expect(await reconcileStatement(house, today)).toEqual({ lines: 3, changed: 2, unknown: [], missing: [] })
    expect([(await paid.look()).state, (await back.look()).state, (await lost.look()).state]).toEqual([
      'succeeded',
      'returned',
      'in-doubt',
    ])
    expect((await historyOf(house, paid.id)).at(-1)).toBe('listed in-doubt→succeeded')
    expect((await historyOf(house, back.id)).slice(-2)).toEqual([
      'listed in-doubt→succeeded',
      'listed succeeded→returned',
    ])
    expect(await balanceOf(house, place)).toMatchObject({
      held: 10_650n,
      fee_income: 650n,
      available: 100_000_000n - 21_300n,
    })
    expect(await reconcileStatement(house, today)).toEqual({ lines: 3, changed: 0, unknown: [], missing: [] })
    await settleAll(house)
  })

  it('reads every page of the bank’s record', async () => {
    const { batchId } = await startedBatch(house, place, freshRows(600, { amount: '1' }))
    await sendInVain(house, 'lost-answer')
    const pages: (string | undefined)[] = []
    const { statement } = MemoryBank.prototype
    house.bank.statement = (on, after) => {
      pages.push(after)
      return statement.call(house.bank, on, after)
    }
    expect(await reconcileStatement(house, today)).toMatchObject({ lines: 600, changed: 600 })
    Reflect.deleteProperty(house.bank, 'statement')
    expect(pages).toEqual([undefined, '500'])
    expect(new Set((await transfersOf(house, batchId)).map(({ state }) => state))).toEqual(
      new Set(['succeeded']),
    )
    expect(await balanceOf(house, place)).toMatchObject({ held: 0n, outcome: 60_000n, cost: 4_200n })
  })

  it('reports unknown references and changes nothing for them', async () => {
    await startedBatch(house, place, [freshRow()])
    while ((await sendWaiting(house)) > 0);
    const { statement } = MemoryBank.prototype
    const foreign = ['PW199901010001R2Xdeadbeef', 'with\u0000nothing']
    house.bank.statement = async (on, after) => {
      const { lines, next } = await statement.call(house.bank, on, after)
      const others = foreign.map((reference) => newsOf(reference, 'succeeded', { amountFen: 1n }))
      return { lines: [...lines, ...others], next }
    }
    const logged = house.lines.length
    const result = await reconcileStatement(house, today)
    Reflect.deleteProperty(house.bank, 'statement')
    expect(result).toMatchObject({ changed: 0, unknown: foreign, missing: [] })
    expect(house.lines.slice(logged).join('')).toContain('PW199901010001R2Xdeadbeef')
    const metrics = await house.metrics.registry.metrics()
    expect(metrics).toContain('paywages_transfer_alarms_total{alarm="unknown-reference"} 2')
  })

  it('reports payments that the bank does not list and leaves them unchanged', async () => {
    const { look, hear, reference, batchId } = await doubtedTransfer(house, place)
    await hear('succeeded')
    const resolved = await doubtedTransfer(house, place)
    await hearBank(house, 'notified', [resolved.news('succeeded', { serial: '' })])
    expect(await reconcileStatement(house, today)).toMatchObject({ missing: [reference] })
    expect((await look()).state).toBe('succeeded')
    // Another day has nothing to do with it.
    expect(await reconcileStatement(house, '2026-03-01')).toMatchObject({ missing: [], lines: 0 })
    const [row] = await house.query<{ paid_at: Date }>(
      'select paid_at from payout_rows where batch_id = $1',
      [batchId],
    )
    expect(row?.paid_at).toEqual(house.clock.now())
  })

  it('settles nothing when the amount differs', async () => {
    const { look, reference, id } = await doubtedTransfer(house, place, freshRow(), 'lost-answer')
    const record = house.bank.records.get(reference)
    if (!record) throw new Error('the bank knows it')
    house.bank.records.set(reference, { ...record, order: { ...record.order, amountFen: 9_999n } })
    await reconcileStatement(house, today)
    expect([(await look()).state, (await historyOf(house, id)).at(-1)]).toEqual([
      'in-doubt',
      'listed in-doubt→in-doubt !amount-differs',
    ])
    house.bank.records.set(reference, record)
    await reconcileStatement(house, today)
    expect((await look()).state).toBe('succeeded')
  })

  it('changes nothing and throws when the bank does not answer', async () => {
    const { look } = await doubtedTransfer(house, place, freshRow(), 'lost-answer')
    house.bank.fault = () => 'lost-answer'
    await expect(reconcileStatement(house, today)).rejects.toThrow('no definite answer')
    house.bank.fault = undefined
    expect((await look()).state).toBe('in-doubt')
    await settleAll(house)
  })
})

describe('reconcileYesterday', () => {
  it('uses the day of Shanghai, to the millisecond', async () => {
    house.clock.set(new Date(`${today}T23:59:59.999+08:00`))
    const before = await startedBatch(house, place, [freshRow()])
    while ((await sendWaiting(house)) > 0);
    house.clock.advance(1)
    const after = await startedBatch(house, place, [freshRow()])
    while ((await sendWaiting(house)) > 0);
    day += 1
    const [one, two] = [await onlyTransfer(house, before.batchId), await onlyTransfer(house, after.batchId)]
    const told: string[][] = []
    const { statement } = MemoryBank.prototype
    house.bank.statement = async (on, from) => {
      const page = await statement.call(house.bank, on, from)
      told.push([on, ...page.lines.map(({ reference }) => reference)])
      return page
    }
    expect(await reconcileYesterday(house)).toMatchObject({ unknown: [], missing: [] })
    Reflect.deleteProperty(house.bank, 'statement')
    expect(told).toEqual([[today, one.reference]])
    expect(await reconcileStatement(house, `2026-03-${day}`)).toMatchObject({ lines: 1, missing: [] })
    expect(two.state).toBe('succeeded')
  })
})
