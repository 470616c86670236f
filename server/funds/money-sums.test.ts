// The fund summary against the ledger and a plain recount of the rows, for random batches and random filters, to the fen.

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { MoneyViewRow } from '@paywages/wire/funds/money-view.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countEndedPeople } from '../payouts/count-people.ts'
import { type Client, signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { reconcileDays, sendAll, startStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

const BATCHES = 24
const DAYS = 6

let services: TestServices
let fixtures: ProviderFixture[]
let manager: Client

/** The same numbers in every run: what fails once fails again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const roll = dice(20_260_316)
const ENDINGS = ['', '', '', '0001', '0002', '0006']

/** Some people stand in a sheet twice or thrice; their payments end in different ways. */
function randomRows(): SheetRow[] {
  return Array.from({ length: 1 + roll(5) }, () => freshRow()).flatMap((person, index) =>
    Array.from({ length: 1 + roll(3) }, (_, copy) => {
      const ending = ENDINGS[roll(ENDINGS.length)] ?? ''
      const amount = `${1 + roll(3_000)}.${String(roll(100)).padStart(2, '0')}`
      const cardNo = ending === '' ? person.cardNo : `62220212020${String(index).padStart(4, '0')}${ending}`
      return { ...person, amount, cardNo, remark: `第${copy}笔` }
    }),
  )
}

async function makeBatch(fixture: ProviderFixture, at: Date): Promise<void> {
  services.clock.set(at)
  const { batchId, rowIds } = await storeBatch(services, fixture.pay, randomRows())
  const cancelled = rowIds.filter((_, index) => index > 0 && roll(6) === 0)
  const payer = await signIn(services, fixture.pay)
  if (cancelled.length > 0) await payer.answer('switchRows', { rowIds: cancelled, cancelled: true })
  await startStored(services, batchId)
  await sendAll(services)
}

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  fixtures = []
  for (const taxed of [{}, { taxMethod: 'per-payment' as const }, {}])
    fixtures.push(await openProviderFixture(services, people, { fen: 100_000_000n, ...taxed }))
  for (let n = 0; n < BATCHES; n += 1) {
    const at = new Date(MONDAY.getTime() + Math.floor((n * DAYS) / BATCHES) * DAY_MS + roll(6 * 3_600_000))
    await makeBatch(fixtures[roll(3)] as ProviderFixture, at)
  }
  const days = Array.from({ length: DAYS + 1 }, (_, day) =>
    shanghaiDay(new Date(MONDAY.getTime() + day * DAY_MS)),
  )
  services.clock.set(new Date(MONDAY.getTime() + (DAYS + 1) * DAY_MS))
  await reconcileDays(services, days)
  manager = await signIn(services, 'managerA')
}, 120_000)
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

type Filter = { readonly providerId?: number; readonly from?: Date; readonly to?: Date }

type Recount = Omit<MoneyViewRow, 'batchNo' | 'providerName' | 'platformName'> & {
  providerId: number
  taxFen: bigint
}

/** Row by row, knowing nothing of kept counts. */
function recount(): Promise<Recount[]> {
  return services.query<Recount>(`
    select b.batch_id::int as "batchId", b.provider_id as "providerId", b.started_at as "startedAt",
      sum(r.amount_fen) filter (where r.status <> 'cancelled')::bigint as "grossFen",
      count(distinct r.id_hash) filter (where r.status <> 'cancelled')::int as people,
      coalesce(sum(r.amount_fen) filter (where r.status = 'succeeded'), 0)::bigint as "succeededFen",
      count(distinct r.id_hash) filter (where r.status = 'succeeded')::int as "succeededPeople",
      coalesce(sum(r.amount_fen) filter (where r.status = 'failed'), 0)::bigint as "failedFen",
      count(distinct r.id_hash) filter (where r.status = 'failed')::int as "failedPeople",
      count(*) filter (where r.status <> 'cancelled')::int as "payableCount",
      count(*) filter (where r.status = 'succeeded')::int as "succeededCount",
      count(*) filter (where r.status = 'failed')::int as "failedCount",
      coalesce(sum(r.fee_fen) filter (where r.status = 'succeeded'), 0)::bigint as "feeFen",
      coalesce(sum(r.tax_fen) filter (where r.status = 'succeeded'), 0)::bigint as "taxFen"
    from payout_batches b join payout_lines r using (batch_id) group by b.batch_id
    order by b.started_at desc, b.batch_id desc`)
}

const inside = ({ providerId, from, to }: Filter, batch: Recount) =>
  (providerId === undefined || batch.providerId === providerId) &&
  (from === undefined || batch.startedAt >= from) &&
  (to === undefined || batch.startedAt < to)

const sum = (batches: readonly Recount[], of: (batch: Recount) => bigint) =>
  batches.reduce((total, batch) => total + of(batch), 0n)

const anyFilter = fc
  .record({
    provider: fc.option(fc.integer({ min: 0, max: 2 })),
    from: fc.option(fc.integer({ min: -2 * 24, max: DAYS * 24 })),
    hours: fc.option(fc.integer({ min: 0, max: DAYS * 24 })),
  })
  .map(({ provider, from, hours }): Filter => {
    const start = from === null ? undefined : new Date(MONDAY.getTime() + from * 3_600_000)
    const base = start ?? MONDAY
    return {
      ...(provider === null ? {} : { providerId: fixtures[provider]?.providerId ?? 0 }),
      ...(start === undefined ? {} : { from: start }),
      ...(hours === null ? {} : { to: new Date(base.getTime() + hours * 3_600_000) }),
    }
  })

it.each(['opTime', 'opTotal', 'opSucTotal', 'opFailTotal', 'providerFee'])(
  'sorts by %s, both ways, over pages that do not overlap',
  async (column) => {
    const page = async (sort: string, index: number) => {
      const { body } = await manager.wire('moneyView', { sort, index: String(index), size: '7' })
      return body.data as Record<string, number>[]
    }
    const up = [...(await page(column, 1)), ...(await page(column, 2))]
    expect(new Set(up.map(({ opId }) => opId)).size).toBe(14)
    const values = up.map((row) => row[column] ?? -1)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    const [largest] = await page(`-${column}`, 1)
    expect(largest?.[column]).toBeGreaterThanOrEqual(values.at(-1) ?? 0)
    const { http, body } = await manager.wire('moneyView', { sort: 'opPeople' })
    expect([http, body.msg]).toEqual([400, '不支持按该列排序'])
  },
)

describe.each(['counted when asked', 'counted by the worker'])('fund summary with people %s', (how) => {
  beforeAll(async () => {
    if (how === 'counted by the worker') expect(await countEndedPeople(services)).toBeGreaterThan(5)
  })

  it('matches a recount of the rows in list, totals and days', async () => {
    const all = await recount()
    expect(all).toHaveLength(BATCHES)
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const expected = all.filter((batch) => inside(filter, batch))
        const { rows, count } = await manager.answer('moneyView', { ...filter, size: 100 })
        const bare = rows.map(({ batchNo, providerName, platformName, ...row }) => row)
        expect([count, bare]).toEqual([
          expected.length,
          expected.map(({ providerId, taxFen, ...row }) => row),
        ])
        const totals = await manager.answer('providerMoney', filter)
        expect([totals.outcomeFen, totals.costFen, totals.taxFen]).toEqual([
          sum(expected, (batch) => batch.succeededFen),
          sum(expected, (batch) => batch.feeFen),
          sum(expected, (batch) => batch.taxFen),
        ])
        const { rows: days } = await manager.answer('moneyDays', filter)
        const names = [...new Set(expected.map(({ startedAt }) => shanghaiDay(startedAt)))].sort()
        expect(days.map(({ day }) => day)).toEqual(names)
        for (const { day, succeededFen, failedFen, feeFen } of days) {
          const own = expected.filter(({ startedAt }) => shanghaiDay(startedAt) === day)
          expect([day, succeededFen, failedFen, feeFen]).toEqual([
            day,
            sum(own, (batch) => batch.succeededFen),
            sum(own, (batch) => batch.failedFen),
            sum(own, (batch) => batch.feeFen),
          ])
        }
      }),
      { numRuns: 40, seed: 7 },
    )
  })
})

it('matches the ledger in the all-time totals of payouts, fees and tax', async () => {
  const ledger = await services.query<{ providerId: number; paid: bigint; fee: bigint; tax: bigint }>(`
    select provider_id as "providerId",
      sum(case when phase in ('settle-net', 'settle-tax', 'late-net', 'late-tax') then amount_fen
        when phase in ('return-net', 'return-tax') then -amount_fen else 0 end)::bigint as paid,
      sum(case when phase in ('settle-tax', 'late-tax') then amount_fen when phase = 'return-tax' then -amount_fen else 0 end)::bigint as tax,
      sum(case when phase in ('settle-fee', 'late-fee') then amount_fen when phase = 'return-fee' then -amount_fen else 0 end)::bigint as fee
    from ledger_lines group by 1`)
  let paid = 0n
  let taxed = 0n
  for (const { providerId } of fixtures) {
    const posted = ledger.find((entry) => entry.providerId === providerId)
    const { outcomeFen, costFen, taxFen } = await manager.answer('providerMoney', { providerId })
    expect([outcomeFen, costFen, taxFen]).toEqual([posted?.paid, posted?.fee, posted?.tax])
    paid += outcomeFen
    taxed += taxFen
  }
  expect([paid > 0n, taxed > 0n]).toEqual([true, true])
  const all = await manager.answer('providerMoney', {})
  expect([all.outcomeFen, all.taxFen, all.tax?.payableFen]).toEqual([paid, taxed, taxed])
})

it('generates cancelled, repeated, returned and failed payments', async () => {
  const [kinds] = await services.query<Record<string, number>>(`
    select count(*) filter (where cancelled_count > 0)::int as cancelled, count(*) filter (where people_count <> payable_count)::int as twice,
      (select count(*)::int from row_transfers where state = 'returned') as returned,
      (select count(*)::int from row_transfers where state = 'failed') as failed from payout_batches`)
  for (const [kind, n] of Object.entries(kinds ?? {})) expect([kind, n > 2]).toEqual([kind, true])
})
