// A rotation of keys: rows, people and restrictions go on under the new key alone, and approvals still vouch.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { resealPiece } from '../adapters/postgres/sealed-column.ts'
import { CONTACT_SEALS, PERSON_SEALS } from '../freelancers/store.ts'
import { LIMIT_SEALS } from '../limits/store.ts'
import { signIn } from '../testing/client.ts'
import { ORDERS } from '../testing/orders-of-batch.ts'
import { startStored, storeBatch, takeStep, uploadRows } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { registerWaitingPeople } from './register-people.ts'
import { resealRows } from './reseal-rows.ts'

const NEW_SECRET = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'
const REVIEW = { to: 'ready', pass: true } as const

let before: TestServices
let rotating: TestServices
let after: TestServices

beforeEach(async () => {
  before = await openTestServices()
  await createPeople(before)
  const settings = { SECRET_KEY: NEW_SECRET, SECRET_KEY_OLD: TEST_SECRET }
  rotating = await openTestServices({ sharing: before, settings })
  after = await openTestServices({ sharing: before, settings: { SECRET_KEY: NEW_SECRET } })
})

afterEach(async () => {
  await after.close()
  await rotating.close()
  await before.close()
})

it('re-encrypts every row with the new key and keeps approvals valid', async () => {
  const row = freshRow()
  const { batchId } = await storeBatch(before, 'payA1', [row])
  await takeStep(before, 'payA1', batchId, 'reviewing')
  expect(await resealRows(rotating, ORDERS)).toEqual({ rows: 1, leftAlone: [] })
  expect(await resealRows(rotating, ORDERS)).toEqual({ rows: 0, leftAlone: [] })
  const checker = await signIn(after, 'checkA1')
  const { rows } = await checker.answer('batchRows', { batchId, phone: row.phone })
  expect(rows[0]).toMatchObject({ idCardNo: row.idCardNo, phone: row.phone, cardNo: row.cardNo })
  expect((await checker.call('decideBatch', { batchId, ...REVIEW })).http).toBe(200)
  const { history } = await checker.answer('batchHead', { batchId })
  expect(history.map(({ step }) => step)).toEqual(['upload', 'audit', 'review'])
})

it('skips a batch that was changed after its approval', async () => {
  const { batchId } = await storeBatch(before, 'payA1')
  await takeStep(before, 'payA1', batchId, 'reviewing')
  await before.query('update payout_rows set amount_fen = amount_fen + 1 where batch_id = $1', [batchId])
  expect(await resealRows(rotating, ORDERS)).toEqual({
    rows: 0,
    leftAlone: [batchId],
  })
  const { body } = await (await signIn(rotating, 'checkA1')).call('decideBatch', { batchId, ...REVIEW })
  expect(body.code).toBe('content-changed')
})

it('keeps restricted people restricted and names bound', async () => {
  const restricted = freshRow()
  const known = freshRow()
  await (await signIn(before, 'payA1')).answer('addLimitUser', {
    name: restricted.name,
    idCardNo: restricted.idCardNo,
  })
  await storeBatch(before, 'payA1', [known])
  await registerWaitingPeople(before)
  await before.query('update provider_freelancers set name_bound = true')
  const { database, cipher } = rotating
  for (const sealed of [LIMIT_SEALS, PERSON_SEALS, CONTACT_SEALS]) {
    const reseal = () => database.transact((tx) => resealPiece(tx, cipher, sealed, 100))
    expect([(await reseal()).renewed, (await reseal()).renewed]).toEqual([1, 0])
  }
  const { failedRows } = await uploadRows(after, 'payA1', [restricted, { ...known, name: '另一个人' }])
  expect(failedRows.map(({ reason }) => reason)).toEqual(['该人员为限制转账人员', '姓名与身份证号不一致'])
})

it('finds payouts by name under the new key and keeps no hash of the old one', async () => {
  const row = freshRow({ name: '王小明' })
  const { batchId } = await storeBatch(before, 'payA1', [row])
  await registerWaitingPeople(before)
  await startStored(before, batchId)
  await resealRows(rotating, ORDERS)
  // What the bank will be told is still vouched for, under the new key.
  expect(await after.database.read((tx) => ORDERS.hold(tx, after, BigInt(batchId)))).toBe(true)
  const payer = await signIn(after, 'payA1')
  expect((await payer.answer('payDetails', { name: '小明' })).count).toBe(1)
  expect((await payer.answer('payDetails', { idCardNo: row.idCardNo })).count).toBe(1)
  const [names] = await before.query<{ n: number }>('select count(*)::int as n from payee_names')
  expect(names).toEqual({ n: 1 })
})
