// What the thread that cuts receipts is asked, and what it tells.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import type { ThreadAnswer } from './ask-thread.ts'

/** Where a receipt stands, and what it said when it was stored. */
export type ReceiptPlace = {
  readonly page: number
  /** Counted from the top of its page. */
  readonly place: number
  readonly amountFen: Fen
  readonly name: string
}

export type ReceiptRequest = { readonly file: SealedCopy; readonly receipts: readonly ReceiptPlace[] }

/** In the order in which they were asked for; null where the page says something else by now. */
export type ReceiptAnswer = ThreadAnswer<readonly (Uint8Array | null)[]>
