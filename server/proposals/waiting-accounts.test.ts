// Accounts that were made or changed a short while ago decide nothing: every call that decides is tried by every kind of them (D47).

import { type EndpointName, everyEndpoint } from '@paywages/wire/endpoints.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

/** Whatever moves money or gives power by the word of one more person, or takes a warning or a missing proof away. */
const DECIDING = [
  'confirmProposal',
  'clearPairs',
  'decideBatch',
  'scheduleBatch',
  'downloadBankFile',
  'decideBankResult',
  'decideFileWithdrawal',
  'releaseBankFiles',
  'proposeResolution',
  'decideResolution',
  'releaseSending',
  'proposeDebit',
  'decideDebit',
  'auditRecharge',
  'decideReversal',
  'uploadReceiverStatement',
  'chooseCredit',
  'confirmAdjustments',
] as const satisfies readonly EndpointName[]

it('refuses every deciding call to every waiting account, and says from when', async () => {
  const declared = everyEndpoint().filter(([, { decides }]) => decides)
  expect(declared.map(([name]) => name)).toEqual(DECIDING)
  const accounts = ['admin', 'managerA', 'payA1', 'checkA1'] as const
  const clients = await Promise.all(accounts.map((account) => signIn(services, account)))
  const codes = async (name: EndpointName) =>
    (await Promise.all(clients.map((client) => client.wire(name, {})))).map(({ body }) => body.code)
  const soon = new Date(services.clock.now().getTime() + 3_600_000)
  await services.query('update accounts set decides_from = $1', [soon])
  for (const name of DECIDING) {
    const answered = await codes(name)
    expect(answered, name).toContain('account-waiting')
    expect(answered.filter((code) => code !== 'account-waiting' && code !== 'not-allowed')).toEqual([])
  }
  services.clock.advance(3_600_000)
  for (const name of DECIDING) expect(await codes(name), name).not.toContain('account-waiting')
})

it('asks for the factor again wherever somebody decides, but for notes and what another confirms', () => {
  const without = everyEndpoint().filter(([, { decides, factor }]) => decides && factor !== 'again')
  expect(without.map(([name]) => name)).toEqual([
    'clearPairs',
    'releaseBankFiles',
    'proposeResolution',
    'releaseSending',
    'proposeDebit',
  ])
})
