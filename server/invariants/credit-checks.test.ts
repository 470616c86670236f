// The proof of matched recharges: a match that was forged in the database is found, whatever is wrong with it (I15).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeople } from '../testing/people.ts'
import { freshCredit, openCredit, storeListed, TO_FREE_RECEIVER } from '../testing/receiver-statements.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { checkAll } from './verify.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

async function found() {
  const findings = await services.database.read((tx) => checkAll(tx, services.clock.now()))
  return findings.filter(({ invariant }) => invariant === 'I15').map(({ what }) => what)
}

const match = (creditId: number, rechargeId: number | null) =>
  services.query(
    `update receiver_credits set recharge_id = $2::bigint, matched_at = case when $2::bigint is null then null else now() end
    where credit_id = $1`,
    [creditId, rechargeId],
  )

it('a recharge that the rules matched passes; one of another amount, account or a second credit is found', async () => {
  const seen = freshCredit()
  await storeRecharge(services, 'payA1', { ...TO_FREE_RECEIVER, amountFen: seen.amountFen })
  expect(await storeListed(services, 'admin', [seen])).toMatchObject({ matchedCount: 1 })
  const [one, two] = [await openCredit(services), await openCredit(services)]
  await match(one.creditId, one.rechargeId)
  expect(await found()).toEqual([])

  await match(one.creditId, two.rechargeId)
  const amounts = await services.query<{ fen: bigint }>(
    'select amount_fen as fen from recharges where recharge_id = any($1::bigint[]) order by recharge_id',
    [[one.rechargeId, two.rechargeId]],
  )
  expect(await found()).toEqual([
    `credit ${one.creditId} of ${amounts[0]?.fen} fen is matched with recharge ${two.rechargeId} of ${amounts[1]?.fen} fen`,
  ])

  await match(one.creditId, one.rechargeId)
  await services.query("update recharges set receiver_account = '1' where recharge_id = $1", [one.rechargeId])
  expect(await found()).toEqual([
    `credit ${one.creditId} is matched with recharge ${one.rechargeId} of another receiving account`,
  ])
  await match(one.creditId, null)

  // Whoever can write the database can also drop what keeps a second match out.
  await services.query('drop index receiver_credits_recharge_once')
  await match(two.creditId, two.rechargeId)
  await services.query('update receiver_credits set amount_fen = $2 where credit_id = $1', [
    one.creditId,
    amounts[1]?.fen,
  ])
  await match(one.creditId, two.rechargeId)
  expect(await found()).toEqual([`recharge ${two.rechargeId} is the money of 2 credits`])
})
