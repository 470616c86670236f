// Tests when personal data has been kept long enough, at the edges of days, years and decisions.

import { describe, expect, it } from 'vitest'
import {
  allYears,
  changedPeriods,
  comingPeriods,
  type DecidedPeriod,
  type ErasureFacts,
  erasableFrom,
  erasesFrom,
  judgeErasure,
  validateLift,
  validateYears,
  yearsInForce,
} from './retention.ts'
import { RETENTION_KINDS, RETENTION_RULES, ruleOf } from './retention-rules.ts'

describe('erasableFrom', () => {
  it.each([
    ['event', '2023-03-16', 3, '2026-03-17'],
    ['event', '2023-12-31', 3, '2027-01-01'],
    ['event', '2023-01-31', 1, '2024-02-01'],
    ['event', '2024-02-29', 3, '2027-03-02'],
    ['event', '2024-02-29', 4, '2028-03-01'],
    ['event', '2023-02-28', 1, '2024-02-29'],
    ['accounting-year', '2026-01-01', 30, '2057-01-01'],
    ['accounting-year', '2026-12-31', 30, '2057-01-01'],
    ['accounting-year', '2027-01-01', 30, '2058-01-01'],
  ] as const)('%s on %s, %i years: from %s on', (counting, lastDay, years, from) =>
    expect(erasableFrom(counting, lastDay, years)).toBe(from),
  )
})

const facts = (change: Partial<ErasureFacts> = {}): ErasureFacts => ({
  lastDay: '2023-03-16',
  held: false,
  underWay: false,
  openMonth: null,
  ...change,
})

describe('judgeErasure', () => {
  it.each([
    ['the last day of the period', 'contact', {}, '2026-03-16', 'kept'],
    ['the day after', 'contact', {}, '2026-03-17', 'due'],
    ['held before its time', 'contact', { held: true }, '2026-03-16', 'kept'],
    ['held', 'contact', { held: true, underWay: true }, '2026-03-17', 'hold'],
    ['a payout in doubt', 'identity-images', { underWay: true }, '2026-03-17', 'under-way'],
    ['an open month', 'identity-images', { openMonth: '2023-03' }, '2026-03-17', 'open-month'],
    [
      'a contract in force keeps the paper',
      'personal-contract',
      { contractInForce: true },
      '2026-03-17',
      'contract-in-force',
    ],
    ['and not phone and card', 'contact', { contractInForce: true }, '2026-03-17', 'due'],
    ['bank files', 'paid-numbers', { byBankFiles: true }, '2027-01-01', 'bank-files'],
    ['an earlier form', 'paid-numbers', { earlierForm: true }, '2027-01-01', 'earlier-form'],
    ['a year that has not ended', 'paid-numbers', {}, '2026-12-31', 'kept'],
    ['a year that has', 'paid-numbers', {}, '2027-01-01', 'due'],
  ] as const)('%s', (_, kind, change, today, expected) => {
    const verdict = judgeErasure(kind, 3, facts(change), today)
    expect(verdict.state === 'blocked' ? verdict.block : verdict.state).toBe(expected)
  })
})

const DAY = '2026-03-16'
const shorter: DecidedPeriod = { kind: 'contact', years: 2, from: '2026-04-15' }

describe('periods', () => {
  it('has a rule for every kind, never below what another law wants', () => {
    for (const kind of RETENTION_KINDS) {
      expect(ruleOf(kind, DAY).years).toBeGreaterThanOrEqual(ruleOf(kind, DAY).leastYears)
      expect(ruleOf(kind, '1999-01-01').kind).toBe(kind)
    }
  })

  it('takes the rule of the day, and what a law asks for later, above what was decided', () => {
    const [contact] = RETENTION_RULES
    if (contact === undefined) throw new Error('there are no rules')
    const rules = [{ ...contact, from: '2028-01-01', years: 6, leastYears: 5 }, contact]
    const decided = [{ kind: 'contact', years: 2, from: '2026-01-01' }] as const
    expect(yearsInForce('contact', decided, '2027-12-31', rules)).toBe(2)
    expect(yearsInForce('contact', decided, '2028-01-01', rules)).toBe(5)
    expect(yearsInForce('contact', [], '2028-01-01', rules)).toBe(6)
  })

  it.each([
    ['nothing decided', [], DAY, 3],
    ['decided and not begun', [shorter], '2026-04-14', 3],
    ['begun', [shorter], '2026-04-15', 2],
    ['replaced before it began', [shorter, { ...shorter, years: 5, from: DAY }], '2026-04-15', 5],
    ['shorter again, later', [shorter, { ...shorter, years: 1, from: '2026-05-01' }], '2026-04-30', 2],
  ] as const)('%s', (_, decided, day, years) => expect(yearsInForce('contact', decided, day)).toBe(years))

  it('keeps longer at once and shorter after thirty days', () => {
    const now = allYears([], DAY)
    expect(changedPeriods({ ...now, contact: 5, 'identity-images': 2 }, [], DAY)).toEqual([
      { kind: 'contact', years: 5, from: DAY },
      { kind: 'identity-images', years: 2, from: '2026-04-15' },
    ])
    expect(changedPeriods(now, [], DAY)).toEqual([])
  })

  it('takes a coming change back, and leaves one alone that is asked for again', () => {
    const now = allYears([shorter], DAY)
    expect(comingPeriods([shorter], DAY)).toEqual([shorter])
    expect(changedPeriods(now, [shorter], DAY)).toEqual([{ kind: 'contact', years: 3, from: DAY }])
    expect(changedPeriods({ ...now, contact: 2 }, [shorter], DAY)).toEqual([])
    expect(comingPeriods([shorter, { ...shorter, years: 3, from: DAY }], DAY)).toEqual([])
  })

  it.each([
    [{ contact: 0 }, { refusal: 'retention-years', kind: 'contact' }],
    [{ contact: 51 }, { refusal: 'retention-years', kind: 'contact' }],
    [{ contact: 1.5 }, { refusal: 'retention-years', kind: 'contact' }],
    [{ 'personal-contract': 9 }, { refusal: 'retention-too-short', kind: 'personal-contract', least: 10 }],
    [{ 'paid-numbers': 9 }, { refusal: 'retention-too-short', kind: 'paid-numbers', least: 10 }],
    [{ 'paid-numbers': 10 }, undefined],
    [{ contact: 1 }, undefined],
    [{}, { refusal: 'retention-unchanged' }],
  ])('%j', (change, expected) =>
    expect(validateYears({ ...allYears([], DAY), ...change }, [], DAY)).toEqual(expected),
  )
})

it.each([
  ['no look', [], undefined],
  ['the first', ['2026-03-16'], '2026-04-15'],
  ['looks that follow', ['2026-03-16', '2026-03-17', '2026-04-15'], '2026-04-15'],
  ['a gap of thirty days', ['2026-03-16', '2026-04-15'], '2026-04-15'],
  ['a longer gap', ['2026-03-16', '2026-04-16'], '2026-05-16'],
  ['a clock that leapt', ['2026-03-16', '2026-03-17', '2031-01-01'], '2031-01-31'],
  ['and came back', ['2026-03-16', '2026-03-17', '2026-03-18', '2031-01-01'], '2031-01-31'],
] as const)('erases from: %s', (_, looks, from) => expect(erasesFrom(looks)).toBe(from))

it.each([
  [1, false, 2, undefined],
  [1, false, 1, 'own-hold'],
  [1, true, 2, 'hold-lifted'],
])('placed by %i, lifted %s, asked by %i: %s', (placedBy, lifted, asker, expected) =>
  expect(validateLift({ placedBy, lifted }, asker)).toBe(expected),
)
