// Months closed for tax: once, in order, with what came back later taken back in the period that is closed then (D31, docs/rules/tax.md).

import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { appUser } from '../../adapters/embedded-postgres/app-user.ts'
import { actorOf } from '../../testing/actor.ts'
import { applyUpdateOf, sendInVain } from '../../testing/doubted-transfer.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectMoneyTruths } from '../../testing/money-checks.ts'
import { settleAll, takeStep } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture, readyBatch } from '../../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { closeMonths } from './close-months.ts'
import { ledgerTaxOf, periodFigures } from './figures-store.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
})
afterAll(async () => {
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

async function pay(day: string, person: SheetRow, amount: string) {
  services.clock.set(new Date(`${day}T10:00:00+08:00`))
  const batch = await readyBatch(services, fixture, [
    { ...person, amount, month: day.slice(0, 7), remark: day },
  ])
  await takeStep(services, fixture.pay, batch.batchId, 'transferring')
  await settleAll(services)
  return batch
}

async function close(day: string) {
  services.clock.set(new Date(`${day}T10:00:00+08:00`))
  const by = await actorOf(services, fixture.pay)
  return closeMonths(services, by, { of: 'provider', providerId: fixture.providerId })
}

const periods = () =>
  services.query<{ id: number; month: string; income: bigint; tax: bigint; people: number }>(
    `select tax_id as id, month, income_fen as income, tax_fen as tax, people_count as people
     from tax_periods where provider_id = $1 order by month`,
    [fixture.providerId],
  )

it('closes every month up to the last one once with the tax it withheld', async () => {
  const person = freshRow()
  await pay('2026-01-12', person, '30000')
  await pay('2026-03-02', person, '30000')
  expect(await close('2026-04-01')).toEqual({ proofs: 3, months: 3 })
  expect(await close('2026-04-01')).toEqual({ proofs: 0, months: 0 })
  expect(await periods()).toMatchObject([
    { month: '2026-01', income: 30_000_00n, tax: 570_00n, people: 1 },
    { month: '2026-02', income: 0n, tax: 0n, people: 0 },
    { month: '2026-03', income: 30_000_00n, people: 1 },
  ])
})

it('reverses a returned payout in the period closed next and leaves the earlier period unchanged', async () => {
  const person = freshRow()
  const batch = await pay('2026-01-12', person, '30000')
  await close('2026-02-01')
  await pay('2026-02-12', person, '30000')
  await applyUpdateOf(services, batch.batchId, 'returned')
  await close('2026-03-01')
  const [january, february] = await periods()
  expect(january).toMatchObject({ income: 30_000_00n, tax: 570_00n })
  expect(february).toMatchObject({ income: 0n, people: 1 })
  for (const period of [january, february]) {
    if (!period) throw new Error('a period is missing')
    const { id: taxId, month, tax } = period
    expect(await services.database.query((tx) => ledgerTaxOf(tx, taxId))).toBe(tax)
    const figures = await services.database.query((tx) =>
      periodFigures(tx, { taxId, month, providerId: fixture.providerId }),
    )
    const declared = figures.map((one) => declareMonth(one, month))
    expect(declared).toMatchObject([
      month === '2026-01'
        ? { incomeFen: 30_000_00n, taxFen: 570_00n, yearIncomeFen: 30_000_00n, openFen: 0n }
        : { incomeFen: 0n, yearIncomeFen: 30_000_00n, yearTaxFen: 710_00n },
    ])
  }
})

const entries = () =>
  services.query<{ month: string; kind: string; of: string; tax: bigint }>(
    `select p.month, e.kind, e.payment_month as of, e.tax_fen as tax from tax_entries e join tax_periods p using (tax_id)
     where p.provider_id = $1 order by p.month, e.kind`,
    [fixture.providerId],
  )

it('declares payouts that settled together from one line, and nothing of another batch among their ids', async () => {
  services.clock.set(new Date('2026-01-12T10:00:00+08:00'))
  const rows = [1, 2, 3].map(() => freshRow({ amount: '30000', month: '2026-01' }))
  const january = await readyBatch(services, fixture, rows)
  await takeStep(services, fixture.pay, january.batchId, 'transferring')
  await settleAll(services)
  const february = await pay('2026-02-12', freshRow(), '30000')
  const lines = () =>
    services.query<{ month: string; last: bigint | null }>(
      'select payment_month as month, last_row_id as last from tax_undeclared_rows where provider_id = $1 order by 1',
      [fixture.providerId],
    )
  expect(await lines()).toEqual([
    { month: '2026-01', last: BigInt(january.rowIds.at(-1) ?? 0) },
    { month: '2026-02', last: null },
  ])
  // As where an earlier release stored both batches at once.
  await services.query('update tax_undeclared_rows set last_row_id = $2 where batch_id = $1', [
    january.batchId,
    february.rowIds[0],
  ])
  await close('2026-02-15')
  expect(await entries()).toMatchObject(Array(3).fill({ month: '2026-01', kind: 'paid', of: '2026-01' }))
  await close('2026-03-01')
  expect(await entries()).toHaveLength(4)
})

it('omits a payout that was returned before its month was closed', async () => {
  const person = freshRow()
  const back = await pay('2026-01-12', person, '30000')
  await applyUpdateOf(services, back.batchId, 'returned')
  await pay('2026-01-20', person, '10000')
  await close('2026-02-01')
  // 10,000 alone: the run of months and the tax are as if the other had not been.
  expect(await periods()).toMatchObject([{ month: '2026-01', income: 10_000_00n, tax: 90_00n, people: 1 }])
  expect(await entries()).toEqual([{ month: '2026-01', kind: 'paid', of: '2026-01', tax: 90_00n }])
  await close('2026-03-01')
  expect(await entries()).toHaveLength(1)
})

it.each([
  ['that the bank had not answered', undefined],
  ['that had been booked as failed', 'rejected' as const],
])('declares a payout %s in the period closed after its success', async (_, first) => {
  services.clock.set(new Date('2026-01-31T10:00:00+08:00'))
  const batch = await readyBatch(services, fixture, [freshRow({ amount: '30000', month: '2026-01' })])
  await takeStep(services, fixture.pay, batch.batchId, 'transferring')
  await sendInVain(services, 'lost-answer')
  if (first) await applyUpdateOf(services, batch.batchId, first)
  await close('2026-02-01')
  expect(await periods()).toMatchObject([{ month: '2026-01', income: 0n, tax: 0n, people: 0 }])
  await applyUpdateOf(services, batch.batchId, 'succeeded')
  // Closing again changes nothing of January.
  await close('2026-02-02')
  expect(await entries()).toEqual([])
  await close('2026-03-01')
  expect(await entries()).toEqual([{ month: '2026-02', kind: 'paid', of: '2026-01', tax: 570_00n }])
  expect(await periods()).toMatchObject([
    { month: '2026-01', income: 0n, tax: 0n },
    { month: '2026-02', income: 30_000_00n, tax: 570_00n, people: 1 },
  ])
  // And back in April, when March is the oldest month still to close: taken back once, there.
  services.clock.set(new Date('2026-04-10T10:00:00+08:00'))
  await applyUpdateOf(services, batch.batchId, 'returned')
  await close('2026-05-01')
  await close('2026-06-01')
  expect((await entries()).slice(1)).toEqual([
    { month: '2026-03', kind: 'reversed', of: '2026-01', tax: -570_00n },
  ])
})

it('leaves no trace of an aborted closing and closes everything on retry', async () => {
  const person = freshRow()
  await pay('2026-01-12', person, '30000')
  await pay('2026-02-12', person, '30000')
  const held = await holdLock(services, 'lock table audit_entries in exclusive mode')
  const cut = expect(close('2026-03-01')).rejects.toThrow('terminat')
  await held.untilWaiting(1)
  await services.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  await cut
  await held.release()
  expect(await periods()).toEqual([])
  expect(await close('2026-03-01')).toEqual({ proofs: 2, months: 2 })
  expect(await periods()).toMatchObject([
    { month: '2026-01', income: 30_000_00n, tax: 570_00n },
    { month: '2026-02', income: 30_000_00n, tax: 710_00n },
  ])
  const entries = await services.query(
    "select 1 from audit_entries where action = 'close-tax-month' and provider_id = $1",
    [fixture.providerId],
  )
  expect(entries).toHaveLength(2)
})

it("keeps a person's year together while keys are rotated batch by batch", async () => {
  const person = freshRow()
  await pay('2026-01-12', person, '30000')
  const february = await pay('2026-02-12', person, '30000')
  await close('2026-03-01')
  const figures = async () => {
    const [taxId] = (await periods()).filter(({ month }) => month === '2026-02').map(({ id }) => id)
    const period = { taxId: taxId ?? 0, month: '2026-02', providerId: fixture.providerId }
    return services.database.query((tx) => periodFigures(tx, period))
  }
  const [before, ...others] = await figures()
  expect(others).toEqual([])
  expect(before?.months.map(({ month }) => month)).toEqual(['2026-01', '2026-02'])
  const OTHER_HASH = '00000000-0000-4000-8000-000000000001'
  const rehash = (where: string, value: number, idHash = OTHER_HASH) =>
    services.query(`update payout_rows set id_hash = $2 where ${where} = $1`, [value, idHash])
  await rehash('batch_id', february.batchId)
  expect((await figures()).map(({ idHash, months }) => [idHash, months.length])).toEqual([[OTHER_HASH, 1]])
  await rehash('provider_id', fixture.providerId)
  expect(await figures()).toEqual([{ ...before, idHash: OTHER_HASH }])
  await rehash('provider_id', fixture.providerId, before?.idHash)
})

/** As releases before 0032 do it: looking through all payouts, with no right to tables that are newer than they are. */
async function closeAsBefore(month: string): Promise<void> {
  await services.query(
    `with period as (
       insert into tax_periods (provider_id, month, payer_name, taxpayer_id, income_fen, tax_fen, people_count, open_count, open_fen, withholds, closed_at)
       select provider_id, $2, name, taxpayer_id, 30000_00, 570_00, 1, 0, 0, true, $3 from providers where provider_id = $1 returning tax_id)
     insert into tax_entries (row_id, kind, tax_id, payment_month, income_fen, tax_fen)
     select r.row_id, 'paid', period.tax_id, r.payment_month, r.amount_fen, r.tax_fen from taxed_rows r, period
     where r.provider_id = $1 and r.status = 'succeeded'`,
    [fixture.providerId, month, services.clock.now()],
  )
}

it('goes on where a release before this one settled and closed', async () => {
  const newer = 'tax_undeclared_rows, tax_person_months'
  await services.query(`revoke all on ${newer} from ${appUser}`)
  const person = freshRow()
  const batch = await pay('2026-01-12', person, '30000')
  await closeAsBefore('2026-01')
  await services.query(`grant select, insert, update, delete on ${newer} to ${appUser}`)
  await close('2026-03-01')
  expect(await entries()).toMatchObject([{ month: '2026-01', kind: 'paid' }])
  await applyUpdateOf(services, batch.batchId, 'returned')
  await close('2026-04-01')
  expect(await entries()).toMatchObject([
    { month: '2026-01', kind: 'paid' },
    { month: '2026-03', kind: 'reversed', of: '2026-01' },
  ])
})
