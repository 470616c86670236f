// Records on which declaration the corrections of an old month were filed: once, for good, and for one manager (docs/rules/tax.md).

import { type Month, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { type FilingWay, validateFiling } from '@paywages/domain/tax/correction-filing.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused, refuseIf } from '../../refused.ts'
import { correctionEntries, earliestOpen, filingsOf, insertFiling } from '../periods/correction-store.ts'
import { lockPeriods } from '../periods/period-store.ts'
import { belowZeroNames } from './below-zero.ts'
import { findPeriod } from './filing-store.ts'

export type CorrectionChoice = {
  readonly providerId: number
  /** The period that booked the corrections, and the month they correct. */
  readonly month: Month
  readonly correctedMonth: Month
  readonly way: FilingWay
}

/** So many are named to whoever is refused; the page names more. */
const MAX_NAMED = 5

/** Under the lock of the provider's periods: of two who choose at once one is told what the other chose. */
export async function fileCorrection(services: Services, by: Actor, choice: CorrectionChoice): Promise<void> {
  const { providerId, month, correctedMonth, way } = choice
  await services.database.transact(async (tx) => {
    await lockPeriods(tx, providerId)
    const provider = await findProvider(tx, providerId)
    if (provider === undefined) throw new Refused('not-found')
    const period = await findPeriod(tx, providerId, month)
    if (period === undefined) throw new Refused('tax-month-open', { month })
    const { taxId } = period
    const corrections = (await correctionEntries(tx, taxId)).filter((one) => one.month === correctedMonth)
    const filing = (await filingsOf(tx, taxId)).get(correctedMonth)
    const earlierOpen = await earliestOpen(tx, providerId, month)
    const open = new Map(filing === undefined ? [[correctedMonth, corrections]] : [])
    const names = (await belowZeroNames(tx, { taxId, providerId, month }, open)).get(correctedMonth) ?? []
    const state = {
      exists: corrections.length > 0,
      filed: filing?.way,
      earlierOpen,
      belowZero: names.length > 0,
    }
    refuseIf(validateFiling(state, way, by.person), {
      month,
      correctedMonth,
      earlier: earlierOpen ?? '',
      way: filing?.way ?? '',
      name: filing?.byName ?? '',
      at: filing === undefined ? '' : shanghaiMinute(filing.at),
      people: names.length,
      names: names.slice(0, MAX_NAMED).join('、'),
    })
    await insertFiling(tx, {
      taxId,
      month: correctedMonth,
      way,
      by: by.person.accountId,
      at: by.at,
    })
    await recordEntry(tx, by, {
      action: 'file-tax-correction',
      object: { kind: 'tax-proof', id: taxId, name: `${provider.name} ${month}` },
      providerId,
      after: {
        month,
        correctedMonth,
        filingWay: way,
        count: corrections.length,
        income: formatYuan(corrections.reduce((sum, { incomeFen }) => sum + incomeFen, 0n)),
        tax: formatYuan(corrections.reduce((sum, { taxFen }) => sum + taxFen, 0n)),
      },
    })
  })
}
