// Proposals attacked from outside: other platforms, lost rights, one's own account by another way, and what changes between proposal and confirmation (D47).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { createAccount, createPeople, createProvider, newPassword, type People } from '../testing/people.ts'
import { settleProposals, storeProposal } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let accountId: number
let proposalId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())
beforeEach(async () => {
  accountId = await make('pay')
  proposalId = await storeProposal(services, 'admin', accountId)
})

const make = (role: 'pay' | 'guest' | 'manager' | 'super', account = freshName()) =>
  services.database.transact((tx) =>
    createAccount(tx, services, role, {
      account,
      providerId: people.providers.A1,
      platformId: people.platforms.A,
    }),
  )
const idOf = ({ body }: Reply) => (body as { proposalId?: number }).proposalId ?? 0
const confirm = (by: Client, id = proposalId) => by.call('confirmProposal', { proposalId: id })
const stateOf = async (id = proposalId) =>
  (await services.query<{ state: string }>('select state from proposals where proposal_id = $1', [id]))[0]
    ?.state
const reset = newPassword('Taken-pass-1')

describe('somebody of another platform', () => {
  it('proposes nothing about an account, and neither sees, confirms nor refuses a proposal', async () => {
    const stranger = await signIn(services, 'managerB')
    expect((await stranger.call('resetPassword', { accountId, ...reset })).http).toBe(404)
    const unknown = { proposalId: 999_999 }
    for (const call of ['confirmProposal', 'withdrawProposal'] as const) {
      const foreign = await stranger.call(call, { proposalId })
      const missing = await stranger.call(call, unknown)
      expect([foreign.http, foreign.body]).toEqual([404, missing.body])
    }
    expect((await stranger.call('refuseProposal', { proposalId, reason: 'no' })).http).toBe(404)
    expect(await stateOf()).toBe('open')
  })

  it('confirms nothing after the provider has left the platform', async () => {
    const [platform] = await services.query<{ id: number }>(
      'insert into platforms (name, created_at) values ($1, now()) returning platform_id as id',
      [freshName()],
    )
    const providerId = await services.database.transact((tx) =>
      createProvider(tx, services, freshName(), [people.platforms.A, platform?.id ?? 0]),
    )
    const owner = await services.database.transact((tx) =>
      createAccount(tx, services, 'pay', { account: freshName(), providerId, platformId: platform?.id ?? 0 }),
    )
    const id = await storeProposal(services, 'admin', owner)
    await services.query('delete from provider_platforms where provider_id = $1 and platform_id = $2', [
      providerId,
      people.platforms.A,
    ])
    expect((await confirm(await signIn(services, 'managerA'), id)).http).toBe(404)
  })
})

describe('a confirmer who is none any more', () => {
  it.each([
    ['rights', 'manager = false, session_epoch = session_epoch + 1'],
    ['standing', 'enabled = false'],
  ])('has lost the session with %s', async (_, change) => {
    const account = freshName()
    const id = await make('manager', account)
    const client = await signIn(services, account)
    await services.query(`update accounts set ${change} where account_id = $1`, [id])
    expect((await confirm(client)).http).toBe(401)
    expect(await stateOf()).toBe('open')
  })

  it('is refused by the right itself, where the session lives on', async () => {
    const account = freshName()
    const id = await make('manager', account)
    const client = await signIn(services, account)
    await services.query('update accounts set manager = false, check_right = true where account_id = $1', [
      id,
    ])
    expect((await confirm(client)).body.code).toBe('not-allowed')
  })
})

it('confirms twice only once: the second is told', async () => {
  const client = await signIn(services, 'managerA')
  expect((await confirm(client)).http).toBe(200)
  const again = await confirm(client)
  expect([again.http, again.body.code]).toEqual([409, 'proposal-ended'])
})

describe('what changes between proposal and confirmation', () => {
  const pay = { platformId: 0, payRight: true }

  it('voids rights for an account whose password the proposer has reset meanwhile', async () => {
    const guest = await make('guest')
    const manager = await signIn(services, 'managerA')
    const rights = { ...pay, accountId: guest, platformId: people.platforms.A }
    const id = idOf(await manager.call('updateAccount', rights))
    expect(idOf(await manager.call('resetPassword', { accountId: guest, ...reset }))).toBe(0)
    expect((await confirm(await signIn(services, 'admin'), id)).body.code).toBe('proposal-outdated')
    const [row] = await services.query('select pay_right from accounts where account_id = $1', [guest])
    expect(row).toEqual({ pay_right: false })
  })

  it('still carries out rights where what was saved at once ended the sessions', async () => {
    const guest = await make('guest')
    const manager = await signIn(services, 'managerA')
    const rights = { ...pay, accountId: guest, platformId: people.platforms.A, appLoginRight: true }
    const id = idOf(await manager.call('updateAccount', rights))
    expect((await confirm(await signIn(services, 'admin'), id)).http).toBe(200)
  })

  it('voids terms that somebody else has changed', async () => {
    const admin = await signIn(services, 'admin')
    const providerId = await services.database.transact((tx) =>
      createProvider(tx, services, freshName(), [people.platforms.A]),
    )
    const terms = { providerId, name: freshName(), platformIds: [people.platforms.A], serviceRate: 70_000 }
    const id = idOf(await admin.call('updateProvider', terms))
    await services.query('update providers set service_rate = 50000 where provider_id = $1', [providerId])
    expect((await confirm(await signIn(services, 'managerA'), id)).body.code).toBe('proposal-outdated')
    const [row] = await services.query('select service_rate as rate from providers where provider_id = $1', [
      providerId,
    ])
    expect(row).toEqual({ rate: 50_000 })
  })

  it('voids an account whose name somebody took, and one whose provider was disabled', async () => {
    const manager = await signIn(services, 'managerA')
    const add = async (account: string, providerId: number) =>
      idOf(
        await manager.call('addAccount', {
          account,
          ...newPassword('First-pass-1'),
          providerId,
          platformId: people.platforms.A,
          payRight: true,
        }),
      )
    const taken = freshName()
    const first = await add(taken, people.providers.A1)
    await make('guest', taken.toUpperCase())
    expect((await confirm(await signIn(services, 'admin'), first)).body.code).toBe('proposal-outdated')
    const providerId = await services.database.transact((tx) =>
      createProvider(tx, services, freshName(), [people.platforms.A]),
    )
    const second = await add(freshName(), providerId)
    await services.query('update providers set enabled = false where provider_id = $1', [providerId])
    expect((await confirm(await signIn(services, 'admin'), second)).body.code).toBe('proposal-outdated')
  })

  it('voids a cooling one, too, where its proposer manages no more', async () => {
    const account = freshName()
    const proposer = await make('super', account)
    const id = await storeProposal(services, account, accountId).catch(() => 0)
    expect(id).toBe(0)
    await (await signIn(services, 'admin')).answer('withdrawProposal', { proposalId })
    const again = await storeProposal(services, account, accountId)
    await services.query(
      "update proposals set state = 'cooling', effective_at = proposed_at where proposal_id = $1",
      [again],
    )
    await services.query('update accounts set enabled = false where account_id = $1', [proposer])
    await settleProposals(services)
    expect(await stateOf(again)).toBe('void')
  })
})

describe('who is left to confirm', () => {
  const asked = async (by: string) => {
    const client = await signIn(services, by)
    const { body } = await client.call('resetPassword', { accountId: await make('pay'), ...reset })
    return body.msg
  }
  const others = (enabled: boolean) =>
    services.query('update accounts set enabled = $1 where (manager or super_manager) and account <> $2', [
      enabled,
      'managerA',
    ])

  it('is the super manager for a platform’s only manager, another manager for a super manager, and nobody’s place is taken by time', async () => {
    expect(await asked('managerA')).toBe('已提交，待另一位管理员确认')
    expect(await asked('admin')).toBe('已提交，待另一位管理员确认')
    await others(false)
    expect(await asked('managerA')).toBe('已提交，待另一位管理员确认')
    await others(true)
  })
})
