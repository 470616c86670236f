// The history of phones and cards: from what to what, by whom, with which sheet; sealed, masked, inside the scope (D26, D33).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealPiece } from '../adapters/postgres/sealed-column.ts'
import { signIn } from '../testing/client.ts'
import { registeredPerson } from '../testing/freelancers.ts'
import { holdLock } from '../testing/held-lock.ts'
import { registerBatches, storeBatch, uploadRows } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { CHANGE_SEALS } from './contact-store.ts'
import { CONTACT_SEALS, PERSON_SEALS } from './store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function changes(account: AccountName, userId: number, providerId?: number, at = services) {
  return (await signIn(at, account)).answer('contactChanges', { userId, providerId })
}

it('lists what a sheet changed, masked and stored encrypted, and nothing for an unchanged sheet', async () => {
  const row = freshRow({ phone: '13911110001' })
  const { userId } = await registeredPerson(services, 'payA1', row)
  expect(await changes('payA1', userId)).toEqual({ rows: [], count: 0 })
  services.clock.advance(60_000)
  await uploadRows(services, 'payA1', [row], { fileName: '一样.xlsx' })
  await registerBatches(services)
  expect((await changes('payA1', userId)).count).toBe(0)
  services.clock.advance(60_000)
  const uploadedAt = services.clock.now()
  const moved = { ...row, phone: '13911110002', cardNo: freshRow().cardNo, bank: '招商银行', remark: 'moved' }
  const { batchNo, batchId } = await uploadRows(services, 'payA1', [moved], { fileName: '换卡.xlsx' })
  await registerBatches(services)
  const { rows, count } = await changes('checkA1', userId)
  expect(count).toBe(1)
  const [real] = await services.query<{ name: string }>(
    "select real_name as name from accounts where account = 'payA1'",
  )
  const masked = (cardNo: string) => `${cardNo.slice(0, 6)}******${cardNo.slice(-4)}`
  expect(rows).toEqual([
    {
      changedAt: uploadedAt,
      source: 'sheet',
      phoneChanged: true,
      cardChanged: true,
      phoneBefore: '139****0001',
      phoneAfter: '139****0002',
      cardBefore: masked(row.cardNo),
      cardAfter: masked(moved.cardNo),
      bankAfter: '招商银行',
      by: real?.name,
      batchId,
      batchNo,
      fileName: '换卡.xlsx',
      providerName: 'Provider A1',
    },
  ])
  const [stored] = await services.query<Record<string, string>>(
    'select * from contact_changes where freelancer_id = $1',
    [userId],
  )
  expect(
    JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toMatch(/1391111|622202/)
})

it('records no change for an older sheet registered after a newer one', async () => {
  const row = freshRow()
  const { userId } = await registeredPerson(services, 'payA1', row)
  services.clock.advance(60_000)
  const early = await storeBatch(services, 'payA1', [{ ...row, phone: '13922220001' }])
  services.clock.advance(60_000)
  await storeBatch(services, 'payA1', [{ ...row, phone: '13922220002', remark: 'later' }])
  const lock = await holdLock(services, 'select 1 from payout_batches where batch_id = $1 for update', [
    early.batchId,
  ])
  expect(await registerBatches(services)).toBe(1)
  await lock.release()
  expect(await registerBatches(services)).toBe(1)
  expect((await changes('payA1', userId)).rows).toMatchObject([
    { phoneChanged: true, cardChanged: false, phoneAfter: '139****0002' },
  ])
})

it('keeps an unbroken chain of changes under concurrent registrations of the same people', async () => {
  const rows = Array.from({ length: 30 }, () => freshRow())
  const first = await registeredPerson(services, 'payA1', rows[0])
  services.clock.advance(60_000)
  const client = await signIn(services, 'payA1')
  const asked = (phone: string, order: typeof rows) =>
    client.answer('addFreelancers', {
      people: order.map(({ name, idCardNo }) => ({ name, idCardNo, phone })),
    })
  const answers = await Promise.all(
    ['13933330001', '13933330002', '13933330003', '13933330004'].map((phone, index) =>
      asked(phone, index % 2 === 0 ? rows : rows.toReversed()),
    ),
  )
  expect(answers.map(({ added, failed }) => [added, failed])).toEqual(
    Array.from({ length: 4 }, () => [30, 0]),
  )
  const { rows: reported } = await changes('payA1', first.userId)
  expect(reported).toHaveLength(4)
  for (const [index, change] of reported.entries())
    expect(change.phoneBefore).toBe(reported[index + 1]?.phoneAfter ?? `139****${first.phone.slice(-4)}`)
  expect(await services.query('select 1 from freelancers group by id_hash having count(*) > 1')).toEqual([])
})

it('uses up no user ids when known people are registered again', async () => {
  const row = freshRow()
  const { userId } = await registeredPerson(services, 'payA1', row)
  for (let times = 0; times < 5; times += 1) await registeredPerson(services, 'payA1', row)
  expect((await registeredPerson(services, 'payA1')).userId).toBe(userId + 1)
})

it('lists only changes at providers in scope', async () => {
  const row = freshRow({ phone: '13944440001' })
  const { userId } = await registeredPerson(services, 'payA1', row)
  await registeredPerson(services, 'payA2', row)
  services.clock.advance(60_000)
  await registeredPerson(services, 'payA2', { ...row, phone: '13944440002' })
  const { A1, A2, B1 } = people.providers
  expect((await changes('payA1', userId)).count).toBe(0)
  expect((await changes('managerA', userId)).rows).toMatchObject([
    { source: 'console', batchId: null, batchNo: '', fileName: '', providerName: 'Provider A2' },
  ])
  expect((await changes('managerA', userId, A2)).count).toBe(1)
  for (const providerId of [A1, B1]) expect((await changes('managerA', userId, providerId)).count).toBe(0)
})

it('reads changes with the new key alone after key rotation', async () => {
  const row = freshRow({ phone: '13955550001' })
  const { userId } = await registeredPerson(services, 'payA1', row)
  services.clock.advance(60_000)
  await registeredPerson(services, 'payA1', { ...row, phone: '13955550002' })
  const secret = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'
  const rotating = await openTestServices({
    sharing: services,
    settings: { SECRET_KEY: secret, SECRET_KEY_OLD: TEST_SECRET },
  })
  const after = await openTestServices({ sharing: services, settings: { SECRET_KEY: secret } })
  try {
    for (const sealed of [PERSON_SEALS, CONTACT_SEALS, CHANGE_SEALS])
      await rotating.database.transact((tx) => resealPiece(tx, rotating.cipher, sealed, 10_000))
    expect((await changes('payA1', userId, undefined, after)).rows).toMatchObject([
      { phoneAfter: '139****0002' },
    ])
  } finally {
    await after.close()
    await rotating.close()
  }
})
