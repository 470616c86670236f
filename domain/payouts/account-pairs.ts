// Two accounts behind one batch that may be one person's (D44, D47): what they share, how much it weighs, and how long a look into it lasts.

import type { Person } from '../accounts/person.ts'
import type { BatchStep } from './batch-status.ts'

export const SHARED_TRAITS = ['device', 'address', 'name', 'phone'] as const
export type SharedTrait = (typeof SHARED_TRAITS)[number]

/** An address tells something while at most so many accounts use it; behind an office's one address there are many. */
export const FEW_AT_ADDRESS = 3

/** Devices and addresses count for so long after they were last used. */
export const PLACE_DAYS = 90

/** Who has a hand in a batch, or is about to. */
export type BatchHand = {
  readonly accountId: number
  readonly name: string
  readonly steps: readonly BatchStep[]
  /** As digests. */
  readonly devices: readonly string[]
  readonly addresses: readonly { readonly address: string; readonly accounts: number }[]
  /** As a digest; none where the account has no phone. */
  readonly phone?: string | undefined
}

export type AccountPair = {
  /** The smaller number first. */
  readonly accountIds: readonly [number, number]
  readonly traits: readonly SharedTrait[]
  /** The four eyes may be two: checked with a word before an approval. */
  readonly high: boolean
}

/** 王 芳, 王芳 and Ｗang, wang are one name each. */
const plainName = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()

const SHARES: Readonly<Record<SharedTrait, (one: BatchHand, other: BatchHand) => boolean>> = {
  device: (one, other) => one.devices.some((device) => other.devices.includes(device)),
  address: (one, other) =>
    one.addresses.some(
      ({ address, accounts }) =>
        accounts <= FEW_AT_ADDRESS && other.addresses.some((own) => own.address === address),
    ),
  name: (one, other) => plainName(one.name) !== '' && plainName(one.name) === plainName(other.name),
  phone: (one, other) => one.phone !== undefined && one.phone === other.phone,
}

const reviews = ({ steps }: BatchHand) => steps.includes('review')

/** Every two that share something, each once; a device is a high risk where one of them reviews. */
export function accountPairs(hands: readonly BatchHand[]): AccountPair[] {
  const sorted = hands.toSorted((a, b) => a.accountId - b.accountId)
  return sorted.flatMap((one, at) =>
    sorted.slice(at + 1).flatMap((other): AccountPair[] => {
      if (other.accountId === one.accountId) return []
      const traits = SHARED_TRAITS.filter((trait) => SHARES[trait](one, other))
      if (traits.length === 0) return []
      const high = traits.includes('device') && (reviews(one) || reviews(other))
      return [{ accountIds: [one.accountId, other.accountId], traits, high }]
    }),
  )
}

/** What a manager found out about a pair holds for so long. */
export const CLEARED_DAYS = 30

/** Whether a manager is asked again about a pair that was looked into: it shares more than then, or that was long ago. */
export function asksAgain(
  cleared: { readonly traits: readonly SharedTrait[]; readonly at: Date },
  found: { readonly traits: readonly SharedTrait[]; readonly at: Date },
): boolean {
  if (found.traits.some((trait) => !cleared.traits.includes(trait))) return true
  return found.at.getTime() - cleared.at.getTime() >= CLEARED_DAYS * 86_400_000
}

export type PairRefusal = 'not-allowed' | 'pair-about-you'

/** A manager looks into it, and never one of the two. */
export function validateClearing(
  accountIds: readonly [number, number],
  person: Person,
): PairRefusal | undefined {
  if (!person.manager && !person.superManager) return 'not-allowed'
  return accountIds.includes(person.accountId) ? 'pair-about-you' : undefined
}
