// Categories: who adds, edits and switches them, what is refused, and what stands in the audit log (D30, D38).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entriesAbout, refused, shapeOf } from '../testing/categories.ts'
import { type Client, signIn } from '../testing/client.ts'
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
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())
beforeEach(() => services.clock.advance(1_000))

let made = 0
const fresh = () => {
  made += 1
  return `名称 ${made}`
}
const add = (account: keyof typeof clients, serviceItemId: number, categoryName: string) =>
  clients[account].call('addCategory', { serviceItemId, categoryName })
const recordOf = async (categoryId: unknown) =>
  (await services.query('select * from invoice_categories where category_id = $1', [categoryId]))[0]

describe('addCategory', () => {
  it.each(['admin', 'managerA', 'managerB'] as const)(
    'lets %s add a category, enabled at once, with an audit entry',
    async (account) => {
      const item = fresh()
      const serviceItemId = await storeServiceItem(services, item)
      const name = fresh()
      const { body } = await add(account, serviceItemId, `  ${name} `)
      expect(await recordOf(body.data)).toEqual({
        category_id: body.data,
        service_item_id: serviceItemId,
        name,
        enabled: true,
        created_by: people.accounts[account],
        created_at: services.clock.now(),
        status_at: services.clock.now(),
      })
      expect(await entriesAbout(services, 'invoice-category', body.data)).toEqual([
        {
          account,
          action: 'add-category',
          object_name: name,
          before: null,
          after: { name, serviceItem: item },
        },
      ])
    },
  )

  it('rejects a name taken under the same service item in any case, but not under another item', async () => {
    const serviceItemId = await storeServiceItem(services)
    expect((await add('managerA', serviceItemId, 'Design')).http).toBe(200)
    for (const name of ['Design', 'DESIGN', ' design'])
      expect(shapeOf(await add('managerB', serviceItemId, name))).toEqual(refused('category-taken'))
    expect((await add('managerA', await storeServiceItem(services), 'Design')).http).toBe(200)
  })

  it('normalizes invisible and composed characters of the name', async () => {
    const serviceItemId = await storeServiceItem(services)
    const { body } = await add('managerA', serviceItemId, '\ufeff冷链\u200b  运输\u3000服务\u200d')
    expect(await recordOf(body.data)).toMatchObject({ name: '冷链 运输 服务' })
    const { rows } = await clients.payA1.answer('listCategories', { categoryName: '冷链\u200b 运输' })
    expect(rows.map(({ categoryId }) => categoryId)).toEqual([body.data])
    const decomposed = 'Cafe\u0301'
    expect((await add('managerA', serviceItemId, decomposed)).http).toBe(200)
    expect(shapeOf(await add('managerA', serviceItemId, 'caf\u00e9'))).toEqual(refused('category-taken'))
  })

  it('rejects the second of two concurrent additions of the same name', async () => {
    const serviceItemId = await storeServiceItem(services)
    const name = fresh()
    const both = await Promise.all([
      add('managerA', serviceItemId, name),
      add('managerB', serviceItemId, name),
    ])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 409])
  })

  it('rejects an unknown service item', async () => {
    expect(shapeOf(await add('managerA', 2_000_000_000, fresh()))).toEqual(refused('service-item-unknown'))
  })

  it.each([
    ['invoiceClassName', '', '请输入发票类目'],
    ['invoiceClassName', '   ', '请输入发票类目'],
    ['invoiceClassName', undefined, '请输入发票类目'],
    ['invoiceClassName', ['x'], '请输入发票类目'],
    ['invoiceClassName', '长'.repeat(31), '长度在 1 到 30 个字符'],
    ['invoiceClassName', 'a\u0007b', '不能包含控制字符'],
    ['serviceItemId', undefined, '请选择服务事项'],
    ['serviceItemId', null, '请选择服务事项'],
    ['serviceItemId', '1', '请选择服务事项'],
    ['serviceItemId', 0, '请选择服务事项'],
    ['serviceItemId', 1.5, '请选择服务事项'],
    ['serviceItemId', 2_147_483_648, '请选择服务事项'],
  ])('rejects %s %j with %s', async (field, value, msg) => {
    const good = { invoiceClassName: fresh(), serviceItemId: await storeServiceItem(services) }
    const { http, body } = await clients.managerA.wire('addCategory', { ...good, [field]: value })
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })
})

describe('updateCategory', () => {
  it('renames and moves an unused category and logs only what changed', async () => {
    const [from, to] = [fresh(), fresh()]
    const serviceItemId = await storeServiceItem(services, from)
    const categoryId = await storeCategory(services, { name: 'Old', serviceItemId })
    const before = await recordOf(categoryId)
    const other = await storeServiceItem(services, to)
    const edit = (itemId: number, categoryName: string) =>
      clients.managerB.answer('updateCategory', { categoryId, serviceItemId: itemId, categoryName })
    services.clock.advance(1_000)
    await edit(serviceItemId, ' New ')
    await edit(other, 'New')
    // Saving what stands there already is no change.
    await edit(other, 'New')
    expect(await recordOf(categoryId)).toEqual({ ...before, name: 'New', service_item_id: other })
    const entry = { account: 'managerB', action: 'update-category', object_name: 'New' }
    expect(await entriesAbout(services, 'invoice-category', categoryId)).toEqual([
      { ...entry, before: { name: 'Old' }, after: { name: 'New' } },
      { ...entry, before: { serviceItem: from }, after: { serviceItem: to } },
    ])
  })

  it.each([
    ['an application', (categoryId: number) => storeApplication(services, 'payA1', { categoryId })],
    [
      'an application that was refused',
      (categoryId: number) => storeApplication(services, 'payA1', { categoryId, status: 'rejected' }),
    ],
    [
      'a contract that has ended',
      async (categoryId: number) => {
        const contractId = await storeContract(services, people.providers.B1)
        await services.query('update enterprise_contracts set category_id = $1 where contract_id = $2', [
          categoryId,
          contractId,
        ])
      },
    ],
  ] as const)('rejects editing a category used by %s but lets it be disabled', async (_, use) => {
    const serviceItemId = await storeServiceItem(services)
    const categoryId = await storeCategory(services, { serviceItemId })
    await use(categoryId)
    const before = await recordOf(categoryId)
    const edit = { categoryId, serviceItemId, categoryName: fresh() }
    for (const input of [edit, { ...edit, status: 'disabled' as const }])
      expect(shapeOf(await clients.managerA.call('updateCategory', input))).toEqual(refused('category-used'))
    expect(await recordOf(categoryId)).toEqual(before)
    expect(await entriesAbout(services, 'invoice-category', categoryId)).toEqual([])
    await clients.managerA.answer('setCategoryStatus', { categoryId, status: 'disabled' })
    expect(await recordOf(categoryId)).toMatchObject({ enabled: false })
  })

  it('is disabled by no manager of another platform while an application of this one waits', async () => {
    const categoryId = await storeCategory(services, { serviceItemId: await storeServiceItem(services) })
    await storeApplication(services, 'payB1', { categoryId })
    const off = { categoryId, status: 'disabled' } as const
    expect(shapeOf(await clients.managerA.call('setCategoryStatus', off))).toEqual(
      refused('category-used-elsewhere'),
    )
    expect(await recordOf(categoryId)).toMatchObject({ enabled: true })
    await clients.managerB.answer('setCategoryStatus', off)
    expect(await recordOf(categoryId)).toMatchObject({ enabled: false })
  })

  it('rejects a taken name and an unknown service item without changing anything', async () => {
    const serviceItemId = await storeServiceItem(services)
    await storeCategory(services, { serviceItemId, name: 'Taken' })
    const categoryId = await storeCategory(services, { serviceItemId, name: 'Mine' })
    const edit = (itemId: number, categoryName: string) =>
      clients.managerA.call('updateCategory', { categoryId, serviceItemId: itemId, categoryName })
    expect(shapeOf(await edit(serviceItemId, 'taken '))).toEqual(refused('category-taken'))
    expect(shapeOf(await edit(2_000_000_000, 'Mine'))).toEqual(refused('service-item-unknown'))
    expect(await recordOf(categoryId)).toMatchObject({ name: 'Mine', service_item_id: serviceItemId })
    // Its own name in other letters is nobody else's.
    expect((await edit(serviceItemId, 'MINE')).http).toBe(200)
  })

  it('changes the status when another is given and not when it is the same', async () => {
    const serviceItemId = await storeServiceItem(services)
    const categoryId = await storeCategory(services, { serviceItemId, name: 'Kept' })
    const { created_at } = (await recordOf(categoryId)) ?? {}
    const edit = (status: 'enabled' | 'disabled') =>
      clients.managerA.answer('updateCategory', { categoryId, serviceItemId, categoryName: 'Kept', status })
    services.clock.advance(1_000)
    await edit('enabled')
    expect(await recordOf(categoryId)).toMatchObject({ enabled: true, status_at: created_at })
    await edit('disabled')
    expect(await recordOf(categoryId)).toMatchObject({ enabled: false, status_at: services.clock.now() })
    expect(await entriesAbout(services, 'invoice-category', categoryId)).toMatchObject([
      { action: 'disable-category' },
    ])
  })

  it('answers not-found for an unknown category', async () => {
    const input = {
      categoryId: 2_000_000_000,
      serviceItemId: await storeServiceItem(services),
      categoryName: 'x',
    }
    expect(shapeOf(await clients.admin.call('updateCategory', input))).toEqual(refused('not-found'))
  })
})

describe('setCategoryStatus', () => {
  it('disables and enables with time and audit entry', async () => {
    const categoryId = await storeCategory(services, { name: 'Switched' })
    const { created_at } = (await recordOf(categoryId)) ?? {}
    for (const [account, status] of [
      ['managerA', 'disabled'],
      ['managerB', 'enabled'],
    ] as const) {
      services.clock.advance(1_000)
      await clients[account].answer('setCategoryStatus', { categoryId, status })
      expect(await recordOf(categoryId)).toMatchObject({
        enabled: status === 'enabled',
        created_at,
        status_at: services.clock.now(),
      })
    }
    expect(await entriesAbout(services, 'invoice-category', categoryId)).toMatchObject([
      { account: 'managerA', action: 'disable-category', object_name: 'Switched' },
      { account: 'managerB', action: 'enable-category', object_name: 'Switched' },
    ])
  })

  it.each([
    ['enabled', true],
    ['disabled', false],
  ] as const)('rejects a category that is already %s', async (status, enabled) => {
    const categoryId = await storeCategory(services, { enabled })
    const before = await recordOf(categoryId)
    services.clock.advance(1_000)
    expect(shapeOf(await clients.managerA.call('setCategoryStatus', { categoryId, status }))).toEqual(
      refused('state-changed'),
    )
    expect(await recordOf(categoryId)).toEqual(before)
  })

  it('applies a double click once', async () => {
    const categoryId = await storeCategory(services)
    const click = () => clients.managerA.call('setCategoryStatus', { categoryId, status: 'disabled' })
    const both = await Promise.all([click(), click()])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(await entriesAbout(services, 'invoice-category', categoryId)).toHaveLength(1)
  })

  it('answers not-found for an unknown category', async () => {
    const input = { categoryId: 2_000_000_000, status: 'disabled' } as const
    expect(shapeOf(await clients.admin.call('setCategoryStatus', input))).toEqual(refused('not-found'))
  })

  it.each([
    ['invoiceClassStatus', '0', '状态参数不正确'],
    ['invoiceClassStatus', 2, '状态参数不正确'],
    ['invoiceClassStatus', -1, '状态参数不正确'],
    ['invoiceClassStatus', true, '状态参数不正确'],
    ['invoiceClassStatus', undefined, '状态参数不正确'],
    ['invoiceClassId', undefined, '发票类目参数不正确'],
    ['invoiceClassId', '1', '发票类目参数不正确'],
    ['invoiceClassId', 9_007_199_254_740_991, '发票类目参数不正确'],
  ])('rejects %s %j with %s', async (field, value, msg) => {
    const good = { invoiceClassId: await storeCategory(services), invoiceClassStatus: 0 }
    const { http, body } = await clients.managerA.wire('setCategoryStatus', { ...good, [field]: value })
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })
})

it.each(['payA1', 'checkA1'] as const)('rejects all changes and the export by %s', async (account) => {
  const serviceItemId = await storeServiceItem(services)
  const categoryId = await storeCategory(services, { serviceItemId })
  const before = await recordOf(categoryId)
  const client = clients[account]
  const answers = await Promise.all([
    client.call('addServiceItem', { name: fresh() }),
    add(account, serviceItemId, fresh()),
    client.call('updateCategory', { categoryId, serviceItemId, categoryName: fresh() }),
    client.call('setCategoryStatus', { categoryId, status: 'disabled' }),
    client.call('exportCategories', {}),
  ])
  expect(answers.map(shapeOf)).toEqual(answers.map(() => refused('not-allowed')))
  expect(await recordOf(categoryId)).toEqual(before)
  expect(
    await services.query('select 1 from invoice_categories where service_item_id = $1', [serviceItemId]),
  ).toHaveLength(1)
})
