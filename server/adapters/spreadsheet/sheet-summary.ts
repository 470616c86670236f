// What a reader tells of a sheet that it has read to its end.

import type { AmountUnit } from '@paywages/domain/payouts/amount-units.ts'
import type { AmountMeaning } from '@paywages/domain/payouts/amount-words.ts'
import type { HiddenParts } from '@paywages/domain/payouts/hidden-parts.ts'
import type { ImpliedMonth } from '@paywages/domain/payouts/implied-months.ts'
import type { SkippedRow } from '@paywages/domain/payouts/other-rows.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'

export type SheetSummary = {
  readonly total: number
  readonly sheetName: string
  readonly headingRow: number
  /** The sheet's own headings over our fields. */
  readonly headings: Readonly<Partial<Record<SheetField, string>>>
  /** Headings of columns that were not read. */
  readonly unused: readonly string[]
  /** The remembered layout that it was read by. */
  readonly layoutKey?: string | undefined
  readonly amountMeaning: AmountMeaning
  /** Of amounts that were turned into yuan; their own heading is none of the marked copy's then. */
  readonly unit?: AmountUnit
  /** What months without a whole year were confirmed to be. */
  readonly months?: readonly ImpliedMonth[]
  readonly skipped: readonly SkippedRow[]
  readonly hidden: HiddenParts
  /** Required fields whose column is empty from top to bottom. */
  readonly blank: readonly SheetField[]
}
