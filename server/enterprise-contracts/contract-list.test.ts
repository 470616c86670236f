// The list of enterprise contracts, one in detail, its download and its export: filters, scopes and the audit log (spec §2, D29).

import * as XLSX from '@e965/xlsx'
import { pngSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import {
  type ContractRow,
  contractRow,
  generatedContract,
  type SaveInput,
  saveOf,
  uploaded,
} from '../testing/enterprise-contracts.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeCategory, storeContract } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA2', Client>
/** Of A1, A2 and B1: generated; A1's was saved, A2's is in force. */
let own: ContractRow
let neighbour: ContractRow
let foreign: ContractRow
let categoryId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA2'] as const)
    clients[account] = await signIn(services, account)
  await clients.admin.answer('generateEnterpriseContracts', {})
  const liveOf = async (provider: keyof People['providers']) => {
    const [found] = await services.query<{ id: number }>(
      'select contract_id as id from enterprise_contracts where provider_id = $1',
      [people.providers[provider]],
    )
    return contractRow(services, found?.id ?? 0)
  }
  ;[own, neighbour, foreign] = [await liveOf('A1'), await liveOf('A2'), await liveOf('B1')]
  categoryId = await storeCategory(services, { name: '设计服务' })
  await save(own, { contractNo: 'Abc_1%', contractName: '甲_服务100%合同', categoryId })
  await save(neighbour, {
    fileId: await uploaded(clients.managerA, { fileName: '扫描件.png', value: pngSample() }),
    status: 'effective',
    beginDay: '2025-04-16',
    endDay: '2026-04-15',
  })
  ;[own, neighbour] = [await liveOf('A1'), await liveOf('A2')]
})
afterAll(() => services.close())

async function save(row: ContractRow, over: Partial<SaveInput>): Promise<void> {
  const { body } = await clients.managerA.call('saveEnterpriseContract', await saveOf(services, row, over))
  expect(body.status).toBe(0)
}
const idsOf = async (input: Parameters<typeof list>[0], by: keyof typeof clients = 'admin') =>
  (await list(input, by)).rows.map(({ contractId }) => contractId)
const list = (input: Parameters<Client['answer']>[1] & object, by: keyof typeof clients = 'admin') =>
  clients[by].answer('listEnterpriseContracts', input as never)

describe('listEnterpriseContracts', () => {
  it('lists only contracts in scope, newest first', async () => {
    const [a1, a2, b1] = [own, neighbour, foreign].map((row) => row.contract_id)
    expect(await idsOf({})).toEqual([b1, a2, a1])
    expect(await idsOf({}, 'managerA')).toEqual([a2, a1])
    expect(await idsOf({}, 'managerB')).toEqual([b1])
    expect(await idsOf({}, 'payA1')).toEqual([a1])
    expect(await idsOf({}, 'checkA2')).toEqual([a2])
  })

  it.each([
    ['a part of the number, in any case', { contractNo: 'bC_' }, ['own']],
    ['a percent sign literally', { contractNo: '%' }, ['own']],
    ['a part of the name', { contractName: '服务100%' }, ['own']],
    ['an underscore literally', { contractName: '甲_' }, ['own']],
    ['nothing for an unknown number', { contractNo: 'Abc_2' }, []],
    ['all statuses', { status: '-1' }, ['foreign', 'neighbour', 'own']],
    ['pending contracts', { status: '0' }, ['foreign', 'own']],
    ['effective contracts', { status: '1' }, ['neighbour']],
    ['expired contracts', { status: '2' }, []],
    ['contracts ending within thirty days', { ending: '1' }, ['neighbour']],
    ['two filters at once', { contractName: '合同', status: '1' }, ['neighbour']],
  ] as const)('finds %s', async (_, filter, found) => {
    const rows = { own, neighbour, foreign }
    expect(await idsOf(filter)).toEqual(found.map((name) => rows[name].contract_id))
    expect((await list(filter)).count).toBe(found.length)
  })

  it('filters by category and provider, pages, and answers 404 for a provider out of scope', async () => {
    expect(await idsOf({ categoryId })).toEqual([own.contract_id])
    expect(await idsOf({ providerId: people.providers.B1 })).toEqual([foreign.contract_id])
    const page = await list({ index: 1, size: 2 })
    expect([page.rows.map(({ contractId }) => contractId), page.count]).toEqual([[own.contract_id], 3])
    const { http } = await clients.managerA.call('listEnterpriseContracts', {
      providerId: people.providers.B1,
    })
    expect(http).toBe(404)
  })

  it('returns a row with the specified wire fields', async () => {
    const { body } = await clients.admin.wire('listEnterpriseContracts', { contractStatus: '1' })
    expect(body.data).toEqual([
      {
        contractId: neighbour.contract_id,
        contractNo: neighbour.contract_no,
        contractName: neighbour.name,
        providerId: people.providers.A2,
        providerName: expect.any(String),
        invoiceClassId: neighbour.category_id,
        invoiceClassName: expect.stringMatching(/^Category/),
        contractStatus: 1,
        serviceRate: 650,
        generateTime: neighbour.generated_at.getTime(),
        signTime: neighbour.signed_at?.getTime(),
        contractBegin: Date.parse('2025-04-16T00:00:00+08:00'),
        contractEnd: Date.parse('2026-04-15T00:00:00+08:00'),
        fileId: neighbour.signed_file_id,
        fileEntity: {
          fileId: neighbour.signed_file_id,
          fileName: '扫描件.png',
          filePath: `/paywages/api/file/download?fileId=${neighbour.signed_file_id}`,
          fileSize: pngSample().length,
        },
        signed: true,
        version: 2,
      },
    ])
    const [unset] = (await clients.admin.answer('listEnterpriseContracts', { contractNo: 'T' })).rows
    expect(unset?.file?.fileName).toMatch(/\.pdf$/)
  })

  it.each([
    ['2026-04-15', '2026-03-16', true],
    ['2026-04-16', '2026-03-16', false],
    ['2026-03-16', '2026-03-16', true],
    ['2026-03-15', '2026-03-16', false],
  ])('treats an end on %s as ending soon on %s: %s', async (end, today, near) => {
    expect(services.clock.now().toISOString().slice(0, 10)).toBe(today)
    await services.query('update enterprise_contracts set end_day = $2 where contract_id = $1', [
      neighbour.contract_id,
      end,
    ])
    expect(await idsOf({ ending: '1' })).toEqual(near ? [neighbour.contract_id] : [])
    await services.query('update enterprise_contracts set end_day = $2 where contract_id = $1', [
      neighbour.contract_id,
      '2026-04-15',
    ])
  })
})

it('returns a contract with its history, newest first, with real names', async () => {
  const detail = await clients.payA1.answer('enterpriseContractDetail', { contractId: own.contract_id })
  expect(detail).toMatchObject({
    contractNo: 'Abc_1%',
    categoryName: '设计服务',
    textVersion: '1',
    signed: false,
  })
  expect(detail.history.map(({ kind, byName }) => [kind, byName])).toEqual([
    ['saved', 'Name of managerA'],
    ['generated', 'Name of admin'],
  ])
  expect(detail.history[0]?.changes[0]).toMatchObject({ field: '合同编号', after: 'Abc_1%' })
})

describe('downloadEnterpriseContract', () => {
  const download = (contractId: number, inline?: string, client = clients.managerA) =>
    client.call('downloadEnterpriseContract', { contractId, ...(inline ? { inline } : {}) })

  it('returns the signed file, else the generated PDF, inline on request, and logs the download', async () => {
    const signed = await download(neighbour.contract_id)
    expect(signed.raw.rawPayload).toEqual(Buffer.from(pngSample()))
    expect(signed.raw.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''%E6%89%AB/),
      'x-content-type-options': 'nosniff',
    })
    const made = await download(own.contract_id, '1', clients.payA1)
    expect(made.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(made.raw.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline;/),
    })
    const entries = await services.query(
      "select account, object_name, after from audit_entries where action = 'download-contract' order by entry_id",
    )
    expect(entries).toMatchObject([
      { account: 'managerA', after: { file: '扫描件.png', signed: true } },
      { account: 'payA1', object_name: 'Abc_1% 甲_服务100%合同', after: { signed: false } },
    ])
  })

  it('answers 不存在合同文件 when there is no file or its bytes are missing', async () => {
    const bare = await storeContract(services, people.providers.A1)
    const missing = [404, 'contract-file-missing', '不存在合同文件']
    const answer = ({ http, body }: Reply) => [http, body.code, body.msg]
    expect(answer(await download(bare))).toEqual(missing)
    const row = await generatedContract(services, people)
    await services.files.remove(`files/${row.made_file_id}`)
    expect(answer(await download(row.contract_id))).toEqual(missing)
    await services.query('delete from enterprise_contracts where contract_id = $1', [bare])
  })
})

describe('exportEnterpriseContracts', () => {
  it('exports the filtered contracts in scope with the table columns and writes an audit entry', async () => {
    const reply = await clients.managerA.call('exportEnterpriseContracts', { contractNo: 'Abc' })
    expect(reply.http).toBe(200)
    expect(decodeURIComponent(String(reply.raw.headers['content-disposition']))).toContain(
      '企业合同-2026-03-16.xlsx',
    )
    const book = XLSX.read(reply.raw.rawPayload)
    const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet, {
      header: 1,
      defval: '',
    })
    expect(rows).toEqual([
      ['合同编号', '合同名称', '服务费率', '发票类目', '供应商', '合同开始', '合同结束', '执行状态'],
      [
        'Abc_1%',
        '甲_服务100%合同',
        '6.5%',
        '设计服务',
        expect.any(String),
        '2026-03-16',
        '2027-03-15',
        '未生效',
      ],
    ])
    const [entry] = await services.query("select * from audit_entries where action = 'export-contracts'")
    expect(entry).toMatchObject({ account: 'managerA', object_id: 'all' })
    const none = await clients.managerB.call('exportEnterpriseContracts', { contractNo: 'Abc' })
    expect(
      XLSX.utils.sheet_to_json(XLSX.read(none.raw.rawPayload).Sheets.企业合同 as XLSX.WorkSheet),
    ).toEqual([])
  })
})
