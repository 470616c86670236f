// Service items: who adds them, which names are refused, and what stands in the audit log (D30, D38).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entriesAbout, refused, shapeOf } from '../testing/categories.ts'
import { type Client, signIn } from '../testing/client.ts'
import { createPeople, type People } from '../testing/people.ts'
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

describe('addServiceItem', () => {
  it.each(['admin', 'managerA', 'managerB'] as const)(
    'lets %s add an item with a trimmed name that everyone sees',
    async (account) => {
      const name = fresh()
      const serviceItemId = await clients[account].answer('addServiceItem', { name: ` ${name}\u3000` })
      expect(
        (await services.query('select * from service_items where service_item_id = $1', [serviceItemId]))[0],
      ).toEqual({
        service_item_id: serviceItemId,
        name,
        created_by: people.accounts[account],
        created_at: services.clock.now(),
      })
      expect(await entriesAbout(services, 'service-item', serviceItemId)).toEqual([
        { account, action: 'add-service-item', object_name: name, before: null, after: { name } },
      ])
      const { rows } = await clients.payA1.answer('listServiceItems', {})
      expect(rows).toContainEqual({ serviceItemId, serviceItemName: name })
    },
  )

  it('rejects a taken name, ignoring case, width and spaces', async () => {
    await clients.managerA.answer('addServiceItem', { name: 'It Services' })
    for (const value of [
      'It Services',
      ' it services ',
      'IT SERVICES',
      'It\u3000\u00a0Services',
      'It\u200b Services\ufeff',
      'Ｉｔ Ｓｅｒｖｉｃｅｓ',
    ])
      expect(shapeOf(await clients.admin.wire('addServiceItem', { value }))).toEqual(
        refused('service-item-taken'),
      )
  })

  it('accepts only one of three concurrent additions of the same name', async () => {
    const name = fresh()
    const replies = await Promise.all(
      (['admin', 'managerA', 'managerB'] as const).map((who) =>
        clients[who].call('addServiceItem', { name }),
      ),
    )
    expect(replies.map(({ http, body }) => [http, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'service-item-taken'],
      [409, 'service-item-taken'],
    ])
  })

  it.each([
    ['', '请输入服务事项名称'],
    [' \u3000 ', '请输入服务事项名称'],
    ['\u200b\u2060\u200d', '请输入服务事项名称'],
    ['\u3164', '请输入服务事项名称'],
    ['\u2800', '请输入服务事项名称'],
    ['%_\\', '请输入服务事项名称'],
    ['a\ud800', '不能包含控制字符'],
    [undefined, '请输入服务事项名称'],
    [7, '请输入服务事项名称'],
    [{ name: 'x' }, '请输入服务事项名称'],
    ['长'.repeat(31), '长度在 1 到 30 个字符'],
    ['长'.repeat(100_000), '长度在 1 到 30 个字符'],
    ['a\u0000b', '不能包含控制字符'],
    ['a\nb', '不能包含控制字符'],
    ['a\u202eb', '不能包含控制字符'],
  ])('rejects %j with %s', async (value, msg) => {
    const { http, body } = await clients.managerA.wire('addServiceItem', { value })
    expect([http, body.errors]).toEqual([400, [{ field: 'value', msg }]])
  })

  it.each(['长'.repeat(30), "a';drop table service_items;--", '<b>&amp;</b>', 'a%_\\', '𠮷野家🍜', 'null'])(
    'stores %s unchanged',
    async (name) => {
      await clients.managerA.answer('addServiceItem', { name })
      const { rows } = await clients.payA1.answer('listServiceItems', {})
      expect(rows.filter(({ serviceItemName }) => serviceItemName === name)).toHaveLength(1)
    },
  )
})
