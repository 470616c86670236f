// Restores that neither cluster nor timeline tell of, while an earlier one is yet to be acknowledged or is acknowledged too early, and one of which both tell (ADR 165).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgeRestore } from '../audit-log/acknowledge-restore.ts'
import { anchorChain } from '../audit-log/anchor-chain.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { backUp, restore } from '../testing/restored-copy.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { guardSending } from './guard-sending.ts'
import { holdAcknowledged, noteOlderLog } from './note-restore.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const heldSince = async (on: TestServices) =>
  (await on.query<{ at: Date | null }>('select restored_at as at from sending_gate'))[0]?.at
const acknowledge = (on: TestServices) =>
  acknowledgeRestore(on, { by: 'administrator', reason: 'a restore', hold: holdAcknowledged })

it('hold after each of them, and are held though the older one is acknowledged first', async () => {
  await guardSending(services, { compare: true })
  await anchorChain(services)
  const backup = await backUp(services)
  await startedBatch(services, await openProviderFixture(services, people, { fen: 10_000_000n }), [
    freshRow(),
  ])
  await anchorChain(services)
  const first = await restore(services, backup)
  await guardSending(first)
  const firstHold = await heldSince(first)
  expect(firstHold).toBeInstanceOf(Date)
  const later = await backUp(first)
  services.clock.advance(60_000)
  const second = await restore(first, later)
  await second.query(`update sending_gate set restore_marks =
    array(select regexp_replace(mark, ' since .*', ' since an earlier start') from unnest(restore_marks) mark)`)
  // The operator is quicker than the first look of a worker.
  await acknowledge(second)
  const secondHold = await heldSince(second)
  expect(secondHold).not.toEqual(firstHold)
  // One that was looked at is not held once more.
  await guardSending(second)
  expect(await heldSince(second)).toEqual(secondHold)
  await second.close()
  await first.close()
})

it('is held once where another timeline and an older log tell of it', async () => {
  // What the copies before published is given up.
  await acknowledge(services)
  const backup = await backUp(services)
  await startedBatch(services, await openProviderFixture(services, people, { fen: 10_000_000n }), [
    freshRow(),
  ])
  await anchorChain(services)
  const restored = await restore(services, backup)
  await restored.query('update sending_gate set timeline = timeline + 1')
  expect(await guardSending(restored)).toEqual({ state: 'open' })
  const held = await heldSince(restored)
  expect(held).toBeInstanceOf(Date)
  // The next anchor finds the log older: whoever has compared meanwhile is not asked again, and sending goes on.
  services.clock.advance(60_000)
  expect(await noteOlderLog(restored)).toBe(false)
  expect(await heldSince(restored)).toEqual(held)
  expect(await guardSending(restored)).toEqual({ state: 'open' })
  await restored.close()
})
