// The tax that a start fixes: as if one batch after the other, by the month of the start, and explained for ever (D16, D19, docs/rules/tax.md).

import { withholdSequence } from '@paywages/domain/tax/withhold.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { onlyTransfer, sendInVain, updateOf } from '../testing/doubted-transfer.ts'
import { holdLock } from '../testing/held-lock.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { type StoredBatch, settleAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
})
afterAll(async () => {
  services.clock.set(new Date('2026-04-30T10:00:00+08:00'))
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const ready = (person: SheetRow, ...amounts: string[]) =>
  readyBatch(
    services,
    fixture,
    amounts.map((amount, index) => ({ ...person, amount, remark: `${amount} ${index}` })),
  )
const start = ({ batchId }: StoredBatch) => takeStep(services, fixture.pay, batchId, 'transferring')

const fixed = async ({ batchId }: StoredBatch) => (await transfersOf(services, batchId)).map(({ tax }) => tax)

/** The next word about the batch's only transfer, at that moment. */
async function applyBankStatus(
  batch: StoredBatch,
  status: 'succeeded' | 'rejected' | 'returned',
): Promise<void> {
  const { reference } = await onlyTransfer(services, batch.batchId)
  await applyBankUpdates(services, 'notified', [updateOf(reference, status)])
}

async function explained({ rowIds }: StoredBatch): Promise<bigint[]> {
  const payer = await signIn(services, fixture.pay)
  const taxes: bigint[] = []
  for (const rowId of rowIds) {
    const { taxFen, lines } = await payer.answer('rowTax', { rowId })
    expect(lines.length).toBeGreaterThan(0)
    taxes.push(taxFen)
  }
  return taxes
}

const oneAfterTheOther = (...amounts: bigint[]) =>
  withholdSequence({
    method: 'cumulative',
    history: [],
    payments: amounts.map((amountFen) => ({ day: '2026-03-16', amountFen })),
  }).map(({ withheldFen }) => withheldFen)

describe('tax of two batches for one person', () => {
  it('is the same as for sequential starts when started concurrently', async () => {
    const orders = [
      oneAfterTheOther(1_000_000n, 4_000_000n),
      oneAfterTheOther(4_000_000n, 1_000_000n).reverse(),
    ]
    expect(orders[0]).not.toEqual(orders[1])
    for (const _ of [1, 2, 3]) {
      const person = freshRow()
      const batches = [await ready(person, '10000'), await ready(person, '40000')]
      await Promise.all(batches.map(start))
      const taxes = [...(await fixed(batches[0] as StoredBatch)), ...(await fixed(batches[1] as StoredBatch))]
      expect(orders).toContainEqual(taxes)
    }
  })

  it('follows the order of the starts and may differ from the provisional tax', async () => {
    const person = freshRow()
    const [one, two] = [await ready(person, '10000'), await ready(person, '40000')]
    expect([...(await fixed(one)), ...(await fixed(two))]).toEqual([
      ...oneAfterTheOther(1_000_000n),
      ...oneAfterTheOther(4_000_000n),
    ])
    await start(two)
    await start(one)
    const [later, sooner] = oneAfterTheOther(4_000_000n, 1_000_000n).reverse()
    expect([...(await fixed(one)), ...(await fixed(two))]).toEqual([later, sooner])
    const head = await (await signIn(services, fixture.pay)).answer('batchHead', { batchId: one.batchId })
    expect(head.taxFen).toBe(later)
    expect(await balanceOf(services, fixture)).toMatchObject({ held: 5_000_000n + 325_000n })
  })

  it('uses the payment month of each start, for tax and limit', async () => {
    const person = freshRow()
    const [march, april] = [await ready(person, '45999.99'), await ready(person, '45999')]
    const more = await ready(person, '1')
    services.clock.set(new Date('2026-03-31T23:59:59.999+08:00'))
    await start(march)
    services.clock.set(new Date('2026-04-01T00:00:00+08:00'))
    await services.query('update providers set monthly_limit_fen = 4600000 where provider_id = $1', [
      fixture.providerId,
    ])
    await start(april)
    await start(more)
    const months = await services.query<{ month: string }>(
      'select payment_month as month from payout_batches where batch_id = any($1) order by batch_id',
      [[march.batchId, april.batchId, more.batchId]],
    )
    expect(months.map(({ month }) => month)).toEqual(['2026-03', '2026-04', '2026-04'])
    const taxes = withholdSequence({
      method: 'cumulative',
      history: [],
      payments: [
        { day: '2026-03-31', amountFen: 4_599_999n },
        { day: '2026-04-01', amountFen: 4_599_900n },
      ],
    })
    expect([...(await fixed(march)), ...(await fixed(april))]).toEqual(
      taxes.map(({ withheldFen }) => withheldFen),
    )
    expect((await transfersOf(services, more.batchId)).map(({ error }) => error)).toEqual([
      '本月累计金额须低于 46,000 元',
    ])
    expect([...(await explained(march)), ...(await explained(april))]).toEqual([
      ...(await fixed(march)),
      ...(await fixed(april)),
    ])
  })
})

describe('the tax fixed at the start', () => {
  it('reduces what the bank pays and is settled as tax', async () => {
    const batch = await ready(freshRow(), '4000', '6000', '10000')
    await start(batch)
    const taxes = await fixed(batch)
    expect(taxes).toEqual(oneAfterTheOther(400_000n, 600_000n, 1_000_000n))
    await settleAll(services)
    const references = (await transfersOf(services, batch.batchId)).map(({ reference }) => reference)
    const reported = references.map((one) => services.bank.records.get(one)?.order.amountFen)
    expect(reported).toEqual(
      [400_000n, 600_000n, 1_000_000n].map((gross, index) => gross - (taxes[index] ?? 0n)),
    )
    const tax = taxes.reduce((sum, one) => sum + one, 0n)
    expect(await balanceOf(services, fixture)).toMatchObject({
      held: 0n,
      tax_payable: tax,
      outcome: 2_000_000n,
      cost: 130_000n,
    })
  })

  it('is explained the same after payments succeed, fail or are returned', async () => {
    const person = freshRow()
    const batches: StoredBatch[] = []
    for (const amount of ['10000', '20000', '4000', '6000']) batches.push(await ready(person, amount))
    const [fails, comesBack, explains, later] = batches as [
      StoredBatch,
      StoredBatch,
      StoredBatch,
      StoredBatch,
    ]
    for (const batch of batches) {
      await start(batch)
      services.clock.advance(1_000)
    }
    const before = await Promise.all(batches.map(fixed))
    await sendInVain(services, 'lost-order')
    await applyBankStatus(fails, 'rejected')
    await applyBankStatus(comesBack, 'succeeded')
    await applyBankStatus(comesBack, 'returned')
    await applyBankStatus(later, 'succeeded')
    services.clock.advance(60_000)
    expect(await Promise.all(batches.map(explained))).toEqual(before)
    const [most] = before[2] ?? []
    expect(most).toBe(oneAfterTheOther(1_000_000n, 2_000_000n, 400_000n).at(-1))
    expect(await explained(explains)).toEqual([most])
  })

  it('ignores payments that had failed or been returned before', async () => {
    const person = freshRow()
    const [fails, comesBack, last] = [
      await ready(person, '10000'),
      await ready(person, '20000'),
      await ready(person, '30000'),
    ]
    await start(fails)
    await start(comesBack)
    await sendInVain(services, 'lost-order')
    await applyBankStatus(fails, 'rejected')
    await applyBankStatus(comesBack, 'returned')
    services.clock.advance(1_000)
    await start(last)
    expect(await fixed(last)).toEqual(oneAfterTheOther(3_000_000n))
    expect(await explained(last)).toEqual(await fixed(last))
  })

  it('of a start that waited includes the batch that started first', async () => {
    const person = freshRow()
    const [waits, first] = [await ready(person, '10000'), await ready(person, '40000')]
    const lock = await holdLock(services, 'select 1 from payout_batches where batch_id = $1 for update', [
      waits.batchId,
    ])
    const waiting = start(waits)
    await lock.untilWaiting(1)
    services.clock.advance(1_000)
    await start(first)
    services.clock.advance(1_000)
    await lock.release()
    await waiting
    const [one, two] = oneAfterTheOther(4_000_000n, 1_000_000n)
    expect([await fixed(first), await fixed(waits)]).toEqual([[one], [two]])
    expect([await explained(first), await explained(waits)]).toEqual([[one], [two]])
  })

  it('of two starts in one instant includes only the earlier one', async () => {
    const person = freshRow()
    const [one, two] = [await ready(person, '10000'), await ready(person, '40000')]
    await start(one)
    await start(two)
    const [first, second] = oneAfterTheOther(1_000_000n, 4_000_000n)
    expect([await fixed(one), await fixed(two)]).toEqual([[first], [second]])
    expect([await explained(one), await explained(two)]).toEqual([[first], [second]])
    const payer = await signIn(services, fixture.pay)
    const { lines } = await payer.answer('rowTax', { rowId: one.rowIds[0] ?? 0 })
    expect(lines).toContainEqual({ label: '累计收入', value: '0.00 + 本笔 10,000.00 = 10,000.00 元' })
  })

  it('is explained the same after earlier failures succeed late or are returned', async () => {
    const person = freshRow()
    const [late, lateAndBack] = [await ready(person, '10000'), await ready(person, '20000')]
    const last = await ready(person, '30000')
    await start(late)
    await start(lateAndBack)
    await sendInVain(services, 'lost-order')
    await applyBankStatus(late, 'rejected')
    await applyBankStatus(lateAndBack, 'rejected')
    services.clock.advance(1_000)
    await start(last)
    services.clock.advance(1_000)
    await applyBankStatus(late, 'succeeded')
    await applyBankStatus(lateAndBack, 'returned')
    expect(await fixed(last)).toEqual(oneAfterTheOther(3_000_000n))
    expect(await explained(last)).toEqual(await fixed(last))
  })
})
