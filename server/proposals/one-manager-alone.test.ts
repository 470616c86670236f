// One manager, with any number of browsers, pays no sheet alone (D47): every play ends where a second person is needed.

import { GUARDED_TERMS, type GuardedTerm } from '@paywages/domain/proposals/second-person.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, clientOf, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { giveApp, TOTP_SECRET } from '../testing/factors.ts'
import { logIn } from '../testing/log-in.ts'
import { fund, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { createPeople, digestOf, newPassword, type People } from '../testing/people.ts'
import { confirmed, settleProposals, storeProposal } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const PASSWORD = 'Mine-alone-1'

let services: TestServices
let people: People
let manager: Client
let batchId: number

beforeAll(async () => {
  services = await openTestServices({ settings: { ACCOUNT_WAIT_HOURS: '24' } })
  people = await createPeople(services)
  await fund(services, people.providers.A1)
})
afterAll(() => services.close())

beforeEach(async () => {
  manager = await signIn(services, 'managerA')
  batchId = (await storeBatch(services, 'payA1')).batchId
})

const paid = async () =>
  (await services.query<{ n: number }>('select count(*)::int as n from transfers where paid'))[0]?.n
const statusOf = async () =>
  (
    await services.query<{ status: string }>('select status from payout_batches where batch_id = $1', [
      batchId,
    ])
  )[0]?.status

describe('what one manager tries alone', () => {
  it('makes a payer and a reviewer: neither is there', async () => {
    for (const right of [{ payRight: true }, { checkRight: true }]) {
      const account = freshName()
      await manager.answer('addAccount', {
        account,
        ...newPassword(PASSWORD),
        providerId: people.providers.A1,
        platformId: people.platforms.A,
        ...right,
      })
      expect((await logIn(services, account, { password: PASSWORD })).body.code).toBe('bad-credentials')
    }
  })

  it('makes accounts without rights and gives them rights later: they get none', async () => {
    const account = freshName()
    const made = await manager.answer('addAccount', {
      account,
      ...newPassword(PASSWORD),
      providerId: people.providers.A1,
      platformId: people.platforms.A,
    })
    const accountId = made.data
    await manager.answer('updateAccount', { accountId, platformId: people.platforms.A, payRight: true })
    expect((await logIn(services, account, { password: PASSWORD })).body.code).toBe('no-console-right')
  })

  it('resets the passwords of payer and reviewer: the old ones stay', async () => {
    for (const name of ['payA1', 'checkA1'] as const) {
      const accountId = people.accounts[name]
      await manager.answer('resetPassword', { accountId, ...newPassword(PASSWORD) })
      expect((await logIn(services, name, { password: PASSWORD })).body.code).toBe('bad-credentials')
      expect((await logIn(services, name)).body.status).toBe(0)
    }
  })

  it('confirms his own proposals from other browsers, and waits: nothing takes effect', async () => {
    for (const browser of [
      manager,
      await signIn(services, 'managerA'),
      (await logIn(services, 'managerA')).client,
    ]) {
      const { rows } = await browser.answer('listProposals', { size: 100 })
      expect(rows.length).toBeGreaterThan(0)
      for (const { proposalId } of rows)
        expect((await browser.call('confirmProposal', { proposalId })).body.code).toBe('own-proposal')
    }
    expect(await settleProposals(services)).toBe(0)
  })

  it('audits, reviews and starts as what he is: he has no such right', async () => {
    for (const [to, pass] of [
      ['reviewing', true],
      ['ready', true],
      ['transferring', true],
    ] as const)
      expect((await manager.call('decideBatch', { batchId, to, pass })).body.code).toBe('not-allowed')
    expect([await statusOf(), await paid()]).toEqual(['auditing', 0])
  })
})

describe('a provider’s terms', () => {
  const termsNow = async () =>
    (
      await services.query<Record<string, unknown>>('select * from providers where provider_id = $1', [
        people.providers.A2,
      ])
    )[0]
  /** Each another value than the one that stands. */
  const OTHER: { readonly [T in GuardedTerm]: (now: Record<string, unknown>) => unknown } = {
    serviceRate: () => 10_000,
    monthlyLimitFen: () => 1_000_000n,
    withholdsTax: (now) => !now.withholds_tax,
    taxMethod: (now) => (now.tax_method === 'cumulative' ? 'per-payment' : 'cumulative'),
    gapRule: (now) => (now.gap_rule === 'months' ? 'nothing' : 'months'),
    vatBearer: (now) => (now.vat_bearer === 'report' ? 'person' : 'report'),
    unsignedBlocks: (now) => !now.unsigned_blocks,
  }

  it.each(GUARDED_TERMS)('%s changes by no one alone, not even a super manager', async (term) => {
    const before = (await termsNow()) ?? {}
    const changed = {
      providerId: people.providers.A2,
      name: String(before.name),
      platformIds: [people.platforms.A],
      serviceRate: Number(before.service_rate),
      limitConfirmed: true,
      [term]: OTHER[term](before),
    }
    expect((await manager.call('updateProvider', changed)).body.code).toBe('not-allowed')
    const admin = await signIn(services, 'admin')
    const { body } = await admin.call('updateProvider', changed)
    const { proposalId } = body as { proposalId?: number }
    expect([body.status, typeof proposalId]).toEqual([0, 'number'])
    expect(await termsNow()).toEqual(before)
    const own = await admin.call('confirmProposal', { proposalId: proposalId ?? 0 })
    expect(own.body.code).toBe('own-proposal')
    expect(await settleProposals(services)).toBe(0)
    expect(await termsNow()).toEqual(before)
    await admin.answer('withdrawProposal', { proposalId: proposalId ?? 0 })
  })
})

describe('passwords that were read', () => {
  let demanding: TestServices
  beforeAll(async () => {
    demanding = await openTestServices({ sharing: services, settings: { SECOND_FACTOR: 'demanded' } })
  })
  afterAll(async () => {
    await services.query('delete from account_totps')
    await demanding.close()
  })

  it('open no account as they lie in the table', async () => {
    const rows = await services.query<{ account: string; hash: string }>(
      "select account, password_hash as hash from accounts where account in ('payA1', 'checkA1', 'admin')",
    )
    expect(rows).toHaveLength(3)
    for (const { account, hash } of rows) {
      expect(hash).toMatch(/^\$argon2id\$/)
      for (const upasswd of [hash, hash.split('$').at(-1), digestOf(hash)]) {
        const { body } = await clientOf(services).wire('login', { uaccount: account, upasswd })
        expect(body.status).not.toBe(0)
      }
    }
  })

  it('are worth nothing without the factors: nobody audits, reviews, starts or confirms', async () => {
    await giveApp(services, true)
    // The table's other column is sealed: it is no secret that makes codes.
    const sealed = await services.query<{ s: string }>('select sealed_secret as s from account_totps')
    expect(JSON.stringify(sealed)).not.toContain(TOTP_SECRET)
    const proposalId = await storeProposal(services, 'managerA', people.accounts.payA2)
    const tries = [
      ['payA1', 'decideBatch', { batchId, to: 'reviewing', pass: true }],
      ['checkA1', 'decideBatch', { batchId, to: 'ready', pass: true }],
      ['payA1', 'decideBatch', { batchId, to: 'transferring', pass: true }],
      ['admin', 'confirmProposal', { proposalId }],
      ['payA1', 'startTotp', {}],
      ['checkA1', 'removeTotp', {}],
      ['admin', 'resetFactor', { accountId: people.accounts.payA1 }],
    ] as const
    for (const [account, call, input] of tries) {
      const { client, body } = await logIn(demanding, account)
      expect(body.status).toBe(0)
      expect((await client.call(call, input as never)).body.code).toBe('factor-needed')
      expect((await client.call('giveCode', { code: '000000' })).body.status).not.toBe(0)
      expect((await client.call(call, input as never)).body.code).toBe('factor-needed')
    }
    expect([await statusOf(), await paid()]).toEqual(['auditing', 0])
    await (await signIn(services, 'managerA')).answer('withdrawProposal', { proposalId })
  })
})

describe('with a second person who confirms', () => {
  it('a new account decides nothing before its time, and is told from when', async () => {
    const account = freshName()
    const asked = manager.answer('addAccount', {
      account,
      ...newPassword(PASSWORD),
      providerId: people.providers.A1,
      platformId: people.platforms.A,
      payRight: true,
    })
    const { data } = await confirmed(services, 'admin', asked)
    await services.query('update accounts set must_change_password = false where account_id = $1', [data])
    const audit = { batchId, to: 'reviewing', pass: true } as const
    const early = await (await signIn(services, account)).call('decideBatch', audit)
    expect([early.http, early.body.code]).toEqual([403, 'account-waiting'])
    expect(early.body.msg).toMatch(/2026-03-17 10:\d\d 起才能审核、复核、发起或确认$/)
    services.clock.advance(24 * 3_600_000)
    expect((await (await signIn(services, account)).call('decideBatch', audit)).body.status).toBe(0)
    const { peopleNotes } = await (await signIn(services, 'checkA1')).answer('batchHead', { batchId })
    expect(peopleNotes).toEqual([
      expect.stringMatching(/的账号：2026-03-16 新增（Name of managerA 提出、Name of admin 确认）$/),
    ])
    // A reset by others hides nobody, nor does what one person did while the account had no rights.
    const [admin, again] = [await signIn(services, 'admin'), await signIn(services, 'managerA')]
    await admin.answer('updateAccount', {
      accountId: data,
      platformId: people.platforms.A,
      payRight: false,
    })
    services.clock.advance(60_000)
    await again.answer('resetPassword', { accountId: data, ...newPassword('Third-pass-1') })
    services.clock.advance(60_000)
    const given = again.answer('updateAccount', {
      accountId: data,
      platformId: people.platforms.A,
      payRight: true,
    })
    await confirmed(services, 'admin', given)
    const later = await (await signIn(services, 'checkA1')).answer('batchHead', { batchId })
    expect(later.peopleNotes).toEqual([
      expect.stringMatching(
        /的账号：2026-03-16 新增（Name of managerA 提出、Name of admin 确认）；2026-03-17 变更权限（Name of admin）；2026-03-17 重置密码（Name of managerA）；2026-03-17 变更权限（Name of managerA 提出、Name of admin 确认）$/,
      ),
    ])
  })
})

it('whoever reviewed a batch never starts it, whatever the rights are now', async () => {
  await takeStep(services, 'payA1', batchId, 'reviewing')
  await takeStep(services, 'checkA1', batchId, 'ready')
  const switchRights = (pay: boolean) =>
    services.query('update accounts set pay_right = $1, check_right = not $1 where account_id = $2', [
      pay,
      people.accounts.checkA1,
    ])
  await switchRights(true)
  const start = { batchId, to: 'transferring', pass: true } as const
  const { http, body } = await (await signIn(services, 'checkA1')).call('decideBatch', start)
  expect([http, body.code, body.msg]).toEqual([422, 'starter-reviewed', '发起人不能与复核人为同一账号'])
  await switchRights(false)
  expect(await statusOf()).toBe('ready')
})
