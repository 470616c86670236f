// Every step of a contract's life, by hand and by the day, with the boundaries of its term.

import { describe, expect, it } from 'vitest'
import {
  CONTRACT_STATUSES,
  type ContractRefusal,
  type ContractState,
  type ContractStatus,
  choicesFrom,
  dueSteps,
  generatedName,
  generatedTerm,
  isClosed,
  remindedUntil,
  validateSave,
  validateTerm,
} from './contract-status.ts'

const TODAY = '2026-03-16'
const TERMS = {
  none: { beginDay: null, endDay: null },
  running: { beginDay: '2026-03-01', endDay: '2027-02-28' },
  coming: { beginDay: '2026-03-17', endDay: '2027-03-16' },
  lastDay: { beginDay: '2025-03-17', endDay: TODAY },
  over: { beginDay: '2025-03-16', endDay: '2026-03-15' },
  oneDayOnly: { beginDay: TODAY, endDay: TODAY },
  turned: { beginDay: '2026-03-17', endDay: '2026-03-16' },
  half: { beginDay: TODAY, endDay: null },
  otherHalf: { beginDay: null, endDay: TODAY },
} as const
type Term = keyof typeof TERMS

const IN_ORDER: readonly Term[] = ['none', 'running', 'coming', 'lastDay', 'over']

/** What a save answers by term, unsigned then signed; the terms that are wrong by themselves are tried apart. */
type Cells = Readonly<Record<'unsigned' | 'signed', readonly (ContractRefusal | 'ok')[]>>
const every = (answer: ContractRefusal | 'ok'): Cells => ({
  unsigned: IN_ORDER.map(() => answer),
  signed: IN_ORDER.map(() => answer),
})
const FORCE: Cells = {
  unsigned: IN_ORDER.map(() => 'contract-unsigned'),
  signed: ['contract-term-missing', 'ok', 'ok', 'ok', 'contract-over'],
}
const CLOSED = every('contract-closed')
const TABLE: Readonly<Record<ContractStatus, Readonly<Record<ContractStatus, Cells>>>> = {
  pending: {
    pending: every('ok'),
    effective: FORCE,
    expired: every('contract-step-wrong'),
    terminated: every('ok'),
  },
  effective: {
    pending: every('contract-step-wrong'),
    effective: FORCE,
    expired: every('contract-step-wrong'),
    terminated: every('ok'),
  },
  expired: { pending: CLOSED, effective: CLOSED, expired: CLOSED, terminated: CLOSED },
  terminated: { pending: CLOSED, effective: CLOSED, expired: CLOSED, terminated: CLOSED },
}

describe.each(CONTRACT_STATUSES)('saving an enterprise contract that is %s', (before) => {
  it.each(CONTRACT_STATUSES)(
    'returns the expected result for status %s with every term, signed and unsigned',
    (status) => {
      const cells = (signed: boolean) =>
        IN_ORDER.map((term) => validateSave(before, { status, signed, ...TERMS[term] }, TODAY) ?? 'ok')
      expect({ unsigned: cells(false), signed: cells(true) }).toEqual(TABLE[before][status])
    },
  )

  it('rejects an invalid or incomplete term, or reports a closed contract first', () => {
    const validated = (term: Term) =>
      validateSave(before, { status: before, signed: true, ...TERMS[term] }, TODAY) ?? 'ok'
    const wrong = isClosed(before) ? 'contract-closed' : 'contract-term-wrong'
    const missing = isClosed(before) ? 'contract-closed' : 'contract-term-missing'
    expect([validated('oneDayOnly'), validated('turned')]).toEqual([wrong, wrong])
    expect([validated('half'), validated('otherHalf')]).toEqual([missing, missing])
  })

  it('offers only statuses that some term makes valid', () => {
    const right = CONTRACT_STATUSES.filter((status) =>
      IN_ORDER.some(
        (term) => validateSave(before, { status, signed: true, ...TERMS[term] }, TODAY) === undefined,
      ),
    )
    expect([...choicesFrom(before)].toSorted()).toEqual(isClosed(before) ? [before] : right.toSorted())
    expect(choicesFrom(before)[0]).toBe(before)
  })
})

it('accepts a term of two days and rejects a term of one day', () => {
  expect(validateTerm('2026-02-28', '2026-03-01')).toBeUndefined()
  expect(validateTerm('2026-02-28', '2026-02-28')).toBe('contract-term-wrong')
})

describe('daily status steps of an enterprise contract', () => {
  const contract = (more: Partial<ContractState>): ContractState => ({
    status: 'pending',
    signed: true,
    beginDay: '2026-03-01',
    endDay: '2026-03-31',
    ...more,
  })

  it.each([
    ['2026-02-28', []],
    ['2026-03-01', ['effective']],
    ['2026-03-31', ['effective']],
    ['2026-04-01', ['effective', 'expired']],
    ['2030-01-01', ['effective', 'expired']],
  ] as const)('on %s returns for a signed pending contract %j', (today, steps) => {
    expect(dueSteps(contract({}), today)).toEqual(steps)
  })

  it.each([
    ['2026-03-31', []],
    ['2026-04-01', ['expired']],
  ] as const)('on %s returns for an effective contract %j', (today, steps) => {
    expect(dueSteps(contract({ status: 'effective' }), today)).toEqual(steps)
  })

  it('returns no step for contracts that are unsigned, closed or without a term', () => {
    for (const more of [
      { signed: false },
      { status: 'expired' },
      { status: 'terminated' },
      { beginDay: null, endDay: null },
    ] as const)
      expect(dueSteps(contract(more), '2030-01-01')).toEqual([])
  })

  it('returns no further step once the last due step is taken', () => {
    for (const status of CONTRACT_STATUSES)
      for (const today of ['2026-02-28', '2026-03-01', '2026-04-01']) {
        const steps = dueSteps(contract({ status }), today)
        const last = steps.at(-1)
        if (last) expect(dueSteps(contract({ status: last }), today)).toEqual([])
      }
  })
})

it('reminds of contracts that end within thirty days, across month and year ends', () => {
  expect(remindedUntil('2026-03-16')).toBe('2026-04-15')
  expect(remindedUntil('2026-12-15')).toBe('2027-01-14')
  expect(remindedUntil('2028-01-31')).toBe('2028-03-01')
})

it.each([
  ['2026-03-16', '2027-03-15'],
  ['2026-01-01', '2026-12-31'],
  ['2027-03-01', '2028-02-29'],
  ['2028-02-29', '2029-02-28'],
  ['2027-12-31', '2028-12-30'],
])('generates a one-year term from %s to %s', (beginDay, endDay) => {
  expect(generatedTerm(beginDay)).toEqual({ beginDay, endDay })
})

it('includes the provider name in the generated contract name only when it fits', () => {
  expect(generatedName('云'.repeat(24))).toBe(`${'云'.repeat(24)}综合服务合同`)
  expect(generatedName('云'.repeat(25))).toBe('综合服务合同')
})
