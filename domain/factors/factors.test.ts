// The tables of the second factor: who must give it when, which codes count, and what a recovery code looks like.

import { describe, expect, it } from 'vitest'
import { MAX_ENROLMENT_GUESSES, validateEnrolmentGuess } from './enrolment-code.ts'
import {
  askFor,
  type FactorAsk,
  type FactorStanding,
  factorState,
  NO_FACTOR,
  validateFactor,
} from './factor-standing.ts'
import { openSteps, plainCode, STEP_MS, stepAt } from './one-time-code.ts'
import { isRecoveryCode, recoveryCodeOf, shownRecoveryCode } from './recovery-code.ts'

const NOW = new Date('2026-03-16T02:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const STANDINGS = {
  without: NO_FACTOR,
  demanded: { ...NO_FACTOR, demanded: true },
  asked: { ...NO_FACTOR, totp: true },
  fresh: { ...NO_FACTOR, passkey: true, demanded: true, givenAt: minutesAgo(4) },
  stale: { ...NO_FACTOR, totp: true, givenAt: minutesAgo(5) },
  future: { ...NO_FACTOR, totp: true, givenAt: minutesAgo(-6) },
} satisfies Record<string, FactorStanding>

describe('what a call asks of the second factor', () => {
  const refusals: Record<keyof typeof STANDINGS, Record<FactorAsk | 'given', string | undefined>> = {
    without: {
      unasked: undefined,
      unenrolled: undefined,
      enrols: undefined,
      given: undefined,
      again: undefined,
      'again-for-several': undefined,
    },
    demanded: {
      unasked: undefined,
      unenrolled: undefined,
      enrols: undefined,
      given: 'factor-enrolment-needed',
      again: 'factor-enrolment-needed',
      'again-for-several': 'factor-enrolment-needed',
    },
    asked: {
      unasked: undefined,
      unenrolled: 'factor-needed',
      enrols: 'factor-needed',
      given: 'factor-needed',
      again: 'factor-needed',
      'again-for-several': 'factor-needed',
    },
    fresh: {
      unasked: undefined,
      unenrolled: undefined,
      enrols: undefined,
      given: undefined,
      again: undefined,
      'again-for-several': undefined,
    },
    stale: {
      unasked: undefined,
      unenrolled: undefined,
      enrols: 'factor-again',
      given: undefined,
      again: 'factor-again',
      'again-for-several': undefined,
    },
    future: {
      unasked: undefined,
      unenrolled: undefined,
      enrols: 'factor-again',
      given: undefined,
      again: 'factor-again',
      'again-for-several': undefined,
    },
  }
  const cells = Object.entries(refusals).flatMap(([standing, row]) =>
    Object.entries(row).map(([ask, refusal]) => [standing, ask, refusal] as const),
  )
  it.each([
    ['again-for-several', 1, 'again-for-several'],
    ['again-for-several', 2, 'again'],
    ['again', 1, 'again'],
    [undefined, 2, undefined],
  ] as const)('%s of %i records asks for %s', (ask, records, asked) => {
    expect(askFor(ask, records)).toBe(asked)
  })

  it.each(cells)('%s × %s: %s', (standing, ask, refusal) => {
    const asked = ask === 'given' ? undefined : (ask as FactorAsk)
    const known = STANDINGS[standing as keyof typeof STANDINGS]
    expect(validateFactor(known, asked, NOW, 5 * 60_000)).toBe(refusal)
  })

  it('names the state of a session', () => {
    expect(Object.values(STANDINGS).map(factorState)).toEqual([
      'none',
      'enrol',
      'asked',
      'given',
      'given',
      'given',
    ])
  })
})

describe('one-time codes', () => {
  it('count for a minute before and after, and never twice', () => {
    const step = stepAt(NOW)
    expect(openSteps(NOW, 0)).toEqual([step, step - 1, step + 1, step - 2, step + 2])
    expect(openSteps(NOW, step - 1)).toEqual([step, step + 1, step + 2])
    expect(openSteps(NOW, step)).toEqual([step + 1, step + 2])
    expect(openSteps(NOW, step + 2)).toEqual([])
    expect(openSteps(new Date(NOW.getTime() + STEP_MS), step)).toEqual([step + 1, step + 2, step + 3])
    for (const off of [60_000, -60_000]) expect(openSteps(new Date(NOW.getTime() + off), 0)).toContain(step)
  })

  it('are read as people paste them', () => expect(plainCode(' 123-456 ')).toBe('123456'))
})

describe('recovery codes', () => {
  it('are ten letters out of random bytes, shown in halves', () => {
    const code = recoveryCodeOf(Uint8Array.from({ length: 16 }, (_, at) => at * 7))
    expect(isRecoveryCode(code ?? '')).toBe(true)
    expect(plainCode(shownRecoveryCode(code ?? '').toLowerCase())).toBe(code)
    expect(recoveryCodeOf(Uint8Array.from({ length: 16 }, () => 255))).toBeUndefined()
    expect(isRecoveryCode('ABCDEFGHI0')).toBe(false)
  })
})

it.each([
  [0, 'ABCDE23456', undefined],
  [0, '', 'enrolment-code-needed'],
  [MAX_ENROLMENT_GUESSES - 1, 'ABCDE23456', undefined],
  [MAX_ENROLMENT_GUESSES, 'ABCDE23456', 'enrolment-code-void'],
  [MAX_ENROLMENT_GUESSES, '', 'enrolment-code-void'],
])('after %i guesses an enrolment code typed as "%s" is %s', (guesses, typed, refusal) => {
  expect(validateEnrolmentGuess(guesses, typed)).toBe(refusal)
})
