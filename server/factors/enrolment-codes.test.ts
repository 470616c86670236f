// The first factor of an account that two people changed: the password alone does not set it up (ADR 93).

import { stepAt } from '@paywages/domain/factors/one-time-code.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { totpCode } from '../adapters/one-time-codes/totp.ts'
import { hashPassword } from '../adapters/passwords/password-hash.ts'
import { type Client, signIn } from '../testing/client.ts'
import { codeNow, giveApp } from '../testing/factors.ts'
import { logIn } from '../testing/log-in.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { storeProposal } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let demanding: TestServices
let people: People
let admin: Client

beforeAll(async () => {
  services = await openTestServices()
  demanding = await openTestServices({ sharing: services, settings: { SECOND_FACTOR: 'demanded' } })
  people = await createPeople(services)
  await giveApp(services, true, ['admin', 'checkA1'])
})
afterAll(async () => {
  await demanding.close()
  await services.close()
})
beforeEach(async () => {
  services.clock.advance(120_000)
  admin = (await logIn(demanding, 'admin')).client
  await admin.answer('giveCode', { code: codeNow(services) })
})

/** A manager resets a password and knows it; admin confirms. */
async function resetBy(account: AccountName): Promise<string | null> {
  const accountId = people.accounts[account]
  const proposalId = await storeProposal(services, 'managerA', accountId)
  const { enrolmentCode } = await admin.answer('confirmProposal', { proposalId })
  await services.query('update accounts set must_change_password = false where account_id = $1', [accountId])
  return enrolmentCode
}

const withPassword = async (account: string) =>
  (await logIn(demanding, account, { password: 'Other-pass-1' })).client

async function firstCode(client: Client): Promise<string> {
  const { secret } = await client.answer('startTotp', {})
  return totpCode(secret, stepAt(services.clock.now()))
}

it('is set up with the code that the second person was told, which counts once', async () => {
  const told = await resetBy('payA1')
  expect(told).toMatch(/^[A-Z2-8]{5}-[A-Z2-8]{5}$/)
  const [kept] = await services.query<{ hash: string }>('select code_hash as hash from enrolment_codes')
  expect(kept?.hash).toMatch(/^\$argon2id\$/)

  const proposer = await withPassword('payA1')
  expect((await proposer.answer('myFactors', {})).enrolmentCodeNeeded).toBe(true)
  const code = await firstCode(proposer)
  const without = await proposer.call('confirmTotp', { code })
  expect([without.http, without.body.code]).toEqual([422, 'enrolment-code-needed'])
  const guessed = await proposer.call('confirmTotp', { code, enrolmentCode: 'AAAAA-BBBBB' })
  expect(guessed.body.code).toBe('enrolment-code-wrong')
  expect((await proposer.call('listBatches', {})).body.code).toBe('factor-enrolment-needed')

  const owner = await withPassword('payA1')
  const enrolmentCode = (told ?? '').toLowerCase().replace('-', ' ')
  const { recoveryCodes } = await owner.answer('confirmTotp', { code: await firstCode(owner), enrolmentCode })
  expect(recoveryCodes).toHaveLength(10)
  expect(await services.query('select 1 from enrolment_codes')).toEqual([])
  expect((await owner.answer('myFactors', {})).enrolmentCodeNeeded).toBe(false)
})

it('is not asked after a change that opens nothing', async () => {
  const accountId = people.accounts.payA2
  const manager = await signIn(services, 'managerA')
  const { waiting } = await manager.answer('updateAccount', {
    accountId,
    platformId: people.platforms.A,
    phone: '13800001234',
  })
  const { enrolmentCode } = await admin.answer('confirmProposal', { proposalId: waiting?.proposalId ?? 0 })
  expect(enrolmentCode).toBeNull()
  expect(await services.query('select 1 from enrolment_codes where account_id = $1', [accountId])).toEqual([])
})

it('is not asked of whoever has a factor, of accounts from before, nor where none is demanded', async () => {
  expect(await resetBy('checkA1')).toBeNull()
  const before = await signIn(demanding, 'payB1')
  expect((await before.call('confirmTotp', { code: await firstCode(before) })).http).toBe(200)
  const proposalId = await storeProposal(services, 'managerA', people.accounts.payA2)
  services.clock.advance(60_000)
  const second = (await logIn(services, 'admin')).client
  await second.answer('giveCode', { code: codeNow(services) })
  expect(await second.answer('confirmProposal', { proposalId })).toEqual({ enrolmentCode: null })
})

it('a further confirmation replaces the code', async () => {
  const first = await resetBy('payA2')
  services.clock.advance(60_000)
  const second = await resetBy('payA2')
  const client = await withPassword('payA2')
  const code = await firstCode(client)
  expect((await client.call('confirmTotp', { code, enrolmentCode: first ?? '' })).body.code).toBe(
    'enrolment-code-wrong',
  )
  expect((await client.call('confirmTotp', { code, enrolmentCode: second ?? '' })).http).toBe(200)
})

/** What is hashed next waits for these. */
const hashMany = () => Promise.all(Array.from({ length: 24 }, () => hashPassword('before this one')))

it('locks no proposal while the code for its account is hashed', async () => {
  const proposalId = await storeProposal(services, 'managerA', people.accounts.checkA2)
  let hashing = true
  const queue = hashMany().then(() => {
    hashing = false
  })
  const confirmed = admin.answer('confirmProposal', { proposalId })
  let looks = 0
  while (hashing) {
    const free = await services.query(
      `select 1 from proposals where proposal_id = ${proposalId} for update skip locked`,
    )
    if (hashing) expect(free).toHaveLength(1)
    looks += 1
  }
  await queue
  expect(looks).toBeGreaterThan(1)
  expect((await confirmed).enrolmentCode).toMatch(/^[A-Z2-8]{5}-[A-Z2-8]{5}$/)
})

it('holds no transaction open while codes are hashed', async () => {
  await resetBy('checkA2')
  const client = await withPassword('checkA2')
  const code = await firstCode(client)
  const order: string[] = []
  const hashed = hashMany().then(() => order.push('hashed'))
  const guess = client
    .call('confirmTotp', { code, enrolmentCode: 'AAAAA-BBBBB' })
    .then(() => order.push('told'))
  for (let counted = 0; counted === 0; )
    [{ counted }] = (await services.query(
      `select coalesce(sum(guesses), 0)::int as counted from enrolment_codes where account_id = ${people.accounts.checkA2}`,
    )) as [{ counted: number }]
  order.push('counted')
  await Promise.all([hashed, guess])
  expect(order).toEqual(['counted', 'hashed', 'told'])
})

it('takes five wrong guesses, also at once, and is void then, until two people make another', async () => {
  const [{ before }] = (await services.query('select max(entry_id) as before from audit_entries')) as [
    { before: bigint },
  ]
  const told = (await resetBy('checkA2')) ?? ''
  const client = await withPassword('checkA2')
  const code = await firstCode(client)
  const guess = (enrolmentCode: string) => client.call('confirmTotp', { code, enrolmentCode })
  expect((await guess('AAAAA-BBBBB')).body.msg).toContain('还可尝试 4 次')
  const answers = await Promise.all(Array.from({ length: 8 }, () => guess('AAAAA-CCCCC')))
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((one) => one === 'enrolment-code-wrong')).toHaveLength(3)
  const after = await guess(told)
  expect(after.body).toMatchObject({ code: 'enrolment-code-void', msg: expect.stringContaining('已失效') })
  const tried = await services.query(
    `select reason from audit_entries where action = 'give-factor' and result = 'refused' and account = 'checkA2' and entry_id > ${before} order by 1`,
  )
  expect(tried.map(({ reason }) => reason)).toEqual([
    'enrolment-code-void',
    ...Array(4).fill('enrolment-code-wrong'),
  ])
  services.clock.advance(60_000)
  const again = (await resetBy('checkA2')) ?? ''
  const owner = await withPassword('checkA2')
  expect((await owner.call('confirmTotp', { code: await firstCode(owner), enrolmentCode: again })).http).toBe(
    200,
  )
})
