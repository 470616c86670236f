// Owners are told of every change to their account, whoever makes it: a table of the changes and the notice of each (D47).

import { ACCOUNT_CHANGES, type NoticeKind } from '@paywages/domain/proposals/notice.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { codeNow, giveApp, giveAppTo } from '../testing/factors.ts'
import {
  createAccount,
  createPeople,
  digestOf,
  newPassword,
  PASSWORD,
  type People,
} from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

type Owner = { readonly accountId: number; readonly account: string }

const make = (role: 'pay' | 'guest', { account }: Pick<Owner, 'account'>) =>
  services.database.transact((tx) =>
    createAccount(tx, services, role, {
      account,
      providerId: people.providers.A1,
      platformId: people.platforms.A,
    }),
  )
const byManager = async () => signIn(services, 'managerA')
const second = <R extends Awaited<ReturnType<Client['call']>>>(asked: Promise<R>) =>
  confirmed(services, 'admin', asked)
const change = async ({ accountId }: Owner, rights: object) =>
  (await byManager()).call('updateAccount', { accountId, platformId: people.platforms.A, ...rights })

const DONE: readonly [string, 'pay' | 'guest', NoticeKind, (owner: Owner) => Promise<unknown>][] = [
  ['rights given', 'guest', 'rights-changed', (owner) => second(change(owner, { payRight: true }))],
  ['rights taken', 'pay', 'rights-changed', (owner) => change(owner, { payRight: false })],
  ['app login right', 'pay', 'rights-changed', (owner) => change(owner, { appLoginRight: true })],
  ['name', 'pay', 'account-renamed', (owner) => change(owner, { realName: 'Another name' })],
  [
    'password reset',
    'pay',
    'password-reset',
    async ({ accountId }) =>
      second((await byManager()).call('resetPassword', { accountId, ...newPassword('Reset-pass-1') })),
  ],
  [
    'password reset of one without rights',
    'guest',
    'password-reset',
    async ({ accountId }) =>
      (await byManager()).call('resetPassword', { accountId, ...newPassword('Reset-pass-1') }),
  ],
  [
    'own password',
    'pay',
    'password-changed',
    async ({ account }) =>
      (await signIn(services, account)).answer('changePassword', {
        oldPasswordDigest: digestOf(PASSWORD),
        newPasswordDigest: digestOf('Another-pass-1'),
        password: 'Another-pass-1',
      }),
  ],
  [
    'disabled',
    'pay',
    'account-disabled',
    async ({ accountId }) => (await byManager()).call('setAccountStatus', { accountId, enabled: false }),
  ],
  [
    'enabled',
    'pay',
    'account-enabled',
    async ({ accountId }) => {
      await services.query('update accounts set enabled = false where account_id = $1', [accountId])
      await second((await byManager()).call('setAccountStatus', { accountId, enabled: true }))
    },
  ],
  [
    'sessions ended',
    'pay',
    'sessions-ended',
    async ({ account, accountId }) => {
      await signIn(services, account)
      await (await byManager()).answer('endAccountSessions', { accountId })
    },
  ],
  [
    'factor reset',
    'pay',
    'factor-reset',
    async ({ accountId }) => {
      await giveAppTo(services, accountId)
      await second((await byManager()).call('resetFactor', { accountId }))
    },
  ],
  [
    'factor set up',
    'pay',
    'factor-changed',
    async ({ account }) => {
      await giveApp(services, false, [account])
      await (await signIn(services, account)).answer('confirmTotp', { code: codeNow(services) })
    },
  ],
  [
    'factor removed',
    'pay',
    'factor-changed',
    async ({ account, accountId }) => {
      await giveAppTo(services, accountId)
      await (await signIn(services, account)).answer('removeTotp', {})
    },
  ],
  [
    'new recovery codes',
    'pay',
    'factor-changed',
    async ({ account, accountId }) => {
      await giveAppTo(services, accountId)
      await (await signIn(services, account)).answer('renewRecoveryCodes', {})
    },
  ],
]

const toldOf = async (accountId: number) =>
  (
    await services.query<{ kind: string }>('select kind from account_notices where account_id = $1', [
      accountId,
    ])
  ).map(({ kind }) => kind)

it.each(DONE)('%s', async (_, role, kind, act) => {
  const account = freshName()
  const accountId = await make(role, { account })
  await act({ accountId, account })
  expect(await toldOf(accountId)).toEqual([kind])
})

it('new account', async () => {
  const asked = (await byManager()).answer('addAccount', {
    account: freshName(),
    ...newPassword('First-pass-1'),
    providerId: people.providers.A1,
    platformId: people.platforms.A,
    payRight: true,
  })
  const { data } = await confirmed(services, 'admin', asked)
  expect(await toldOf(data)).toEqual(['account-added'])
})

it('leaves out no kind of notice about one’s own account', () => {
  const tried = new Set<NoticeKind>([...DONE.map(([, , kind]) => kind), 'account-added'])
  expect(ACCOUNT_CHANGES.filter((kind) => !tried.has(kind))).toEqual([])
})
