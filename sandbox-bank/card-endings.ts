// What the last four digits of a payee card make the bank do (D24).

import type { Code, TransferStatus } from './transfer.ts'

/** How long the delayed things take; settable through /control. */
export type Delays = { readonly slowMs: number; readonly notAcceptedMs: number; readonly returnMs: number }

export const DEFAULT_DELAYS: Delays = { slowMs: 5_000, notAcceptedMs: 10_000, returnMs: 10_000 }

export type CardEnding = {
  readonly status: TransferStatus
  readonly code: Code
  /** How long until the transfer takes its next step, if it has one. */
  readonly delay?: keyof Delays
  /** What becomes of the call that brings the transfer first; it is answered when nothing is said. */
  readonly call?: 'hangs' | 'fails' | 'follows-callbacks'
}

export const CARD_ENDINGS: Readonly<Record<string, CardEnding>> = {
  '0001': { status: 'rejected', code: '1001' },
  '0002': { status: 'rejected', code: '1002' },
  '0003': { status: 'processing', code: '2000', delay: 'slowMs' },
  '0004': { status: 'succeeded', code: '0000', call: 'hangs' },
  '0005': { status: 'held', code: '2404', delay: 'notAcceptedMs', call: 'hangs' },
  '0006': { status: 'succeeded', code: '0000', delay: 'returnMs' },
  '0007': { status: 'succeeded', code: '0000', call: 'fails' },
  '0008': { status: 'succeeded', code: '0000', call: 'follows-callbacks' },
}

const ANY_OTHER: CardEnding = { status: 'succeeded', code: '0000' }

export function endingOf(cardTail: string): CardEnding {
  return CARD_ENDINGS[cardTail] ?? ANY_OTHER
}
