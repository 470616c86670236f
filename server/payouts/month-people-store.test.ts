// Few people go along with each statement, many stand in temporary tables: both must say the same (D16, ADR 39).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fund, storeBatch } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { FEW_PEOPLE, gatherMonthPeople } from './month-people-store.ts'

const MONTH = '2026-11'
let services: TestServices
let own: ProviderFixture
let neighbour: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(new Date('2026-11-10T10:00:00+08:00'))
  const people = await createPeople(services)
  await fund(services, people.providers.B1)
  own = await openProviderFixture(services, people, { fen: 1_000_000_000n })
  neighbour = await openProviderFixture(services, people, { fen: 1_000_000_000n })
})
afterAll(() => services.close())

type Told = {
  readonly total: Fen
  readonly own_fen: Fen
  readonly platform_fen: Fen
  readonly id_hash: string
}

/** Everyone, and whoever is above the threshold. */
function gather(batchId: number, few: number, only?: readonly string[]) {
  return services.database.transact(async (tx) => {
    const gathered = await gatherMonthPeople(tx, { batchId, rowCount: 3 }, MONTH, only, few)
    const rowsOf = async (people: typeof gathered.everyone) =>
      (await sql<Told>`select * from ${people} p order by total`.execute(tx)).rows
    return { everyone: await rowsOf(gathered.everyone), above: await rowsOf(await gathered.above(1_000n)) }
  })
}

it('few and many are told the same of everyone, and of who is above', async () => {
  const [first, second] = [freshRow(), freshRow()].map((row) => ({ ...row, month: MONTH })) as [
    ReturnType<typeof freshRow>,
    ReturnType<typeof freshRow>,
  ]
  await startedBatch(services, own, [{ ...first, amount: '2.00', remark: 'before' }])
  await startedBatch(services, neighbour, [{ ...first, amount: '5.00', remark: 'neighbour' }])
  const { batchId } = await storeBatch(services, own.pay, [
    { ...first, amount: '3.00', remark: 'a' },
    { ...first, amount: '0.01', remark: 'b' },
    { ...second, amount: '10.00', remark: 'exactly the threshold' },
  ])
  const few = await gather(batchId, FEW_PEOPLE)
  expect(few.everyone.map(({ total, own_fen, platform_fen }) => [total, own_fen, platform_fen])).toEqual([
    [301n, 200n, 700n],
    [1_000n, 0n, 0n],
  ])
  expect(few.above.map(({ total }) => total)).toEqual([301n])
  expect(await gather(batchId, 0)).toEqual(few)
  const only = few.above.map(({ id_hash }) => id_hash)
  expect(await gather(batchId, 0, only)).toEqual({ everyone: few.above, above: few.above })
  expect(await gather(batchId, FEW_PEOPLE, only)).toEqual({ everyone: few.above, above: few.above })
})
