// The list of invoice applications and its export: filters, order, pages, scopes and the audit log (spec §2, D11).

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { invoicedApplication } from '../testing/invoices.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeApplication, storeCategory } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1' | 'payA2', Client>
const ids = {} as Record<
  'pending' | 'invoicing' | 'invoiced' | 'rejected' | 'withdrawn' | 'A2' | 'B1',
  number
>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payA2'] as const)
    clients[account] = await signIn(services, account)
  const categoryId = await storeCategory(services, { name: '设计服务' })
  ids.pending = await storeApplication(services, 'payA1', { type: 'special-paper', categoryId })
  ids.invoicing = await storeApplication(services, 'checkA1', {
    type: 'special-electronic',
    status: 'invoicing',
  })
  ids.invoiced = await invoicedApplication(services, 'payA1', 'managerA', {
    type: 'ordinary-paper',
    invoiceCount: 3,
  })
  ids.rejected = await storeApplication(services, 'payA1', {
    type: 'ordinary-electronic',
    status: 'rejected',
  })
  ids.withdrawn = await storeApplication(services, 'payA1', { type: 'special-paper', amountFen: 12_345_67n })
  await clients.payA1.answer('withdrawInvoice', { applicationId: ids.withdrawn })
  ids.A2 = await storeApplication(services, 'payA2')
  ids.B1 = await storeApplication(services, 'payB1')
})
afterAll(() => services.close())

const listed = async (client: Client, input: Parameters<Client['answer']>[1] = {}) => {
  const { rows, count } = await client.answer('listInvoices', input as never)
  return { ids: rows.map(({ applicationId }) => applicationId), count }
}

describe('listInvoices', () => {
  it('returns the applications of the own provider in pages, newest first', async () => {
    const own = [ids.withdrawn, ids.rejected, ids.invoiced, ids.invoicing, ids.pending]
    expect(await listed(clients.payA1)).toEqual({ ids: own, count: 5 })
    expect(await listed(clients.checkA1, { index: 1, size: 2 })).toEqual({ ids: own.slice(2, 4), count: 5 })
  })

  it('lists applications in scope only', async () => {
    expect((await listed(clients.managerA)).count).toBe(6)
    expect((await listed(clients.managerB)).ids).toEqual([ids.B1])
    expect((await listed(clients.payA2)).ids).toEqual([ids.A2])
    expect((await listed(clients.admin)).count).toBe(7)
    expect((await listed(clients.admin, { providerId: people.providers.B1 })).ids).toEqual([ids.B1])
  })

  it.each([
    ['status', '1', ['pending']],
    ['status', '2', ['invoicing']],
    ['status', '3', ['invoiced']],
    ['status', '4', ['withdrawn', 'rejected']],
    ['status', '0', ['withdrawn', 'rejected', 'invoiced', 'invoicing', 'pending']],
    ['type', '1', ['withdrawn', 'pending']],
    ['type', '2', ['invoicing']],
    ['type', '3', ['invoiced']],
    ['type', '4', ['rejected']],
    ['type', '0', ['withdrawn', 'rejected', 'invoiced', 'invoicing', 'pending']],
  ] as const)('filters by %s=%s and finds %j', async (key, value, names) => {
    const found = names.map((name) => ids[name])
    expect(await listed(clients.payA1, { [key]: value })).toEqual({ ids: found, count: found.length })
  })

  it.each(['applyTime', 'invoiceAmount', 'invoiceApplyStatus'])('sorts by %s, both ways', async (column) => {
    const valuesBy = async (sort: string) => {
      const { body } = await clients.payA1.wire('listInvoices', { sort })
      return (body.data as Record<string, number>[]).map((row) => row[column] ?? 0)
    }
    const up = await valuesBy(column)
    expect(up).toHaveLength(5)
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    expect(await valuesBy(`-${column}`)).toEqual(up.toReversed())
  })

  it('sums what is filtered, and refuses any other order', async () => {
    const sumOf = async (input: Record<string, string>) =>
      ((await clients.payA1.wire('listInvoices', input)).body as unknown as { sumMoney: number }).sumMoney
    expect(await sumOf({ invoiceApplyStatus: '1', size: '1' })).toBe(100)
    expect(await sumOf({ invoiceType: '1' })).toBe(12_445.67)
    const { http, body } = await clients.payA1.wire('listInvoices', { sort: '-applyRemark' })
    expect([http, body.msg]).toEqual([400, '不支持按该列排序'])
  })

  it('finds an application by part of its number and matches special characters literally', async () => {
    const [row] = (await clients.payA1.answer('listInvoices', {})).rows
    const part = row?.applicationNo.slice(2, 8) ?? ''
    expect((await listed(clients.payA1, { applicationNo: part })).ids).toContain(row?.applicationId)
    for (const applicationNo of ['%', '_', 'nowhere'])
      expect((await listed(clients.payA1, { applicationNo })).count).toBe(0)
  })

  it('returns all columns of the table', async () => {
    const { rows } = await clients.managerA.answer('listInvoices', {
      status: '1',
      providerId: people.providers.A1,
    })
    expect(rows).toMatchObject([
      {
        applicationId: ids.pending,
        type: 'special-paper',
        categoryName: '设计服务',
        amountFen: 100_00n,
        providerName: 'Provider A1',
        applicantId: people.accounts.payA1,
        applicantName: 'Name of payA1',
        withdrawn: false,
        auditedAt: null,
        invoicedAt: null,
      },
    ])
  })

  it.each([
    ['invoiceApplyStatus', '5'],
    ['invoiceType', '-1'],
    ['index', '-1'],
    ['size', '101'],
  ])('rejects %s=%s', async (field, value) => {
    expect((await clients.payA1.wire('listInvoices', { [field]: value })).http).toBe(400)
  })
})

describe('exportInvoices', () => {
  function rowsOf({ raw, http }: Reply): unknown[][] {
    expect(http).toBe(200)
    const book = XLSX.read(raw.rawPayload)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
    return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
  }

  it('exports the listed applications in words and writes an audit entry', async () => {
    const [titles, ...rows] = rowsOf(await clients.payA1.call('exportInvoices', {}))
    expect(titles?.slice(0, 9)).toEqual([
      '申请编号',
      '发票类型',
      '开票类目',
      '开票金额',
      '供应商',
      '申请人',
      '申请留言',
      '申请时间',
      '状态',
    ])
    expect(rows.map((row) => row[8])).toEqual(['已撤回', '已拒绝', '已开票', '开票中', '待审核'])
    expect(rows[0]).toMatchObject({ 1: '增值税专用发票（纸质）', 3: 12345.67, 9: '申请人撤回' })
    const [entry] = await services.query(
      "select object_kind, object_id from audit_entries where action = 'export-invoices' and account = 'payA1'",
    )
    expect(entry).toEqual({ object_kind: 'invoice-applications', object_id: 'all' })
  })

  it('applies filter and scope and answers 404 for a provider out of scope', async () => {
    expect(rowsOf(await clients.managerB.call('exportInvoices', {}))).toHaveLength(2)
    expect(rowsOf(await clients.payA1.call('exportInvoices', { status: '3' }))).toHaveLength(2)
    const foreign = { providerId: people.providers.B1 }
    expect((await clients.managerA.call('exportInvoices', foreign)).http).toBe(404)
  })
})
