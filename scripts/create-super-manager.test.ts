// The operator's command on a real database: two super managers, a third by nobody, and one in the place of a leaver (D36, D47).

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '@paywages/server/testing/client.ts'
import { logIn } from '@paywages/server/testing/log-in.ts'
import { createTestDatabase, type TestDatabase } from '@paywages/server/testing/template-database.ts'
import {
  BANK_SECRET,
  openTestServices,
  TEST_SECRET,
  type TestServices,
} from '@paywages/server/testing/test-services.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const COMMAND = join(import.meta.dirname, 'create-super-manager.ts')
const FIRST_PASSWORD = 'Given-at-set-up-1'
const HANGS_MS = 400_000

let home: TestDatabase
let services: TestServices
let folder: string

beforeAll(async () => {
  home = await createTestDatabase()
  services = await openTestServices({ home })
  folder = await mkdtemp(join(tmpdir(), 'paywages-set-up-'))
})
afterAll(async () => {
  await services.close()
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

type Told = { readonly code: number; readonly said: string }

function create(account: string, ...more: readonly string[]): Promise<Told> {
  const env = {
    ...process.env,
    DATABASE_URL: home.url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: 'http://bank.invalid',
    BANK_SECRET,
    FIRST_PASSWORD,
  }
  const args = [COMMAND, account, `Name of ${account}`, 'Operator Ltd', 'Operator', ...more]
  return new Promise((settle) => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      settle({ code: error === null ? 0 : 1, said: `${out}${err}` }),
    )
  })
}

const superManagers = async () => {
  const rows = await services.query<{ account: string }>(
    'select account from accounts where super_manager order by account_id',
  )
  return rows.map(({ account }) => account)
}
/** As everybody's first login leaves them. */
const changedPasswords = () => services.query('update accounts set must_change_password = false')
const accountIdOf = async (account: string) => {
  const [row] = await services.query<{ id: number }>(
    'select account_id as id from accounts where account = $1',
    [account],
  )
  return row?.id ?? 0
}

it('makes two, at the same time or not, and no third', { timeout: HANGS_MS }, async () => {
  expect(await create('first')).toMatchObject({
    code: 0,
    said: expect.stringContaining('run this once more'),
  })
  // Of two at once, one takes the second place.
  const both = await Promise.all([create('second'), create('third')])
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(both.map(({ said }) => said).join()).not.toContain('run this once more')
  expect(both.find(({ code }) => code === 1)?.said).toContain('There are two super managers already')
  expect(await superManagers()).toHaveLength(2)
  const again = await create('First')
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('is a super manager already')])
  expect((await logIn(services, 'first', { password: FIRST_PASSWORD })).body.status).toBe(0)
})

it('names one in the place of a leaver, once, who then is the second person', {
  timeout: HANGS_MS,
}, async () => {
  const [, leaver = ''] = await superManagers()
  const enabled = await create('fourth', '--replaces', leaver)
  expect([enabled.code, enabled.said]).toEqual([
    1,
    expect.stringContaining('is disabled in the console first'),
  ])
  expect((await create('fourth', '--replaces', 'nobody')).said).toContain('is no super manager')
  await changedPasswords()
  const first = await signIn(services, 'first')
  await first.answer('setAccountStatus', { accountId: await accountIdOf(leaver), enabled: false })
  // The place stays the leaver's until somebody is named for it.
  expect((await create('fourth')).said).toContain('name that account with --replaces')
  expect(await create('fourth', '--replaces', leaver.toUpperCase())).toMatchObject({ code: 0 })
  const twice = await create('fifth', '--replaces', leaver)
  expect([twice.code, twice.said]).toEqual([1, expect.stringContaining('stands in for that account already')])
  expect(await superManagers()).toEqual(['first', leaver, 'fourth'])

  const [entry] = await services.query<{ after: object }>(
    "select after from audit_entries where action = 'add-account' and object_name = 'fourth'",
  )
  expect(entry?.after).toEqual({ superManager: true, replaces: leaver.toUpperCase() })
  const asked = await (await signIn(services, 'first')).answer('setAccountStatus', {
    accountId: await accountIdOf(leaver),
    enabled: true,
  })
  await changedPasswords()
  const fourth = await signIn(services, 'fourth')
  await fourth.answer('confirmProposal', { proposalId: asked.waiting?.proposalId ?? 0 })
})
