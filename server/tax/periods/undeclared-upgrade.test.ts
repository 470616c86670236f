// A database from before the list of undeclared payouts and the sums by way of withholding gets both: what the entries say, and nothing else.

import { afterAll, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../adapters/postgres/migrate.ts'
import type { EmptyDatabase } from '../../testing/empty-database.ts'
import { restoreMilestone, SchemaLadder } from '../../testing/milestone-data.ts'

const ladder = new SchemaLadder()
afterAll(() => ladder.drop())

async function restored(milestone: string): Promise<EmptyDatabase> {
  const database = await ladder.copyAt(milestone)
  onTestFinished(database.drop)
  await restoreMilestone(database, milestone)
  return database
}

it('lists the payouts that the next closing must look at', async () => {
  const database = await restored('0025-orders.sql.gz')
  const declared = await database.query<{ row: string; month: string }>(
    `select e.row_id::text as row, e.payment_month as month from tax_entries e join payout_rows r using (row_id)
     where e.kind = 'paid' and r.status = 'succeeded' order by e.row_id limit 2`,
  )
  const [late, back] = declared
  const waiting = await database.query<{ row: string }>(
    `select r.row_id::text as row from taxed_rows r left join tax_entries e using (row_id) where r.status = 'succeeded' and e.row_id is null`,
  )
  await database.query(`delete from tax_entries where row_id = ${late?.row}`)
  await database.query(`update payout_rows set status = 'failed' where row_id = ${back?.row}`)
  await migrate(database.url, { jobs: false })
  const listed = await database.query<{ row: string; month: string }>(
    'select row_id::text as row, payment_month as month from tax_undeclared_rows',
  )
  expect(listed.map(({ row }) => row).sort()).toEqual(
    [late?.row, back?.row, ...waiting.map(({ row }) => row)].sort(),
  )
  expect(listed).toEqual(expect.arrayContaining(declared))
})

it('sums what closed periods declare by the way in which it was withheld', async () => {
  const database = await restored('0025-orders.sql.gz')
  await database.query("update payout_batches set tax_method = 'per-payment' where batch_id % 3 = 0")
  await database.query('update payout_batches set withholds_tax = false where batch_id % 5 = 0')
  await migrate(database.url, { jobs: false })
  const columns = 'tax_id, id_hash, payment_month, withheld_as'
  const due = await database.query(
    `select ${columns}, sum(e.income_fen)::bigint as income, sum(e.tax_fen)::bigint as tax, count(*)::int as entries
     from tax_entries e join taxed_rows r using (row_id, payment_month) group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
  expect(
    await database.query(
      `select ${columns}, income_fen as income, tax_fen as tax, entries from tax_person_months order by 1, 2, 3, 4`,
    ),
  ).toEqual(due)
  const [mixed] = await database.query<{ n: number }>(
    `select count(*)::int as n from (select from tax_person_months group by tax_id, id_hash, payment_month having count(*) > 1) several`,
  )
  expect(mixed?.n).toBeGreaterThan(3)
  expect(await database.query('select distinct tax_counting from payout_batches')).toEqual([
    { tax_counting: 'all' },
  ])
})
