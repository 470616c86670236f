// Proposals end to end: who confirms, what waits, what becomes of two steps at once, and what time does (D47).

import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { giveAppTo } from '../testing/factors.ts'
import { createAccount, createPeople, createProvider, newPassword, type People } from '../testing/people.ts'
import { settleProposals } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const DAY = 86_400_000

let services: TestServices
let people: People
let admin: Client
let manager: Client
let accountId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

beforeEach(async () => {
  accountId = await make('pay', people.providers.A1)
  // The clock has moved on: sessions are fresh.
  admin = await signIn(services, 'admin')
  manager = await signIn(services, 'managerA')
})

const make = (role: 'pay' | 'manager', providerId: number, account = freshName()) =>
  services.database.transact((tx) =>
    createAccount(tx, services, role, { account, providerId, platformId: people.platforms.A }),
  )
const rowOf = async (id = accountId) =>
  (await services.query<Record<string, unknown>>('select * from accounts where account_id = $1', [id]))[0]
const proposalOf = async (id: number) =>
  (await services.query<Record<string, unknown>>('select * from proposals where proposal_id = $1', [id]))[0]
const idOf = ({ body }: Reply) => (body as { proposalId?: number }).proposalId ?? 0

const proposeReset = async (by = manager, id = accountId) =>
  idOf(
    await by.call('resetPassword', {
      accountId: id,
      ...newPassword('Reset-pass-1'),
      reason: '忘记密码',
    }),
  )
const confirm = (by: Client, proposalId: number) => by.call('confirmProposal', { proposalId })

it('answers success with the number that the account will have, a sentence and the proposal', async () => {
  const account = freshName()
  const fields = { account, ...newPassword('First-pass-1'), providerId: people.providers.A1 }
  const reply = await manager.call('addAccount', {
    ...fields,
    platformId: people.platforms.A,
    payRight: true,
  })
  expect(reply.body).toEqual({
    status: 0,
    msg: '已提交，待另一位管理员确认',
    data: expect.any(Number),
    proposalId: expect.any(Number),
  })
  const reserved = reply.body.data as number
  expect(await rowOf(reserved)).toBeUndefined()
  expect((await confirm(admin, idOf(reply))).http).toBe(200)
  expect(await rowOf(reserved)).toMatchObject({ account, pay_right: true, must_change_password: true })
})

it('keeps the password as an argon2 hash only while it waits, and shows it nowhere', async () => {
  const proposalId = await proposeReset()
  const waiting = await proposalOf(proposalId)
  expect(waiting?.change).toMatchObject({ passwordHash: expect.stringMatching(/^\$argon2id\$/) })
  const { body } = await admin.call('listProposals', {})
  expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash/)
  await confirm(admin, proposalId)
  expect(await proposalOf(proposalId)).toMatchObject({ state: 'done', change: null })
  const entries = await services.query("select before, after from audit_entries where action like '%-change'")
  expect(JSON.stringify(entries)).not.toMatch(/argon2/)
})

it('is listed with before and after, and with what the caller may do', async () => {
  const wanted = { accountId, platformId: people.platforms.A, payRight: false, checkRight: true }
  const proposalId = idOf(await manager.call('updateAccount', wanted))
  const rowFor = async (client: Client) =>
    (await client.answer('listProposals', { size: 100 })).rows.find((row) => row.proposalId === proposalId)
  expect(await rowFor(manager)).toMatchObject({ own: true, actions: ['withdraw'], state: 'open' })
  expect(await rowFor(admin)).toMatchObject({
    own: false,
    actions: ['confirm', 'refuse'],
    proposalNo: expect.stringMatching(/^BG20260\d{7}$/),
    proposerAccount: 'managerA',
    facts: expect.arrayContaining([
      { field: 'payRight', before: 'true', after: 'false' },
      { field: 'checkRight', before: 'false', after: 'true' },
      { field: 'manager', before: 'false', after: 'false' },
    ]),
  })
  expect(await rowFor(await signIn(services, 'managerB'))).toBeUndefined()
})

describe('who confirms', () => {
  it('is never the proposer, with any number of browsers', async () => {
    const proposalId = await proposeReset()
    for (const browser of [manager, await signIn(services, 'managerA'), await signIn(services, 'managerA')])
      expect((await confirm(browser, proposalId)).body).toMatchObject({ status: 422, code: 'own-proposal' })
    expect(await proposalOf(proposalId)).toMatchObject({ state: 'open' })
  })

  it('is never the person concerned', async () => {
    const account = freshName()
    const concerned = await make('manager', people.providers.A1, account)
    const proposalId = await proposeReset(admin, concerned)
    const own = await confirm(await signIn(services, account), proposalId)
    expect(own.body.code).toBe('proposal-about-you')
    expect((await confirm(manager, proposalId)).http).toBe(200)
  })

  it('cannot be written past the rule into the table', async () => {
    const proposalId = await proposeReset()
    await expect(
      services.query(
        "update proposals set state = 'done', change = null, decided_by = proposed_by where proposal_id = $1",
        [proposalId],
      ),
    ).rejects.toThrow(/proposer_never_confirms/)
  })
})

describe('two steps at once', () => {
  it('carries out one of two confirmations, and tells the other', async () => {
    const other = freshName()
    await make('manager', people.providers.A1, other)
    const proposalId = await proposeReset()
    const second = await signIn(services, other)
    const replies = await Promise.all([confirm(admin, proposalId), confirm(second, proposalId)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409])
    const late = replies.find(({ http }) => http === 409)
    expect(late?.body.msg).toMatch(/^该变更已确认并生效（.+），请刷新后查看$/)
    expect(
      await services.query('select 1 from account_notices where account_id = $1', [accountId]),
    ).toHaveLength(1)
  })

  it('lets one of confirmation and withdrawal win', async () => {
    const proposalId = await proposeReset()
    const before = await rowOf()
    const [confirmed, withdrawn] = await Promise.all([
      confirm(admin, proposalId),
      manager.call('withdrawProposal', { proposalId }),
    ])
    expect([confirmed?.http, withdrawn?.http].sort()).toEqual([200, 409])
    const isReset = (await rowOf())?.password_hash !== before?.password_hash
    expect(isReset).toBe(confirmed?.http === 200)
  })

  it('refuses a second proposal of the same kind about the same account', async () => {
    await proposeReset()
    const again = await admin.call('resetPassword', { accountId, ...newPassword('Other-pass-1') })
    expect([again.http, again.body.code]).toEqual([409, 'proposal-open'])
  })
})

describe('an account that changed meanwhile', () => {
  it('voids the proposal, with a sentence', async () => {
    await manager.call('setAccountStatus', { accountId, enabled: false })
    const proposalId = idOf(await manager.call('setAccountStatus', { accountId, enabled: true }))
    const less = { accountId, platformId: people.platforms.A, payRight: false }
    await admin.call('updateAccount', less)
    const { http, body } = await confirm(admin, proposalId)
    expect([http, body.msg]).toEqual([409, refusals['proposal-outdated'].msg])
    expect(await proposalOf(proposalId)).toMatchObject({ state: 'void', change: null })
    expect(await rowOf()).toMatchObject({ enabled: false })
  })

  it('voids what was proposed by somebody who manages no more', async () => {
    const account = freshName()
    const proposer = await make('manager', people.providers.A1, account)
    const proposalId = await proposeReset(await signIn(services, account))
    await admin.call('setAccountStatus', { accountId: proposer, enabled: false })
    expect((await confirm(manager, proposalId)).body.code).toBe('proposal-outdated')
  })
})

describe('refusing, expiring, cooling', () => {
  it('is refused with a reason, and changes nothing', async () => {
    const proposalId = await proposeReset()
    const before = await rowOf()
    expect((await admin.wire('refuseProposal', { proposalId, reason: ' ' })).body.msg).toBe('请输入拒绝原因')
    expect((await admin.call('refuseProposal', { proposalId, reason: '未核实' })).http).toBe(200)
    expect(await rowOf()).toEqual(before)
    const { rows } = await manager.answer('listProposals', { group: 'ended', size: 100 })
    expect(rows.find((row) => row.proposalId === proposalId)).toMatchObject({
      state: 'refused',
      decisionReason: '未核实',
      actions: [],
    })
  })

  it('expires after its days, for the caller before the worker has noted it', async () => {
    const proposalId = await proposeReset()
    services.clock.advance(7 * DAY)
    const late = await confirm(await signIn(services, 'admin'), proposalId)
    expect([late.http, late.body.msg]).toEqual([409, '该变更已过期失效，请刷新后查看'])
    await settleProposals(services)
    expect(await proposalOf(proposalId)).toMatchObject({ state: 'expired', decided_by: null })
  })

  it('waits a cooling time where nobody else could confirm, and everybody concerned is told', async () => {
    const [{ id: lonely } = { id: 0 }] = await services.query<{ id: number }>(
      "insert into platforms (name, created_at) values ('Lonely', now()) returning platform_id as id",
    )
    const providerId = await services.database.transact((tx) =>
      createProvider(tx, services, freshName(), [lonely]),
    )
    const payer = await services.database.transact((tx) =>
      createAccount(tx, services, 'pay', { account: freshName(), providerId, platformId: lonely }),
    )
    const terms = { providerId, name: freshName(), platformIds: [lonely], serviceRate: 70_000 }
    const asked = await admin.call('updateProvider', terms)
    expect(asked.body.msg).toMatch(/^已提交，冷静期后于 2026-\d\d-\d\d \d\d:\d\d 生效/)
    const told = await services.query('select kind from account_notices where account_id = $1', [payer])
    expect(told).toEqual([{ kind: 'proposal-cooling' }])
    const rate = async () =>
      (
        await services.query('select service_rate as rate from providers where provider_id = $1', [
          providerId,
        ])
      )[0]
    services.clock.advance(DAY - 1)
    await settleProposals(services)
    expect(await rate()).toEqual({ rate: 65_000 })
    services.clock.advance(1)
    await settleProposals(services)
    expect(await rate()).toEqual({ rate: 70_000 })
    expect(await proposalOf(idOf(asked))).toMatchObject({ state: 'done', decided_by: null })
  })
})

it('takes power away at once: rights removed, accounts disabled', async () => {
  const less = await manager.call('updateAccount', {
    accountId,
    platformId: people.platforms.A,
    payRight: false,
  })
  expect([less.body.msg, idOf(less)]).toEqual(['', 0])
  expect(await rowOf()).toMatchObject({ pay_right: false })
  expect(idOf(await manager.call('setAccountStatus', { accountId, enabled: false }))).toBe(0)
  expect(await rowOf()).toMatchObject({ enabled: false })
})

describe('lost second factor', () => {
  const lose = (by: Client, id = accountId) => by.call('resetFactor', { accountId: id, reason: '手机丢失' })
  const factors = async () => {
    const found = await services.query('select 1 from account_totps where account_id = $1', [accountId])
    return found.length
  }

  it('is taken from the account by two managers, who must be two', async () => {
    expect((await lose(manager)).body.code).toBe('no-factor')
    await giveAppTo(services, accountId)
    const epoch = (await rowOf())?.session_epoch
    const proposalId = idOf(await lose(manager))
    expect(await factors()).toBe(1)
    expect((await confirm(manager, proposalId)).body.code).toBe('own-proposal')
    expect((await confirm(admin, proposalId)).http).toBe(200)
    expect(await factors()).toBe(0)
    expect((await rowOf())?.session_epoch).not.toBe(epoch)
  })

  it('stays where the account has changed meanwhile', async () => {
    await giveAppTo(services, accountId)
    const proposalId = idOf(await lose(manager))
    await manager.call('setAccountStatus', { accountId, enabled: false })
    expect((await confirm(admin, proposalId)).body.status).not.toBe(0)
    expect(await factors()).toBe(1)
  })
})
