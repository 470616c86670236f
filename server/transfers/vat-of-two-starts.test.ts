// Two companies of a platform that start at the same moment and bring one person above the VAT threshold together: one of them withholds (ADR 119).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { holdLock } from '../testing/held-lock.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let own: ProviderFixture
let neighbour: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-11-10T10:00:00+08:00'))
  own = await openProviderFixture(services, people, { fen: 1_000_000_000n })
  neighbour = await openProviderFixture(services, people, { fen: 1_000_000_000n })
  await bearer(own, 'person')
  await bearer(neighbour, 'person')
})
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

const bearer = ({ providerId }: ProviderFixture, word: string) =>
  services.query('update providers set vat_bearer = $2 where provider_id = $1', [providerId, word])

const vatOf = async ({ batchId }: { readonly batchId: number }) =>
  (await transfersOf(services, batchId)).map(({ vat }) => vat)

/**
 * 60,000 from the one and 41,000 from the other. The first start has worked everything out and waits for its balance, which
 * somebody else holds, when the second begins; tells whether the second had ended by then.
 */
async function startTogether(): Promise<{ vat: bigint[][]; secondWaited: boolean }> {
  const person = freshRow({ month: '2026-11' })
  const first = await readyBatch(services, own, [{ ...person, amount: '60000' }])
  const second = await readyBatch(services, neighbour, [{ ...person, amount: '41000' }])
  const balance = 'select 1 from ledger_balances where provider_id = $1 for no key update'
  const held = await holdLock(services, balance, [own.providerId])
  try {
    const begun = takeStep(services, own.pay, first.batchId, 'transferring')
    await held.untilWaiting(1)
    const other = takeStep(services, neighbour.pay, second.batchId, 'transferring')
    const secondWaited = await Promise.race([other.then(() => false), held.untilWaiting(2).then(() => true)])
    await held.release()
    await Promise.all([begun, other])
    return { vat: [await vatOf(first), await vatOf(second)], secondWaited }
  } finally {
    await held.release()
  }
}

/** 41,000 ÷ 1.01 × 1 % = 405.94, and 6 % of it in three parts. */
const CROSSED = { vat: [[0n], [430_30n]], secondWaited: true }

it('withholds from the later of the two', async () => {
  expect(await startTogether()).toEqual(CROSSED)
})

it('withholds where both belong to two platforms and pay by a different one', async () => {
  const { A, B } = people.platforms
  for (const { providerId } of [own, neighbour])
    await services.query('insert into provider_platforms (provider_id, platform_id) values ($1, $2)', [
      providerId,
      B,
    ])
  expect(A).not.toBe(B)
  await services.query('update accounts set platform_id = $2 where account = any($1)', [
    [neighbour.pay, neighbour.check],
    B,
  ])
  expect(await startTogether()).toEqual(CROSSED)
})

it('keeps no company waiting that withholds no VAT', async () => {
  await bearer(neighbour, 'report')
  expect(await startTogether()).toEqual({ vat: [[0n], [0n]], secondWaited: false })
})
