// The kinds of sheets that people upload, by the headings that each of them has.

import { PEOPLE_SHEET } from '@paywages/domain/freelancers/people-columns.ts'
import { PAYOUT_SHEET, type SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import { ADJUSTMENT_SHEET } from '@paywages/domain/tax/adjustments/adjustment-columns.ts'

/** A plan holds a map, which is cheaper to find again in the thread than to send there. */
export type SheetKind = 'payouts' | 'people' | 'adjustments'

export const SHEET_PLANS: Readonly<Record<SheetKind, SheetPlan>> = {
  payouts: PAYOUT_SHEET,
  people: PEOPLE_SHEET,
  adjustments: ADJUSTMENT_SHEET,
}
