// Every phase is a line of the fund flow or leaves the balance as it is, and the flow of any life of money ends at its balance.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addStandings,
  balanceMove,
  bringsIn,
  EMPTY_ACCOUNT,
  FLOW_KINDS,
  type FlowKind,
  flowPhases,
  flowRuleOf,
  inAndOut,
  sumByKind,
} from './fund-flow.ts'
import { effectOf, PHASES, type Phase } from './postings.ts'

const EVERY = Object.keys(PHASES) as Phase[]

describe('fund flow of each ledger phase', () => {
  /** Kind, what it does to the balance, what it does to the part that is held; written out by hand. */
  const table: Readonly<Record<Phase, readonly [FlowKind | 'none', bigint, bigint]>> = {
    recharge: ['recharge', 7n, 0n],
    'recharge-reversal': ['reversal', -7n, 0n],
    reserve: ['none', 0n, 7n],
    'reserve-fee': ['none', 0n, 7n],
    'settle-net': ['payout', -7n, -7n],
    'settle-fee': ['fee', -7n, -7n],
    'settle-tax': ['tax', -7n, -7n],
    'settle-vat': ['vat', -7n, -7n],
    release: ['none', 0n, -7n],
    'release-fee': ['none', 0n, -7n],
    'late-net': ['payout', -7n, 0n],
    'late-fee': ['fee', -7n, 0n],
    'late-tax': ['tax', -7n, 0n],
    'late-vat': ['vat', -7n, 0n],
    'return-net': ['returned-payout', 7n, 0n],
    'return-fee': ['returned-fee', 7n, 0n],
    'return-tax': ['returned-tax', 7n, 0n],
    'return-vat': ['returned-vat', 7n, 0n],
    shortfall: ['none', 0n, 0n],
    cover: ['none', 0n, 0n],
  }

  it.each(EVERY)('maps phase %s to its kind and its effect on the balance', (phase) => {
    const [kind, balanceFen, heldFen] = table[phase]
    expect(flowRuleOf(phase)?.kind ?? 'none').toBe(kind)
    expect(balanceMove(phase, 7n)).toEqual({ balanceFen, heldFen })
  })

  it.each(EVERY)('lists phase %s exactly when it changes the balance', (phase) => {
    expect(flowPhases().includes(phase)).toBe(balanceMove(phase, 1n).balanceFen !== 0n)
  })

  it('marks late phases only', () => {
    expect(EVERY.filter((phase) => flowRuleOf(phase)?.late)).toEqual([
      'late-net',
      'late-fee',
      'late-tax',
      'late-vat',
    ])
  })
})

it('maps every kind to phases of one direction', () => {
  for (const kind of FLOW_KINDS) {
    const ways = new Set(flowPhases(kind).map((phase) => balanceMove(phase, 1n).balanceFen))
    expect([kind, [...ways]]).toEqual([kind, [bringsIn(kind) ? 1n : -1n]])
  }
  expect(FLOW_KINDS.filter(bringsIn)).toEqual([
    'recharge',
    'returned-payout',
    'returned-tax',
    'returned-vat',
    'returned-fee',
  ])
})

it('keeps the sums by kind equal to the change of the balance', () => {
  const posting = fc.record({ phase: fc.constantFrom(...EVERY), amountFen: fc.bigInt(1n, 10n ** 12n) })
  fc.assert(
    fc.property(fc.array(posting), (postings) => {
      const kinds = sumByKind(postings.map((one) => ({ ...one, lines: 1 })))
      const { inFen, outFen } = inAndOut(kinds)
      const { available, held, suspense } = effectOf(postings)
      expect(inFen - outFen).toBe(available + held + suspense)
      const moves = postings.map(({ phase, amountFen }) => balanceMove(phase, amountFen))
      expect(moves.reduce(addStandings, EMPTY_ACCOUNT)).toEqual({
        balanceFen: available + held + suspense,
        heldFen: held,
      })
      expect(kinds.reduce((lines, kind) => lines + kind.lines, 0)).toBe(
        postings.filter(({ phase }) => flowRuleOf(phase) !== null).length,
      )
    }),
  )
})
