// Names are spelled once, by any number of workers, and anew wherever a name changes.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registeredPerson } from '../testing/freelancers.ts'
import { payStored, registerBatches, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { loadSpeller, spellWaitingNames } from './spell-names.ts'
import { markSigned, markUnsigned } from './store.ts'

let house: TestHouse

beforeAll(async () => {
  house = await openTestHouse()
  await createPeople(house)
})
beforeEach(() => spellWaitingNames(house))
afterAll(() => house.close())

async function spellingOf(userId: number): Promise<string | null | undefined> {
  const [row] = await house.query<{ pinyin: string | null }>(
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
])('spells %s as%s', async (name, spelling) => expect((await loadSpeller())(name)).toContain(spelling))

it('spells each name once when several workers run concurrently', async () => {
  await storeBatch(house, 'payA1', freshRows(1_200))
  await registerBatches(house)
  const other = await openTestHouse({ sharing: house })
  try {
    const spelled = await Promise.all([house, other, house].map(spellWaitingNames))
    expect(spelled.reduce((sum, names) => sum + names, 0)).toBe(1_200)
  } finally {
    await other.close()
  }
  expect(await house.query('select 1 from provider_freelancers where pinyin is null')).toEqual([])
})

describe('resetting the spelling of a name', () => {
  it('resets it when a payment binds another name and keeps it when the name is equal', async () => {
    const rows = freshRows(2)
    const { batchId } = await storeBatch(house, 'payA1', rows)
    const [renamed, same] = [
      await registeredPerson(house, 'payA1', { ...rows[0], name: '诸葛亮' }),
      await registeredPerson(house, 'payA1', rows[1]),
    ]
    // As if an older sheet were registered only now.
    await house.query('update payout_batches set registered_at = $1 where batch_id = $2', [
      house.clock.now(),
      batchId,
    ])
    await spellWaitingNames(house)
    expect(await spellingOf(renamed.userId)).toContain(' zhugeliang')
    await payStored(house, batchId)
    expect(await spellingOf(renamed.userId)).toBeNull()
    expect(await spellingOf(same.userId)).not.toBeNull()
  })

  it('resets it when the person signs with another name, and keeps the name bound after the contract ends', async () => {
    const { userId, providerId, name } = await registeredPerson(house, 'payA1')
    await spellWaitingNames(house)
    const at = house.clock.now()
    const sign = (under: string) =>
      house.database.transact((tx) => markSigned(tx, { providerId, userId, name: under, at }))
    expect(await sign(name)).toBe(true)
    expect(await spellingOf(userId)).not.toBeNull()
    await sign('诸葛亮')
    expect(await spellingOf(userId)).toBeNull()
    const unsign = () => house.database.transact((tx) => markUnsigned(tx, { providerId, userId }))
    expect([await unsign(), await unsign()]).toEqual([true, false])
    expect(
      await house.query(
        'select name, name_bound, signed_at from provider_freelancers where freelancer_id = $1',
        [userId],
      ),
    ).toEqual([{ name: '诸葛亮', name_bound: true, signed_at: null }])
  })

  it('resets it when a sheet changes the name and keeps it otherwise', async () => {
    const row = freshRow()
    const { userId } = await registeredPerson(house, 'payA1', row)
    await spellWaitingNames(house)
    await registeredPerson(house, 'payA1', { ...row, phone: '13800000009' })
    expect(await spellingOf(userId)).not.toBeNull()
    await registeredPerson(house, 'payA1', { ...row, name: '诸葛亮' })
    expect(await spellingOf(userId)).toBeNull()
  })
})
