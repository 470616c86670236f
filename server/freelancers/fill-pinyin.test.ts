// Names are spelled once, by any number of workers, and again wherever a name changes.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registeredPerson } from '../testing/freelancers.ts'
import { payStored, registerBatches, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { fillPinyin, loadPinyin } from './fill-pinyin.ts'
import { markSigned, markUnsigned } from './store.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
beforeEach(() => fillPinyin(services))
afterAll(() => services.close())

async function spellingOf(userId: number): Promise<string | null | undefined> {
  const [row] = await services.query<{ pinyin: string | null }>(
    'select pinyin from provider_freelancers where freelancer_id = $1',
    [userId],
  )
  return row?.pinyin
}

it.each([
  ['单雄信', ' shanxiongxin'],
  ['曾国藩', ' zengguofan'],
  ['解晓东', ' xie'],
  ['欧阳修', ' ouyangxiu'],
  ['尉迟恭', ' yuchigong'],
  ['吕布', ' lubu'],
  ['阿卜杜拉·买买提', ' maimaiti'],
  ['John Smith', ' johnsmith'],
])('spells %s as%s', async (name, spelling) => expect((await loadPinyin())(name)).toContain(spelling))

it('spells each name once when several workers run concurrently', async () => {
  await storeBatch(services, 'payA1', freshRows(1_200))
  await registerBatches(services)
  const other = await openTestServices({ sharing: services })
  try {
    const spelled = await Promise.all([services, other, services].map(fillPinyin))
    expect(spelled.reduce((sum, names) => sum + names, 0)).toBe(1_200)
  } finally {
    await other.close()
  }
  expect(await services.query('select 1 from provider_freelancers where pinyin is null')).toEqual([])
})

describe('resetting the spelling of a name', () => {
  it('resets it when a payment binds another name and keeps it when the name is equal', async () => {
    const rows = freshRows(2)
    const { batchId } = await storeBatch(services, 'payA1', rows)
    const [renamed, same] = [
      await registeredPerson(services, 'payA1', { ...rows[0], name: '诸葛亮' }),
      await registeredPerson(services, 'payA1', rows[1]),
    ]
    // As if an older sheet were registered only now.
    await services.query('update payout_batches set registered_at = $1 where batch_id = $2', [
      services.clock.now(),
      batchId,
    ])
    await fillPinyin(services)
    expect(await spellingOf(renamed.userId)).toContain(' zhugeliang')
    await payStored(services, batchId)
    expect(await spellingOf(renamed.userId)).toBeNull()
    expect(await spellingOf(same.userId)).not.toBeNull()
  })

  it('resets it when the person signs with another name, and keeps the name bound after the contract ends', async () => {
    const { userId, providerId, name } = await registeredPerson(services, 'payA1')
    await fillPinyin(services)
    const at = services.clock.now()
    const sign = (under: string) =>
      services.database.transact((tx) => markSigned(tx, { providerId, userId, name: under, at }))
    expect(await sign(name)).toBe(true)
    expect(await spellingOf(userId)).not.toBeNull()
    await sign('诸葛亮')
    expect(await spellingOf(userId)).toBeNull()
    const unsign = () => services.database.transact((tx) => markUnsigned(tx, { providerId, userId }))
    expect([await unsign(), await unsign()]).toEqual([true, false])
    expect(
      await services.query(
        'select name, name_bound, signed_at from provider_freelancers where freelancer_id = $1',
        [userId],
      ),
    ).toEqual([{ name: '诸葛亮', name_bound: true, signed_at: null }])
  })

  it('resets it when a sheet changes the name and keeps it otherwise', async () => {
    const row = freshRow()
    const { userId } = await registeredPerson(services, 'payA1', row)
    await fillPinyin(services)
    await registeredPerson(services, 'payA1', { ...row, phone: '13800000009' })
    expect(await spellingOf(userId)).not.toBeNull()
    await registeredPerson(services, 'payA1', { ...row, name: '诸葛亮' })
    expect(await spellingOf(userId)).toBeNull()
  })
})
