// The bank's own record of a day against ours: it settles what is in doubt, and names what one side does not know.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { doubtedTransfer, onlyTransfer, sendInVain, updateOf } from '../testing/doubted-transfer.ts'
import { MemoryBank } from '../testing/memory-bank.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  historyOf,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { reconcileStatement, reconcileYesterday } from './reconcile-statement.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
/** Each test has a day of its own. */
let day = 16
let today: string
beforeEach(async () => {
  day += 1
  today = `2026-03-${day}`
  services.clock.set(new Date(`${today}T10:00:00+08:00`))
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
})
afterAll(async () => {
  await expectMoneyTruths(services, [/our books paid \S+, the bank did not/, /deadbeef|withnothing/])
  await services.close()
})

describe('reconcileStatement', () => {
  it('settles transfers in doubt, reverses returned ones and leaves the rest held', async () => {
    const paid = await doubtedTransfer(services, fixture, freshRow(), 'lost-answer')
    const back = await doubtedTransfer(
      services,
      fixture,
      freshRow({ cardNo: '6222021202000010006' }),
      'lost-answer',
    )
    const lost = await doubtedTransfer(services, fixture)
    services.clock.advance(60_000)
    expect(await reconcileStatement(services, today)).toMatchObject({
      lines: 3,
      changed: 2,
      unknown: [],
      missing: [],
      otherPayees: [],
    })
    expect([
      (await paid.current()).state,
      (await back.current()).state,
      (await lost.current()).state,
    ]).toEqual(['succeeded', 'returned', 'in-doubt'])
    expect((await historyOf(services, paid.id)).at(-1)).toBe('listed in-doubt→succeeded')
    expect((await historyOf(services, back.id)).slice(-2)).toEqual([
      'listed in-doubt→succeeded',
      'listed succeeded→returned',
    ])
    expect(await balanceOf(services, fixture)).toMatchObject({
      held: 10_650n,
      fee_income: 650n,
      available: 100_000_000n - 21_300n,
    })
    expect(await reconcileStatement(services, today)).toMatchObject({
      lines: 3,
      changed: 0,
      unknown: [],
      missing: [],
      otherPayees: [],
    })
    await settleAll(services)
  })

  it('reads every page of the bank’s record', async () => {
    const { batchId } = await startedBatch(services, fixture, freshRows(600, { amount: '1' }))
    await sendInVain(services, 'lost-answer')
    const pages: (string | undefined)[] = []
    const { statement } = MemoryBank.prototype
    services.bank.statement = (on, after) => {
      pages.push(after)
      return statement.call(services.bank, on, after)
    }
    expect(await reconcileStatement(services, today)).toMatchObject({ lines: 600, changed: 600 })
    Reflect.deleteProperty(services.bank, 'statement')
    expect(pages).toEqual([undefined, '500'])
    expect(new Set((await transfersOf(services, batchId)).map(({ state }) => state))).toEqual(
      new Set(['succeeded']),
    )
    expect(await balanceOf(services, fixture)).toMatchObject({ held: 0n, outcome: 60_000n, cost: 4_200n })
  })

  it('reports unknown references and changes nothing for them', async () => {
    await startedBatch(services, fixture, [freshRow()])
    while ((await sendWaiting(services)) > 0);
    const { statement } = MemoryBank.prototype
    const foreign = ['PW199901010001R2Xdeadbeef', 'with\u0000nothing']
    services.bank.statement = async (on, after) => {
      const { lines, next } = await statement.call(services.bank, on, after)
      const others = foreign.map((reference) => updateOf(reference, 'succeeded', { amountFen: 1n }))
      return { lines: [...lines, ...others], next }
    }
    const logged = services.lines.length
    const result = await reconcileStatement(services, today)
    Reflect.deleteProperty(services.bank, 'statement')
    expect(result).toMatchObject({ changed: 0, missing: [] })
    expect([...result.unknown].sort()).toEqual(['PW199901010001R2Xdeadbeef', 'withnothing'])
    expect(services.lines.slice(logged).join('')).toContain('PW199901010001R2Xdeadbeef')
    const metrics = await services.metrics.registry.metrics()
    expect(metrics).toContain('paywages_transfer_alarms_total{alarm="unknown-reference"} 2')
  })

  it('reports payments that the bank does not list and leaves them unchanged', async () => {
    const { current, applyBankStatus, reference, batchId } = await doubtedTransfer(services, fixture)
    await applyBankStatus('succeeded')
    const resolved = await doubtedTransfer(services, fixture)
    await applyBankUpdates(services, 'notified', [resolved.update('succeeded', { serial: '' })])
    expect(await reconcileStatement(services, today)).toMatchObject({ missing: [reference] })
    expect((await current()).state).toBe('succeeded')
    // Another day has nothing to do with it.
    expect(await reconcileStatement(services, '2026-03-01')).toMatchObject({ missing: [], lines: 0 })
    const [row] = await services.query<{ paid_at: Date }>(
      'select paid_at from payout_lines where batch_id = $1',
      [batchId],
    )
    expect(row?.paid_at).toEqual(services.clock.now())
  })

  it('settles nothing when the amount differs', async () => {
    const { current, reference, id } = await doubtedTransfer(services, fixture, freshRow(), 'lost-answer')
    const record = services.bank.records.get(reference)
    if (!record) throw new Error('the bank knows it')
    services.bank.records.set(reference, { ...record, order: { ...record.order, amountFen: 9_999n } })
    await reconcileStatement(services, today)
    expect([(await current()).state, (await historyOf(services, id)).at(-1)]).toEqual([
      'in-doubt',
      'listed in-doubt→in-doubt !amount-differs',
    ])
    services.bank.records.set(reference, record)
    await reconcileStatement(services, today)
    expect((await current()).state).toBe('succeeded')
  })

  it('changes nothing and throws when the bank does not answer', async () => {
    const { current } = await doubtedTransfer(services, fixture, freshRow(), 'lost-answer')
    services.bank.fault = () => 'lost-answer'
    await expect(reconcileStatement(services, today)).rejects.toThrow('no definite answer')
    services.bank.fault = undefined
    expect((await current()).state).toBe('in-doubt')
    await settleAll(services)
  })
})

describe('reconcileYesterday', () => {
  it('uses the day of Shanghai, to the millisecond', async () => {
    services.clock.set(new Date(`${today}T23:59:59.999+08:00`))
    const before = await startedBatch(services, fixture, [freshRow()])
    while ((await sendWaiting(services)) > 0);
    services.clock.advance(1)
    const after = await startedBatch(services, fixture, [freshRow()])
    while ((await sendWaiting(services)) > 0);
    day += 1
    const [one, two] = [
      await onlyTransfer(services, before.batchId),
      await onlyTransfer(services, after.batchId),
    ]
    const reported: string[][] = []
    const { statement } = MemoryBank.prototype
    services.bank.statement = async (on, from) => {
      const page = await statement.call(services.bank, on, from)
      reported.push([on, ...page.lines.map(({ reference }) => reference)])
      return page
    }
    expect(await reconcileYesterday(services)).toMatchObject({ unknown: [], missing: [] })
    Reflect.deleteProperty(services.bank, 'statement')
    expect(reported).toEqual([[today, one.reference]])
    expect(await reconcileStatement(services, `2026-03-${day}`)).toMatchObject({ lines: 1, missing: [] })
    expect(two.state).toBe('succeeded')
  })
})
