// What is done to signed contracts: downloads, looks at images, flags looked into, images deleted for good (D28, D33).

import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepFiles } from '../files/sweep-files.ts'
import { actorOf } from '../testing/actor.ts'
import { type Client, signIn } from '../testing/client.ts'
import { invitedPerson, signedPerson } from '../testing/freelancers.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { deleteImages } from './delete-images.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())

const entriesOf = (action: string, objectId: number | string) =>
  services.query(
    'select account, provider_id, reason, after from audit_entries where action = $1 and object_id = $2',
    [action, String(objectId)],
  )
const contractOf = async (contractId: number) =>
  (await services.query('select * from personal_contracts where contract_id = $1', [contractId]))[0]

describe('downloading personal contracts', () => {
  it('returns the PDF of one contract and a zip of several, with an audit entry for each', async () => {
    const [one, other] = [await signedPerson(services, 'payA1'), await signedPerson(services, 'payA1')]
    const numberOf = async (id: number) => String((await contractOf(id))?.contract_no)
    const single = await clients.checkA1.call('downloadContracts', { contractIds: [one.contractId] })
    expect(single.raw.headers['content-type']).toBe('application/pdf')
    expect(decodeURIComponent(String(single.raw.headers['content-disposition']))).toContain(
      `${await numberOf(one.contractId)}-${one.name}.pdf`,
    )
    expect(single.raw.rawPayload.toString()).toBe(`contract of ${one.userId}`)

    const contractIds = [one.contractId, other.contractId]
    const { raw, http } = await clients.payA1.call('downloadContracts', { contractIds })
    expect([http, raw.headers['content-type']]).toEqual([200, 'application/zip'])
    const parts = unzipSync(new Uint8Array(raw.rawPayload))
    const read = Object.entries(parts).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
    expect(read).toEqual([
      [`${await numberOf(one.contractId)}-${one.name}.pdf`, `contract of ${one.userId}`],
      [`${await numberOf(other.contractId)}-${other.name}.pdf`, `contract of ${other.userId}`],
    ])
    const entries = await entriesOf('download-personal-contract', one.contractId)
    expect(entries.map(({ account }) => account)).toEqual(['checkA1', 'payA1'])
  })

  it('returns nothing when one contract is out of scope', async () => {
    const mine = await signedPerson(services, 'payA1')
    const foreign = await signedPerson(services, 'payA2')
    const contractIds = [mine.contractId, foreign.contractId]
    expect((await clients.payA1.call('downloadContracts', { contractIds })).http).toBe(404)
    expect(await entriesOf('download-personal-contract', mine.contractId)).toEqual([])
  })

  it.each(['', '0', 'x', '1,', Array(101).fill('1').join(',')])('rejects the ids %j', async (contractIds) => {
    expect((await clients.payA1.wire('downloadContracts', { contractIds })).http).toBe(400)
  })
})

describe('viewing and deleting identity images', () => {
  it('logs a viewed image under its contract, and its PDF as a file', async () => {
    const { fileIds, contractId } = await signedPerson(services, 'payA1')
    await services.query('update files set attached_id = $1 where file_id = any($2)', [
      String(contractId),
      fileIds,
    ])
    for (const fileId of fileIds)
      expect((await clients.checkA1.call('downloadFile', { fileId, inline: '1' })).http).toBe(200)
    const looks = await entriesOf('view-identity-image', contractId)
    expect(looks).toHaveLength(3)
    expect(looks[0]).toMatchObject({ account: 'checkA1', provider_id: people.providers.A1 })
    expect(await entriesOf('download-file', fileIds[0] ?? '')).toHaveLength(1)
  })

  const remove = (
    account: keyof typeof clients,
    input: { userId: number; providerId?: number; reason?: string },
  ) =>
    clients[account].call('deleteImages', { providerId: people.providers.A1, reason: '本人申请', ...input })
  const keysLeft = async (fileIds: readonly string[]) => {
    const left: string[] = []
    for (const fileId of fileIds) {
      const found = await services.files.get(`files/${fileId}`)
      found?.stream.destroy()
      if (found) left.push(fileId)
    }
    return left
  }

  it('deletes the images with their bytes and keeps the PDF and a record', async () => {
    const { userId, contractId, fileIds } = await signedPerson(services, 'payA1')
    const [pdf = '', ...images] = fileIds
    expect((await remove('managerA', { userId })).http).toBe(200)
    expect(await contractOf(contractId)).toMatchObject({
      pdf_file_id: pdf,
      front_file_id: null,
      back_file_id: null,
      signature_file_id: null,
      images_deleted_at: services.clock.now(),
      images_deleted_by: people.accounts.managerA,
      images_deletion_reason: '本人申请',
    })
    expect(await keysLeft(fileIds)).toEqual([pdf])
    expect(await services.query('select file_id from files where file_id = any($1)', [fileIds])).toEqual([
      { file_id: pdf },
    ])
    for (const fileId of images)
      expect((await clients.managerA.call('downloadFile', { fileId })).http).toBe(404)
    expect((await clients.managerA.call('downloadFile', { fileId: pdf })).http).toBe(200)
    expect(await entriesOf('delete-identity-images', userId)).toEqual([
      { account: 'managerA', provider_id: people.providers.A1, reason: '本人申请', after: { count: 3 } },
    ])
    const again = await remove('managerA', { userId })
    expect([again.http, again.body.code]).toEqual([409, 'images-none'])
  })

  it('accepts only one of two concurrent deletions', async () => {
    const { userId } = await signedPerson(services, 'payA1')
    const both = await Promise.all([remove('managerA', { userId }), remove('admin', { userId })])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 409])
  })

  it('rejects deletion for an unsigned person or out of scope', async () => {
    const { userId } = await invitedPerson(services, 'payA1')
    expect((await remove('managerA', { userId })).body.code).toBe('images-none')
    const foreign = await signedPerson(services, 'payA2')
    expect((await remove('managerA', { userId: foreign.userId })).http).toBe(404)
    expect((await remove('managerA', { userId: foreign.userId, providerId: people.providers.B1 })).http).toBe(
      404,
    )
    expect((await remove('managerB', { userId, providerId: people.providers.A1 })).http).toBe(404)
    expect(
      (await clients.managerA.wire('deleteImages', { uid: userId, providerId: 1, reason: ' ' })).http,
    ).toBe(400)
  })

  it('blocks access at once if the file store fails, and removes the bytes with the next sweep', async () => {
    const { userId, fileIds } = await signedPerson(services, 'payA1')
    const [pdf = '', ...images] = fileIds
    const remove = async () => {
      throw new Error('the store is away')
    }
    const broken = { ...services, files: { ...services.files, remove } }
    const by = await actorOf(services, 'managerA')
    await deleteImages(broken, by, { userId, providerId: people.providers.A1, reason: 'x' })
    expect(await keysLeft(fileIds)).toEqual(fileIds)
    for (const fileId of images)
      expect((await clients.managerA.call('downloadFile', { fileId })).http).toBe(404)
    // Stored bytes bear the time of the disk.
    const before = services.clock.now()
    services.clock.set(new Date(Date.now() + 86_400_000 + 60_000))
    await sweepFiles(services)
    services.clock.set(before)
    expect(await keysLeft(fileIds)).toEqual([pdf])
  })
})

describe('checkFlags', () => {
  const flagged = async (account: AccountName = 'payA1') => {
    const { contractId } = await signedPerson(services, account)
    await services.query("update personal_contracts set flags = '{shared-device}' where contract_id = $1", [
      contractId,
    ])
    return contractId
  }

  it('records the finding of only one of two concurrent requests', async () => {
    const contractId = await flagged()
    const check = (account: 'managerA' | 'admin') =>
      clients[account].call('checkFlags', { contractId, note: ' 本人在门店签署 ' })
    const both = await Promise.all([check('managerA'), check('managerA')])
    expect(both.map(({ http, body }) => [http, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'flag-none'],
    ])
    expect(await contractOf(contractId)).toMatchObject({
      checked_at: services.clock.now(),
      checked_by: people.accounts.managerA,
      check_note: '本人在门店签署',
    })
    expect(await entriesOf('check-signing-flags', contractId)).toMatchObject([
      { account: 'managerA', reason: '本人在门店签署', after: { flags: ['shared-device'] } },
    ])
  })

  it('rejects a contract without flags, one of another platform and an empty note', async () => {
    const { contractId } = await signedPerson(services, 'payA1')
    const { body } = await clients.managerA.call('checkFlags', { contractId, note: 'x' })
    expect(body.code).toBe('flag-none')
    const foreign = await flagged('payB1')
    expect((await clients.managerA.call('checkFlags', { contractId: foreign, note: 'x' })).http).toBe(404)
    expect((await clients.managerA.wire('checkFlags', { contractId, note: ' ' })).http).toBe(400)
  })
})
