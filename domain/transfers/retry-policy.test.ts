// How long to wait for a bank: each boundary to the millisecond.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Doubt, doubtStep, nextQueryMs, type RetryPolicy } from './retry-policy.ts'

const retryPolicy: RetryPolicy = {
  leaseMs: 30_000,
  queryAfterMs: 1_000,
  maxQueryIntervalMs: 60_000,
  resendAfterMs: 120_000,
  manualAfterMs: 86_400_000,
}

describe('delay before the next status query', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [2, 4_000],
    [5, 32_000],
    [6, 60_000],
    [7, 60_000],
    [20, 60_000],
    [1_000_000, 60_000],
  ])('after %s queries is %s ms', (asks, ms) => expect(nextQueryMs(retryPolicy, asks)).toBe(ms))

  it('never decreases with more queries and never exceeds the maximum', () =>
    fc.assert(
      fc.property(fc.nat(5_000), (asks) => {
        const wait = nextQueryMs(retryPolicy, asks)
        expect(wait).toBeGreaterThanOrEqual(nextQueryMs(retryPolicy, Math.max(0, asks - 1)))
        expect(wait).toBeLessThanOrEqual(retryPolicy.maxQueryIntervalMs)
        expect(wait).toBeGreaterThan(0)
      }),
    ))
})

describe('next step for a transfer in doubt', () => {
  const doubt = (over: Partial<Doubt>): Doubt => ({
    status: 'not-found',
    sinceFirstSentMs: 0,
    sinceLastSentMs: 0,
    manual: false,
    ...over,
  })
  const DAY = retryPolicy.manualAfterMs
  const WINDOW = retryPolicy.resendAfterMs

  it.each<[Partial<Doubt>, ReturnType<typeof doubtStep>]>([
    [{}, 'ask-again'],
    [{ sinceFirstSentMs: WINDOW - 1, sinceLastSentMs: WINDOW - 1 }, 'ask-again'],
    [{ sinceFirstSentMs: WINDOW, sinceLastSentMs: WINDOW }, 'send-again'],
    // The window runs from the last sending, not from the first.
    [{ sinceFirstSentMs: 10 * WINDOW, sinceLastSentMs: WINDOW - 1 }, 'ask-again'],
    [{ sinceFirstSentMs: DAY - 1, sinceLastSentMs: DAY - 1 }, 'send-again'],
    [{ sinceFirstSentMs: DAY, sinceLastSentMs: DAY }, 'call-people'],
    [{ sinceFirstSentMs: DAY, sinceLastSentMs: 0 }, 'call-people'],
    [{ status: 'processing', sinceFirstSentMs: DAY - 1, sinceLastSentMs: DAY - 1 }, 'ask-again'],
    [{ status: 'processing', sinceFirstSentMs: DAY }, 'call-people'],
    [{ status: 'no-answer', sinceFirstSentMs: DAY - 1, sinceLastSentMs: DAY - 1 }, 'ask-again'],
    [{ status: 'no-answer', sinceFirstSentMs: DAY }, 'call-people'],
    [{ status: 'conflict', sinceFirstSentMs: DAY - 1, sinceLastSentMs: DAY - 1 }, 'ask-again'],
    [{ status: 'conflict', sinceFirstSentMs: DAY }, 'call-people'],
    [{ manual: true, sinceFirstSentMs: 2 * DAY, sinceLastSentMs: 2 * DAY }, 'ask-again'],
  ])('for %j is %s', (over, step) => expect(doubtStep(retryPolicy, doubt(over))).toBe(step))

  it('resends only what the bank does not know, after the resend window, and never in manual handling', () =>
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom<Doubt['status'][]>('processing', 'not-found', 'conflict', 'no-answer'),
          sinceFirstSentMs: fc.nat(2 * DAY),
          sinceLastSentMs: fc.nat(2 * DAY),
          manual: fc.boolean(),
        }),
        (any) => {
          if (doubtStep(retryPolicy, any) !== 'send-again') return
          expect(any).toMatchObject({ status: 'not-found', manual: false })
          expect(any.sinceLastSentMs).toBeGreaterThanOrEqual(WINDOW)
          expect(any.sinceFirstSentMs).toBeLessThan(DAY)
        },
      ),
    ))
})
