// What the reading thread tells; the other way only "one more chunk" is said.

import type { SheetRefusal } from '@paywages/wire/payouts/messages.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'

export type SheetMessage =
  | { readonly kind: 'rows'; readonly packed: string; readonly count: number }
  | { readonly kind: 'end'; readonly total: number }
  | {
      readonly kind: 'refused'
      readonly code: SheetRefusal
      readonly detail: RefusalDetail
      readonly why: string
    }
