// A signing from link to contract: what it leaves behind, what it refuses, and what managers are told to look at.

import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_SEAL } from '../adapters/personal-data/contexts.ts'
import { recordEntryAs } from '../audit-log/record-entry.ts'
import { recountPayable } from '../payouts/batch-store.ts'
import { actorOf } from '../testing/actor.ts'
import { clientOf, encodeInput, readReply, requestOf, signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson } from '../testing/freelancers.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { identified, photographed, photoOf, readyToSign, signingOf } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { issueLinks } from './link-store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

type Row = Record<string, unknown>
const contractOf = async (linkId: number): Promise<Row> => {
  const [row] = await services.query('select * from personal_contracts where link_id = $1', [linkId])
  return row ?? {}
}
const complete = (input: Parameters<typeof encode>[0], options: { address?: string; agent?: string } = {}) =>
  services.app
    .inject({
      ...requestOf('completeSigning', encode(input), { 'user-agent': options.agent ?? 'x' }),
      remoteAddress: options.address ?? '198.51.100.1',
    })
    .then(readReply)
const encode = (input: ReturnType<typeof signingOf>) => encodeInput('completeSigning', input)

describe('completeSigning', () => {
  it('stores the contract with four files, binds the name and writes an audit entry without personal data', async () => {
    const { person, signer, input } = await readyToSign(services, 'payA1')
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605 MicroMessenger/8.0'
    const { body } = await complete(input, { address: '203.0.113.77', agent })
    expect(body.status).toBe(0)
    const contract = await contractOf(person.link.linkId)
    expect(contract).toMatchObject({
      provider_id: person.providerId,
      name: person.name,
      text_version: '1',
      address: '203.0.113.77',
      device: 'iPhone · 微信',
      flags: [],
      signed_at: services.clock.now(),
    })
    expect(contract.contract_no).toMatch(/^GR20260316\d{5}$/)
    expect(contract.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(contract.device_hash).not.toBe(input.deviceId)
    const sealed = services.cipher.openFields(String(contract.sealed_person), CONTRACT_SEAL)
    expect(sealed).toEqual({ idCardNo: person.idCardNo, phone: person.phone })
    const files = await services.query<Row>(
      'select kind, content, uploader_id, provider_id, sha256 from files where attached_kind = $1 and attached_id = $2 order by kind, content',
      ['personal-contract', String(contract.contract_id)],
    )
    expect(files.map(({ kind, content }) => [kind, content])).toEqual([
      ['contract', 'pdf'],
      ['id-card-image', 'png'],
      ['id-card-image', 'png'],
      ['signature', 'png'],
    ])
    expect(files.every((file) => file.provider_id === person.providerId && file.uploader_id === null)).toBe(
      true,
    )
    const [known] = await services.query(
      'select signed_at, name_bound from provider_freelancers where provider_id = $1 and freelancer_id = $2',
      [person.providerId, person.userId],
    )
    expect(known).toEqual({ signed_at: services.clock.now(), name_bound: true })
    const [entry] = await services.query<Row>(
      "select account, provider_id, object_name, address, after from audit_entries where action = 'sign-contract' and object_id = $1",
      [String(contract.contract_id)],
    )
    expect(entry).toMatchObject({
      account: '',
      provider_id: person.providerId,
      object_name: contract.contract_no,
      address: '203.0.113.77',
    })
    const reported = JSON.stringify(entry) + services.lines.join('')
    for (const secret of [person.idCardNo, person.phone, person.name, input.session, signer.session])
      expect(reported).not.toContain(secret)
  })

  it('lets the signer download the stored PDF while the signing session lasts', async () => {
    const { person, input } = await readyToSign(services, 'payA1')
    const early = await clientOf(services).call('signedCopy', { session: input.session })
    expect([early.http, early.body.code]).toEqual([404, 'not-found'])
    const signed = await clientOf(services).answer('completeSigning', input)
    const { http, raw } = await clientOf(services).call('signedCopy', { session: input.session })
    expect([http, raw.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(raw.headers['content-disposition']).toContain(`-${signed.contractNo}.pdf`)
    const [file] = await services.query<Row>(
      'select f.sha256 from files f join personal_contracts c on c.pdf_file_id = f.file_id where c.link_id = $1',
      [person.link.linkId],
    )
    expect(createHash('sha256').update(raw.rawPayload).digest('hex')).toBe(file?.sha256)
    const words = await pdfText(raw.rawPayload)
    expect(words).toContain(signed.contractNo)
    expect(words).toContain(person.idCardNo)
    services.clock.advance(30 * 60_000)
    const late = await clientOf(services).call('signedCopy', { session: input.session })
    expect(late.body.code).toBe('signing-session-over')
  })

  it('updates the unsigned count of all batches with the person', async () => {
    const rows = [freshRow(), freshRow()]
    const batch = await storeBatch(services, 'payA1', rows)
    const other = await storeBatch(services, 'payA1', [freshRow({ ...rows[0], amount: '12.00' })])
    await takeStep(services, 'payA1', other.batchId, 'reviewing')
    const unsigned = async (batchId: number) => {
      const [row] = await services.query<{ n: number }>(
        'select unsigned_count as n from payout_batches where batch_id = $1',
        [batchId],
      )
      return row?.n
    }
    expect([await unsigned(batch.batchId), await unsigned(other.batchId)]).toEqual([2, 1])
    const counts: unknown[] = []
    for (const row of rows) {
      const person = await registeredPerson(services, 'payA1', row)
      const [link] = await services.database.transact((tx) =>
        issueLinks(tx, services.cipher, {
          providerId: person.providerId,
          userIds: [person.userId],
          batchId: batch.batchId,
          createdBy: people.accounts.payA1,
          at: services.clock.now(),
          notify: false,
        }),
      )
      if (!link) throw new Error('nobody was invited')
      await clientOf(services).answer(
        'completeSigning',
        signingOf(await photographed(services, { ...person, link })),
      )
      counts.push([await unsigned(batch.batchId), await unsigned(other.batchId)])
    }
    expect(counts).toEqual([
      [1, 0],
      [0, 0],
    ])
    await services.database.transact((tx) => recountPayable(tx, batch.batchId))
    expect(await unsigned(batch.batchId)).toBe(0)
  })

  it('stores files that other providers cannot download', async () => {
    const { person, input } = await readyToSign(services, 'payA1')
    await clientOf(services).answer('completeSigning', input)
    const contract = await contractOf(person.link.linkId)
    const files = [contract.pdf_file_id, contract.front_file_id, contract.signature_file_id]
    for (const account of ['payA2', 'checkB1', 'managerB']) {
      const client = await signIn(services, account)
      for (const fileId of files)
        expect((await client.call('downloadFile', { fileId: String(fileId) })).http).toBe(404)
    }
    const own = await (await signIn(services, 'payA1')).call('downloadFile', {
      fileId: String(contract.pdf_file_id),
    })
    expect(own.http).toBe(200)
  })
})

describe('rejected completeSigning', () => {
  const dot = { width: 350, height: 268, strokes: [[100, 100, 100, 100]] }
  type Signing = ReturnType<typeof signingOf>

  it.each<[string, (input: Signing) => Signing, number, string]>([
    ['without consent', (input) => ({ ...input, consent: false }), 422, 'consent-missing'],
    ['with one dot', (input) => ({ ...input, signature: dot }), 422, 'signature-too-small'],
    [
      'without strokes',
      (input) => ({ ...input, signature: { ...dot, strokes: [] } }),
      422,
      'signature-missing',
    ],
    [
      'with strokes off the pad',
      (input) => ({ ...input, signature: { ...dot, strokes: [[1, 1, 900, 900]] } }),
      400,
      'signature-malformed',
    ],
    [
      'with another contract than was read',
      (input) => ({ ...input, contractVersion: '1' }),
      409,
      'text-changed',
    ],
    ['with another notice than was read', (input) => ({ ...input, noticeVersion: '0' }), 409, 'text-changed'],
    [
      'with a made-up session',
      (input) => ({ ...input, session: randomBytes(32).toString('base64url') }),
      409,
      'signing-session-over',
    ],
  ])('rejects a signing %s and stores nothing', async (_, change, http, code) => {
    const { person, input } = await readyToSign(services, 'payA1')
    const before = await services.query('select count(*) from files')
    const answer = await complete(change(input))
    expect([answer.http, answer.body.code]).toEqual([http, code])
    expect(await services.query('select count(*) from files')).toEqual(before)
    expect(await contractOf(person.link.linkId)).toEqual({})
    expect((await complete(input)).body.status).toBe(0)
  })

  it('rejects missing photos and the same photo for both sides', async () => {
    const person = await invitedPerson(services, 'payA1')
    const signer = await identified(services, person)
    const input = signingOf(signer)
    const store = (side: 'front' | 'back', image: Buffer) =>
      clientOf(services).answer('storePhoto', {
        session: signer.session,
        side,
        image: image.toString('base64'),
      })
    const photo = photoOf()
    const codes = [(await complete(input)).body.code]
    await store('back', photo)
    codes.push((await complete(input)).body.code)
    await store('front', photo)
    codes.push((await complete(input)).body.code)
    expect(codes).toEqual(['photos-missing', 'photos-missing', 'photos-same'])
    await store('front', photoOf())
    expect((await complete(input)).body.status).toBe(0)
  })

  it('rejects when the monthly limit or the name changed since the text was read', async () => {
    const changes = [
      'update providers set monthly_limit_fen = monthly_limit_fen - 100 where provider_id = $1',
      "update provider_freelancers set name = '改名' where provider_id = $1",
    ]
    for (const change of changes) {
      const { person, input } = await readyToSign(services, 'payB1')
      await services.query(change, [person.providerId])
      expect((await complete(input)).body.code).toBe('text-changed')
    }
  })

  it('rejects a second signing with the same link', async () => {
    const { person, input } = await readyToSign(services, 'payA1')
    expect((await complete(input)).body.status).toBe(0)
    expect((await complete(input)).body.code).toBe('link-used')
    expect((await clientOf(services).call('openLink', { token: person.link.token })).body.code).toBe(
      'link-used',
    )
  })

  it('rejects a person who has signed another way meanwhile', async () => {
    const { person, input } = await readyToSign(services, 'payA1')
    await services.query(
      'update provider_freelancers set signed_at = now() where provider_id = $1 and freelancer_id = $2',
      [person.providerId, person.userId],
    )
    expect((await complete(input)).body.code).toBe('already-signed')
    expect(await contractOf(person.link.linkId)).toEqual({})
  })
})

describe('flags of a signing', () => {
  async function logIn(account: AccountName, address: string, daysAgo: number) {
    const { person } = await actorOf(services, account)
    const at = new Date(services.clock.now().getTime() - daysAgo * DAY_MS)
    const origin = { at, address, requestId: 'r', hostname: 'h' }
    const object = { kind: 'account', id: person.accountId }
    await services.database.transact((tx) => recordEntryAs(tx, origin, person, { action: 'login', object }))
  }
  async function flagsOf(
    address: string,
    deviceId = randomBytes(16).toString('base64url'),
    account: AccountName = 'payA1',
  ) {
    const { person, input } = await readyToSign(services, account)
    expect((await complete({ ...input, deviceId }, { address })).body.status).toBe(0)
    return { linkId: person.link.linkId, flags: (await contractOf(person.link.linkId)).flags }
  }

  it('flags a signing from an address where the console of the provider was used within 30 days', async () => {
    await logIn('checkA1', '192.0.2.10', 29.9)
    await logIn('checkA1', '192.0.2.11', 30.1)
    await logIn('payB1', '192.0.2.12', 1)
    const addresses = ['192.0.2.10', '192.0.2.11', '192.0.2.12']
    const found: unknown[] = []
    for (const address of addresses) found.push((await flagsOf(address)).flags)
    expect(found).toEqual([['console-address'], [], []])
  })

  it('flags all signings of several people on one device at the same provider', async () => {
    const device = randomBytes(16).toString('base64url')
    const first = await flagsOf('198.51.100.2', device)
    expect(first.flags).toEqual([])
    await services.query(
      'update personal_contracts set checked_at = now(), checked_by = $2 where link_id = $1',
      [first.linkId, people.accounts.managerA],
    )
    const second = await flagsOf('198.51.100.3', device)
    const elsewhere = await flagsOf('198.51.100.4', device, 'payA2')
    expect([second.flags, elsewhere.flags]).toEqual([['shared-device'], []])
    expect(await contractOf(first.linkId)).toMatchObject({ flags: ['shared-device'], checked_at: null })
    const third = await flagsOf('198.51.100.5', device)
    expect(third.flags).toEqual(['shared-device'])
    expect(await contractOf(second.linkId)).toMatchObject({ flags: ['shared-device'] })
  })
})
