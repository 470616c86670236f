// From an approved batch to money in people's accounts: every card ending of the sandbox, to the fen (D19–D24).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleAll, startStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const balance = async (providerId: number) => {
  const [row] = await services.query<Record<string, bigint>>(
    'select * from ledger_balances where provider_id = $1',
    [providerId],
  )
  return row
}

/** Which versions the batch's rows stand in, and where: other ones once anything of them was written, to whatever value. */
const rowVersions = (batchId: number) =>
  services.query('select row_id, xmin::text, ctid::text from payout_rows where batch_id = $1 order by 1', [
    batchId,
  ])

describe('every card ending of the sandbox bank', () => {
  it('reaches its documented outcome and balance, and no payout row is written after its upload', async () => {
    const endings = ['1234', '0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008']
    const rows = endings.map((ending) => freshRow({ cardNo: `622202120200001${ending}`, amount: '1000.00' }))
    const { batchId } = await storeBatch(services, 'payA1', rows)
    const stored = await rowVersions(batchId)
    expect(stored).toHaveLength(9)
    await startStored(services, batchId)
    expect(await rowVersions(batchId)).toEqual(stored)
    await settleAll(services)
    services.clock.advance(60_000)
    const { reconcileStatement } = await import('./reconcile-statement.ts')
    await reconcileStatement(services, '2026-03-16')
    const ended = await services.query<{ status: string; error: string; state: string }>(
      'select r.status, r.error, t.state from payout_lines r join row_transfers t using (row_id) where r.batch_id = $1 order by row_number',
      [batchId],
    )
    expect(await rowVersions(batchId)).toEqual(stored)
    expect(ended.map(({ status, error }) => [status, error].join(' ').trim())).toEqual([
      'succeeded',
      'failed 账户不存在',
      'failed 户名不符',
      'succeeded',
      'succeeded',
      'failed 未受理',
      'failed 退票',
      'succeeded',
      'succeeded',
    ])
    expect(await balance(people.providers.A1)).toMatchObject({
      available_fen: 1_000_000_000n - 5n * 106_500n,
      held_fen: 0n,
      fee_income_fen: 5n * 6_500n,
      outcome_fen: 500_000n,
      cost_fen: 5n * 6_500n,
      suspense_fen: 0n,
    })
  })
})
