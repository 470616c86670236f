// How long to wait for a bank that does not answer: when to ask again, when to send again, when to call people.

export type RetryPolicy = {
  /** How long a worker may hold a transfer before others may take it over. */
  readonly leaseMs: number
  /** The first wait before asking; doubled at each ask up to the longest. */
  readonly queryAfterMs: number
  readonly maxQueryIntervalMs: number
  /** The bank's window: only when it still knows nothing after that is the same reference sent again. */
  readonly resendAfterMs: number
  /** From the first sending on; then two people resolve it (D41). */
  readonly manualAfterMs: number
}

/** The wait before the next ask, after so many asks without a definite answer. */
export function nextQueryMs(retryPolicy: RetryPolicy, asks: number): number {
  const doubled = retryPolicy.queryAfterMs * 2 ** Math.min(asks, 20)
  return Math.min(doubled, retryPolicy.maxQueryIntervalMs)
}

export type Doubt = {
  readonly status: 'processing' | 'not-found' | 'conflict' | 'no-answer'
  readonly sinceFirstSentMs: number
  readonly sinceLastSentMs: number
  readonly manual: boolean
}

/** What to do with a transfer the bank was asked about in vain. Only a plain "not found" may ever be sent again. */
export function doubtStep(
  retryPolicy: RetryPolicy,
  doubt: Doubt,
): 'ask-again' | 'send-again' | 'call-people' {
  if (doubt.manual) return 'ask-again'
  if (doubt.sinceFirstSentMs >= retryPolicy.manualAfterMs) return 'call-people'
  if (doubt.status === 'not-found' && doubt.sinceLastSentMs >= retryPolicy.resendAfterMs) return 'send-again'
  return 'ask-again'
}

/** In doubt for longer than that, a transfer is worth people's eyes. */
export const DOUBT_SHOWS_AFTER_MS = 5 * 60_000
