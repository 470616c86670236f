// A monthly limit above 92,000 yuan is never set by accident (D16).

import { limitNeedsConfirmation } from '@paywages/domain/limits/monthly-limit.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { providerFormLabels as labels } from './labels.ts'

/** Tells whether to go on: true when nothing has to be confirmed, or when it was. */
export function useLimitQuestion(): (limitFen: bigint | undefined, keptFen?: bigint) => Promise<boolean> {
  const confirm = useConfirm()
  return async (limitFen, keptFen) => {
    if (limitFen === undefined || limitFen === keptFen || !limitNeedsConfirmation(limitFen)) return true
    return confirm({
      title: labels.limitTitle,
      object: labels.limitBody(formatYuanGrouped(limitFen)),
      warning: labels.limitWarning,
      action: labels.limitAction,
    })
  }
}
