// What the reading thread tells; the other way only a sheet and "one more chunk" are said.

import type { SheetRefusal } from '@paywages/wire/payouts/messages.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import type { RowPack } from './row-packing.ts'
import type { SheetQuestion } from './sheet-question.ts'
import type { SheetSummary } from './sheet-summary.ts'

export type SheetMessage =
  | ({ readonly kind: 'rows'; readonly share?: number | undefined } & RowPack)
  | { readonly kind: 'question'; readonly question: SheetQuestion }
  | { readonly kind: 'end'; readonly summary: SheetSummary }
  | {
      readonly kind: 'refused'
      readonly code: SheetRefusal
      readonly detail: RefusalDetail
      readonly why: string
    }
