// People as list and export show them: what several companies know, told as one person (D26, D27).

import { type SigningState, signingState } from '@paywages/domain/signing/signing-link.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { FREELANCER_SEAL, ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { PeopleFilter } from './list-store.ts'
import { type KnownPerson, knownPersonsOf, lastPayouts } from './person-store.ts'
import { contactIn } from './store.ts'

/** In full; whoever shows it in a list masks it. */
export type OpenedPerson = {
  readonly userId: number
  readonly idCardNo: string
  readonly name: string
  readonly phone: string
  readonly cardNo: string
  readonly bank: string
  readonly platformName: string
  readonly providerName: string
  readonly providerNum: number
  readonly signed: boolean
  readonly signState: SigningState
  readonly lastPaidAt: Date | null
}

/** In the order of their ids. */
export async function openPeople(
  tx: Tx,
  cipher: Cipher,
  of: Pick<PeopleFilter, 'scope' | 'providerId' | 'now'>,
  userIds: readonly number[],
): Promise<OpenedPerson[]> {
  if (userIds.length === 0) return []
  const byPerson = Map.groupBy(await knownPersonsOf(tx, of, userIds), ({ userId }) => userId)
  const people = userIds.flatMap((userId) => {
    const known = byPerson.get(userId) ?? []
    const [newest] = known
    if (newest === undefined) return []
    const idCardNo = cipher.open(newest.sealedId, FREELANCER_SEAL)
    return [{ newest, known, idCardNo, hashes: cipher.lookupHashes(idCardNo, ID_CARD_NO) }]
  })
  const paid = await lastPayouts(
    tx,
    of,
    people.flatMap(({ hashes }) => hashes),
  )
  return people.map(({ newest, known, idCardNo, hashes }) => {
    const signState = stateAmong(known, of.now)
    return {
      userId: newest.userId,
      idCardNo,
      name: newest.name,
      ...contactIn(cipher, newest.sealedContact),
      bank: newest.bank,
      platformName: joined(known.flatMap(({ platformNames }) => platformNames)),
      providerName: joined(known.map(({ providerName }) => providerName)),
      providerNum: known.length,
      signed: signState === 'signed',
      signState,
      lastPaidAt: latest(hashes.map((hash) => paid.get(hash))),
    }
  })
}

/** Signed with any of them is signed (D27); so is invited. */
export function stateAmong(known: readonly KnownPerson[], now: Date): SigningState {
  const states = new Set(known.map((one) => stateWith(one, now)))
  return (['signed', 'invited'] as const).find((state) => states.has(state)) ?? 'unsigned'
}

export function stateWith({ signedAt, link }: KnownPerson, now: Date): SigningState {
  const open = link === null ? undefined : { ...link, usedAt: null, revokedAt: null, replacedAt: null }
  return signingState({ signedAt, link: open, now })
}

export function joined(names: readonly string[]): string {
  return [...new Set(names)].join('、')
}

function latest(dates: readonly (Date | undefined)[]): Date | null {
  return dates.reduce<Date | null>(
    (last, date) => (date !== undefined && (last === null || date > last) ? date : last),
    null,
  )
}
