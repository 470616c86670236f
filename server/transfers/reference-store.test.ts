// Which transfers a reference names: by the row's number in its id, or, in rows of earlier releases, by the number beside it.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { transfersNamed } from './reference-store.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

it('finds transfers by their references, also where the ids of their rows tell nothing', async () => {
  const fixture = await openProviderFixture(services, await createPeople(services), { fen: 100_000_000n })
  const { batchId } = await startedBatch(services, fixture, freshRows(3))
  const sent = () =>
    services.query<{ rowId: bigint; reference: string }>(
      'select row_id as "rowId", reference from row_transfers where batch_id = $1',
      [batchId],
    )
  const named = async () => {
    const transfers = await sent()
    const references = transfers.map(({ reference }) => reference)
    const found = await services.database.query((tx) => transfersNamed(tx, [...references, 'PW1R1X1']))
    expect(found).toEqual(new Map(transfers.map(({ rowId, reference }) => [reference, rowId])))
    return found.size
  }
  expect(await named()).toBe(3)
  const earlier = `row_id - (select min(row_id) from payout_rows where batch_id = ${batchId}) + 1`
  await services.query(`
    with moved as (select row_id as now, ${earlier} as then from payout_rows where batch_id = ${batchId}),
      rows as (update payout_rows r set row_id = m.then from moved m where r.row_id = m.now)
    update transfers t set row_id = m.then from moved m where t.row_id = m.now`)
  await services.query('update payout_batches set first_row_id = 1, last_row_id = 3 where batch_id = $1', [
    batchId,
  ])
  expect(await named()).toBe(3)
})
