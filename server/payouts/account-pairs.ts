// Accounts behind a batch that may be one person's: found for those who decide, noted for managers, and looked into by them (D44, ADR 63).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  type AccountPair,
  accountPairs,
  asksAgain,
  PLACE_DAYS,
  validateClearing,
} from '@paywages/domain/payouts/account-pairs.ts'
import { actionsFor, type BatchState, type BatchStep } from '@paywages/domain/payouts/batch-status.ts'
import { peopleWords } from '@paywages/wire/payouts/people-words.ts'
import type { ShownPair } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { approvalsOf } from './approval-store.ts'
import { type BatchRecord, findBatch } from './batch-store.ts'
import { askAboutPair, clearPair, pairsOf, phonesOf, placesOf } from './pair-store.ts'

/** Who has a hand in a batch, as people know them. */
export type Participant = {
  readonly accountId: number
  readonly account: string
  readonly realName: string
  readonly step: BatchStep
}

export type FoundPair = AccountPair & { readonly names: readonly string[] }

export const nameOf = ({ realName, account }: Pick<Participant, 'realName' | 'account'>) =>
  realName === '' ? account : `${realName}（${account}）`

const STEP_OF = { 'approve-audit': 'audit', 'approve-review': 'review', start: 'start' } as const

/** Those who took part, and the caller where the next step is theirs. */
export function handsOf(
  history: readonly Participant[],
  state: BatchState,
  { person }: Pick<Actor, 'person'>,
): Participant[] {
  const steps = actionsFor(state, person).flatMap((action) =>
    action in STEP_OF ? [STEP_OF[action as keyof typeof STEP_OF]] : [],
  )
  // Nobody has the number 0: a start that is known from the bank's record alone.
  const known = history.filter(({ accountId }) => accountId !== 0)
  return [...known, ...steps.map((step) => ({ ...person, step }))]
}

export async function findPairs(tx: Tx, hands: readonly Participant[], at: Date): Promise<FoundPair[]> {
  const people = [...Map.groupBy(hands, ({ accountId }) => accountId).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, steps: [first, ...more].map(({ step }) => step) }],
  )
  if (people.length < 2) return []
  const since = shanghaiDay(new Date(at.getTime() - PLACE_DAYS * DAY_MS))
  const places = await placesOf(
    tx,
    people.map(({ accountId }) => accountId),
    since,
  )
  const phones = await phonesOf(
    tx,
    people.map(({ accountId }) => accountId),
  )
  const names = new Map(people.map((person) => [person.accountId, nameOf(person)]))
  const found = accountPairs(
    people.map(({ accountId, realName, steps }) => {
      const own = places.filter((place) => place.accountId === accountId)
      return {
        accountId,
        name: realName,
        steps,
        devices: own.filter(({ kind }) => kind === 'device').map(({ place }) => place),
        addresses: own
          .filter(({ kind }) => kind === 'network')
          .map(({ place, accounts }) => ({ address: place, accounts })),
        phone: phones.get(accountId),
      }
    }),
  )
  return found.map((pair) => ({ ...pair, names: pair.accountIds.map((id) => names.get(id) ?? '') }))
}

/** What of the pairs this person has a hand in is asked of managers, from this decision on. */
export async function notePairs(
  tx: Tx,
  by: Actor,
  batch: Pick<BatchRecord, 'batchId' | 'providerId'>,
  pairs: readonly FoundPair[],
): Promise<void> {
  const own = pairs.filter(({ accountIds }) => accountIds.includes(by.person.accountId))
  if (own.length === 0) return
  const { batchId, providerId } = batch
  const ids = [...new Set(own.flatMap(({ accountIds }) => accountIds))]
  const noted = await pairsOf(tx, providerId, ids, 'lock')
  for (const { accountIds, traits } of own) {
    const earlier = noted.find((pair) => pair.accountIds.join() === accountIds.join())
    const clearedAt = earlier?.clearedAt
    if (clearedAt && !asksAgain({ traits: earlier.traits, at: clearedAt }, { traits, at: by.at })) continue
    await askAboutPair(tx, { providerId, accountIds, traits, batchId, at: by.at })
  }
}

/** The pairs as the check page tells them, with what a manager found out. */
export async function describePairs(
  tx: Tx,
  { person }: Actor,
  providerId: number,
  found: readonly FoundPair[],
): Promise<{ accountPairs: ShownPair[]; mayClearPairs: boolean }> {
  const noted = await pairsOf(tx, providerId, [...new Set(found.flatMap(({ accountIds }) => accountIds))])
  const shown = found.map(({ accountIds, names, traits, high }) => {
    const earlier = noted.find((pair) => pair.accountIds.join() === accountIds.join())
    const cleared = earlier?.clearedAt
      ? peopleWords.cleared(earlier.clearedName, shanghaiDay(earlier.clearedAt), earlier.clearedWord)
      : ''
    return { words: peopleWords.pair(names, traits), high, cleared }
  })
  const mayClearPairs = noted.some(
    ({ clearedAt, accountIds }) => clearedAt === null && validateClearing(accountIds, person) === undefined,
  )
  return { accountPairs: shown, mayClearPairs }
}

/** A manager has looked into the pairs behind a batch; under lock, so that of two at once the second is told. */
export async function clearPairs(
  services: Services,
  by: Actor,
  batchId: number,
  word: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const batch = await findBatch(tx, scopeOf(by.person), batchId)
    if (batch === undefined) throw new Refused('not-found')
    const history = await approvalsOf(tx, batchId)
    const ids = [...new Set(history.map(({ accountId }) => accountId))]
    const open = (await pairsOf(tx, batch.providerId, ids, 'lock')).filter((pair) => pair.clearedAt === null)
    if (open.length === 0) throw new Refused('no-pair-open')
    const refusals = open.map(({ accountIds }) => validateClearing(accountIds, by.person))
    const allowed = open.filter((_, at) => refusals[at] === undefined)
    if (allowed.length === 0)
      throw new Refused(refusals.find((refusal) => refusal !== undefined) ?? 'not-allowed')
    for (const { pairId } of allowed)
      await clearPair(tx, pairId, { accountId: by.person.accountId, at: by.at, word })
    await recordEntry(tx, by, {
      action: 'clear-account-pair',
      object: { kind: 'payout-batch', id: batchId, name: `${batch.batchNo} ${batch.fileName}` },
      providerId: batch.providerId,
      reason: word,
      after: { accounts: allowed.map(({ accountIds }) => accountIds.join('、')) },
    })
  })
}
