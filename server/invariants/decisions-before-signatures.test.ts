// An upgraded database: what people with a passkey decided before decisions were signed is no finding, and nothing joins it later (ADR 97).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passkeyFor } from '../testing/authenticator.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeProposal } from '../testing/proposals.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { passkeysAreTheirOwners } from './key-change-checks.ts'
import { confirmationsAreSigned } from './proposal-signature-checks.ts'
import { rechargesAreSigned } from './recharge-signature-checks.ts'

const MIGRATION = join(import.meta.dirname, '../migrations/0122-decisions-before-signatures.sql')

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const findings = async () =>
  (
    await services.database.read(async (tx) => [
      ...(await rechargesAreSigned(tx)),
      ...(await confirmationsAreSigned(tx)),
      ...(await passkeysAreTheirOwners(tx)),
    ])
  ).map(({ what }) => what)

async function decideUnsigned(): Promise<void> {
  const { checkA1, admin } = people.accounts
  const now = services.clock.now()
  const rechargeId = await storeRecharge(services, 'payA1', { amountFen: 100_00n })
  await services.query(
    "update recharges set status = 'approved', decided_by = $2, decided_at = $3 where recharge_id = $1",
    [rechargeId, checkA1, now],
  )
  const proposalId = await storeProposal(services, 'managerA', checkA1)
  await services.query(
    "update proposals set state = 'done', change = null, decided_by = $2, decided_at = $3 where proposal_id = $1",
    [proposalId, admin, now],
  )
}

it('earlier decisions and keys are no findings after the upgrade; later ones are', async () => {
  await passkeyFor(services, people.accounts.checkA1)
  await passkeyFor(services, people.accounts.admin)
  services.clock.advance(60_000)
  const { passkeyId } = await passkeyFor(services, people.accounts.checkA1)
  services.clock.advance(60_000)
  await decideUnsigned()
  await services.query('update passkeys set removed_at = $2 where passkey_id = $1', [
    passkeyId,
    services.clock.now(),
  ])
  expect(await findings()).toHaveLength(4)

  const [fill = ''] =
    /insert into decisions_before_signatures[^;]*;/.exec(await readFile(MIGRATION, 'utf8')) ?? []
  await services.query('alter table decisions_before_signatures disable trigger all')
  await services.query(fill)
  await services.query('alter table decisions_before_signatures enable trigger all')
  expect(await findings()).toEqual([])

  services.clock.advance(60_000)
  await decideUnsigned()
  await passkeyFor(services, people.accounts.checkA1)
  expect(await findings()).toHaveLength(3)
})

it('nothing is added to them later', async () => {
  await expect(
    services.query("insert into decisions_before_signatures values ('recharge', 999)"),
  ).rejects.toThrow('append-only')
})
