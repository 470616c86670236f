// Saving a contract: what may be changed, and what paper, history and audit log say of it (D29).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, encodeInput, type Reply, signIn } from '../testing/client.ts'
import {
  type ContractRow,
  contractRow,
  entriesOf,
  eventsOf,
  generatedContract,
  saveOf,
  uploaded,
} from '../testing/enterprise-contracts.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeCategory, storeContract } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

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

const save = async (over: Parameters<typeof saveOf>[2] = {}, client = manager) =>
  client.call('saveEnterpriseContract', await saveOf(services, await now(), over))
const now = () => contractRow(services, row.contract_id)
const refused = ({ http, body }: Reply) => [http, body.code, body.errors?.[0]?.field]
const fileOf = async (fileId: string | null) =>
  (await services.query('select * from files where file_id = $1', [fileId]))[0]
const contractPdfText = async () => {
  const { raw } = await manager.call('downloadEnterpriseContract', { contractId: row.contract_id })
  return pdfText(raw.rawPayload)
}

describe('fields of saveEnterpriseContract', () => {
  it.each([
    ['contractNo', '', '请输入合同编号'],
    ['contractNo', '一'.repeat(31), '长度不能超过 30 个字符'],
    ['contractName', '  ', '请输入合同名称'],
    ['contractName', 'x'.repeat(31), '长度不能超过 30 个字符'],
    ['invoiceClassId', undefined, '选择发票类目'],
    ['contractStatus', undefined, '选择发票状态'],
    ['contractStatus', 4, '选择发票状态'],
    ['contractStatus', '1', '选择发票状态'],
    ['fileId', undefined, '请上传合同文件'],
    ['fileId', 'a.pdf', '请上传合同文件'],
    ['contractBegin', 'today', '请选择合同起止日期'],
    ['contractId', 0, '合同编号参数不正确'],
  ])('rejects %s %j with %s', async (field, value, msg) => {
    const good = encodeInput('saveEnterpriseContract', await saveOf(services, row)) as object
    const { http, body } = await manager.wire('saveEnterpriseContract', { ...good, [field]: value })
    expect([http, body.code, body.errors]).toEqual([400, 'malformed', [{ field, msg }]])
    expect(await now()).toEqual(row)
  })

  it('trims number and name, accepts thirty characters, and accepts any time of a Shanghai day', async () => {
    const fields = encodeInput('saveEnterpriseContract', await saveOf(services, row)) as object
    const { body } = await manager.wire('saveEnterpriseContract', {
      ...fields,
      contractNo: ` ${'N'.repeat(24)}${row.contract_id} `,
      contractName: '名'.repeat(30),
      contractBegin: Date.parse('2026-05-01T00:00:00+08:00'),
      contractEnd: Date.parse('2026-05-31T23:59:59.999+08:00'),
    })
    expect(body.status).toBe(0)
    expect(await now()).toMatchObject({
      contract_no: `${'N'.repeat(24)}${row.contract_id}`,
      name: '名'.repeat(30),
      begin: '2026-05-01',
      end: '2026-05-31',
      version: 2,
    })
  })

  it('keeps the term when it is left out and clears it when it is null', async () => {
    const { beginDay: _, endDay: __, ...rest } = await saveOf(services, row, { contractName: '改名' })
    expect((await manager.call('saveEnterpriseContract', rest)).body.status).toBe(0)
    expect(await now()).toMatchObject({ begin: row.begin, end: row.end, name: '改名' })
    expect((await save({ beginDay: null, endDay: null })).body.status).toBe(0)
    expect(await now()).toMatchObject({ begin: null, end: null })
    expect(await contractPdfText()).toContain('＿＿＿＿年')
  })
})

describe('rules of saveEnterpriseContract', () => {
  it.each([
    [{ beginDay: '2026-05-01', endDay: '2026-05-01' }, [422, 'contract-term-wrong', 'contractBegin']],
    [{ beginDay: '2026-05-02', endDay: '2026-05-01' }, [422, 'contract-term-wrong', 'contractBegin']],
    [{ beginDay: '2026-05-02', endDay: null }, [422, 'contract-term-missing', 'contractBegin']],
    [{ status: 'effective' }, [422, 'contract-unsigned', 'fileId']],
    [{ status: 'expired' }, [422, 'contract-step-wrong', 'contractStatus']],
    [{ version: 7 }, [409, 'state-changed', undefined]],
    [{ categoryId: 2_000_000_000 }, [422, 'category-unknown', 'invoiceClassId']],
  ] as const)('rejects %j', async (over, answer) => {
    expect(refused(await save(over))).toEqual(answer)
    expect(await now()).toEqual(row)
    expect(await eventsOf(services, row.contract_id)).toHaveLength(1)
  })

  it('rejects making a contract effective whose term is over or missing', async () => {
    const fileId = await uploaded(manager)
    const over = { fileId, status: 'effective' } as const
    expect(refused(await save({ ...over, beginDay: '2025-03-16', endDay: '2026-03-15' }))).toEqual([
      422,
      'contract-over',
      'contractBegin',
    ])
    expect(refused(await save({ ...over, beginDay: null, endDay: null }))).toEqual([
      422,
      'contract-term-missing',
      'contractBegin',
    ])
    expect(await fileOf(fileId)).toMatchObject({ attached_at: null })
    expect((await save({ ...over, beginDay: '2025-03-16', endDay: '2026-03-16' })).body.status).toBe(0)
  })

  it('rejects changes of an expired or terminated contract', async () => {
    for (const status of ['expired', 'terminated'] as const) {
      const closed = await contractRow(services, await storeContract(services, row.provider_id, status))
      const fileId = await uploaded(manager)
      const input = await saveOf(services, closed, { fileId, status: 'terminated' })
      expect(refused(await manager.call('saveEnterpriseContract', input))).toEqual([
        409,
        'contract-closed',
        undefined,
      ])
      expect(await contractRow(services, closed.contract_id)).toEqual(closed)
    }
  })

  it('rejects a disabled category unless the contract already has it', async () => {
    const categoryId = await storeCategory(services)
    expect((await save({ categoryId })).body.status).toBe(0)
    await services.query('update invoice_categories set enabled = false where category_id = $1', [categoryId])
    expect((await save({ contractName: '另一个名称' })).body.status).toBe(0)
    const other = await storeCategory(services, { enabled: false })
    expect(refused(await save({ categoryId: other }))).toEqual([422, 'category-disabled', 'invoiceClassId'])
  })

  it('rejects a number that another contract has, even a closed one', async () => {
    const other = await contractRow(services, await storeContract(services, people.providers.B1))
    const reply = await save({ contractNo: other.contract_no })
    expect(refused(reply)).toEqual([409, 'contract-no-taken', 'contractNo'])
    expect(reply.body.msg).toBe(`合同编号 ${other.contract_no} 已存在，请更换`)
  })

  it('lets the last save win when no version is sent', async () => {
    expect((await save({ contractName: '一' })).body.status).toBe(0)
    expect((await save({ contractName: '二', version: undefined })).body.status).toBe(0)
    expect(await now()).toMatchObject({ name: '二', version: 3 })
  })
})

describe('effects of saveEnterpriseContract', () => {
  it('replaces the PDF and removes the old file when a printed field changed', async () => {
    const old = row.made_file_id
    const stored = await fileOf(old)
    const categoryId = await storeCategory(services, { name: '信息技术服务' })
    const changed = {
      contractNo: `N-${row.contract_id}`,
      contractName: '新的名称',
      beginDay: '2026-04-01',
      endDay: '2027-03-31',
    }
    expect((await save({ ...changed, categoryId })).body.status).toBe(0)
    const after = await now()
    expect(after.made_file_id).not.toBe(old)
    expect(after).toMatchObject({ text_version: '1', version: 2 })
    expect(await fileOf(old)).toBeUndefined()
    expect(await services.files.get(String(stored?.store_key))).toBeUndefined()
    const words = await contractPdfText()
    for (const word of [
      '新的名称',
      `N-${row.contract_id}`,
      '信息技术服务',
      '2026 年 4 月 1 日',
      '2027 年 3 月 31 日',
    ])
      expect(words).toContain(word)
    expect(words).not.toContain('以双方书面确认为准')
    expect((await eventsOf(services, row.contract_id))[1]).toMatchObject({
      kind: 'saved',
      changes: [
        { field: '合同编号', before: row.contract_no, after: changed.contractNo },
        { field: '合同名称', before: row.name, after: '新的名称' },
        { field: '合同开始', before: '2026-03-16', after: '2026-04-01' },
        { field: '合同结束', before: '2027-03-15', after: '2027-03-31' },
        { field: '发票类目', before: '—', after: '信息技术服务' },
      ],
    })
    const [, entry] = await entriesOf(services, row.contract_id)
    expect(entry).toMatchObject({
      action: 'save-contract',
      account: 'managerA',
      provider_id: row.provider_id,
      before: { contractNo: row.contract_no, categoryId: null, beginDay: '2026-03-16' },
      after: { contractNo: changed.contractNo, categoryId, beginDay: '2026-04-01' },
    })
    expect(Object.keys(entry?.after as object)).not.toContain('status')
  })

  it('keeps the PDF when only the status changed', async () => {
    await save()
    const before = await now()
    expect((await save({ status: 'terminated' })).body.status).toBe(0)
    expect(await now()).toMatchObject({ status: 'terminated', made_file_id: before.made_file_id, version: 3 })
    const kinds = (await eventsOf(services, row.contract_id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['generated', 'saved', 'terminated'])
  })

  it('writes nothing when nothing changed', async () => {
    await save()
    const before = await now()
    expect((await save()).body.status).toBe(0)
    expect(await now()).toEqual(before)
    expect(await eventsOf(services, row.contract_id)).toHaveLength(2)
    expect(await entriesOf(services, row.contract_id)).toHaveLength(2)
  })
})
