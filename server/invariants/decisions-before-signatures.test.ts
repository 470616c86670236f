// An upgraded database: what people with a passkey decided before decisions were signed is no finding, and nothing joins it later (ADR 97).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Action } from '@paywages/domain/audit-log/actions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditFacts, type AuditObject, recordEntry } from '../audit-log/record-entry.ts'
import { actorOf } from '../testing/actor.ts'
import { passkeyFor } from '../testing/authenticator.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { storeProposal } from '../testing/proposals.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { earlierDecisionsAreFixed } from './decisions-before-signatures.ts'
import { passkeysAreTheirOwners } from './key-change-checks.ts'
import { decisionsAreLogged } from './logged-decisions.ts'

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
      ...(await decisionsAreLogged(tx)),
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
  const entries = [
    ['checkA1', 'audit-recharge', 'recharge', rechargeId],
    ['admin', 'confirm-change', 'proposal', proposalId],
  ] as const
  for (const [account, action, kind, id] of entries) await log(account, action, { kind, id })
}

async function log(
  account: AccountName,
  action: Action,
  object: AuditObject,
  before?: AuditFacts,
): Promise<void> {
  const by = await actorOf(services, account)
  await services.database.transact((tx) =>
    recordEntry(tx, by, { action, object, ...(before ? { before } : {}) }),
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
  await log(
    'checkA1',
    'remove-passkey',
    { kind: 'account', id: people.accounts.checkA1 },
    { passkey: passkeyId },
  )
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

it('nothing is added to them later, also not past their triggers with a new word in the log', async () => {
  await expect(
    services.query("insert into decisions_before_signatures values ('recharge', 999)"),
  ).rejects.toThrow('append-only')
  const fixed = async () => (await services.database.read(earlierDecisionsAreFixed)).length === 0
  // The test before this one has filled the list as an upgrade would have before it was fixed.
  for (const table of ['decisions_before_signatures', 'decisions_before_log']) {
    await services.query(`alter table ${table} disable trigger all`)
    await services.query(`delete from ${table}`)
    expect(await fixed()).toBe(true)
    await services.query(`insert into ${table} values ('recharge', 999)`)
    expect(await fixed()).toBe(false)
    await log('admin', 'fix-earlier-decisions', { kind: 'decisions', id: '0148' })
    expect(await fixed()).toBe(false)
    await services.query(`delete from ${table}`)
  }
})
