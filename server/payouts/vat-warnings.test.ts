// Rows that bring a person's month above the VAT threshold over the companies of a platform: which, to whom, and when anew (ADR 39).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { applyUpdateOf } from '../testing/doubted-transfer.ts'
import { fund, sendAll, startStored, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let own: ProviderFixture
let neighbour: ProviderFixture
let person: SheetRow

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  await fund(services, people.providers.B1)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-11-10T10:00:00+08:00'))
  const fen = 1_000_000_000n
  own = await openProviderFixture(services, people, { fen, limitFen: 1_000_000_00n })
  neighbour = await openProviderFixture(services, people, { fen })
  person = freshRow()
})
afterAll(() => services.close())

let remarks = 0
const paying = (amount: string): SheetRow => {
  remarks += 1
  return { ...person, amount, month: '2026-11', remark: `no. ${remarks}` }
}
const neighbourPays = (amount: string) => startedBatch(services, neighbour, [paying(amount)])
const upload = (...amounts: string[]) => storeBatch(services, own.pay, amounts.map(paying))

/** What each row of a batch is told: the sum, that it is above without the sum, or nothing. */
async function toldOf(batchId: number, account = own.pay) {
  const { rows } = await (await signIn(services, account)).answer('batchRows', { batchId })
  return rows.map(({ aboveVat, platformPaidFen }) => (aboveVat ? (platformPaidFen ?? 'above') : 'nothing'))
}

describe('VAT warning', () => {
  it.each([
    ['exactly the threshold', '40000', 'nothing'],
    ['one fen more', '40000.01', 60_000_00n],
  ])('of what another company of the platform paid, at %s', async (_, amount, told) => {
    await neighbourPays('60000')
    expect(await toldOf((await upload(amount)).batchId)).toEqual([told])
  })

  it('begins with the row that crosses and stays with those after it', async () => {
    await neighbourPays('60000')
    const { batchId } = await upload('39000', '2000', '1')
    expect(await toldOf(batchId)).toEqual(['nothing', 60_000_00n, 60_000_00n])
  })

  it('stands in every row of someone who is above already', async () => {
    await neighbourPays('91000')
    await startedBatch(services, own, [paying('9001')])
    expect(await toldOf((await upload('1', '2')).batchId)).toEqual([100_001_00n, 100_001_00n])
  })

  it('counts what succeeded, and no more what came back or was paid in another month', async () => {
    const paid = await neighbourPays('60000')
    await sendAll(services)
    expect(await toldOf((await upload('41000')).batchId)).toEqual([60_000_00n])
    await applyUpdateOf(services, paid.batchId, 'returned')
    expect(await toldOf((await upload('41000')).batchId)).toEqual(['nothing'])
    await neighbourPays('60000')
    services.clock.set(new Date('2026-12-01T00:00:00+08:00'))
    expect(await toldOf((await upload('41000')).batchId)).toEqual(['nothing'])
  })

  it('does not count companies of another platform', async () => {
    const other = await storeBatch(services, 'payB1', [paying('60000')])
    await startStored(services, other.batchId)
    expect(await toldOf((await upload('41000')).batchId)).toEqual(['nothing'])
  })

  it('does not count what only waits for its start', async () => {
    await storeBatch(services, neighbour.pay, [paying('60000')])
    expect(await toldOf((await upload('41000')).batchId)).toEqual(['nothing'])
  })
})

describe('VAT warning, looked at again', () => {
  it('tells each next step what was paid meanwhile, and keeps it at the start', async () => {
    const { batchId } = await upload('41000')
    expect(await toldOf(batchId)).toEqual(['nothing'])
    await neighbourPays('60000')
    await takeStep(services, own.pay, batchId, 'reviewing')
    expect(await toldOf(batchId, own.check)).toEqual([60_000_00n])
    await takeStep(services, own.check, batchId, 'ready')
    await neighbourPays('1000')
    await takeStep(services, own.pay, batchId, 'transferring')
    expect(await toldOf(batchId, 'managerA')).toEqual([61_000_00n])
  })

  it('goes when the start finds that what was paid came back', async () => {
    const paid = await neighbourPays('60000')
    await sendAll(services)
    const { batchId } = await upload('41000')
    await takeStep(services, own.pay, batchId, 'reviewing')
    await takeStep(services, own.check, batchId, 'ready')
    await applyUpdateOf(services, paid.batchId, 'returned')
    await takeStep(services, own.pay, batchId, 'transferring')
    expect(await toldOf(batchId, 'managerA')).toEqual(['nothing'])
  })

  it('follows rows that are cancelled and restored', async () => {
    await neighbourPays('60000')
    const { batchId, rowIds } = await upload('30000', '11000')
    const payer = await signIn(services, own.pay)
    expect(await toldOf(batchId)).toEqual(['nothing', 60_000_00n])
    const first = rowIds.slice(0, 1)
    await payer.answer('switchRows', { rowIds: first, cancelled: true })
    expect(await toldOf(batchId)).toEqual(['nothing', 'nothing'])
    await payer.answer('switchRows', { rowIds: first, cancelled: false })
    expect(await toldOf(batchId)).toEqual(['nothing', 60_000_00n])
  })
})

describe('VAT warning, for approvers', () => {
  it('is counted, filtered and told in one sum without a word of the other company', async () => {
    await neighbourPays('60000')
    const { batchId } = await storeBatch(services, own.pay, [paying('41000'), freshRow({ month: '2026-11' })])
    const payer = await signIn(services, own.pay)
    const head = await payer.answer('batchHead', { batchId })
    expect(head.warningCounts).toMatchObject({ 'vat-threshold': 1, unsigned: 2 })
    expect(head.warnedCount).toBe(2)
    const { rows, count } = await payer.answer('batchRows', { batchId, warning: 'vat-threshold' })
    expect([count, rows.map(({ amountFen }) => amountFen)]).toEqual([1, [41_000_00n]])
    const { raw } = await payer.call('batchRows', { batchId })
    const [name] = await services.query<{ name: string }>(
      'select name from providers where provider_id = $1',
      [neighbour.providerId],
    )
    expect(raw.body).not.toContain(name?.name)
  })

  it('counts a row that has no other warning among those with one', async () => {
    await neighbourPays('60000')
    const { batchId } = await upload('41000')
    await services.query(
      'update payout_rows set warning_mask = 0, warning_abouts = null where batch_id = $1',
      [batchId],
    )
    await services.query(
      "update payout_batches set warned_count = 0, warning_counts = '{}' where batch_id = $1",
      [batchId],
    )
    const payer = await signIn(services, own.pay)
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({
      warnedCount: 1,
      warningCounts: { 'vat-threshold': 1 },
    })
    expect((await payer.answer('batchRows', { batchId, warning: 'any' })).count).toBe(1)
  })

  it('gives the sum to those who decide the batch now and to managers, to others only the warning', async () => {
    await neighbourPays('60000')
    const { batchId } = await upload('41000')
    expect(await toldOf(batchId, own.pay)).toEqual([60_000_00n])
    expect(await toldOf(batchId, own.check)).toEqual(['above'])
    expect(await toldOf(batchId, 'managerA')).toEqual([60_000_00n])
    const reads = await services.query(
      "select 1 from audit_entries where action = 'read-personal-data' and account = $1 and object_id = $2",
      [own.pay, String(batchId)],
    )
    expect(reads).toHaveLength(1)
    expect((await (await signIn(services, neighbour.check)).call('batchRows', { batchId })).http).toBe(404)
  })
})
