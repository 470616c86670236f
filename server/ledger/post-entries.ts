// Moves money: postings and balance in one transaction, and never more than there is.

import { cover, effectOf, PHASES, type Posting, shortfall } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Balance, type Entry, insertPostings, lockBalance, moveSums, spendable } from './store.ts'

/** Money that is yet to be committed to something: refused where the balance does not allow it. */
export async function spend(
  tx: Tx,
  providerId: number,
  entry: Entry,
  at: Date,
): Promise<{ readonly balance: Balance; readonly enough: boolean }> {
  const balance = await lockBalance(tx, providerId)
  const enough = spendable(balance) + effectOf(entry.postings).available >= 0n
  if (enough) await write(tx, providerId, [entry], at)
  return { balance, enough }
}

/** Money that comes in pays back first what the bank once paid beyond the balance; returns what may be spent then. */
export async function credit(tx: Tx, providerId: number, entry: Entry, at: Date): Promise<Fen> {
  const balance = await lockBalance(tx, providerId)
  const available = balance.availableFen + effectOf(entry.postings).available
  const postings = [...entry.postings, ...cover(available, balance.suspenseFen)]
  await write(tx, providerId, [{ ...entry, postings }], at)
  return spendable(balance) + effectOf(postings).available + effectOf(postings).suspense
}

/** What the bank did is a fact, whatever the balance: a shortfall goes to suspense. Tells which subjects fell short. */
export async function postFacts(
  tx: Tx,
  providerId: number,
  entries: readonly Entry[],
  at: Date,
): Promise<bigint[]> {
  // What takes nothing from the available money needs no look at it; moving the balance holds it as well.
  if (entries.every(({ postings }) => postings.every(({ phase }) => PHASES[phase].source !== 'available'))) {
    await write(tx, providerId, entries, at)
    return []
  }
  const balance = await lockBalance(tx, providerId)
  let available = balance.availableFen
  const short: bigint[] = []
  const covered = entries.map((entry) => {
    const missing = shortfall(available, entry.postings)
    if (missing.length > 0) short.push(entry.subjectId)
    const postings: readonly Posting[] = [...missing, ...entry.postings]
    available += effectOf(postings).available
    return { ...entry, postings }
  })
  await write(tx, providerId, covered, at)
  return short
}

/**
 * Facts about money that was held, by the thousand: the postings come first, then whatever else is counted, and the balance last, so that
 * others wait for it no longer than it takes to move it.
 */
export async function postHeld(
  tx: Tx,
  providerId: number,
  entries: readonly Entry[],
  at: Date,
  count: () => Promise<void>,
): Promise<void> {
  const postings = entries.flatMap((entry) => entry.postings)
  if (postings.some(({ phase }) => PHASES[phase].source !== 'held'))
    throw new RangeError('what takes from other accounts is posted under the lock of the balance')
  await insertPostings(tx, providerId, entries, at)
  await count()
  await moveSums(tx, providerId, effectOf(entries.flatMap((entry) => entry.postings)), entries, at)
}

async function write(tx: Tx, providerId: number, entries: readonly Entry[], at: Date): Promise<void> {
  await moveSums(tx, providerId, effectOf(entries.flatMap((entry) => entry.postings)), entries, at)
  await insertPostings(tx, providerId, entries, at)
}
