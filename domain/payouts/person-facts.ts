// What is on record about a person at a provider when a sheet is validated.

import type { Fen } from '../money/fen.ts'

/** What is on record about one person at this provider. */
export type PersonFacts = {
  readonly restricted: boolean
  /** The name that binds: after a succeeded transfer or a signing (D26). */
  readonly boundName: string | undefined
  readonly signed: boolean
  /** Succeeded and in flight this month, and waiting in live batches (D16). */
  readonly monthSoFarFen: Fen
  readonly paidCount: number
  /** The card key of the last succeeded transfer. */
  readonly lastPaidCardKey: string | undefined
  /** The keys of cards whose last payout failed or came back. */
  readonly failedCardKeys: readonly string[]
  readonly usualFen: Fen | undefined
  /** Other batches, by their number, that hold the same amount and month for this person. */
  readonly sameElsewhere: readonly {
    readonly amountFen: Fen
    readonly month: string
    readonly batchNo: string
  }[]
}
