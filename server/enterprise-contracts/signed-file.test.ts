// The signed file of a contract: whose file it may be, of which content and size, and what it changes (D5, D29).

import {
  bmpSample,
  docxSample,
  ofdSample,
  pdfSample,
  pngSample,
} from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import {
  type ContractRow,
  contractRow,
  eventsOf,
  generatedContract,
  saveOf,
  uploaded,
} from '../testing/enterprise-contracts.ts'
import { pdfOfSize } from '../testing/file-calls.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeContract } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let manager: Client
let row: ContractRow

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())
beforeEach(async () => {
  row = await generatedContract(services, people)
})

const save = async (over: Parameters<typeof saveOf>[2] = {}) =>
  manager.call('saveEnterpriseContract', await saveOf(services, await now(), over))
const now = () => contractRow(services, row.contract_id)
const refused = ({ http, body }: Reply) => [http, body.code, body.errors?.[0]?.field]
const fileOf = async (fileId: string | null) =>
  (await services.query('select * from files where file_id = $1', [fileId]))[0]

describe('signed file of an enterprise contract', () => {
  it('stores a new file as the signed one and keeps it in later saves', async () => {
    const fileId = await uploaded(manager, { fileName: '盖章 合同.pdf', value: pdfSample() })
    services.clock.advance(1_000)
    const made = row.made_file_id
    expect((await save({ fileId, status: 'effective' })).body.status).toBe(0)
    const at = new Date(MONDAY.getTime() + 1_000)
    expect(await now()).toMatchObject({
      status: 'effective',
      signed_at: at,
      signed_file_id: fileId,
      made_file_id: made,
    })
    expect(await fileOf(fileId)).toMatchObject({
      attached_kind: 'contract',
      attached_id: String(row.contract_id),
      provider_id: row.provider_id,
    })
    services.clock.set(MONDAY)
    const [, saved, effective] = await eventsOf(services, row.contract_id)
    expect(saved?.changes).toContainEqual({
      field: '合同文件',
      before: `${row.name}-${row.contract_no}.pdf`,
      after: '盖章 合同.pdf',
    })
    expect(effective).toEqual({ kind: 'effective', account_id: people.accounts.managerA, at, changes: [] })
    // The present file, whichever of the two is named, is no new one.
    for (const same of [fileId, made ?? ''])
      expect((await save({ fileId: same, contractName: `x${same.slice(0, 8)}` })).body.status).toBe(0)
    expect(await now()).toMatchObject({ signed_at: at, signed_file_id: fileId, made_file_id: made })
  })

  it.each([
    ['a DOCX', '合同.docx', docxSample()],
    ['a PNG', 'scan.PNG', pngSample()],
    ['a BMP', 'scan.bmp', bmpSample()],
    ['a file with unsafe characters in its name', '..\\<合>同?\u202e fdp.pdf', pdfSample()],
  ])('accepts %s', async (_, fileName, value) => {
    const fileId = await uploaded(manager, { fileName, value })
    expect((await save({ fileId })).body.status).toBe(0)
    expect((await now()).signed_file_id).toBe(fileId)
  })

  it('accepts a file uploaded as document if its type is allowed for contracts', async () => {
    const fileId = await uploaded(manager, undefined, 'document')
    expect((await save({ fileId })).body.status).toBe(0)
    const ofd = await uploaded(manager, { fileName: 'a.ofd', value: ofdSample() }, 'document')
    expect(refused(await save({ fileId: ofd }))).toEqual([415, 'file-type', 'file'])
    expect((await now()).signed_file_id).toBe(fileId)
  })

  it('rejects at upload a file whose content does not match its name, or that is empty or too large', async () => {
    const send = (fileName: string, value: Uint8Array) =>
      manager.wire('uploadFile', { file: { fileName, value }, fileKind: 'contract' })
    expect(refused(await send('a.pdf', pngSample()))).toEqual([415, 'file-type', 'file'])
    expect(refused(await send('a.pdf', Buffer.from('MZ')))).toEqual([415, 'file-type', 'file'])
    expect(refused(await send('a.pdf', new Uint8Array()))).toEqual([422, 'file-empty', 'file'])
    expect(refused(await send('a.pdf', pdfOfSize(20 * 1_048_576 + 1)))).toEqual([
      413,
      'file-too-large',
      'file',
    ])
    expect((await send('a.pdf', pdfOfSize(20 * 1_048_576))).body.status).toBe(0)
  })

  it('answers file-gone for the file of another user, a used one, one of another kind and a missing one', async () => {
    const used = await uploaded(manager)
    const other = await contractRow(
      services,
      await storeContract(services, people.providers.A1, 'terminated'),
    )
    await services.query(
      "update files set attached_kind = 'contract', attached_id = $2, provider_id = $3, attached_at = now() where file_id = $1",
      [used, String(other.contract_id), people.providers.A1],
    )
    const files = [
      await uploaded(await signIn(services, 'admin')),
      used,
      await uploaded(manager, undefined, 'invoice'),
      '00000000-0000-4000-8000-000000000000',
    ]
    for (const fileId of files) expect(refused(await save({ fileId }))).toEqual([422, 'file-gone', undefined])
    expect(await now()).toEqual(row)
  })
})
