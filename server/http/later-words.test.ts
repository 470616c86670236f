// Words that only a newer release knows, in records that this one reads: they are shown as they are, and nothing fails.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let reader: Client
let rowId: number

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
  const { batchId } = await storeBatch(services, fixture.pay, freshRows(1))
  await payStored(services, batchId)
  reader = await signIn(services, fixture.check)
  const [row] = await services.query<{ id: number }>(
    'select row_id::int as id from payout_lines where batch_id = $1',
    [batchId],
  )
  rowId = row?.id ?? 0
})
afterAll(() => services.close())

it('an action of the audit log', async () => {
  await services.query(`insert into audit_entries (at, account, real_name, address, request_id, action, object_kind, object_id, result)
    values (now(), 'later', 'Later', '192.0.2.1', 'later', 'weigh-envelope', 'envelope', '7', 'done')`)
  const admin = await signIn(services, 'admin')
  const { rows } = await admin.answer('listAudit', { account: 'later', size: 10 })
  expect(rows).toMatchObject([{ action: 'weigh-envelope', object: 'envelope 7' }])
})

it('a step and a state in the history of a transfer', async () => {
  // As the newer release's migration widened them.
  await services.query(`alter table transfer_events drop constraint if exists transfer_events_kind_check;
    alter type transfer_state add value 'parked'`)
  await services.query(`insert into transfer_events (transfer_id, kind, from_state, to_state, attempt, detail, at)
    select transfer_id, 'weighed', state, 'parked', 1, '', now() from row_transfers where row_id = ${rowId}`)
  await services.query(`update transfers set state = 'parked' where row_id = ${rowId}`)
  const history = await reader.answer('transferHistory', { rowId })
  expect(history.state).toBe('parked')
  expect(history.events.at(-1)).toMatchObject({ kind: 'weighed', to: 'parked' })
})
