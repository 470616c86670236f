// A signing, and its end, in the batches of the person: the counts and warnings that counting again would find (D22).

import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import { markSigned, markUnsigned } from '../freelancers/store.ts'
import { registeredPerson, type TestPerson } from '../testing/freelancers.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { recountPayable } from './batch-store.ts'
import { countSigned, countUnsigned, lockBatchesOf } from './signing-counts.ts'

let services: TestServices
let person: TestPerson
let batchId: number
let startedId: number

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

/** Three rows of the person, of which one says nothing else and one is cancelled, and one row of someone else. */
beforeEach(async () => {
  const row = freshRow()
  person = await registeredPerson(services, 'payA1', row)
  const again = (remark: string) => freshRow({ ...row, remark })
  const stored = await storeBatch(services, 'payA1', [row, again('二'), again('三'), freshRow()])
  batchId = stored.batchId
  const [, alone, cancelled] = stored.rowIds
  await services.query('update payout_rows set warning_mask = $2, warning_abouts = null where row_id = $1', [
    alone,
    WARNING_BITS.unsigned,
  ])
  await services.query(`update payout_rows set cancelled = true where row_id = $1`, [cancelled])
  await recount(batchId)
  startedId = (await storeBatch(services, 'payA1', [again('四')])).batchId
  await services.query(`update payout_batches set status = 'transferring' where batch_id = $1`, [startedId])
})

const recount = (id: number) => services.database.transact((tx) => recountPayable(tx, id))

async function change(to: 'signed' | 'unsigned'): Promise<void> {
  const { providerId, userId, name, idCardNo } = person
  const payee = { providerId, idHash: services.cipher.lookupHash(idCardNo, ID_CARD_NO) }
  await services.database.transact(async (tx) => {
    const batches = await lockBatchesOf(tx, payee)
    if (to === 'signed') {
      await markSigned(tx, { providerId, userId, name, at: services.clock.now() })
      return countSigned(tx, payee, batches)
    }
    await markUnsigned(tx, { providerId, userId })
    return countUnsigned(tx, payee, batches)
  })
}

async function countsOf(id: number) {
  const [counts] = await services.query<{ unsigned: number; warned: number; kinds: Record<string, number> }>(
    'select unsigned_count as unsigned, warned_count as warned, warning_counts as kinds from payout_batches where batch_id = $1',
    [id],
  )
  return counts
}

const pointedOut = (id: number) =>
  services.query(
    'select row_number::int as row from payout_lines where batch_id = $1 and warning_mask & $2 <> 0 order by 1',
    [id, WARNING_BITS.unsigned],
  )

it('signing removes the unsigned warning from every row of batches not yet started', async () => {
  expect(await countsOf(batchId)).toMatchObject({ unsigned: 2, warned: 3, kinds: { unsigned: 3 } })
  await change('signed')
  const counts = await countsOf(batchId)
  expect(counts).toMatchObject({ unsigned: 1, warned: 2, kinds: { unsigned: 1 } })
  expect(await pointedOut(batchId)).toHaveLength(1)
  await recount(batchId)
  expect(await countsOf(batchId)).toEqual(counts)
})

it('signing changes only the unsigned count of a started batch', async () => {
  const before = await countsOf(startedId)
  await change('signed')
  expect(await countsOf(startedId)).toEqual({ ...before, unsigned: 0 })
  expect(await pointedOut(startedId)).toHaveLength(1)
})

it('termination restores the unsigned warning once', async () => {
  await takeStep(services, 'payA1', batchId, 'reviewing')
  await change('signed')
  await change('unsigned')
  const counts = await countsOf(batchId)
  expect(counts).toMatchObject({ unsigned: 2, warned: 3, kinds: { unsigned: 3 } })
  expect(await pointedOut(batchId)).toHaveLength(4)
  await recount(batchId)
  expect(await countsOf(batchId)).toEqual(counts)
})

it('signing removes a warning count that becomes zero', async () => {
  const { batchId: alone } = await storeBatch(services, 'payA1', [freshRow({ ...person, remark: '五' })])
  await change('signed')
  expect((await countsOf(alone))?.kinds).not.toHaveProperty('unsigned')
})
