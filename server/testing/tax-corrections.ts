// A provider with a closed month that corrects an older one, and what a pack says of its ties.

import { applyUpdateOf, sendInVain } from './doubted-transfer.ts'
import { type PackLine, payAt, startAt } from './filing-packs.ts'
import { settleAll } from './payout-batches.ts'
import { freshRow } from './payout-sheet.ts'
import type { ProviderFixture } from './provider-fixture.ts'
import { closeMonthsAt } from './tax.ts'
import type { TestServices } from './test-services.ts'

/** January: 30,000 to 安一 that come back, and 10,000 to 白二 answered late. February, which books both: another 10,000 to 白二. */
export async function liveReturnAndLateSuccess(
  services: TestServices,
  fixture: ProviderFixture,
): Promise<void> {
  const [one, other] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  const back = await payAt(services, fixture, '2026-01-10T10:00:00+08:00', one, '30000')
  await startAt(services, fixture, '2026-01-31T10:00:00+08:00', other, '10000')
  await sendInVain(services, 'lost-answer')
  await closeMonthsAt(services, fixture, new Date('2026-02-01T09:00:00+08:00'))
  await settleAll(services)
  await applyUpdateOf(services, back.batchId, 'returned')
  await payAt(services, fixture, '2026-02-10T10:00:00+08:00', other, '10000')
  await closeMonthsAt(services, fixture, new Date('2026-03-01T09:00:00+08:00'))
}

/** What the sheet that ties finds amiss, line by line. */
export const gapsIn = (ties: readonly PackLine[] | undefined): (string | number | undefined)[] | undefined =>
  ties?.filter(({ 项目 }) => String(项目).endsWith('差额')).map(({ 金额 }) => 金额)
