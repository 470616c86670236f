// The life of one transfer: what each update from the bank makes of it (docs/rules/reliability.md, D21).

export const TRANSFER_STATES = [
  'reserved',
  'sending',
  'in-doubt',
  'manual',
  'succeeded',
  'failed',
  'returned',
] as const

export type TransferState = (typeof TRANSFER_STATES)[number]

/**
 * What a signed answer, callback or statement line says. `not-accepted` is the bank's definite word that it never took the
 * order and never will; `not-found` is no such word: the order may still be under way.
 */
export const BANK_STATUSES = [
  'succeeded',
  'rejected',
  'not-accepted',
  'returned',
  'processing',
  'not-found',
  'conflict',
] as const

export type BankStatus = (typeof BANK_STATUSES)[number]

/** What happens to the money. `late` pays again what had been released; `reverse` takes back what was paid. */
export type MoneyMove = 'settle' | 'release' | 'settle-late' | 'reverse'

export type Alarm = 'late-success' | 'contradiction' | 'unsent' | 'amount-differs'

export type Transition = {
  readonly to: TransferState
  readonly moves: readonly MoneyMove[]
  readonly alarm?: Alarm
}

const stays = (state: TransferState, alarm?: Alarm): Transition => ({
  to: state,
  moves: [],
  ...(alarm ? { alarm } : {}),
})

/** An order the bank holds or may hold: whatever definite word comes first ends it. */
function whileOpen(state: 'sending' | 'in-doubt' | 'manual', status: BankStatus): Transition {
  switch (status) {
    case 'succeeded':
      return { to: 'succeeded', moves: ['settle'] }
    case 'rejected':
    case 'not-accepted':
      return { to: 'failed', moves: ['release'] }
    case 'returned':
      // The return was heard before the success: both happened.
      return { to: 'returned', moves: ['settle', 'reverse'] }
    case 'conflict':
      // Another order under our reference: nothing can be concluded for ours.
      return { to: state === 'manual' ? 'manual' : 'in-doubt', moves: [], alarm: 'contradiction' }
    default:
      return { to: state === 'manual' ? 'manual' : 'in-doubt', moves: [] }
  }
}

/** The whole table, state by word; callbacks, answers and statements may come in any order and any number. */
export function applyBankStatus(state: TransferState, status: BankStatus): Transition {
  switch (state) {
    case 'sending':
    case 'in-doubt':
    case 'manual':
      return whileOpen(state, status)
    case 'reserved':
      return whileReserved(status)
    case 'failed':
      if (status === 'succeeded') return { to: 'succeeded', moves: ['settle-late'], alarm: 'late-success' }
      if (status === 'returned')
        return { to: 'returned', moves: ['settle-late', 'reverse'], alarm: 'late-success' }
      return stays('failed')
    case 'succeeded':
      if (status === 'returned') return { to: 'returned', moves: ['reverse'] }
      if (status === 'rejected' || status === 'not-accepted') return stays('succeeded', 'contradiction')
      return stays('succeeded')
    case 'returned':
      return stays('returned')
  }
}

/** The bank cannot know an order that was never sent; if it says it paid, believe it, and call someone. */
function whileReserved(status: BankStatus): Transition {
  if (status === 'succeeded') return { to: 'succeeded', moves: ['settle'], alarm: 'unsent' }
  if (status === 'returned') return { to: 'returned', moves: ['settle', 'reverse'], alarm: 'unsent' }
  return stays('reserved', status === 'not-found' ? undefined : 'unsent')
}

/** Every step that a transfer's history may hold, beside staying where it is. */
export const LEGAL_STEPS: readonly (readonly [TransferState, TransferState])[] = [
  ['reserved', 'sending'],
  // By a file that was handed to the bank, or withdrawn before it was (ADR 81).
  ['reserved', 'in-doubt'],
  ['reserved', 'failed'],
  ['reserved', 'succeeded'],
  ['reserved', 'returned'],
  ['sending', 'succeeded'],
  ['sending', 'failed'],
  ['sending', 'returned'],
  ['sending', 'in-doubt'],
  ['in-doubt', 'sending'],
  ['in-doubt', 'succeeded'],
  ['in-doubt', 'failed'],
  ['in-doubt', 'returned'],
  ['in-doubt', 'manual'],
  ['manual', 'succeeded'],
  ['manual', 'failed'],
  ['manual', 'returned'],
  ['succeeded', 'returned'],
  ['failed', 'succeeded'],
  ['failed', 'returned'],
]

export function isOpen(state: TransferState): boolean {
  return state === 'reserved' || state === 'sending' || state === 'in-doubt' || state === 'manual'
}
