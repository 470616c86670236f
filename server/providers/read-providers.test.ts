// Lists of providers and platforms in everyone's scope, and what the database keeps of their particulars (D11, D33).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cipher, openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { resealPiece } from '../adapters/postgres/sealed-column.ts'
import { type Client, signIn } from '../testing/client.ts'
import { type AccountName, createPeople, createProvider, type People, SECRETS } from '../testing/people.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { findProvider, openParticulars, PROVIDER_SEALS } from './store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

describe.each([
  ['admin', ['Provider A1', 'Provider A2', 'Provider B1'], ['Platform A', 'Platform B']],
  ['managerA', ['Provider A1', 'Provider A2'], ['Platform A']],
  ['managerB', ['Provider B1'], ['Platform B']],
  ['payA1', ['Provider A1'], ['Platform A']],
  ['checkB1', ['Provider B1'], ['Platform B']],
] as [AccountName, string[], string[]][])(
  'providers and platforms visible to %s',
  (account, providers, platforms) => {
    let client: Client
    beforeAll(async () => {
      client = await signIn(services, account)
    })

    it('lists the providers in scope', async () => {
      const { rows, count } = await client.answer('providerNames', {})
      expect(rows.map(({ providerName }) => providerName)).toEqual(providers)
      expect(count).toBe(providers.length)
    })

    it('lists the platforms in scope', async () => {
      const { rows } = await client.answer('listPlatforms', {})
      expect(rows.map(({ platformName }) => platformName)).toEqual(platforms)
    })

    it('returns the payer of the own provider', async () => {
      const own = account.endsWith('B') || account.endsWith('B1') ? 'Provider B1' : 'Provider A1'
      expect((await client.call('payerOfProvider', {})).body.data).toEqual({
        payName: `${own} Ltd`,
        payAccount: SECRETS.bankAccount,
      })
    })
  },
)

it('shows a manager only its own platform of a provider on several platforms', async () => {
  const { A, B } = people.platforms
  const providerId = await services.database.transact((tx) => createProvider(tx, services, 'Both', [A, B]))
  const platformsSeenBy = async (account: AccountName) =>
    (await (await signIn(services, account)).answer('platformsOfProvider', { providerId })).rows.map(
      ({ platformId }) => platformId,
    )
  expect(await platformsSeenBy('managerA')).toEqual([A])
  expect(await platformsSeenBy('managerB')).toEqual([B])
  expect(await platformsSeenBy('admin')).toEqual([A, B])
  for (const table of ['ledger_balances', 'invoice_accounts', 'provider_platforms', 'providers'])
    await services.query(`delete from ${table} where provider_id = $1`, [providerId])
})

describe('listProviders', () => {
  it.each([
    ['', ['Provider B1', 'Provider A2', 'Provider A1']],
    ['a1', ['Provider A1']],
    ['%', []],
    ['_', []],
    ["'; drop table providers; --", []],
  ])('matches %j literally', async (providerName, found) => {
    const { body } = await (await signIn(services, 'admin')).wire('listProviders', { providerName })
    const rows = body.data as { providerName: string }[]
    expect([rows.map((row) => row.providerName), body.count]).toEqual([found, found.length])
  })

  it('returns terms without sensitive fields in pages', async () => {
    const admin = await signIn(services, 'admin')
    const { raw, body } = await admin.call('listProviders', { index: 2, size: 1 })
    expect(body).toEqual({
      status: 0,
      msg: '',
      data: [
        {
          providerId: people.providers.A1,
          providerName: 'Provider A1',
          platformNames: ['Platform A'],
          contactUser: 'Contact',
          serviceRate: 650,
          userMonthPayLimit: 92_000,
          isPersonalTax: 0,
          providerStatus: 1,
          createTime: services.clock.now().getTime(),
        },
      ],
      count: 3,
    })
    expect(raw.body).not.toContain(SECRETS.phone)
    expect((await admin.wire('listProviders', { size: '101' })).http).toBe(400)
  })
})

describe('encryption of provider particulars', () => {
  it('leaves no plain text anywhere in the database', async () => {
    const admin = await signIn(services, 'admin')
    const { providerId } = { providerId: people.providers.A1 }
    await admin.wire('updateProvider', {
      providerId,
      providerName: 'Provider A1',
      platformIds: [people.platforms.A],
      serviceRate: 1,
      bankAccount: '6228480402564890018',
      phone: '13812345678',
    })
    await admin.wire('providerInfo', { providerId: String(providerId) })
    const dump = await dumpEverything()
    expect(dump).toContain('Provider A1')
    for (const plain of [...Object.values(SECRETS), '6228480402564890018', '13812345678'])
      expect(dump).not.toContain(plain)
  })

  it('returns them in full to the edit page with an audit entry', async () => {
    const entries = () => services.query("select 1 from audit_entries where action = 'read-personal-data'")
    const before = (await entries()).length
    const { raw, body } = await (await signIn(services, 'admin')).call('providerInfo', {
      providerId: people.providers.A2,
    })
    expect(body.data).toMatchObject(SECRETS)
    expect(raw.headers['cache-control']).toBe('no-store')
    expect(await entries()).toHaveLength(before + 1)
  })

  it('fails to decrypt in another context or without the key', async () => {
    const provider = await services.database.read((tx) => findProvider(tx, people.providers.A2))
    const sealedParticulars = provider?.sealedParticulars ?? ''
    expect(() => services.cipher.openFields(sealedParticulars, 'elsewhere')).toThrow('damaged')
    const other = openCipher(openKeyRing({ current: `${TEST_SECRET}other`, old: [] }))
    expect(() => openParticulars(other, { sealedParticulars })).toThrow('not at hand')
  })

  it('reseals them so that the new key alone opens them', async () => {
    const current = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'
    const both = openCipher(openKeyRing({ current, old: [TEST_SECRET] }))
    const alone = openCipher(openKeyRing({ current, old: [] }))
    const renew = async (cipher: Cipher) =>
      (await services.database.transact((tx) => resealPiece(tx, cipher, PROVIDER_SEALS, 1_000))).renewed
    const reseal = () => renew(both)
    const back = () => renew(backwards)
    const backwards = openCipher(openKeyRing({ current: TEST_SECRET, old: [current] }))
    expect(await reseal()).toBe(3)
    expect(await reseal()).toBe(0)
    for (const id of [people.providers.A2, people.providers.B1]) {
      const provider = await services.database.read((tx) => findProvider(tx, id))
      expect(openParticulars(alone, { sealedParticulars: provider?.sealedParticulars ?? '' })).toEqual(
        SECRETS,
      )
    }
    expect(await back()).toBe(3)
  })
})

/** Every row of every table as text, as a stolen dump would hold it. */
async function dumpEverything(): Promise<string> {
  const tables = await services.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    for (const { row } of await services.query<{ row: string }>(`select t::text as row from ${name} t`))
      texts.push(row)
  }
  return texts.join('\n')
}
