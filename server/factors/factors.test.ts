// The second factor at work: enrolment, login with it, codes that count once, recovery, throttling, what is open before it (D48).

import { stepAt } from '@paywages/domain/factors/one-time-code.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import { type EndpointName, everyEndpoint } from '@paywages/wire/endpoints.ts'
import type { login } from '@paywages/wire/session/endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { totpCode } from '../adapters/one-time-codes/totp.ts'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { resealPiece } from '../adapters/postgres/sealed-column.ts'
import { signIn } from '../testing/client.ts'
import { codeNow, giveApp } from '../testing/factors.ts'
import { logIn } from '../testing/log-in.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { findTotp, TOTP_SEALS } from './store.ts'

let services: TestServices
/** The same database under the operator's usual setting. */
let demanding: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  demanding = await openTestServices({ sharing: services, settings: { SECOND_FACTOR: 'demanded' } })
  people = await createPeople(services)
})
afterAll(async () => {
  await demanding.close()
  await services.close()
})
beforeEach(() => services.clock.advance(3_600_000))

type User = AnswerOf<typeof login>
const factorOf = (body: { data: unknown }) => (body.data as { factor: User['factor'] }).factor

describe('where a factor is demanded', () => {
  it('the first login can do nothing but set one up, and every later one must give it', async () => {
    const first = await logIn(demanding, 'payA1')
    expect(factorOf(first.body)).toBe('enrol')
    const refused = await first.client.call('listBatches', {})
    expect([refused.http, refused.body.code]).toEqual([403, 'factor-enrolment-needed'])

    const { secret, picture } = await first.client.answer('startTotp', {})
    expect(picture).toMatch(/^data:image\/png;base64,/)
    const wrong = await first.client.call('confirmTotp', { code: '000000' })
    expect(wrong.body.code).toBe('wrong-code')
    const code = totpCode(secret, stepAt(services.clock.now()))
    const { recoveryCodes } = await first.client.answer('confirmTotp', { code })
    expect(recoveryCodes).toHaveLength(10)
    expect((await first.client.call('listBatches', {})).http).toBe(200)

    const second = await logIn(demanding, 'payA1')
    expect(factorOf(second.body)).toBe('asked')
    for (const call of ['listBatches', 'myFactors', 'startTotp'] as const)
      expect((await second.client.call(call, {})).body.code).toBe('factor-needed')
    const spent = await second.client.call('giveCode', { code })
    expect(spent.body.code).toBe('code-used')
    services.clock.advance(60_000)
    const next = totpCode(secret, stepAt(services.clock.now()))
    expect(factorOf((await second.client.call('giveCode', { code: next })).body)).toBe('given')
    expect((await second.client.call('listBatches', {})).http).toBe(200)
    expect((await second.client.call('removeTotp', {})).body.code).toBe('last-factor')
  })

  it('no account is locked out: a session from before the update may set one up', async () => {
    const client = await signIn(demanding, 'checkA1')
    expect((await client.call('listBatches', {})).body.code).toBe('factor-enrolment-needed')
    expect((await client.call('startTotp', {})).http).toBe(200)
  })
})

describe('a code', () => {
  it('counts once, a minute off the clock at most, and only for its own account', async () => {
    await giveApp(services, true, ['payA2'])
    const { client } = await logIn(services, 'payA2')
    const give = async (code: string) => (await client.call('giveCode', { code })).body.code ?? 'given'
    expect(await give(codeNow(services, -3))).toBe('wrong-code')
    expect(await give(codeNow(services, 3))).toBe('wrong-code')
    expect(await give(codeNow(services, -2))).toBe('given')
    expect(await give(codeNow(services, -2))).toBe('code-used')
    expect(await give(codeNow(services, -1))).toBe('given')
    expect(await give(codeNow(services, -1))).toBe('code-used')
    expect(await give(codeNow(services, 1))).toBe('given')
    expect(await give(codeNow(services))).toBe('code-used')
    await services.query(
      'insert into account_totps select $1, sealed_secret, 0, made_at, confirmed_at from account_totps where account_id = $2',
      [people.accounts.checkA2, people.accounts.payA2],
    )
    const moved = await logIn(services, 'checkA2')
    expect((await moved.client.call('giveCode', { code: codeNow(services) })).http).toBe(500)
    await services.query('delete from account_totps where account_id = $1', [people.accounts.checkA2])
  })

  it('sent twice at once counts once', async () => {
    await giveApp(services, true, ['payB1'])
    const { client } = await logIn(services, 'payB1')
    const code = codeNow(services)
    const answers = await Promise.all([1, 2, 3].map(() => client.call('giveCode', { code })))
    expect(answers.map(({ body }) => body.code ?? 'given').toSorted()).toEqual([
      'code-used',
      'code-used',
      'given',
    ])
  })

  it('is tried five times, whatever device cookie a new login brings', async () => {
    await giveApp(services, true, ['managerB'])
    for (let attempt = 0; attempt < 5; attempt++) {
      const { client } = await logIn(services, 'managerB')
      expect((await client.call('giveCode', { code: '000000' })).body.code).toBe('wrong-code')
    }
    const { client, body } = await logIn(services, 'managerB')
    expect(factorOf(body)).toBe('asked')
    const locked = await client.call('giveCode', { code: codeNow(services) })
    expect([locked.http, locked.body.code]).toEqual([429, 'account-locked'])
    services.clock.advance(16 * 60_000)
    expect((await client.call('giveCode', { code: codeNow(services) })).http).toBe(200)
  })
})

it('a recovery code stands in for the app once, and new ones end the old', async () => {
  await giveApp(services, true, ['managerA'])
  const client = await signIn(services, 'managerA')
  const { recoveryCodes } = await client.answer('renewRecoveryCodes', {})
  const [first = '', second = ''] = recoveryCodes
  const give = async (code: string) => {
    const session = await logIn(services, 'managerA')
    return (await session.client.call('giveCode', { code })).body.code ?? 'given'
  }
  expect(await give(first.toLowerCase())).toBe('given')
  expect(await give(first)).toBe('wrong-code')
  expect((await client.answer('myFactors', {})).recoveryCodesLeft).toBe(9)
  await client.answer('renewRecoveryCodes', {})
  expect(await give(second)).toBe('wrong-code')
  const stored = await services.query<{ digest: string }>('select digest from recovery_codes')
  expect(stored.some(({ digest }) => recoveryCodes.some((code) => digest.includes(code)))).toBe(false)
})

it('asks for the factor again before another one is set up or codes are renewed', async () => {
  await giveApp(services, true, ['checkB1'])
  const client = await signIn(services, 'checkB1')
  services.clock.advance(5 * 60_000)
  for (const call of ['startTotp', 'removeTotp', 'renewRecoveryCodes'] as const)
    expect((await client.call(call, {})).body.code).toBe('factor-again')
  await client.answer('giveCode', { code: codeNow(services) })
  expect((await client.call('removeTotp', {})).http).toBe(200)
  expect(factorOf((await logIn(services, 'checkB1')).body)).toBe('none')
})

it('secrets are sealed anew with the other personal data', async () => {
  await giveApp(services, true, ['admin'])
  const ring = openKeyRing({ current: 'nQ8r2Vt6Xw1Zy5Bc9Df3Gh7Jk0Lm4Ps+', old: [TEST_SECRET] })
  const cipher = openCipher(ring)
  await services.database.transact(async (tx) => {
    expect((await resealPiece(tx, cipher, TOTP_SEALS, 100)).renewed).toBeGreaterThan(0)
    expect((await resealPiece(tx, cipher, TOTP_SEALS, 100)).renewed).toBe(0)
    expect((await findTotp(tx, cipher, people.accounts.admin))?.secret).toBeDefined()
    // The other tests go on under the usual key.
    await tx.deleteFrom('account_totps').execute()
  })
})

/** Decisions about money, and personal data in bulk. */
const STEP_UP = [
  'removePasskey',
  'removeTotp',
  'renewRecoveryCodes',
  'confirmProposal',
  'exportBatch',
  'decideBatch',
  'scheduleBatch',
  'exportFailedRows',
  'downloadDetails',
  'downloadBankFile',
  'decideBankResult',
  'decideFileWithdrawal',
  'decideResolution',
  'decideDebit',
  'exportFreelancers',
  'auditRecharge',
  'decideReversal',
  'uploadReceiverStatement',
  'chooseCredit',
  'batchEvidence',
  'exportLinks',
  'exportContracts',
  'exportStatementsOfPeople',
  'exportYearStatements',
  'exportAdjustments',
  'downloadDeclaration',
  'downloadPlatformReport',
  'downloadVatReport',
  'downloadCorrectedMonth',
  'downloadImport',
  'confirmAdjustments',
] as const satisfies readonly EndpointName[]

/** One record, looked at by itself. */
const OF_ONE_RECORD: readonly EndpointName[] = ['payoutEvidence', 'downloadYearVersion']

it('asks for the factor again wherever personal data leaves in bulk', async () => {
  const exports = everyEndpoint().filter(([, { reads }]) => reads === 'export')
  const unasked = exports.filter(([, { factor }]) => factor !== 'again' && factor !== 'again-for-several')
  expect(unasked.map(([name]) => name).sort()).toEqual([...OF_ONE_RECORD].sort())
  const several = everyEndpoint().filter(([, { factor }]) => factor === 'again-for-several')
  expect(several).toHaveLength(3)
  await giveApp(services, true)
  const client = await signIn(services, 'payA1')
  services.clock.advance(5 * 60_000)
  for (const [name, { scope }] of several) {
    const at = scope.rule === 'record' ? scope.at : ''
    const codeOf = async (ids: number[]) => (await client.call(name, { [at]: ids } as never)).body.code
    expect([name, await codeOf([1, 2]), await codeOf([1])]).toEqual([name, 'factor-again', 'not-found'])
  }
  await services.query('delete from account_totps')
})

it('asks for the factor again before decisions about money and personal data in bulk', async () => {
  const declared = everyEndpoint().filter(([, { factor }]) => factor === 'again')
  expect(declared.map(([name]) => name).sort()).toEqual([...STEP_UP].sort())
  await giveApp(services, true)
  const accounts = ['admin', 'payA1', 'checkA1'] as const
  const clients = await Promise.all(accounts.map((account) => signIn(services, account)))
  const codes = async () =>
    Promise.all(
      STEP_UP.map(async (name) => {
        const answers = await Promise.all(clients.map((client) => client.wire(name, {})))
        return answers.map(({ body }) => body.code)
      }),
    )
  services.clock.advance(5 * 60_000)
  for (const answered of await codes()) {
    expect(answered).toContain('factor-again')
    expect(answered.filter((code) => code !== 'factor-again' && code !== 'not-allowed')).toEqual([])
  }
  await services.query('delete from account_totps')
  for (const answered of await codes()) expect(answered).not.toContain('factor-again')
})
