// A database from before the list of undeclared payouts gets it: what succeeded or came back and stands in no period, and nothing else.

import { afterAll, expect, it } from 'vitest'
import { migrate } from '../../adapters/postgres/migrate.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../../testing/empty-database.ts'
import { restoreMilestone } from '../../testing/milestone-data.ts'

let database: EmptyDatabase | undefined
afterAll(() => database?.drop())

it('lists the payouts that the next closing must look at', async () => {
  database = await createEmptyDatabase()
  await restoreMilestone(database, '0025-orders.sql.gz')
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
