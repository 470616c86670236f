// Passwords are judged by the server wherever one is set, and the password itself is kept nowhere (D8, ADR 72).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { findPlainInDatabase, findPlainInFiles } from '../testing/find-plain.ts'
import { createPeople, digestOf, newPassword, PASSWORD, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let manager: Client
let own: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  manager = await signIn(services, 'managerA')
  own = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

let made = 0
type Wanted = { readonly passwordDigest: string; readonly password: string }

/** Every call that sets a password; the names of the accounts hold "payA1", "newcomer" and "checkA1". */
const SETTERS: Readonly<Record<string, (wanted: Wanted) => ReturnType<Client['call']>>> = {
  addAccount: (wanted) => {
    made += 1
    const { providers, platforms } = people
    const place = { providerId: providers.A1, platformId: platforms.A }
    return manager.call('addAccount', { account: `newcomer${made}`, ...place, ...wanted })
  },
  resetPassword: (wanted) => manager.call('resetPassword', { accountId: people.accounts.payA1, ...wanted }),
  changePassword: ({ passwordDigest, password }) =>
    own.call('changePassword', {
      oldPasswordDigest: digestOf(PASSWORD),
      newPasswordDigest: passwordDigest,
      password,
    }),
}

const NAMED: Readonly<Record<string, string>> = {
  addAccount: 'Newcomer@77',
  resetPassword: '1Ayap-2026',
  changePassword: 'CheckA1-2026',
}

describe.each(Object.keys(SETTERS))('%s', (call) => {
  const set = (wanted: Wanted) => SETTERS[call]?.(wanted)

  it.each([
    ['Aa1-aaa', 'password-too-short'],
    ['abcdefgh12', 'password-too-simple'],
    ['Woaini@1314', 'password-too-common'],
    ['P@ssw0rd2026', 'password-too-common'],
  ])('refuses %s as %s', async (password, code) => {
    const reply = await set(newPassword(password))
    expect([reply?.http, reply?.body.code, reply?.body.errors?.[0]?.field]).toEqual([
      422,
      code,
      'plainPasswd',
    ])
  })

  it('refuses the account’s name', async () => {
    expect((await set(newPassword(NAMED[call] ?? '')))?.body.code).toBe('password-names-account')
  })

  it('refuses a strong text beside the digest of a weak one', async () => {
    const wanted = { passwordDigest: digestOf('123456'), password: 'Strong-horse-9' }
    expect((await set(wanted))?.body.code).toBe('password-mismatch')
  })
})

describe('an account added with a digest alone, as specified', () => {
  const add = (account: string, password: string) =>
    manager.wire('addAccount', {
      ...{ account, passwd: digestOf(password) },
      ...{ providerId: people.providers.A1, platformId: people.platforms.A },
    })

  it('is made with a password that its owner must change', async () => {
    expect((await add('by-digest', 'Strong-horse-9')).http).toBe(200)
    const found = await services.query<{ must: boolean }>(
      "select must_change_password as must from accounts where account = 'by-digest'",
    )
    expect(found).toEqual([{ must: true }])
    // A change of password has no such way.
    const byDigest = { uaccount: digestOf(PASSWORD), upasswd: digestOf('Strong-horse-9') }
    expect((await own.wire('changePassword', byDigest)).http).toBe(400)
  })

  it.each([
    ['digest-known', 'a123456', 'password-too-common'],
    ['digest-named', 'digest-named', 'password-names-account'],
  ])('refuses %s with %s', async (account, password, code) => {
    expect((await add(account, password)).body.code).toBe(code)
  })
})

it('keeps a password neither in the database nor in logs or files', async () => {
  const secret = 'Whispered-once-4711'
  expect((await SETTERS.addAccount?.(newPassword(secret)))?.http).toBe(200)
  expect((await SETTERS.resetPassword?.(newPassword(secret)))?.http).toBe(200)
  // Refused ones, too, whose body is looked at more closely.
  await manager.wire('resetPassword', { accountId: 'x', passwd: 'x', plainPasswd: secret })
  await manager.wire('resetPassword', {
    accountId: people.accounts.payA1,
    passwd: digestOf('x'),
    plainPasswd: secret,
  })
  expect((await SETTERS.changePassword?.(newPassword(secret)))?.http).toBe(200)
  expect(services.lines.join('\n')).not.toContain(secret)
  expect(await findPlainInDatabase(services, [secret, digestOf(secret)])).toEqual([])
  expect(await findPlainInFiles(services.settings.dataDir, [secret])).toEqual([])
})
