// Confirmations signed by passkeys: power that its second person did not sign for is refused, and found where it was forged (ADR 97).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordEntry } from '../audit-log/record-entry.ts'
import { actorOf } from '../testing/actor.ts'
import { type Authenticator, challengeOf, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeProposal } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { decisionsAreLogged } from './logged-decisions.ts'
import { confirmationsAreSigned } from './proposal-signature-checks.ts'

let services: TestServices
let people: People
let key: Authenticator
let client: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  key = await passkeyFor(services, people.accounts.admin)
  services.clock.advance(60_000)
  client = await signIn(services, 'admin')
})
afterAll(() => services.close())

const findings = async () =>
  (
    await services.database.read(async (tx) => [
      ...(await confirmationsAreSigned(tx)),
      ...(await decisionsAreLogged(tx)),
    ])
  ).map(({ what }) => what)
const confirm = async (proposalId: number) =>
  (await client.call('confirmProposal', { proposalId })).body.code ?? 'confirmed'

async function sign(proposalId: number): Promise<void> {
  const { options } = await client.answer('askConfirmationSignature', { proposalId })
  await client.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
}

it('whoever has a passkey confirms only with its signature of this very proposal', async () => {
  const proposalId = await storeProposal(services, 'managerA', people.accounts.payA1)
  const other = await storeProposal(services, 'managerA', people.accounts.payA2)
  expect(await confirm(proposalId)).toBe('signature-needed')
  await sign(other)
  expect(await confirm(proposalId)).toBe('signature-needed')
  await sign(proposalId)
  await services.query(`update proposals set facts_after = '{"password":"other"}' where proposal_id = $1`, [
    proposalId,
  ])
  expect(await confirm(proposalId)).toBe('signature-needed')
  await services.query(`update proposals set facts_after = '{"password":"new"}' where proposal_id = $1`, [
    proposalId,
  ])
  await sign(proposalId)
  expect(await confirm(proposalId)).toBe('confirmed')
  expect(await findings()).toEqual([])
})

it('a confirmation that was forged, or changed behind its signature, is found', async () => {
  const proposalId = await storeProposal(services, 'managerA', people.accounts.checkA1)
  await services.query(
    `update proposals set state = 'done', change = null, decided_by = $2, decided_at = $3 where proposal_id = $1`,
    [proposalId, people.accounts.admin, services.clock.now()],
  )
  expect(await findings()).toEqual([expect.stringContaining('is not in the audit log')])
  const by = await actorOf(services, 'admin')
  await services.database.transact((tx) =>
    recordEntry(tx, by, { action: 'confirm-change', object: { kind: 'proposal', id: proposalId } }),
  )
  expect(await findings()).toEqual([expect.stringContaining('is not signed')])
  await services.query(`update proposals set state = 'void' where proposal_id = $1`, [proposalId])
  await services.query(`update proposals set facts_after = '{"password":"other"}' where state = 'done'`)
  expect(await findings()).toEqual([expect.stringContaining('is not what was signed')])
})
