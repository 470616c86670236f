// Mobile numbers of accounts: sealed, shown masked, changed by two people where the account decides, and told where two accounts share one (ADR 63).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { createPeople, newPassword, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const PHONE = '13800001234'
const OTHER = '13900005678'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const manager = () => signIn(services, 'managerA')
const give = async (accountId: number, phone: string) =>
  (await manager()).answer('updateAccount', { accountId, platformId: people.platforms.A, phone })
const shownOf = async (accountId: number) =>
  (await (await manager()).answer('accountDetail', { accountId })).phone
const added = async (rights: { payRight?: boolean }, phone: string) =>
  (await manager()).call('addAccount', {
    account: freshName(),
    ...newPassword('First-pass-1'),
    providerId: people.providers.A1,
    platformId: people.platforms.A,
    phone,
    ...rights,
  })

it('of whoever decides is changed by two people, and lies nowhere in the open', async () => {
  const accountId = people.accounts.payA1
  const asked = give(accountId, PHONE)
  const { waiting } = await asked
  expect(await shownOf(accountId)).toBe('')
  const { rows } = await (await signIn(services, 'admin')).answer('listProposals', {})
  const listed = rows.find(({ proposalId }) => proposalId === waiting?.proposalId)
  expect(listed).toMatchObject({ kind: 'change-phone', facts: [{ field: 'phone', after: '138****1234' }] })
  const everywhere = await services.query(
    'select 1 from proposals where change::text like $1 or facts_after::text like $1 union all select 1 from audit_entries where after::text like $1',
    [`%${PHONE}%`],
  )
  expect(everywhere).toEqual([])
  expect(
    (await (await manager()).call('confirmProposal', { proposalId: waiting?.proposalId ?? 0 })).body.code,
  ).toBe('own-proposal')
  await confirmed(services, 'admin', asked)
  expect(await shownOf(accountId)).toBe('138****1234')
  const told = await (await signIn(services, 'payA1')).answer('todos', {})
  expect(told.todos.filter(({ kind }) => kind === 'account-notice')).toMatchObject([
    { title: 'account-renamed' },
  ])
  const [kept] = await services.query<{ sealed: string }>(
    'select sealed_phone as sealed from account_phones where account_id = $1',
    [accountId],
  )
  expect(kept?.sealed).not.toContain(PHONE)
})

it('stays where nothing or the same is given, and takes no other text', async () => {
  const accountId = people.accounts.payA1
  for (const phone of ['', PHONE]) expect((await give(accountId, phone)).waiting).toBeUndefined()
  expect(await shownOf(accountId)).toBe('138****1234')
  const client = await manager()
  for (const phone of ['12345678901', '1380000123', 'abc']) {
    const input = { accountId, platformId: people.platforms.A, phone }
    const { http, body } = await client.wire('updateAccount', input)
    expect([http, body.msg]).toEqual([400, '手机号不正确'])
  }
})

it('of an account without rights is saved at once, also with the account', async () => {
  const { body } = await added({}, OTHER)
  const accountId = Number(body.data)
  expect(await shownOf(accountId)).toBe('139****5678')
  expect((await give(accountId, PHONE)).waiting).toBeUndefined()
  expect(await shownOf(accountId)).toBe('138****1234')
})

it('comes with an account that two people make', async () => {
  const reply = await confirmed(services, 'admin', added({ payRight: true }, OTHER))
  expect(await shownOf(Number(reply.body.data))).toBe('139****5678')
})

it('changed meanwhile makes a proposal void, in one sentence', async () => {
  const accountId = people.accounts.payA2
  const asked = await give(accountId, PHONE)
  // As a number that was set while the account had no rights.
  await services.query(
    'insert into account_phones select $1, sealed_phone, phone_hash, changed_at from account_phones where account_id = $2',
    [accountId, people.accounts.payA1],
  )
  const admin = await signIn(services, 'admin')
  const { body } = await admin.call('confirmProposal', { proposalId: asked.waiting?.proposalId ?? 0 })
  expect(body.code).toBe('proposal-outdated')
})

it('shared by payer and reviewer is told to the reviewer, and a manager is asked', async () => {
  await confirmed(services, 'admin', give(people.accounts.checkA1, PHONE))
  const { batchId } = await storeBatch(services, 'payA1')
  await (await signIn(services, 'payA1')).answer('decideBatch', { batchId, to: 'reviewing', pass: true })
  const reviewer = await signIn(services, 'checkA1')
  const { accountPairs } = await reviewer.answer('batchHead', { batchId })
  expect(accountPairs.map(({ words, high }) => [words, high])).toEqual([
    ['Name of payA1（payA1）与 Name of checkA1（checkA1）手机号相同，请确认不是同一人', false],
  ])
  await reviewer.answer('decideBatch', { batchId, to: 'ready', pass: true })
  const { todos } = await (await manager()).answer('todos', {})
  expect(todos.filter(({ kind }) => kind === 'account-pair')).toHaveLength(1)
})
