// A rotation of keys: payers' accounts open under the new key alone, and likeness is still seen.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { resealPiece } from '../adapters/postgres/sealed-column.ts'
import { signIn } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { creditOf, freshCredit, storeListed } from '../testing/receiver-statements.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { CREDIT_SEALS } from './credit-store.ts'
import { RECHARGE_SEALS } from './store.ts'

const NEW_SECRET = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'
const SAME = { payerAccount: '6222020012345678901', amountFen: 500_000n, payDay: '2026-03-15' }

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

it('finds a similar recharge sealed under the old key during key rotation', async () => {
  const old = await storeRecharge(before, 'payA1', SAME)
  const rechargeId = await storeRecharge(rotating, 'payA1', SAME)
  const checker = await signIn(rotating, 'checkA1')
  const { body } = await checker.call('auditRecharge', { rechargeId, approves: true })
  expect(body).toMatchObject({ code: 'recharge-like-another', likeIds: String(old) })
})

it('reads and compares recharges with the new key alone after resealing', async () => {
  const ids = [
    await storeRecharge(before, 'payA1', SAME),
    await storeRecharge(before, 'payA1'),
    await storeRecharge(before, 'payA2'),
  ]
  const { database, cipher } = rotating
  expect((await database.transact((tx) => resealPiece(tx, cipher, RECHARGE_SEALS, 2))).renewed).toBe(2)
  expect((await database.transact((tx) => resealPiece(tx, cipher, RECHARGE_SEALS, 2))).renewed).toBe(1)
  expect((await database.transact((tx) => resealPiece(tx, cipher, RECHARGE_SEALS, 2))).renewed).toBe(0)
  const payer = await signIn(after, 'payA1')
  const [first = 0] = ids
  expect(await payer.answer('rechargeDetail', { rechargeId: first })).toMatchObject(SAME)
  const rechargeId = await storeRecharge(after, 'payA1', SAME)
  const { body } = await (await signIn(after, 'checkA1')).call('auditRecharge', {
    rechargeId,
    approves: true,
  })
  expect(body).toMatchObject({ code: 'recharge-like-another', likeIds: String(first) })
})

it('reads payers of credits with the new key alone after resealing, and leaves those without an account', async () => {
  const named = [freshCredit(), freshCredit()]
  await storeListed(before, 'admin', [...named, freshCredit({ account: '' })])
  const { database, cipher } = rotating
  expect((await database.transact((tx) => resealPiece(tx, cipher, CREDIT_SEALS, 1))).renewed).toBe(1)
  expect((await database.transact((tx) => resealPiece(tx, cipher, CREDIT_SEALS, 5))).renewed).toBe(1)
  expect((await database.transact((tx) => resealPiece(tx, cipher, CREDIT_SEALS, 5))).renewed).toBe(0)
  const { rows } = await (await signIn(after, 'admin')).answer('listCredits', {})
  const first = await creditOf(after, named[0]?.amountFen ?? 0n)
  expect(rows.find(({ creditId }) => creditId === first)?.payerAccount).toBe('622202******8901')
  expect(rows.map(({ payerAccount }) => payerAccount).sort()).toEqual([
    '',
    '622202******8901',
    '622202******8901',
  ])
})
