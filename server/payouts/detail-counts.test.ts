// Counts and pages of the detail query against a plain recount of the rows, for hundreds of random filters.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { reconcileDays, sendAll, startStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import type { StartedStatus } from './day-store.ts'
import { type DetailSort, pageOfDetails, sortDetails } from './detail-sort-store.ts'
import { countDetails, type DetailFilter, listDetails } from './detail-store.ts'
import { processingFen } from './detail-sums-store.ts'
import { detailPieces } from './export-store.ts'
import { AT } from './exported-rows.ts'
import { listNamedDetails } from './named-details-store.ts'
import { registerWaitingPeople } from './register-people.ts'
import { rowIdOf } from './row-ids.ts'

type Plain = {
  readonly rowId: number
  readonly providerId: number
  readonly name: string
  readonly idHash: string
  readonly status: RowStatus
  readonly at: number
  readonly amountFen: bigint
  readonly taxFen: bigint
}

let services: TestServices
let people: People
let rows: Plain[]
let providers: number[]
const MIDNIGHT = new Date('2026-03-17T00:00:00+08:00').getTime()
const ENDINGS = ['1234', '0001', '1235', '0006', '1236'] as const

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const fixtures = [
    await openProviderFixture(services, people, { fen: 100_000_000n }),
    await openProviderFixture(services, people, { fen: 100_000_000n }),
  ]
  providers = fixtures.map(({ providerId }) => providerId)
  // Around three midnights, sent at once, later or not at all; the last batch is not registered.
  const times = [-DAY_MS, -1, 0, 1, 3_600_000, DAY_MS - 1, DAY_MS, DAY_MS + 1]
  for (const [index, time] of times.entries()) {
    const fixture = fixtures[index % 2]
    if (!fixture) continue
    services.clock.set(new Date(MIDNIGHT + time))
    const sheet = Array.from({ length: 12 }, (_, n) => rowOf(n))
    await startedBatch(services, fixture, sheet)
    if (index % 3 !== 1) await sendAll(services)
    if (index < times.length - 1) await registerWaitingPeople(services)
    if (index < 2) await storeUnpaid(fixture, sheet)
  }
  // Some of what was paid has come back since.
  services.clock.advance(60_000)
  await reconcileDays(services, ['2026-03-15', '2026-03-16', '2026-03-17', '2026-03-18'])
  rows = await services.query<Plain>(`
    select r.row_id::int as "rowId", r.provider_id as "providerId", r.name, r.id_hash as "idHash", r.status,
      r.amount_fen as "amountFen", r.tax_fen as "taxFen", extract(epoch from coalesce(r.paid_at, b.started_at)) * 1000 as at
    from payout_lines r join payout_batches b using (batch_id)
    where b.status = 'transferring' and r.status <> 'cancelled'`)
  rows = rows.map((row) => ({ ...row, at: Number(row.at) }))
  rows.sort((a, b) => b.at - a.at || b.rowId - a.rowId)
})
afterAll(async () => {
  services.clock.set(new Date(MONDAY.getTime() + 7 * DAY_MS))
  await expectMoneyTruths(services)
  await services.close()
})

/** Rows that are no payouts, of people who have some: cancelled before a start, and of a batch that nobody started. */
async function storeUnpaid(fixture: ProviderFixture, sheet: readonly SheetRow[]): Promise<void> {
  const again = sheet.map((row) => ({ ...row, amount: '7' }))
  await storeBatch(services, fixture.pay, again)
  const { batchId, rowIds } = await storeBatch(services, fixture.pay, [...again, rowOf(0)])
  const client = await signIn(services, fixture.pay)
  await client.answer('switchRows', { rowIds: rowIds.slice(0, again.length), cancelled: true })
  await startStored(services, batchId)
}

let serial = 0
function rowOf(n: number): SheetRow {
  serial += 1
  return freshRow({ cardNo: `6222021202${String(serial).padStart(5, '0')}${ENDINGS[n % ENDINGS.length]}` })
}

type Draw = {
  readonly providerAt: number | null
  readonly scopeAt: number | 'platform' | 'everything'
  readonly name: string | null
  readonly personAt: number | null
  readonly status: StartedStatus | null
  readonly from: number | null
  readonly to: number | null
  readonly size: number
  readonly page: number
  readonly sort: DetailSort
}

/** Times at, just before and just after what happened, and anywhere. */
const moment = fc.oneof(
  fc.constantFrom(-DAY_MS, -1, 0, 1, DAY_MS - 1, DAY_MS, DAY_MS + 1, 2 * DAY_MS).map((ms) => MIDNIGHT + ms),
  fc.integer({ min: MIDNIGHT - 2 * DAY_MS, max: MIDNIGHT + 3 * DAY_MS }),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 })

const draw: fc.Arbitrary<Draw> = fc.record({
  providerAt: maybe(fc.nat({ max: 1 })),
  scopeAt: fc.constantFrom(0, 1, 'platform' as const, 'everything' as const),
  name: maybe(fc.constantFrom('王', '李', '张', '刘王', '王王')),
  personAt: fc.option(fc.nat({ max: 97 }), { freq: 3 }),
  status: maybe(fc.constantFrom('processing' as const, 'succeeded' as const, 'failed' as const)),
  from: maybe(moment),
  to: maybe(moment),
  size: fc.integer({ min: 1, max: 30 }),
  page: fc.nat({ max: 3 }),
  sort: fc.record({
    by: fc.constantFrom('payoutAt', 'name', 'amountFen', 'taxFen', 'status'),
    descending: fc.boolean(),
  }),
})

function filterOf(drawn: Draw): DetailFilter {
  const { scopeAt, providerAt, personAt, status, from, to, name } = drawn
  const idHash = personAt === null ? undefined : rows[personAt]?.idHash
  return {
    scope:
      scopeAt === 'everything'
        ? { of: 'everything' }
        : scopeAt === 'platform'
          ? { of: 'platform', platformId: people.platforms.A }
          : { of: 'provider', providerId: providers[scopeAt] ?? 0 },
    providerId: providerAt === null ? undefined : providers[providerAt],
    name: name ?? undefined,
    idHashes: idHash === undefined ? undefined : [idHash],
    status: status ?? undefined,
    from: from === null ? undefined : new Date(from),
    to: to === null ? undefined : new Date(to),
  }
}

function plainly(filter: DetailFilter): Plain[] {
  const { scope, providerId, name, idHashes, status, from, to } = filter
  return rows.filter(
    (row) =>
      (scope.of !== 'provider' || row.providerId === scope.providerId) &&
      (providerId === undefined || row.providerId === providerId) &&
      (name === undefined || row.name.includes(name)) &&
      (idHashes === undefined || idHashes.includes(row.idHash)) &&
      (status === undefined || row.status === status) &&
      (from === undefined || row.at >= from.getTime()) &&
      (to === undefined || row.at < to.getTime()),
  )
}

const STATUSES: readonly RowStatus[] = ['processing', 'succeeded', 'failed']

/** Ties go by the row's number, in the same direction; within a state the newest come first. */
function inOrder(found: readonly Plain[], { by, descending }: DetailSort): number[] {
  if (by === 'status') {
    const states = descending ? STATUSES.toReversed() : STATUSES
    return states.flatMap((status) => found.filter((row) => row.status === status)).map(({ rowId }) => rowId)
  }
  const keyOf = (row: Plain) => (by === 'payoutAt' ? row.at : row[by])
  const upward = found.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return one < other ? -1 : one > other ? 1 : a.rowId - b.rowId
  })
  return (descending ? upward.toReversed() : upward).map(({ rowId }) => rowId)
}

it('test data contains rows of every status', () => {
  expect(rows).toHaveLength(98)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['processing', 'succeeded', 'failed']))
})

it('refuses to sort more rows than it may by a column that no index carries', async () => {
  const filter: DetailFilter = { scope: { of: 'everything' } }
  const sorted = (by: DetailSort['by']) =>
    services.database.read((tx) =>
      sortDetails(tx, filter, { index: 0, size: 10 }, rows.length, {
        sort: { by, descending: true },
        most: rows.length - 1,
      }),
    )
  await expect(sorted('amountFen')).rejects.toMatchObject({ code: 'too-many-to-sort' })
  expect(await sorted('payoutAt')).toHaveLength(10)
  expect(await sorted('status')).toHaveLength(10)
})

it('lists a name that is too common to be counted, however often it is met among the newest', async () => {
  const common = fc.record({
    drawn: draw.filter(({ name }) => name !== null),
    looked: fc.constantFrom(1, 10, 2_000),
    most: fc.integer({ min: 1, max: 12 }),
    byNameAlone: fc.boolean(),
  })
  let paged = 0
  await fc.assert(
    fc.asyncProperty(common, async ({ drawn, looked, most, byNameAlone }) => {
      const plain = byNameAlone ? { ...drawn, status: null, from: null, to: null } : drawn
      const { idHashes: _, name = '', ...others } = filterOf(plain)
      const filter = { ...others, name }
      const newestFirst = drawn.sort.descending
      const expected = inOrder(plainly(filter), { by: 'payoutAt', descending: newestFirst })
      const page = { index: drawn.page, size: drawn.size }
      const offset = page.index * page.size
      await services.database.read(async (tx) => {
        const { total } = await countDetails(tx, filter, most)
        expect(total).toBe(Math.min(expected.length, most + 1))
        const listed = await listNamedDetails(tx, filter, page, { newestFirst, looked })
        expect(listed.map(({ rowId }) => rowId)).toEqual(expected.slice(offset, offset + page.size))
        const sorted = { by: 'payoutAt', descending: newestFirst } as const
        const told = await pageOfDetails(tx, filter, page, sorted, { most: 500, mostNamed: most })
        expect(told.count).toBe(total)
        const reached = total > most ? expected.slice(0, most) : expected
        expect(told.rows.map(({ rowId }) => rowId)).toEqual(reached.slice(offset, offset + page.size))
        if (total <= most) return
        const sort = { by: 'payoutAt', descending: newestFirst } as const
        const within = await sortDetails(tx, filter, page, total, { sort, most: 500, mostNamed: most })
        expect(within.map(({ rowId }) => rowId)).toEqual(
          expected.slice(0, most).slice(offset, offset + page.size),
        )
        paged += within.length
        const byAmount = { sort: { ...sort, by: 'amountFen' }, most: 500, mostNamed: most } as const
        await expect(sortDetails(tx, filter, page, total, byAmount)).rejects.toMatchObject({
          code: 'too-many-to-sort',
        })
      })
    }),
    { numRuns: 150 },
  )
  expect(paged).toBeGreaterThan(0)
})

it('counts, sums, sorts, pages and exports the same rows as a plain filter, for random filters', async () => {
  await fc.assert(
    fc.asyncProperty(draw, async (drawn) => {
      const filter = filterOf(drawn)
      const expected = plainly(filter)
      const ids = expected.map(({ rowId }) => rowId)
      const of = (status: RowStatus) => expected.filter((row) => row.status === status).length
      const fenOf = (status: RowStatus) =>
        expected.reduce((sum, row) => sum + (row.status === status ? row.amountFen : 0n), 0n)
      await services.database.read(async (tx) => {
        const counts = await countDetails(tx, filter)
        expect(counts).toEqual({
          total: ids.length,
          succeeded: of('succeeded'),
          failed: of('failed'),
          succeededFen: fenOf('succeeded'),
          failedFen: fenOf('failed'),
        })
        expect(await processingFen(tx, filter)).toBe(fenOf('processing'))
        const paged: number[] = []
        for (let index = 0; index * drawn.size < Math.max(1, ids.length); index += 1) {
          const page = await listDetails(tx, filter, { index, size: drawn.size }, counts.total)
          paged.push(...page.map(({ rowId }) => rowId))
        }
        expect(paged).toEqual(ids)
        const sorted = await sortDetails(tx, filter, { index: drawn.page, size: drawn.size }, counts.total, {
          sort: drawn.sort,
          most: 100,
        })
        const first = drawn.page * drawn.size
        expect(sorted.map(({ rowId }) => rowId)).toEqual(
          inOrder(expected, drawn.sort).slice(first, first + drawn.size),
        )
      })
      const exported: number[] = []
      for await (const rows of services.database.stream((tx) => detailPieces(tx, services.cipher, filter)))
        while (rows.moveOn()) exported.push(rowIdOf(rows.batch.batchId, rows.row.int4(AT.rowNumber)))
      expect(exported).toEqual(ids)
    }),
    { numRuns: 200 },
  )
}, 60_000)
