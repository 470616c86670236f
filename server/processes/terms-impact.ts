// What a proposed change of a provider's rate means in fees, by what it paid out lately: proposals ask, payouts know (D47).

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { feeChange, IMPACT_DAYS } from '@paywages/domain/proposals/terms-impact.ts'
import { figuresByDay } from '../payouts/day-store.ts'
import { openBatches } from '../payouts/waiting-store.ts'
import type { TermsImpact } from '../proposals/routes.ts'
import type { StoredTerms } from '../providers/guarded-terms.ts'

export const termsImpact: TermsImpact = async (tx, { providerId, change }, at) => {
  if (change === null) return null
  const { from, to } = change as { from: StoredTerms; to: StoredTerms }
  if (from.serviceRate === to.serviceRate) return null
  const range = {
    from: shanghaiDay(new Date(at.getTime() - (IMPACT_DAYS - 1) * DAY_MS)),
    to: shanghaiDay(at),
  }
  const days = await figuresByDay(tx, { of: 'provider', providerId }, range)
  const paidFen = days.reduce((sum, { succeededFen }) => sum + succeededFen, 0n)
  const feeChangeFen = feeChange(paidFen, from.serviceRate, to.serviceRate) ?? 0n
  return { paidFen, feeChangeFen, openBatches: (await openBatches(tx, providerId)).length }
}
