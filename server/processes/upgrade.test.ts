// The data of each landed milestone, upgraded to this release: every invariant holds, and work goes on.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { RowWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import { type WarningAbouts, warningsIn } from '@paywages/domain/payouts/warning-mask.ts'
import type { TaxCounting } from '@paywages/domain/tax/counted-history.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { administratorUrl } from '../adapters/postgres/release.ts'
import { verifyInvariants } from '../invariants/verify.ts'
import { explainTax, type TaxTerms } from '../payouts/provisional-tax.ts'
import { openOldFormResealer, resealRows } from '../payouts/reseal-rows.ts'
import type { EmptyDatabase } from '../testing/empty-database.ts'
import { milestones, restoreMilestone, SchemaLadder } from '../testing/milestone-data.ts'
import { ORDERS } from '../testing/orders-of-batch.ts'
import { movableClock, openTestServices, type TestServices } from '../testing/test-services.ts'
import { startedHistory } from '../transfers/tax-history-store.ts'

type StartedRow = TaxTerms & {
  readonly taxCounting: TaxCounting
  readonly rowId: number
  readonly idHash: string
  readonly batchId: number
  readonly taxFen: bigint
  readonly startedAt: Date
}

const ladder = new SchemaLadder()
afterAll(() => ladder.drop())

/** Random years with gaps and closed months, and for each provider a batch that waits for its start after a gap. */
const GAPS = '0025-orders.sql.gz'
/** The largest one whose rows are sealed under the keys of their batches already. */
const KEYED = '0115-bank-files.sql.gz'

/** What was started stays explained by the rule of its release, to the fen; what waits goes by the new one. */
async function expectTaxedAsBefore(services: TestServices): Promise<void> {
  const started = await services.query<StartedRow>(
    `select r.row_id::int as "rowId", r.id_hash as "idHash", r.tax_fen as "taxFen", b.batch_id::int as "batchId", b.provider_id as "providerId",
      b.tax_method as "taxMethod", b.gap_rule as "gapRule", b.tax_counting as "taxCounting", b.started_at as "startedAt"
     from payout_lines r join payout_batches b using (batch_id) join row_transfers t using (row_id) where b.withholds_tax order by 1`,
  )
  const { taxTables } = services
  let otherwise = 0
  for (const row of started) {
    const explain = (gapRule: GapRule) =>
      services.database.query((tx) =>
        explainTax(tx, { ...row, gapRule, taxTables }, row, shanghaiDay(row.startedAt), startedHistory),
      )
    expect((await explain(row.gapRule))?.withheldFen).toBe(row.taxFen)
    if ((await explain('everything'))?.withheldFen !== row.taxFen) otherwise += 1
  }
  // The new rule would have taxed some of them otherwise: without them this would prove nothing.
  expect(otherwise).toBeGreaterThan(5)
  expect(
    await services.query(
      'select distinct gap_restarts, payment_month is not null as started, gap_rule from payout_batches order by 1, 2',
    ),
  ).toEqual([
    { gap_restarts: false, started: false, gap_rule: 'nothing' },
    { gap_restarts: false, started: true, gap_rule: 'nothing' },
    { gap_restarts: true, started: false, gap_rule: 'everything' },
    { gap_restarts: true, started: true, gap_rule: 'months' },
  ])
}

const isOldForm = async ({ query }: TestServices) =>
  (await query('select from payout_batches where data_key is null limit 1')).length > 0

/** The worker seals batch by batch anew; what was approved still is, and everybody is who they were. */
async function expectSealedAnew(services: TestServices): Promise<void> {
  const people = async () => {
    const rows = await services.query<{ sealed: string }>('select sealed from payout_lines order by row_id')
    return rows.map(({ sealed }) => services.cipher.openRow(sealed))
  }
  const old = `select batch_id::int as id, status = 'transferring' and ended_at is null as "underWay" from payout_batches
    where data_key is null`
  const [before, waiting] = [await people(), await services.query<{ underWay: boolean }>(old)]
  const reseal = openOldFormResealer(services, ORDERS)
  let done = 0
  while (await reseal()) done += 1
  expect(done).toBe(waiting.filter(({ underWay }) => !underWay).length)
  expect(await people()).toEqual(before)
  expect(await services.query(old)).toEqual(waiting.filter(({ underWay }) => underWay))
  const findings = await verifyInvariants(services, { bankDays: 0 })
  expect(findings.filter(({ invariant }) => invariant !== 'I8' && invariant !== 'I9')).toEqual([])
  // What is under way is sealed anew by a rotation of keys, or when it has ended.
  expect((await resealRows(services, ORDERS)).leftAlone).toEqual([])
  expect(await people()).toEqual(before)
}

/** Once kept as JSON with each row; undefined where the milestone keeps them as this release does. */
async function warningsBefore({ query }: EmptyDatabase): Promise<RowWarning[][] | undefined> {
  const kept = await query(
    "select 1 from information_schema.columns where table_name = 'payout_rows' and column_name = 'warnings'",
  )
  if (kept.length === 0) return undefined
  const rows = await query<{ warnings: RowWarning[] | null }>(
    'select warnings from payout_rows order by row_id',
  )
  return rows.map(({ warnings }) => warnings ?? [])
}

async function warningsOfRows(services: TestServices): Promise<RowWarning[][]> {
  const rows = await services.query<{ mask: number; abouts: WarningAbouts | null }>(
    'select warning_mask as mask, warning_abouts as abouts from payout_rows order by row_id',
  )
  return rows.map(({ mask, abouts }) => warningsIn(mask, abouts))
}

it.each(milestones())('%s', async (milestone) => {
  const database = await ladder.copyAt(milestone)
  onTestFinished(database.drop)
  const { takenAt, secretKey } = await restoreMilestone(database, milestone)
  const before = await warningsBefore(database)
  await migrate(database.url, { appUser, jobs: false })
  const url = new URL(database.url)
  url.username = appUser
  const home = { url: url.href, ownerUrl: administratorUrl(database.url), drop: async () => undefined }
  const services = await openTestServices({
    home,
    clock: movableClock(takenAt),
    settings: { SECRET_KEY: secretKey },
  })
  try {
    const findings = await verifyInvariants(services, { bankDays: 0 })
    // Nobody works on it, and the cluster of tests gives durability up.
    expect(findings.filter(({ invariant }) => invariant !== 'I8' && invariant !== 'I9')).toEqual([])
    const warnings = await warningsOfRows(services)
    expect(warnings.length).toBeGreaterThan(50)
    if (before) expect(warnings).toEqual(before)
    if (milestone === GAPS) await expectTaxedAsBefore(services)
    if (milestone === KEYED || (await isOldForm(services))) await expectSealedAnew(services)
  } finally {
    await services.close()
  }
})
