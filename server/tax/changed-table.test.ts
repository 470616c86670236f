// A release with a new tax table: from its day on it holds for every door alike, and months before stay as they were (docs/rules/tax.md).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { TAX_TABLES } from '@paywages/domain/tax/tables.ts'
import type { TaxMethod, TaxTables } from '@paywages/domain/tax/tax-table.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { applyUpdateOf } from '../testing/doubted-transfer.ts'
import { downloadPack, startAt } from '../testing/filing-packs.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import {
  registerBatches,
  type StoredBatch,
  settleAll,
  storeBatch,
  takeStep,
} from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

/** From March on a quarter are costs, 6,000 come off a month, and of single payments a quarter too. */
const CHANGED: TaxTables = {
  cumulative: TAX_TABLES.cumulative.flatMap((table) => [
    table,
    { ...table, effectiveFrom: '2026-03-01', costShareBasisPoints: 2_500n, deductionPerMonthFen: 6_000_00n },
  ]),
  perPayment: TAX_TABLES.perPayment.flatMap((table) => [
    table,
    {
      ...table,
      effectiveFrom: '2026-03-01',
      allowances: [{ upToFen: null, kind: 'share', shareBasisPoints: 2_500n }],
    },
  ]),
}

let before: TestServices
let after: TestServices
let people: People

beforeAll(async () => {
  before = await openTestServices()
  after = await openTestServices({ sharing: before, taxTables: CHANGED })
  people = await createPeople(before)
})
afterAll(async () => {
  await expectMoneyTruths(after, [/the bank (did not|paid)/])
  await after.close()
  await before.close()
})

const at = (day: string) => `${day}T10:00:00+08:00`
const fixtureWith = (taxMethod: TaxMethod) => {
  before.clock.set(new Date(at('2026-01-05')))
  return openProviderFixture(before, people, { fen: 1_000_000_000n, taxMethod })
}
const taxOf = async ({ batchId }: StoredBatch) => (await transfersOf(after, batchId))[0]?.tax

async function explained(services: TestServices, fixture: ProviderFixture, { rowIds }: StoredBatch) {
  return (await signIn(services, fixture.pay)).answer('rowTax', { rowId: rowIds[0] ?? 0 })
}

/** Everything that is said of a closed month. */
async function reported(services: TestServices, { pay, providerId }: ProviderFixture, month: string) {
  const payer = await signIn(services, pay)
  const { sheets } = await downloadPack(payer, 'downloadDeclaration', {
    providerId: String(providerId),
    month,
  })
  const { rows } = await payer.answer('listStatementsOfPeople', { month, size: 100 })
  const papers = []
  for (const { statementId } of rows) {
    const { raw } = await payer.wire('downloadStatementsOfPeople', { statementIds: String(statementId) })
    papers.push(await pdfText(raw.rawPayload))
  }
  // With what came back, for which nobody has chosen another way.
  const lines = sheets.申报明细 ?? sheets['待选择-本期含更正'] ?? []
  return { lines, sheets, rows, papers }
}

const generate = async (services: TestServices) =>
  (await signIn(services, 'managerA')).answer('generateStatements', {})

/** January and February by the old release, March by the new one; one payout of February comes back in March. */
async function live(method: TaxMethod) {
  const fixture = await fixtureWith(method)
  const person = freshRow()
  const row = (of = person) => ({ ...of, amount: '30000', month: '2026-02', remark: 'waits for March' })
  const first = await startAt(before, fixture, at('2026-01-12'), person, '30000')
  await settleAll(before)
  const back = await startAt(before, fixture, at('2026-02-11'), freshRow(), '30000')
  const second = await startAt(before, fixture, at('2026-02-12'), person, '30000')
  await settleAll(before)
  const waiting = await readyBatch(before, fixture, [row()])
  const auditing = await storeBatch(before, fixture.pay, [row(freshRow()), row(freshRow())])
  await registerBatches(before)
  const oldTaxes = [await taxOf(waiting), await taxOf(auditing)]
  before.clock.set(new Date(at('2026-03-01')))
  await generate(before)
  const past = async (services: TestServices) => ({
    months: [await reported(services, fixture, '2026-01'), await reported(services, fixture, '2026-02')],
    reasons: [await explained(services, fixture, first), await explained(services, fixture, second)],
  })
  const reportedBefore = await past(before)
  const reportedAfter = await past(after)

  const payer = await signIn(after, fixture.pay)
  const asked = { amountFen: 30_000_00n, isNet: false, method, userId: await userOf(first) }
  const calculation = (day: string) => payer.answer('taxTrial', { ...asked, day })
  const calculations = [(await calculation('2026-02-28')).taxFen, (await calculation('2026-03-01')).taxFen]
  for (const cancelled of [true, false])
    await payer.answer('switchRows', { rowIds: auditing.rowIds.slice(0, 1), cancelled })
  const switched = await taxOf(auditing)
  await takeStep(after, fixture.pay, waiting.batchId, 'transferring')
  const uploaded = await readyBatch(after, fixture, [row(freshRow())])
  const uploadedTax = await taxOf(uploaded)
  await takeStep(after, fixture.pay, uploaded.batchId, 'transferring')
  await settleAll(after)
  await applyUpdateOf(after, back.batchId, 'returned')
  after.clock.set(new Date(at('2026-04-01')))
  await generate(after)
  return {
    person,
    oldTaxes,
    reportedBefore,
    reportedAfter,
    reportedLater: await past(after),
    calculations,
    switched,
    started: await taxOf(waiting),
    reason: await explained(after, fixture, waiting),
    uploaded: [uploadedTax, await taxOf(uploaded)],
    march: await reported(after, fixture, '2026-03'),
  }
}

async function userOf({ rowIds: [rowId] }: StoredBatch): Promise<number> {
  const [known] = await after.query<{ id: number }>(
    'select freelancer_id::float8 as id from freelancers join payout_lines using (id_hash) where row_id = $1',
    [rowId],
  )
  if (!known) throw new Error('nobody was registered')
  return known.id
}

const CASES = [
  {
    method: 'cumulative',
    // 60,000 × 80 % − 2 × 5,000 at 10 % − 2,520, less 570; then 30,000 × 75 % − 6,000 more at 10 %.
    taxes: { january: 570_00n, february: 710_00n, march: 1_650_00n, uploaded: 2_400_00n },
    // The only payment of a year: 24,000 − 5,000 or 22,500 − 6,000, at 3 %.
    single: { old: 570_00n, changed: 495_00n },
    figures: { 本期减除费用: 6_000, 累计费用: 19_500, 累计减除费用: 16_000, 应纳税额: 2_930 },
  },
  {
    method: 'per-payment',
    // 24,000 at 30 % − 2,000 each; then 22,500. A second one in February would be taxed with the first.
    taxes: { january: 5_200_00n, february: 5_200_00n, march: 4_750_00n, uploaded: 7_200_00n },
    single: { old: 5_200_00n, changed: 4_750_00n },
    figures: { 本期减除费用: 0, 累计费用: 7_500, 累计减除费用: 0, 应纳税额: 4_750 },
  },
] as const

describe.each(CASES)(
  'release of a new tax table with method $method',
  ({ method, taxes, single, figures }) => {
    let lived: Awaited<ReturnType<typeof live>>
    beforeAll(async () => {
      lived = await live(method)
    })

    it('leaves withheld tax, declarations, explanations and certificates of earlier months unchanged', () => {
      const { months, reasons } = lived.reportedBefore
      expect(reasons.map(({ taxFen }) => taxFen)).toEqual([taxes.january, taxes.february])
      expect(months.map(({ papers }) => papers.length)).toEqual([1, 2])
      expect(lived.reportedAfter).toEqual(lived.reportedBefore)
      expect(lived.reportedLater.months.map(({ sheets, papers }) => ({ sheets, papers }))).toEqual(
        months.map(({ sheets, papers }) => ({ sheets, papers })),
      )
    })

    it('applies from its day on to calculations, switched rows, explanations and starts, even of earlier uploads', () => {
      const { oldTaxes, calculations, switched, started, reason, uploaded } = lived
      expect(oldTaxes).toEqual([taxes.uploaded, single.old])
      expect(calculations).toEqual([taxes.uploaded, taxes.march])
      expect([switched, started, reason.taxFen]).toEqual([single.changed, taxes.march, taxes.march])
      expect(reason.lines.length).toBeGreaterThan(0)
      expect(uploaded).toEqual([single.changed, single.changed])
    })

    it('applies to declarations and certificates of its first month, but not to returns of earlier payouts', () => {
      const { person, march } = lived
      expect(march.lines.find(({ 姓名 }) => 姓名 === person.name)).toMatchObject({
        ...figures,
        本期费用: 7_500,
        本期预扣税额: Number(taxes.march) / 100,
        '结转（待抵为负）': 0,
      })
      expect(march.sheets.说明?.filter(({ 类别 }) => 类别 === '更正')).toMatchObject([
        { 事项: '退票', 发放月份: '2026-02', 收入: -30_000, 个税: -Number(single.old) / 100 },
      ])
      const paper = march.papers.find((words) => words.includes(person.name)) ?? ''
      for (const yuan of [7_500, figures.累计费用, figures.应纳税额])
        expect(paper).toContain(formatYuanGrouped(BigInt(yuan) * 100n))
    })
  },
)
