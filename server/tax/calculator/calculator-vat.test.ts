// A tried payment that brings the month above the VAT threshold says so, with what would fall due; by whom it was paid it does not say (ADR 39).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { registerBatches, startStored, storeBatch } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People
let own: ProviderFixture
let neighbour: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-11-10T10:00:00+08:00'))
  own = await openProviderFixture(services, people, { fen: 1_000_000_000n })
  neighbour = await openProviderFixture(services, people, { fen: 1_000_000_000n })
})
afterAll(() => services.close())

const calculated = async (input: object, account = own.pay) =>
  (await signIn(services, account)).answer('taxTrial', {
    isNet: false,
    method: 'none',
    amountFen: 1n,
    ...input,
  })
const paying = (person: SheetRow, amount: string): SheetRow => ({ ...person, amount, month: '2026-11' })

/** Known to the own company by one yuan, paid 60,000 by its neighbour. */
async function paidByBoth(): Promise<number> {
  const person = freshRow()
  await startedBatch(services, own, [paying(person, '1')])
  await startedBatch(services, neighbour, [paying(person, '60000')])
  await registerBatches(services)
  const [known] = await services.query<{ id: number }>(
    'select freelancer_id::int as id from provider_freelancers where provider_id = $1',
    [own.providerId],
  )
  return known?.id ?? 0
}

it.each([
  ['100,000.00', 100_000_00n, null],
  [
    '100,000.01',
    100_000_01n,
    { monthFen: 100_000_01n, vatFen: 990_10n, surchargesFen: 59_40n, totalFen: 1_049_50n },
  ],
])('without a history %s is its own month', async (_, amountFen, vat) => {
  const result = await calculated({ amountFen })
  if (vat === null) expect(result.vat).toBeNull()
  else
    expect(result.vat).toMatchObject({
      ...vat,
      thresholdFen: 100_000_00n,
      bearer: 'report',
      wholePlatform: false,
    })
})

it('takes the typed month of the payment and no other', async () => {
  const past = (month: string) => ({ month, incomeFen: 60_000_00n, withheldFen: 0n })
  const amountFen = 40_000_01n
  expect((await calculated({ amountFen, history: [past('2026-10')] })).vat).toBeNull()
  expect((await calculated({ amountFen, history: [past('2026-11')] })).vat).toMatchObject({
    monthFen: 100_000_01n,
  })
})

it('takes what all companies of the platform paid a person, in one sum and audited', async () => {
  const userId = await paidByBoth()
  expect((await calculated({ userId, amountFen: 39_999_00n })).vat).toBeNull()
  await services.query("update providers set vat_bearer = 'provider' where provider_id = $1", [
    own.providerId,
  ])
  const { vat, history } = await calculated({ userId, amountFen: 39_999_01n })
  expect(vat).toMatchObject({ monthFen: 100_000_01n, wholePlatform: true, bearer: 'provider' })
  expect(vat?.trace).toEqual([
    { label: '当月收入合计', value: '100,000.01 元（2026-11）' },
    { label: '起征点', value: '100,000.00 元；财政部 税务总局公告 2023 年第 19 号，执行至 2027-12-31' },
    { label: '不含税销售额', value: '100,000.01 ÷ (1 + 1%) = 99,009.91 元' },
    { label: '增值税', value: '100,000.01 ÷ (1 + 1%) × 1% = 990.10 元' },
    { label: '城市维护建设税', value: '990.10 × 7% × 50% = 34.65 元' },
    { label: '教育费附加', value: '990.10 × 3% × 50% = 14.85 元' },
    { label: '地方教育附加', value: '990.10 × 2% × 50% = 9.90 元' },
    { label: '税费合计', value: '1,049.50 元' },
  ])
  expect(vat?.withheldTrace).toEqual([])
  await services.query("update providers set vat_bearer = 'person' where provider_id = $1", [own.providerId])
  const borne = (await calculated({ userId, amountFen: 39_999_01n })).vat
  // 40,000.01 ÷ 1.01 × 1 % = 396.04, and 6 % of it in three halves.
  expect(borne).toMatchObject({ totalFen: vat?.totalFen, withheldFen: 419_80n })
  expect(borne?.withheldTrace.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['1.00 + 本笔 39,999.01 = 40,000.01 元', '0.00 元', '419.80 元']),
  )
  // The income tax goes by what the own company paid, and that alone is told month by month.
  expect(history).toMatchObject([{ month: '2026-11', incomeFen: 100n, withheldFen: 0n }])
  const reads = await services.query(
    "select 1 from audit_entries where action = 'read-personal-data' and account = $1 and object_kind = 'freelancer'",
    [own.pay],
  )
  expect(reads).toHaveLength(3)
})

it('does not take what companies of another platform paid', async () => {
  const person = freshRow()
  await startedBatch(services, own, [paying(person, '1')])
  await startStored(services, (await storeBatch(services, 'payB1', [paying(person, '60000')])).batchId)
  await registerBatches(services)
  const [known] = await services.query<{ id: number }>(
    'select freelancer_id::int as id from provider_freelancers where provider_id = $1',
    [own.providerId],
  )
  expect((await calculated({ userId: known?.id, amountFen: 50_000_00n })).vat).toBeNull()
})

it('levies the full rate after the last day of the reduction, and says that the threshold has lapsed', async () => {
  const { vat } = await calculated({ amountFen: 103_000_00n, day: '2028-01-01' })
  expect(vat).toMatchObject({ vatFen: 3_000_00n, surchargesFen: 360_00n })
  expect(vat?.trace[1]?.value).toContain('已于 2027-12-31 到期，请以新公告为准')
})
