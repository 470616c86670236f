// Accounts on statement lines follow a change of keys, and are still found by them afterwards.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealPiece } from '../adapters/postgres/sealed-column.ts'
import { resealRows } from '../payouts/reseal-rows.ts'
import { ambiguousLine } from '../testing/bank-statements.ts'
import { signIn } from '../testing/client.ts'
import { ORDERS } from '../testing/orders-of-batch.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { LINE_SEALS } from './store.ts'

let services: TestServices
let renewed: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  const settings = { SECRET_KEY: 'pQ7m3Xv9Rk2Ht6Wz1Nc8Ys5Jd4Lf0Bg+', SECRET_KEY_OLD: TEST_SECRET }
  renewed = await openTestServices({ sharing: services, settings })
})
afterAll(async () => {
  await renewed.close()
  await services.close()
})

it('re-encrypts account numbers in chunks and finds candidates before and after', async () => {
  const { lineId } = await ambiguousLine(services, 'payA1')
  const other = await ambiguousLine(services, 'payA1')
  const client = await signIn(renewed, 'payA1')
  const candidates = async () => (await client.answer('lineCandidates', { lineId })).count
  expect(await candidates()).toBe(2)
  const [before] = await services.query(
    'select sealed_card, card_hash from statement_lines where line_id = $1',
    [lineId],
  )
  const reseal = async () =>
    (await renewed.database.transact((tx) => resealPiece(tx, renewed.cipher, LINE_SEALS, 1))).renewed
  expect([await reseal(), await reseal(), await reseal()]).toEqual([1, 1, 0])
  const [after] = await services.query(
    'select sealed_card, card_hash from statement_lines where line_id = $1',
    [lineId],
  )
  expect(after?.sealed_card).not.toBe(before?.sealed_card)
  expect(after?.card_hash).not.toBe(before?.card_hash)
  expect(await candidates()).toBe(2)
  await resealRows(renewed, ORDERS)
  expect(await candidates()).toBe(2)
  const { rows } = await client.answer('statementLines', { statementId: other.statementId })
  expect(rows[0]?.cardNo).toMatch(/^622202\*{6}\d{4}$/)
})
