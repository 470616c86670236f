// The invariant checks of what is declared for tax: each tampering is found, and nothing is found where nothing is wrong (I13).

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { applyUpdateOf } from '../testing/doubted-transfer.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { closeMonthsAt } from '../testing/tax.ts'
import { enteredAdjustment } from '../testing/tax-adjustments.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { WHOLE } from './extent.ts'
import { taxIsDeclared } from './tax-checks.ts'
import { checkAll } from './verify.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let rowId: bigint
const of = (what: string) => `I13 provider ${fixture.providerId}: ${what}`

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
/** Declared in January and taken back in February; declared and standing; come back and not taken back yet; not declared yet. */
beforeEach(async () => {
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n, taxMethod: 'cumulative' })
  const back = await paid('2026-01-10')
  await paid('2026-01-11')
  await close('2026-02-02')
  await applyUpdateOf(services, back.batchId, 'returned')
  const gone = await paid('2026-02-10')
  await close('2026-03-02')
  await applyUpdateOf(services, gone.batchId, 'returned')
  rowId = BigInt((await paid('2026-03-10')).rowIds[0] ?? 0)
  expect(await found()).toEqual([])
})
afterEach(async () => {
  await services.query(
    'delete from tax_entries using tax_periods p where p.tax_id = tax_entries.tax_id and p.provider_id = $1',
    [fixture.providerId],
  )
  await services.query(
    'delete from tax_person_months using tax_periods p where p.tax_id = tax_person_months.tax_id and p.provider_id = $1',
    [fixture.providerId],
  )
  await services.query(
    'update tax_periods set income_fen = 0, tax_fen = 0, people_count = 0 where provider_id = $1',
    [fixture.providerId],
  )
  await services.query(
    `update payout_rows r set tax_fen = coalesce((select l.amount_fen from ledger_lines l
       where l.subject = 'transfer' and l.subject_id = r.row_id and l.phase = 'settle-tax'), r.tax_fen)`,
  )
  // Without their entries they wait for a closing again.
  await services.query(
    `insert into tax_undeclared_rows (provider_id, payment_month, row_id)
     select provider_id, payment_month, row_id from taxed_rows where provider_id = $1 and status = 'succeeded'`,
    [fixture.providerId],
  )
  expect(await found()).toEqual([])
})
afterAll(() => services.close())

async function paid(day: string) {
  services.clock.set(new Date(`${day}T10:00:00+08:00`))
  const row = freshRow({ amount: '30000', month: day.slice(0, 7) })
  const batch = await startedBatch(services, fixture, [row])
  await sendAll(services)
  return batch
}

const close = (day: string) => closeMonthsAt(services, fixture, new Date(`${day}T10:00:00+08:00`))

async function found() {
  const findings = await services.database.read((tx) => taxIsDeclared(tx, services.clock.now(), WHOLE))
  return findings.map(({ invariant, what }) => `${invariant} ${what}`)
}

const tamper = (statement: string) => services.query(statement, [fixture.providerId])
const CONFIRM = `update tax_adjustments set status = 'confirmed', counted_month = month, counted_after = 0, decided_at = proposed_at,
  decided_by = (select min(account_id) from accounts where account_id <> proposed_by) where adjustment_id = $1`
const BOOK = `insert into tax_adjustment_entries (adjustment_id, tax_id, freelancer_id, month, item, amount_fen)
  select a.adjustment_id, p.tax_id, a.freelancer_id, a.counted_month, a.item, a.amount_fen
  from tax_adjustments a join tax_periods p using (provider_id) where a.adjustment_id = $1`
const JANUARY = `tax_id = (select tax_id from tax_periods where provider_id = $1 and month = '2026-01')`
const FEBRUARY = `tax_id = (select tax_id from tax_periods where provider_id = $1 and month = '2026-02')`

it('reports a payout whose tax differs from the ledger', async () => {
  await services.query('update payout_rows set tax_fen = tax_fen + 1 where row_id = $1', [rowId])
  expect(await found()).toEqual([of('114001 fen of tax are declared or wait for it, the ledger owes 114000')])
  const all = await services.database.read((tx) => checkAll(tx, services.clock.now()))
  expect(all.filter(({ invariant }) => invariant === 'I13')).toHaveLength(1)
})

it('reports a succeeded and a returned payout that no closing would look at', async () => {
  const [back] = await services.query<{ id: bigint }>(
    `select e.row_id as id from tax_entries e join taxed_rows r using (row_id) left join tax_entries b on b.row_id = e.row_id and b.kind = 'reversed'
     where r.provider_id = $1 and r.status = 'failed' and b.row_id is null`,
    [fixture.providerId],
  )
  await tamper('delete from tax_undeclared_rows where provider_id = $1')
  expect(await found()).toEqual([
    of(`row ${back?.id} of 2026-02 is failed, and no closing would take it back`),
    of(`row ${rowId} of 2026-03 is succeeded, and no closing would declare it`),
  ])
})

it.each([
  ['confirmed for a closed month and booked in none', [CONFIRM], 'no period'],
  ['booked in its period', [CONFIRM, `${BOOK} and p.month = '2026-02'`], undefined],
  ['booked in an earlier period', [CONFIRM, `${BOOK} and p.month = '2026-01'`], '2026-01'],
  [
    'booked with another amount',
    [CONFIRM, `${BOOK.replace('a.amount_fen', '1')} and p.month = '2026-02'`],
    '2026-02',
  ],
  [
    'booked and never confirmed',
    [`${BOOK.replace('a.counted_month', 'a.month')} and p.month = '2026-02'`],
    '2026-02',
  ],
])('holds adjustments against their period: %s', async (_, statements, booked) => {
  services.clock.set(new Date('2026-02-20T10:00:00+08:00'))
  const adjustment = await enteredAdjustment(services, fixture.pay as 'payA1')
  const findings: string[] = []
  const tampering = services.database.transact(async (tx) => {
    for (const statement of statements)
      await sql.raw(statement.replaceAll('$1', String(adjustment))).execute(tx)
    const all = await taxIsDeclared(tx, services.clock.now(), WHOLE)
    findings.push(...all.map(({ invariant, what }) => `${invariant} ${what}`))
    throw new Error('taken back')
  })
  await expect(tampering).rejects.toThrow('taken back')
  expect(findings).toEqual(
    booked === undefined
      ? []
      : [of(`adjustment ${adjustment} is booked in ${booked} against its confirmation`)],
  )
})

it('reports a period whose reversal entry is missing', async () => {
  const row = await rowOf('2026-02', 'reversed')
  await tamper(`delete from tax_entries where kind = 'reversed' and ${FEBRUARY}`)
  expect(await found()).toEqual([
    of(`row ${row} of 2026-01 is failed, and no closing would take it back`),
    of('the period 2026-02 is not what its entries give'),
  ])
})

it.each(['income_fen', 'tax_fen', 'people_count'])('reports a period with a wrong %s', async (column) => {
  await tamper(
    `update tax_periods set ${column} = ${column} + 1 where provider_id = $1 and month = '2026-01'`,
  )
  expect(await found()).toEqual([of('the period 2026-01 is not what its entries give')])
})

it("reports wrong sums of a period's people", async () => {
  const wrong = [of('the sums by person of the period 2026-01 are not what its entries give')]
  const numbers = ['income_fen', 'tax_fen', 'entries', 'payments', 'declared_entries', 'declared_income_fen']
  for (const column of numbers) {
    await tamper(`update tax_person_months set ${column} = ${column} + 1 where ${JANUARY}`)
    expect(await found()).toEqual(wrong)
    await tamper(`update tax_person_months set ${column} = ${column} - 1 where ${JANUARY}`)
  }
  expect(await found()).toEqual([])
  const ways = `select distinct withheld_as from tax_person_months where ${JANUARY}`
  expect(await services.query(ways, [fixture.providerId])).toEqual([{ withheld_as: 'cumulative' }])
  await tamper(`update tax_person_months set withheld_as = 'none' where ${JANUARY}`)
  expect(await found()).toEqual(wrong)
  await tamper(`update tax_person_months set withheld_as = 'cumulative' where ${JANUARY}`)
  expect(await found()).toEqual([])
  await tamper(`update tax_person_months set id_hash = gen_random_uuid() where ${JANUARY}`)
  expect(await found()).toEqual(wrong)
  await tamper(`delete from tax_person_months where ${JANUARY}`)
  expect(await found()).toEqual(wrong)
})

it('reports an entry whose tax differs from its payout, although its period agrees', async () => {
  await tamper(`update tax_entries set tax_fen = tax_fen + 1 where kind = 'paid' and ${FEBRUARY}`)
  await tamper(`update tax_periods set tax_fen = tax_fen + 1 where provider_id = $1 and month = '2026-02'`)
  expect(await found()).toEqual([
    of('the sums by person of the period 2026-02 are not what its entries give'),
    of(`row ${await rowOf('2026-02', 'paid')} is paid in the period 2026-02 against its payout`),
  ])
})

it('reports a reversal of a payout that has succeeded', async () => {
  await tamper(`insert into tax_entries select e.row_id, 'reversed', p.tax_id, e.payment_month, -e.income_fen, -e.tax_fen
    from tax_entries e join payout_lines r using (row_id) join tax_periods p on p.provider_id = r.provider_id and p.month = '2026-02'
    where e.kind = 'paid' and r.status = 'succeeded' and e.${JANUARY}`)
  const [first, second] = await found()
  expect([first, second]).toEqual([
    of('57000 fen of tax are declared or wait for it, the ledger owes 114000'),
    of('the period 2026-02 is not what its entries give'),
  ])
})

it('reports a payout declared in a period before its payment month', async () => {
  await tamper(`update tax_entries set payment_month = '2026-04' where kind = 'paid' and ${FEBRUARY}`)
  expect(await found()).toEqual([
    of('the sums by person of the period 2026-02 are not what its entries give'),
    of(`row ${await rowOf('2026-02', 'paid')} is paid in the period 2026-02 against its payout`),
  ])
})

async function rowOf(month: string, kind: string): Promise<bigint> {
  const [row] = await services.query<{ id: bigint }>(
    `select e.row_id as id from tax_entries e join tax_periods p using (tax_id) where p.provider_id = $1 and p.month = $2 and e.kind = $3`,
    [fixture.providerId, month, kind],
  )
  return row?.id ?? 0n
}
