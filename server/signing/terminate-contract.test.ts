// The end of a contract, and what happens when the console acts while the person signs.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recountPayable } from '../payouts/batch-store.ts'
import { type Client, clientOf, signIn } from '../testing/client.ts'
import { signedPerson } from '../testing/freelancers.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { readyToSign } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())

const signStateOf = async (userId: number) =>
  (
    await services.query(
      'select signed_at, name_bound from provider_freelancers where provider_id = $1 and freelancer_id = $2',
      [people.providers.A1, userId],
    )
  )[0]
const end = (contractId: number, account: 'managerA' | 'managerB' | 'admin' = 'managerA') =>
  clients[account].call('terminateContract', { contractId, reason: ' 双方协商 ' })

describe('terminating a personal contract', () => {
  it('marks the person as unsigned, keeps PDF and bound name, and writes an audit entry', async () => {
    const { userId, contractId } = await signedPerson(services, 'payA1')
    expect((await end(contractId)).http).toBe(200)
    expect(await signStateOf(userId)).toEqual({ signed_at: null, name_bound: true })
    const [contract] = await services.query(
      'select terminated_at, terminated_by, termination_reason, pdf_file_id is not null as paper from personal_contracts where contract_id = $1',
      [contractId],
    )
    expect(contract).toEqual({
      terminated_at: services.clock.now(),
      terminated_by: people.accounts.managerA,
      termination_reason: '双方协商',
      paper: true,
    })
    const [entry] = await services.query(
      "select account, reason, provider_id from audit_entries where action = 'terminate-personal-contract' and object_id = $1",
      [String(contractId)],
    )
    expect(entry).toEqual({ account: 'managerA', reason: '双方协商', provider_id: people.providers.A1 })
  })

  it('updates the unsigned count of the batches like a recount', async () => {
    const person = await signedPerson(services, 'payA1')
    const row = () => freshRow({ name: person.name, idCardNo: person.idCardNo, phone: person.phone })
    const { batchId } = await storeBatch(services, 'payA1', [row(), row(), freshRow()])
    const other = await storeBatch(services, 'payA1', [freshRow()])
    const unsigned = async (id: number) =>
      (
        await services.query<{ n: number }>(
          'select unsigned_count as n from payout_batches where batch_id = $1',
          [id],
        )
      )[0]?.n
    expect(await unsigned(batchId)).toBe(1)
    await end(person.contractId)
    const counted = [await unsigned(batchId), await unsigned(other.batchId)]
    expect(counted).toEqual([2, 1])
    await services.database.transact((tx) => recountPayable(tx, batchId))
    expect(await unsigned(batchId)).toBe(2)
  })

  it('accepts only one of two concurrent requests, in scope and with a reason', async () => {
    const { contractId, userId } = await signedPerson(services, 'payA1')
    expect((await end(contractId, 'managerB')).http).toBe(404)
    expect((await clients.managerA.wire('terminateContract', { contractId, reason: '  ' })).http).toBe(400)
    expect((await clients.payA1.call('terminateContract', { contractId, reason: 'x' })).http).toBe(403)
    expect(await signStateOf(userId)).toMatchObject({ signed_at: services.clock.now() })
    const both = await Promise.all([end(contractId), end(contractId, 'admin')])
    expect(both.map(({ http, body }) => [http, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'contract-not-in-force'],
    ])
  })

  it('does not affect a contract signed later', async () => {
    const { contractId, userId } = await signedPerson(services, 'payA1')
    await end(contractId)
    await services.query('update provider_freelancers set signed_at = $1 where freelancer_id = $2', [
      services.clock.now(),
      userId,
    ])
    expect((await end(contractId)).body.code).toBe('contract-not-in-force')
    expect(await signStateOf(userId)).toMatchObject({ signed_at: services.clock.now() })
  })

  it('allows inviting the person again', async () => {
    const { contractId, userId } = await signedPerson(services, 'payA1')
    expect((await clients.payA1.answer('invitePeople', { userIds: [userId] })).alreadySigned).toBe(1)
    await end(contractId)
    expect((await clients.payA1.answer('invitePeople', { userIds: [userId] })).invited).toBe(1)
  })
})

describe('actions during a signing', () => {
  const outcome = async (userId: number) => {
    const [row] = await services.query<{ contracts: number; open: number; signed: boolean }>(
      `select (select count(*)::int from personal_contracts c where c.freelancer_id = pf.freelancer_id) as contracts,
         (select count(*)::int from signing_links l where l.freelancer_id = pf.freelancer_id and used_at is null and revoked_at is null and replaced_at is null) as open,
         pf.signed_at is not null as signed
       from provider_freelancers pf where pf.freelancer_id = $1`,
      [userId],
    )
    return row
  }

  it.each([
    ['resendLink', 'already-signed', 1],
    ['revokeLink', 'link-not-open', 0],
  ] as const)('applies %s either before or after the signing', async (call, late, openAfter) => {
    for (let round = 0; round < 4; round += 1) {
      const { person, input } = await readyToSign(services, 'payA1')
      const { linkId } = person.link
      const [signed, acted] = await Promise.all([
        clientOf(services).call('completeSigning', input),
        clients.payA1.call(call, { linkId }),
      ])
      const found = await outcome(person.userId)
      if (signed.http === 200) {
        expect(acted.body.code).toBe(late)
        expect(found).toEqual({ contracts: 1, open: 0, signed: true })
      } else {
        expect([409, 404]).toContain(signed.http)
        expect(acted.http).toBe(200)
        expect(found).toEqual({ contracts: 0, open: openAfter, signed: false })
      }
    }
  })

  it('makes inviteBatch wait for a concurrent signing without a deadlock', async () => {
    const { person, input } = await readyToSign(services, 'payA1')
    const row = freshRow({ name: person.name, idCardNo: person.idCardNo, phone: person.phone })
    const { batchId } = await storeBatch(services, 'payA1', [row, freshRow()])
    const replies = await Promise.all([
      clientOf(services).call('completeSigning', input),
      ...Array.from({ length: 4 }, () => clients.payA1.call('inviteBatch', { batchId })),
    ])
    expect(replies.slice(1).map(({ http }) => http)).toEqual([200, 200, 200, 200])
    const found = await outcome(person.userId)
    expect(found?.open).toBe(found?.signed ? 0 : 1)
  })
})
