// The whole table of a transfer's life, state by word, written out by hand; and that no order of true words matters.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  effectOf,
  type Payment,
  type Posting,
  release,
  reserve,
  reverse,
  settle,
  settleLate,
} from '../ledger/postings.ts'
import {
  applyBankStatus,
  BANK_STATUSES,
  type BankStatus,
  isOpen,
  LEGAL_STEPS,
  type MoneyMove,
  TRANSFER_STATES,
  type TransferState,
} from './transfer-state.ts'

/** Where it goes, what happens to the money, and the alarm: "to [moves] !alarm". */
const TABLE: Readonly<Record<TransferState, Readonly<Record<BankStatus, string>>>> = {
  reserved: {
    succeeded: 'succeeded [settle] !unsent',
    rejected: 'reserved [] !unsent',
    'not-accepted': 'reserved [] !unsent',
    returned: 'returned [settle reverse] !unsent',
    processing: 'reserved [] !unsent',
    'not-found': 'reserved []',
    conflict: 'reserved [] !unsent',
  },
  sending: {
    succeeded: 'succeeded [settle]',
    rejected: 'failed [release]',
    'not-accepted': 'failed [release]',
    returned: 'returned [settle reverse]',
    processing: 'in-doubt []',
    'not-found': 'in-doubt []',
    conflict: 'in-doubt [] !contradiction',
  },
  'in-doubt': {
    succeeded: 'succeeded [settle]',
    rejected: 'failed [release]',
    'not-accepted': 'failed [release]',
    returned: 'returned [settle reverse]',
    processing: 'in-doubt []',
    'not-found': 'in-doubt []',
    conflict: 'in-doubt [] !contradiction',
  },
  manual: {
    succeeded: 'succeeded [settle]',
    rejected: 'failed [release]',
    'not-accepted': 'failed [release]',
    returned: 'returned [settle reverse]',
    processing: 'manual []',
    'not-found': 'manual []',
    conflict: 'manual [] !contradiction',
  },
  succeeded: {
    succeeded: 'succeeded []',
    rejected: 'succeeded [] !contradiction',
    'not-accepted': 'succeeded [] !contradiction',
    returned: 'returned [reverse]',
    processing: 'succeeded []',
    'not-found': 'succeeded []',
    conflict: 'succeeded []',
  },
  failed: {
    succeeded: 'succeeded [settle-late] !late-success',
    rejected: 'failed []',
    'not-accepted': 'failed []',
    returned: 'returned [settle-late reverse] !late-success',
    processing: 'failed []',
    'not-found': 'failed []',
    conflict: 'failed []',
  },
  returned: {
    succeeded: 'returned []',
    rejected: 'returned []',
    'not-accepted': 'returned []',
    returned: 'returned []',
    processing: 'returned []',
    'not-found': 'returned []',
    conflict: 'returned []',
  },
}

const cells = TRANSFER_STATES.flatMap((state) => BANK_STATUSES.map((status) => [state, status] as const))

describe('transitions of a transfer', () => {
  it.each(cells)('from %s on bank status %s match the table', (state, status) => {
    const { to, moves, alarm } = applyBankStatus(state, status)
    expect(`${to} [${moves.join(' ')}]${alarm ? ` !${alarm}` : ''}`).toBe(TABLE[state][status])
  })

  it.each(cells)(
    'from %s on bank status %s are legal, and money moves only with a state change',
    (state, status) => {
      const { to, moves } = applyBankStatus(state, status)
      if (to === state) expect(moves).toEqual([])
      else expect(LEGAL_STEPS).toContainEqual([state, to])
    },
  )
})

describe('legal steps of a transfer', () => {
  it('are exactly those of bank statuses, sending, files, giving up and manual resolution', () => {
    const byWords = cells
      .map(([state, status]) => [state, applyBankStatus(state, status).to])
      .filter(([from, to]) => from !== to)
    const byUs = [
      ['reserved', 'sending'],
      ['reserved', 'in-doubt'],
      ['reserved', 'failed'],
      ['in-doubt', 'sending'],
      ['in-doubt', 'manual'],
    ]
    const all = new Set([...byWords, ...byUs].map(String))
    expect(new Set(LEGAL_STEPS.map(String))).toEqual(all)
    expect(LEGAL_STEPS).toHaveLength(all.size)
  })

  it('never leave returned, never return to reserved and never reopen a final state', () => {
    for (const [from, to] of LEGAL_STEPS) {
      expect(from).not.toBe('returned')
      expect(to).not.toBe('reserved')
      if (!isOpen(from)) expect(isOpen(to)).toBe(false)
    }
  })
})

it.each<[TransferState, boolean]>([
  ['reserved', true],
  ['sending', true],
  ['in-doubt', true],
  ['manual', true],
  ['succeeded', false],
  ['failed', false],
  ['returned', false],
])('transfer state %s is open: %s', (state, open) => expect(isOpen(state)).toBe(open))

const payment: Payment = { amountFen: 1_000n, feeFen: 65n, taxFen: 30n, vatFen: 11n }
const MOVES: Readonly<Record<MoneyMove, (of: Payment) => Posting[]>> = {
  settle,
  release,
  'settle-late': settleLate,
  reverse,
}
/** What a transfer in that state has posted so far. */
const POSTED: Readonly<Record<TransferState, Posting[]>> = {
  reserved: reserve(1_000n, 65n),
  sending: reserve(1_000n, 65n),
  'in-doubt': reserve(1_000n, 65n),
  manual: reserve(1_000n, 65n),
  succeeded: [...reserve(1_000n, 65n), ...settle(payment)],
  failed: [...reserve(1_000n, 65n), ...release(payment)],
  returned: [...reserve(1_000n, 65n), ...settle(payment), ...reverse(payment)],
}

function live(from: TransferState, words: readonly BankStatus[]) {
  let state = from
  const postings = [...POSTED[from]]
  for (const status of words) {
    const turn = applyBankStatus(state, status)
    postings.push(...turn.moves.flatMap((move) => MOVES[move](payment)))
    state = turn.to
  }
  return { state, effect: effectOf(postings), phases: postings.map(({ phase }) => phase) }
}

describe('bank statuses in any order and repetition', () => {
  const NOISE = ['processing', 'not-found'] as const
  const truths: readonly (readonly [readonly BankStatus[], TransferState])[] = [
    [['succeeded'], 'succeeded'],
    [['succeeded', 'returned'], 'returned'],
    [['returned'], 'returned'],
    [['rejected'], 'failed'],
    [['not-accepted'], 'failed'],
    [['rejected', 'not-accepted'], 'failed'],
  ]
  const sent = fc.constantFrom<TransferState[]>('sending', 'in-doubt', 'manual')

  it.each(truths)('%j ends in %s with the matching postings', (truth, end) =>
    fc.assert(
      fc.property(
        sent,
        fc.array(fc.constantFrom<BankStatus[]>(...truth, ...NOISE), { maxLength: 12 }),
        fc.shuffledSubarray([...truth], { minLength: truth.length }),
        fc.nat(12),
        (from, noise, all, place) => {
          // Every true word at least once, anywhere among the repetitions.
          const words = [...noise.slice(0, place), ...all, ...noise.slice(place)]
          const { state, effect, phases } = live(from, words)
          expect(state).toBe(end)
          expect(effect).toEqual(effectOf(POSTED[end]))
          expect(new Set(phases).size).toBe(phases.length)
        },
      ),
      { numRuns: 300 },
    ),
  )

  it('ends as succeeded after an earlier denial and posts each phase once', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<TransferState[]>(...TRANSFER_STATES),
        fc.array(fc.constantFrom(...BANK_STATUSES)),
        (from, words) => {
          const { state, effect, phases } = live(from, words)
          expect(new Set(phases).size).toBe(phases.length)
          expect(effect).toEqual(effectOf(POSTED[state]))
          const wasPaid = from === 'returned' || words.includes('returned')
          if (wasPaid) expect(state).toBe('returned')
          else if (from === 'succeeded' || words.includes('succeeded')) expect(state).toBe('succeeded')
        },
      ),
      { numRuns: 1_000 },
    ))
})
