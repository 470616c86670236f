// The list of categories and its export: filters taken literally, pages, what uses each, and only the asker's share of it (D11, D30).

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  storeApplication,
  storeCategory,
  storeContract,
  storeServiceItem,
} from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1', Client>

/** In the order in which they are made; the list has the newest first. */
const NAMES = [
  '设计服务',
  'Design',
  '100%服务',
  '1000服务',
  'a_b',
  'aXb',
  '反斜\\杠',
  '=1+1',
  '仓储服务',
] as const
let itemId: number
let otherId: number
const ids = {} as Record<(typeof NAMES)[number], number>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1'] as const)
    clients[account] = await signIn(services, account)
  itemId = await storeServiceItem(services, '现代服务')
  otherId = await storeServiceItem(services, '物流服务')
  for (const name of NAMES)
    ids[name] = await storeCategory(services, {
      name,
      serviceItemId: name === '仓储服务' ? otherId : itemId,
      enabled: name !== 'aXb',
    })
})
afterAll(() => services.close())

async function found(fields: Record<string, string>): Promise<string[]> {
  const { http, body } = await clients.payA1.wire('listCategories', fields)
  const rows = body.data as { invoiceClassName: string }[]
  expect([http, body.count]).toEqual([200, rows.length])
  return rows.map(({ invoiceClassName }) => invoiceClassName)
}

it('returns categories and service items with the specified wire fields to any console user', async () => {
  const { body } = await clients.payA1.wire('listCategories', { invoiceClassName: '仓储' })
  const at = services.clock.now().getTime()
  expect(body).toEqual({
    status: 0,
    msg: '',
    count: 1,
    data: [
      {
        invoiceClassId: ids.仓储服务,
        invoiceClassName: '仓储服务',
        serviceItemId: otherId,
        serviceItemName: '物流服务',
        invoiceClassStatus: 1,
        createTime: at,
        statusTime: at,
        used: false,
        openApplyNum: 0,
        liveContractNum: 0,
      },
    ],
  })
  expect((await clients.payA1.wire('listServiceItems', {})).body.data).toEqual([
    { serviceItemId: itemId, serviceItemName: '现代服务' },
    { serviceItemId: otherId, serviceItemName: '物流服务' },
  ])
})

describe('filters of listCategories', () => {
  const newest = NAMES.toReversed()

  it.each([
    [{}, newest],
    [{ invoiceClassStatus: '-1' }, newest],
    [{ invoiceClassStatus: '1' }, newest.filter((name) => name !== 'aXb')],
    [{ invoiceClassStatus: '0' }, ['aXb']],
    [{ invoiceClassName: '设计' }, ['设计服务']],
    [{ invoiceClassName: ' dESIGN ' }, ['Design']],
    [{ invoiceClassName: '%' }, ['100%服务']],
    [{ invoiceClassName: '100%' }, ['100%服务']],
    [{ invoiceClassName: '_' }, ['a_b']],
    [{ invoiceClassName: 'a_b' }, ['a_b']],
    [{ invoiceClassName: '\\' }, ['反斜\\杠']],
    [{ invoiceClassName: "' or 1=1 --" }, []],
    [{ invoiceClassName: '' }, newest],
  ])('finds the right categories with %j', async (fields, names) => {
    expect(await found(fields)).toEqual(names)
  })

  it('combines service item, name and status', async () => {
    expect(await found({ serviceItemId: String(otherId) })).toEqual(['仓储服务'])
    expect(await found({ serviceItemId: String(itemId), invoiceClassName: '服务' })).toEqual([
      '1000服务',
      '100%服务',
      '设计服务',
    ])
    expect(await found({ serviceItemId: String(otherId), invoiceClassStatus: '0' })).toEqual([])
    expect(await found({ serviceItemId: '2000000000' })).toEqual([])
  })

  it.each([
    ['invoiceClassStatus', '2', '状态参数不正确'],
    ['invoiceClassStatus', '01', '状态参数不正确'],
    ['serviceItemId', 'x', '参数格式不正确'],
    ['serviceItemId', '0', '参数格式不正确'],
    ['serviceItemId', '9999999999', '参数格式不正确'],
    ['invoiceClassName', '长'.repeat(31), '长度不能超过 30 个字符'],
    ['invoiceClassName', 'a\u0000', '不能包含控制字符'],
    ['size', '101', '分页参数不正确'],
  ])('rejects %s %j with %s', async (field, value, msg) => {
    for (const name of ['listCategories', 'exportCategories'] as const) {
      if (field === 'size' && name === 'exportCategories') continue
      const { http, body } = await clients.managerA.wire(name, { [field]: value })
      expect([http, body.errors]).toEqual([400, [{ field, msg }]])
    }
  })

  it('returns each category on exactly one page', async () => {
    const page = (index: number) => clients.payA1.answer('listCategories', { index, size: 4 })
    const pages = [await page(0), await page(1), await page(2), await page(3)]
    expect(pages.map(({ rows }) => rows.length)).toEqual([4, 4, 1, 0])
    expect(pages.map(({ count }) => count)).toEqual([9, 9, 9, 9])
    expect(pages.flatMap(({ rows }) => rows.map((row) => row.categoryName))).toEqual(newest)
  })
})

it('tells whether a category is used and counts only open uses in scope', async () => {
  const own = await openTestServices()
  try {
    const { providers } = await createPeople(own)
    const categoryId = await storeCategory(own)
    const [ended, unused] = [await storeCategory(own), await storeCategory(own)]
    for (const account of ['payA1', 'payA1', 'payA2', 'payB1'])
      await storeApplication(own, account, { categoryId })
    await storeApplication(own, 'payA1', { categoryId, status: 'invoicing' })
    await storeApplication(own, 'payA1', { categoryId, status: 'rejected' })
    await storeApplication(own, 'payB1', { categoryId: ended, status: 'rejected' })
    for (const [providerId, status] of [
      [providers.A1, 'terminated'],
      [providers.A2, 'pending'],
      [providers.B1, 'pending'],
    ] as const)
      await own.query('update enterprise_contracts set category_id = $1 where contract_id = $2', [
        categoryId,
        await storeContract(own, providerId, status),
      ])
    const usesFor = async (account: string) => {
      const { rows } = await (await signIn(own, account)).answer('listCategories', {})
      return Object.fromEntries(
        rows.map((row) => [row.categoryId, [row.used, row.openApplications, row.liveContracts]]),
      )
    }
    const rest = { [ended]: [true, 0, 0], [unused]: [false, 0, 0] }
    expect(await usesFor('admin')).toEqual({ [categoryId]: [true, 5, 2], ...rest })
    expect(await usesFor('managerA')).toEqual({ [categoryId]: [true, 4, 1], ...rest })
    expect(await usesFor('payA1')).toEqual({ [categoryId]: [true, 3, 0], ...rest })
    expect(await usesFor('managerB')).toEqual({ [categoryId]: [true, 1, 1], ...rest })
  } finally {
    await own.close()
  }
})

describe('exportCategories', () => {
  const rowsOf = ({ raw, http }: Reply): string[][] => {
    expect(http).toBe(200)
    const book = XLSX.read(raw.rawPayload)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
    return XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
  }

  it('exports the filtered categories and writes an audit entry', async () => {
    const reply = await clients.managerB.call('exportCategories', { categoryName: '服务' })
    expect(reply.raw.headers['content-disposition']).toContain(encodeURIComponent('发票类目-'))
    const [titles, ...rows] = rowsOf(reply)
    expect(titles).toEqual(['服务事项', '发票类目', '状态', '创建时间', '启用/停用时间'])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(rows).toEqual([
      ['物流服务', '仓储服务', '已启用', time, time],
      ['现代服务', '1000服务', '已启用', time, time],
      ['现代服务', '100%服务', '已启用', time, time],
      ['现代服务', '设计服务', '已启用', time, time],
    ])
    expect(rowsOf(await clients.admin.call('exportCategories', { status: '0' })).slice(1)).toEqual([
      ['现代服务', 'aXb', '已停用', time, time],
    ])
    expect(rowsOf(await clients.admin.call('exportCategories', {}))).toHaveLength(NAMES.length + 1)
    await clients.managerA.call('exportCategories', { serviceItemId: otherId })
    const entries = await services.query(
      "select account, object_kind, object_id, provider_id from audit_entries where action = 'export-categories' order by entry_id",
    )
    const { A1, B1 } = people.providers
    const entry = { object_kind: 'invoice-categories', object_id: 'all' }
    expect(entries).toEqual([
      { account: 'managerB', ...entry, provider_id: B1 },
      { account: 'admin', ...entry, provider_id: A1 },
      { account: 'admin', ...entry, provider_id: A1 },
      { account: 'managerA', ...entry, object_id: String(otherId), provider_id: A1 },
    ])
  })

  it('exports a name that looks like a formula as text', async () => {
    const names = rowsOf(await clients.admin.call('exportCategories', {})).map(([, name]) => name)
    expect(names).toContain("'=1+1")
  })
})
