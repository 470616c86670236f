// Two records in the order of their references, side by side, and what is wrong where they differ (I3).

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Theirs } from './bank-record.ts'

export type Ours = {
  readonly reference: string
  readonly state: string
  readonly netFen: Fen
  readonly byPeople: boolean
  /** Two people registered its return, with the bank's paper as evidence (ADR 100). */
  readonly returnedByPeople: boolean
}

export type Pair = { readonly ours: Ours | undefined; readonly theirs: Theirs | undefined }

/** Each reference of either side once. */
export async function* sideBySide(
  ours: AsyncGenerator<Ours>,
  theirs: AsyncGenerator<Theirs>,
): AsyncGenerator<Pair> {
  const [left, right] = [inOrder(ours), inOrder(theirs)]
  let [one, other] = [await left(), await right()]
  while (one || other) {
    const first = !other || (one && one.reference <= other.reference) ? one : undefined
    const second = !one || (other && other.reference <= one.reference) ? other : undefined
    yield { ours: first, theirs: second }
    if (first) one = await left()
    if (second) other = await right()
  }
}

/** Two orders of text that differ would pass differences by. */
function inOrder<T extends { readonly reference: string }>(
  source: AsyncGenerator<T>,
): () => Promise<T | undefined> {
  let last: string | undefined
  return async () => {
    const { done, value } = await source.next()
    if (done) return undefined
    if (last !== undefined && value.reference <= last)
      throw new Error(`references are not in order: ${last} comes before ${value.reference}`)
    last = value.reference
    return value
  }
}

export function* differences({ ours, theirs }: Pair): Generator<string> {
  if (theirs && theirs.debits > 0) yield* wrongDebit(ours, theirs)
  if (!ours) return
  const { reference, state, byPeople, returnedByPeople } = ours
  const paid = state === 'succeeded' || state === 'returned'
  // What two people resolved without the bank's answer stands on their evidence.
  if (paid && !byPeople && !theirs?.debits) yield `our books paid ${reference}, the bank did not`
  if (state === 'returned' && !returnedByPeople && !theirs?.returned)
    yield `our books took ${reference} back, the bank did not`
}

function* wrongDebit(
  ours: Ours | undefined,
  { reference, debits, fen, returned }: Theirs,
): Generator<string> {
  if (debits > 1) yield `the bank executed ${reference} ${debits} times`
  if (!ours) return
  if (ours.netFen !== fen) yield `the bank paid ${fen} fen under ${reference}, we ordered ${ours.netFen}`
  if (ours.state === 'failed' || ours.state === 'reserved')
    yield `the bank paid ${reference}, our books say ${ours.state}`
  if (ours.state === 'succeeded' && returned) yield `the bank took ${reference} back, our books say paid`
}
