// A super manager who disables everybody else waits for a second person all the same: time stands in for one only where there never was another (D47).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { createAccount, createPeople, createProvider, newPassword, type People } from '../testing/people.ts'
import { settleProposals } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const DAY = 86_400_000

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  // One super manager and nobody else who manages.
  await services.query('update accounts set enabled = false where manager and not super_manager')
})
afterAll(() => services.close())

const proposePayer = async () => {
  const admin = await signIn(services, 'admin')
  const { waiting } = await admin.answer('addAccount', {
    account: freshName(),
    ...newPassword('Mine-alone-1'),
    providerId: people.providers.A1,
    platformId: people.platforms.A,
    payRight: true,
  })
  const proposalId = waiting?.proposalId ?? 0
  const [row] = await services.query<{ state: string }>(
    'select state from proposals where proposal_id = $1',
    [proposalId],
  )
  return { admin, proposalId, state: row?.state }
}

it('cools down where there is one super manager and never was another', async () => {
  const { admin, proposalId, state } = await proposePayer()
  expect(state).toBe('cooling')
  await admin.answer('withdrawProposal', { proposalId })
})

it.each(['account', 'provider'] as const)(
  'waits for somebody else after the other’s %s is disabled',
  async (what) => {
    const account = freshName()
    const providerId = await services.database.transact((tx) =>
      createProvider(tx, services, freshName(), [people.platforms.A]),
    )
    const other = await services.database.transact((tx) =>
      createAccount(tx, services, 'super', { account, providerId, platformId: people.platforms.A }),
    )
    const admin = await signIn(services, 'admin')
    if (what === 'account') await admin.answer('setAccountStatus', { accountId: other, enabled: false })
    else await admin.answer('setProviderStatus', { providerId, enabled: false })
    const { proposalId, state } = await proposePayer()
    expect(state).toBe('open')
    // The other's own account is no way around it.
    const reset = await admin.answer('resetPassword', { accountId: other, ...newPassword('Mine-alone-1') })
    const [asked] = await services.query<{ state: string }>(
      'select state from proposals where proposal_id = $1',
      [reset.waiting?.proposalId ?? 0],
    )
    expect(asked?.state).toBe('open')
    services.clock.advance(30 * DAY)
    await settleProposals(services)
    const ended = await services.query<{ state: string }>(
      'select state from proposals where proposal_id = any($1)',
      [[proposalId, reset.waiting?.proposalId ?? 0]],
    )
    expect(ended).toEqual([{ state: 'expired' }, { state: 'expired' }])
    await services.query('delete from account_notices where account_id = $1', [other])
  },
)

it('waits for somebody else after the platform’s manager is disabled or manages no more, not for good', async () => {
  // The super managers of the tests before this one are no part of it.
  await services.query("update accounts set super_manager = false where account <> 'admin'")
  services.clock.advance(91 * DAY)
  const place = { providerId: people.providers.A2, platformId: people.platforms.A }
  const made = () =>
    services.database.transact((tx) =>
      createAccount(tx, services, 'manager', { account: freshName(), ...place }),
    )
  for (const take of [
    (admin: Client, accountId: number) => admin.answer('setAccountStatus', { accountId, enabled: false }),
    (admin: Client, accountId: number) =>
      admin.answer('updateAccount', { accountId, platformId: place.platformId, manager: false }),
  ]) {
    const before = await proposePayer()
    expect(before.state).toBe('cooling')
    await before.admin.answer('withdrawProposal', { proposalId: before.proposalId })
    await take(before.admin, await made())
    const { proposalId, state } = await proposePayer()
    expect(state).toBe('open')
    services.clock.advance(91 * DAY)
    await settleProposals(services)
    const later = await proposePayer()
    expect([later.state, later.proposalId > proposalId]).toEqual(['cooling', true])
    await later.admin.answer('withdrawProposal', { proposalId: later.proposalId })
  }
})

it('tells whoever is to be enabled of what waits for time, and they read it once they can', async () => {
  const account = freshName()
  const place = { providerId: people.providers.A2, platformId: people.platforms.A }
  const accountId = await services.database.transact((tx) =>
    createAccount(tx, services, 'manager', { account, ...place }),
  )
  const admin = await signIn(services, 'admin')
  await admin.answer('setAccountStatus', { accountId, enabled: false })
  // Nobody else: the disabled manager is whom it concerns.
  const { waiting } = await admin.answer('setAccountStatus', { accountId, enabled: true })
  expect(waiting?.msg).toContain('相关人员已收到通知')
  const told = async () => {
    const rows = await services.query<{ kind: string }>(
      'select kind from account_notices where account_id = $1 order by notice_id',
      [accountId],
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await told()).toEqual(['account-disabled', 'proposal-cooling'])
  services.clock.advance(DAY)
  await settleProposals(services)
  services.clock.advance(2.5 * DAY)
  const { todos } = await (await signIn(services, account)).answer('todos', {})
  expect(todos.filter(({ kind }) => kind === 'account-notice')).toHaveLength(3)
})

describe('where everybody else was taken out of sight', () => {
  /** A manager of a platform of its own, and a provider on it that a super manager alone wants to pay from. */
  async function platformOfAnother() {
    await services.query("update accounts set super_manager = false where account <> 'admin'")
    services.clock.advance(91 * DAY)
    const admin = await signIn(services, 'admin')
    const here = await admin.answer('addPlatform', { name: freshName() })
    const elsewhere = await admin.answer('addPlatform', { name: freshName() })
    const [home, wanted] = await services.database.transact(async (tx) => [
      await createProvider(tx, services, freshName(), [here]),
      await createProvider(tx, services, freshName(), [here]),
    ])
    const managerId = await services.database.transact((tx) =>
      createAccount(tx, services, 'manager', { account: freshName(), providerId: home, platformId: here }),
    )
    const place = (providerId: number, platformIds: number[]) =>
      admin.answer('updateProvider', { providerId, platformIds, ...named(providerId) })
    const stateOfNewPayer = async () => {
      const { waiting } = await admin.answer('addAccount', {
        account: freshName(),
        ...newPassword('Mine-alone-1'),
        providerId: wanted,
        platformId: elsewhere,
        payRight: true,
      })
      const [row] = await services.query<{ state: string }>(
        'select state from proposals where proposal_id = $1',
        [waiting?.proposalId ?? 0],
      )
      return row?.state
    }
    return { admin, here, elsewhere, home, wanted, managerId, place, stateOfNewPayer }
  }
  const named = (providerId: number) => ({ name: `Company ${providerId}`, serviceRate: 65_000 })

  it('waits after the provider was taken from its platform', async () => {
    const { elsewhere, wanted, place, stateOfNewPayer } = await platformOfAnother()
    await place(wanted, [elsewhere])
    expect(await stateOfNewPayer()).toBe('open')
    services.clock.advance(91 * DAY)
  })

  it('waits after the manager lost the right and was moved', async () => {
    const { admin, here, elsewhere, home, wanted, managerId, place, stateOfNewPayer } =
      await platformOfAnother()
    await place(wanted, [here, elsewhere])
    await place(home, [here, elsewhere])
    await admin.answer('updateAccount', { accountId: managerId, platformId: here, manager: false })
    const third = await admin.answer('addPlatform', { name: freshName() })
    await place(home, [here, third])
    await admin.answer('updateAccount', { accountId: managerId, platformId: third })
    expect(await stateOfNewPayer()).toBe('open')
  })
})
