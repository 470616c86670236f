// A provider with a closed month that corrects an older one, and what a pack says of its ties.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { FilingWay } from '@paywages/domain/tax/correction-filing.ts'
import { signIn } from './client.ts'
import { applyUpdateOf, sendInVain } from './doubted-transfer.ts'
import { downloadPack, type PackLine, payAt, startAt } from './filing-packs.ts'
import { settleAll } from './payout-batches.ts'
import { freshRow } from './payout-sheet.ts'
import type { ProviderFixture } from './provider-fixture.ts'
import { closeMonthsAt } from './tax.ts'
import type { TestServices } from './test-services.ts'

/**
 * January: 30,000 to 安一 that come back, and 10,000 to 白二 answered late. February, which books both: another 10,000 to 白二, and
 * to 安一 what is asked for; without it 安一 falls below zero.
 */
export async function liveReturnAndLateSuccess(
  services: TestServices,
  fixture: ProviderFixture,
  { further }: { readonly further?: string } = {},
): Promise<void> {
  const [one, other] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  const back = await payAt(services, fixture, '2026-01-10T10:00:00+08:00', one, '30000')
  await startAt(services, fixture, '2026-01-31T10:00:00+08:00', other, '10000')
  await sendInVain(services, 'lost-answer')
  await closeMonthsAt(services, fixture, new Date('2026-02-01T09:00:00+08:00'))
  await settleAll(services)
  await applyUpdateOf(services, back.batchId, 'returned')
  await payAt(services, fixture, '2026-02-10T10:00:00+08:00', other, '10000')
  if (further !== undefined) await payAt(services, fixture, '2026-02-11T10:00:00+08:00', one, further)
  await closeMonthsAt(services, fixture, new Date('2026-03-01T09:00:00+08:00'))
}

/** What the sheet that ties finds amiss, line by line. */
export const gapsIn = (ties: readonly PackLine[] | undefined): (string | number | undefined)[] | undefined =>
  ties?.filter(({ 项目 }) => String(项目).endsWith('差额')).map(({ 金额 }) => 金额)

type Place = { readonly services: TestServices; readonly fixture: ProviderFixture }

/** What a manager does about corrections of the present fixture. */
export function correctionSteps(place: () => Place) {
  /** New each time: months pass in these tests, and sessions end. */
  const manager = () => signIn(place().services, 'managerA')
  const ours = () => String(place().fixture.providerId)
  const choice = (month: Month, correctedMonth: Month, way: FilingWay) => ({
    providerId: place().fixture.providerId,
    month,
    correctedMonth,
    way,
  })
  return {
    manager,
    choice,
    file: async (...[month, correctedMonth, way]: Parameters<typeof choice>) =>
      (await manager()).call('fileCorrection', choice(month, correctedMonth, way)),
    declaration: async (month: Month) =>
      downloadPack(await manager(), 'downloadDeclaration', { providerId: ours(), month }),
    corrected: async (month: Month, correctMonth: Month) =>
      downloadPack(await manager(), 'downloadCorrectedMonth', { providerId: ours(), month, correctMonth }),
    corrections: async (month: Month) => {
      const asked = { providerId: place().fixture.providerId, month }
      return (await (await manager()).answer('listCorrections', asked)).rows
    },
  }
}

/** Who is told with which income and tax. */
export const brief = (sheet: readonly PackLine[] | undefined) =>
  sheet?.map(({ 姓名, 本期收入, 本期预扣税额 }) => [姓名, 本期收入, 本期预扣税额])
