// A person's lines on a month's declaration, at the boundaries: with and without payouts, withheld or not, with and without something entered.

import { expect, it } from 'vitest'
import type { TaxCounting, WithheldAs } from './counted-history.ts'
import { declaredLines } from './declared-lines.ts'

type Case = [
  string,
  year: WithheldAs[],
  booked: WithheldAs[],
  last: WithheldAs,
  entered: boolean,
  WithheldAs[],
]

const CASES: readonly Case[] = [
  ['payouts of one way', ['cumulative'], ['cumulative'], 'cumulative', false, ['cumulative']],
  [
    'payouts of every way',
    ['none', 'per-payment', 'cumulative'],
    ['none', 'per-payment', 'cumulative'],
    'none',
    true,
    ['cumulative', 'per-payment', 'none'],
  ],
  ['no payout, something entered', ['cumulative'], [], 'cumulative', true, ['cumulative']],
  ['no payout, after per payment', ['cumulative', 'per-payment'], [], 'per-payment', true, ['per-payment']],
  ['no payout, after some not withheld', ['cumulative', 'none'], [], 'none', true, ['cumulative']],
  ['the same per payment', ['per-payment', 'none'], [], 'none', true, ['per-payment']],
  ['no payout, after none withheld in the year', ['none'], [], 'none', true, ['none']],
  ['payouts not withheld', ['cumulative', 'none'], ['none'], 'none', false, ['none']],
  ['the same and something entered', ['cumulative', 'none'], ['none'], 'none', true, ['cumulative', 'none']],
  ['the same without any withheld in the year', ['none'], ['none'], 'none', true, ['none']],
]

it.each(CASES)('%s', (_, year, booked, last, entered, lines) => {
  const month = { year: new Set(year), booked: new Set(booked), last, entered }
  expect(declaredLines({ ...month, counting: 'first-income' })).toEqual(lines)
})

it.each(['all', 'method'] as const)(
  'has no line without income beside payouts not withheld where they were counted by %s',
  (counting: TaxCounting) => {
    const year = new Set<WithheldAs>(['cumulative', 'none'])
    const month = { year, last: 'none', counting, entered: true } as const
    expect(declaredLines({ ...month, booked: new Set(['none']) })).toEqual(['none'])
    expect(declaredLines({ ...month, booked: new Set() })).toEqual(['none'])
  },
)
