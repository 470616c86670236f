// Approvals of recharges signed by passkeys: a credit that its auditor did not sign is refused, and found where it was forged (ADR 97).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordEntry } from '../audit-log/record-entry.ts'
import { actorOf } from '../testing/actor.ts'
import { type Authenticator, challengeOf, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { decisionsAreLogged } from './logged-decisions.ts'
import { rechargesAreSigned } from './recharge-signature-checks.ts'

let services: TestServices
let people: People
let key: Authenticator
let client: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  key = await passkeyFor(services, people.accounts.checkA1)
  services.clock.advance(60_000)
  client = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

const findings = async () =>
  (
    await services.database.read(async (tx) => [
      ...(await rechargesAreSigned(tx)),
      ...(await decisionsAreLogged(tx)),
    ])
  ).map(({ what }) => what)

async function sign(rechargeId: number): Promise<void> {
  const { options } = await client.answer('askApprovalSignature', { rechargeId })
  await client.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
}

const audit = async (rechargeId: number, approves = true) =>
  (await client.call('auditRecharge', { rechargeId, approves, confirmDuplicate: true })).body.code ?? 'done'

/** Past the triggers that keep histories, as the owner of the database could. */
async function forge(statement: string, table: string, values: readonly unknown[]): Promise<void> {
  await services.query(`alter table ${table} disable trigger all`)
  await services.query(statement, values)
  await services.query(`alter table ${table} enable trigger all`)
}

it('whoever has a passkey approves only with its signature of this very recharge', async () => {
  const rechargeId = await storeRecharge(services, 'payA1', { amountFen: 100_00n })
  const other = await storeRecharge(services, 'payA1', { amountFen: 200_00n })
  expect(await audit(rechargeId)).toBe('signature-needed')
  await sign(other)
  expect(await audit(rechargeId)).toBe('signature-needed')
  await sign(rechargeId)
  await forge('update recharges set amount_fen = amount_fen + 1 where recharge_id = $1', 'recharges', [
    rechargeId,
  ])
  expect(await audit(rechargeId)).toBe('signature-needed')
  await forge('update recharges set amount_fen = amount_fen - 1 where recharge_id = $1', 'recharges', [
    rechargeId,
  ])
  await sign(rechargeId)
  expect(await audit(rechargeId)).toBe('done')
  expect(await audit(other, false)).toBe('done')
  expect(await findings()).toEqual([])
})

it('an approval forged with the database, or changed behind its signature, is found', async () => {
  const rechargeId = await storeRecharge(services, 'payA1', { amountFen: 300_00n })
  const approve = `update recharges set status = 'approved', decided_by = $2, decided_at = $3 where recharge_id = $1`
  const now = services.clock.now()
  await forge(approve, 'recharges', [rechargeId, people.accounts.checkA1, now])
  expect(await findings()).toEqual([expect.stringContaining('is not in the audit log')])
  const by = await actorOf(services, 'checkA1')
  await services.database.transact((tx) =>
    recordEntry(tx, by, { action: 'audit-recharge', object: { kind: 'recharge', id: rechargeId } }),
  )
  expect(await findings()).toEqual([expect.stringContaining('is not signed')])

  // With a copy of the signature behind another recharge.
  await services.query(
    `insert into passkey_signatures (passkey_id, token_hash, about, challenge, client_data, authenticator_data, signature, signed_at)
     select passkey_id, token_hash, about, challenge, client_data, authenticator_data, signature, signed_at
     from passkey_signatures join recharge_signatures using (signature_id) limit 1`,
  )
  await services.query(
    'insert into recharge_signatures select $1, max(signature_id) from passkey_signatures',
    [rechargeId],
  )
  expect(await findings()).toEqual([expect.stringContaining('is not what was signed')])
  await forge('delete from recharge_signatures where recharge_id = $1', 'recharge_signatures', [rechargeId])
  await forge('delete from recharges where recharge_id = $1', 'recharges', [rechargeId])

  const raise =
    'update recharges set amount_fen = amount_fen + $2::bigint where recharge_id = (select max(recharge_id) from recharge_signatures)'
  await forge(raise.replace('$2', '$1'), 'recharges', [1])
  expect(await findings()).toEqual([expect.stringContaining('is not what was signed')])
  await forge(raise.replace('$2', '$1'), 'recharges', [-1])
  await forge('update recharges set decided_by = $1 where status = $2', 'recharges', [
    people.accounts.admin,
    'approved',
  ])
  expect(await findings()).toContainEqual(expect.stringContaining('a passkey of another account'))
  expect(await findings()).toContainEqual(expect.stringContaining('is not in the audit log'))
})
