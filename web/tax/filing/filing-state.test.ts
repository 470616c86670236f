// What is offered with a filing to whom, and which quarter was the last.

import { describe, expect, it } from 'vitest'
import { filingOffer, filingState, firstDayOf, lastQuarter } from './filing-state.ts'

const nobody = { superManager: false, manager: false, payRight: false, checkRight: false }
const manager = { ...nobody, manager: true }
const payer = { ...nobody, payRight: true }
const reviewer = { ...nobody, checkRight: true }
const now = new Date('2026-11-15T10:00:00+08:00')

describe('tax filing', () => {
  it('is closed, open or of the running month', () => {
    expect(filingState({ month: '2026-10', closed: true }, now)).toBe('closed')
    expect(filingState({ month: '2026-10', closed: false }, now)).toBe('open')
    expect(filingState({ month: '2026-11', closed: false }, now)).toBe('running')
    expect(filingState({ month: '2026-10', closed: false }, new Date('2026-11-01T00:05:00+08:00'))).toBe(
      'running',
    )
  })

  const offers = (filing: Parameters<typeof filingOffer>[0]) =>
    [manager, payer, reviewer].map((rights) => filingOffer(filing, rights, now))

  it('can be downloaded by managers and payers once closed, if tax is withheld', () => {
    const filing = { month: '2026-10', closed: true, withholds: true }
    expect(offers(filing)).toEqual(['download', 'download', undefined])
    expect(offers({ ...filing, withholds: false })).toEqual(['not-needed', 'not-needed', 'not-needed'])
  })

  it('links managers to where an open month is closed and tells others what they wait for', () => {
    const filing = { month: '2026-10', closed: false, withholds: true }
    expect(offers(filing)).toEqual(['to-proofs', 'waits-for-manager', 'waits-for-manager'])
    expect(offers({ ...filing, withholds: false })).toEqual(['to-close', 'not-needed', 'not-needed'])
  })

  it('waits for the end of its month', () => {
    const filing = { month: '2026-11', closed: false, withholds: true }
    expect(offers(filing)).toEqual(['waits-for-month', 'waits-for-month', 'waits-for-month'])
    expect(offers({ ...filing, withholds: false })).toEqual(['not-needed', 'not-needed', 'not-needed'])
  })
})

describe('last quarter', () => {
  it.each([
    ['2026-11-15T10:00:00+08:00', '2026-Q3'],
    ['2026-12-31T23:59:00+08:00', '2026-Q3'],
    ['2027-01-01T00:05:00+08:00', '2026-Q3'],
    ['2027-01-01T00:10:00+08:00', '2026-Q4'],
    ['2027-03-31T10:00:00+08:00', '2026-Q4'],
    ['2027-04-01T10:00:00+08:00', '2027-Q1'],
  ])('at %s is %s', (at, quarter) => {
    expect(lastQuarter(new Date(at))).toBe(quarter)
  })

  it('starts on the first day of its first month', () => {
    expect(firstDayOf('2026-Q3')).toBe('2026-07-01')
  })
})
