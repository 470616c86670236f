// Who may attach which file to a record, who reads it afterwards, and what the sweeper removes (D5).

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { pdfSample, pngSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { type Client, signIn, urlOf } from '../testing/client.ts'
import { multipartOf } from '../testing/multipart.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { attachFile } from './accept-file.ts'
import { sweepFiles } from './sweep-files.ts'

const DAY = 86_400_000
let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function upload(account: AccountName, kind?: FileKind, bytes = pdfSample(), name = 'a.pdf') {
  payer = await signIn(services, account)
  const fields = kind === undefined ? [] : [{ key: 'fileKind', value: kind }]
  const { body, contentType } = multipartOf([...fields, { key: 'file', fileName: name, value: bytes }])
  const raw = await payer.send({
    method: 'POST',
    url: urlOf('uploadFile'),
    payload: body,
    headers: { 'content-type': contentType },
  })
  return raw.json().data as string
}

const attach = async (by: AccountName, fileId: string, kind: FileKind, provider: 'A1' | 'B1' = 'A1') => {
  const who = await actorOf(services, by)
  const to = { kind, recordId: '1', providerId: people.providers[provider] }
  return services.database.transact((tx) => attachFile(tx, who, fileId, to))
}

describe('attachFile', () => {
  it('makes the file readable for the provider of the record', async () => {
    const fileId = await upload('payA1', 'contract')
    await attach('payA1', fileId, 'contract')
    const reads = async (account: AccountName) =>
      (await (await signIn(services, account)).call('downloadFile', { fileId })).http
    for (const account of ['payA1', 'checkA1', 'managerA', 'admin'] as const)
      expect(await reads(account)).toBe(200)
    for (const account of ['payA2', 'checkB1', 'managerB'] as const) expect(await reads(account)).toBe(404)
  })

  it('makes the file readable for another provider when the record is theirs', async () => {
    const fileId = await upload('admin', 'contract')
    await attach('admin', fileId, 'contract', 'B1')
    expect((await (await signIn(services, 'payB1')).call('downloadFile', { fileId })).http).toBe(200)
    expect((await (await signIn(services, 'payA1')).call('downloadFile', { fileId })).http).toBe(404)
  })

  it('rejects the second of two concurrent attachments', async () => {
    const fileId = await upload('payA1', 'contract')
    const results = await Promise.allSettled([
      attach('payA1', fileId, 'contract'),
      attach('payA1', fileId, 'contract'),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(attach('payA1', fileId, 'contract')).rejects.toThrow('file-gone')
  })

  it.each(['admin', 'managerA', 'checkA1', 'payB1'] as const)(
    'rejects %s, who did not upload the file',
    async (by) => {
      const fileId = await upload('payA1', 'contract')
      await expect(attach(by, fileId, 'contract')).rejects.toThrow('file-gone')
    },
  )

  it('requires the kind chosen at upload; an unsorted file may become any kind it qualifies for', async () => {
    await expect(attach('payA1', await upload('payA1', 'contract'), 'invoice')).rejects.toThrow('file-gone')
    expect(await attach('payA1', await upload('payA1'), 'statement')).toMatchObject({ content: 'pdf' })
    const picture = await upload('payA1', undefined, pngSample(), 'a.png')
    await expect(attach('payA1', picture, 'statement')).rejects.toThrow('file-type')
  })

  it('rejects an unknown file id', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    await expect(attach('payA1', nobody, 'contract')).rejects.toThrow('file-gone')
  })
})

describe('sweepFiles', () => {
  async function stored(): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of services.files.list('files/')) keys.push(key.slice('files/'.length))
    return keys
  }
  const rows = async () =>
    (await services.query<{ file_id: string }>('select file_id from files')).map((row) => row.file_id)

  it('removes unattached files after a day and bytes without a row, and keeps attached files', async () => {
    // Stored bytes bear the time of the disk, so this clock runs from it.
    services.clock.set(new Date())
    await sweepFiles(services)
    const attached = await upload('payA1', 'contract')
    await attach('payA1', attached, 'contract')
    const unattached = await upload('payA1')
    const orphan = await upload('payA1')
    await services.query('delete from files where file_id = $1', [orphan])
    services.clock.advance(DAY - 60_000)
    const fresh = await upload('payA1')
    expect(await sweepFiles(services)).toMatchObject({ unattached: 0, orphans: 0 })
    expect(await stored()).toEqual(expect.arrayContaining([attached, unattached, orphan, fresh]))
    services.clock.advance(120_000)
    const swept = await sweepFiles(services)
    expect(swept.unattached).toBeGreaterThanOrEqual(1)
    expect(swept.orphans).toBeGreaterThanOrEqual(1)
    expect(await rows()).toEqual(expect.arrayContaining([attached, fresh]))
    expect(await rows()).not.toContain(unattached)
    expect(await stored()).toEqual(expect.arrayContaining([attached, fresh]))
    expect(await stored()).not.toContain(unattached)
    expect(await stored()).not.toContain(orphan)
    expect((await payer.call('downloadFile', { fileId: fresh })).http).toBe(200)
    expect(await sweepFiles(services)).toEqual({ unattached: 0, orphans: 0 })
  })

  it('removes uploads that never completed', async () => {
    const { accounts } = people
    const fileId = '11111111-1111-4111-8111-111111111111'
    await services.query(
      "insert into files (file_id, store_key, kind, name, content, size_bytes, sha256, uploader_id, state, uploaded_at) values ($1::uuid, 'files/' || $1::text, 'unsorted', 'a', 'unknown', 0, '', $2, 'arriving', $3)",
      [fileId, accounts.payA1, services.clock.now()],
    )
    expect((await (await signIn(services, 'payA1')).call('downloadFile', { fileId })).http).toBe(404)
    services.clock.advance(DAY + 1)
    await sweepFiles(services)
    expect(await rows()).not.toContain(fileId)
  })
})
