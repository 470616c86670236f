// Pages of a batch by status: the same rows from either end as a plain recount, before the start, under way and after it.

import { ROW_STATUSES } from '@paywages/domain/payouts/row-status.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { sendAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const SIZE = 2
let services: TestServices
let fixture: ProviderFixture
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
  payer = await signIn(services, fixture.pay)
})
afterAll(() => services.close())

/** Every page of every status, one behind the other. */
async function paged(batchId: number) {
  const found: Record<string, { count: unknown; numbers: number[] }> = {}
  for (const [number, status] of ROW_STATUSES.entries()) {
    const numbers: number[] = []
    let count: unknown
    for (let index = 0; index < 8; index += 1) {
      const asked = {
        opId: String(batchId),
        payStatus: String(number),
        size: String(SIZE),
        index: String(index),
      }
      const { body } = await payer.wire('batchRows', asked)
      numbers.push(...(body.data as { id: number }[]).map(({ id }) => id))
      count = body.count
    }
    found[status] = { count, numbers }
  }
  return found
}

async function recounted(batchId: number) {
  const rows = await services.query<{ status: string; number: number }>(
    'select status, row_number as number from payout_lines where batch_id = $1 order by row_number',
    [batchId],
  )
  return Object.fromEntries(
    ROW_STATUSES.map((status) => {
      const numbers = rows.filter((row) => row.status === status).map(({ number }) => number)
      return [status, { count: numbers.length, numbers }]
    }),
  )
}

it('are complete in the order of the sheet, whatever became of the rows', async () => {
  // Those that end in 0001 fail (D24).
  const rows = Array.from({ length: 13 }, (_, n) =>
    freshRow({ cardNo: `62220212020${String(n).padStart(3, '0')}${n % 3 === 0 ? '0001' : '1234'}` }),
  )
  const { batchId } = await readyBatch(services, fixture, rows)
  const before = await paged(batchId)
  expect(before).toEqual(await recounted(batchId))
  expect(before.processing?.count).toBe(13)
  await takeStep(services, fixture.pay, batchId, 'transferring')
  expect(await paged(batchId)).toEqual(before)
  await sendAll(services)
  const after = await paged(batchId)
  expect(after).toEqual(await recounted(batchId))
  expect([after.succeeded?.count, after.failed?.count]).toEqual([8, 5])
})
