// Which parts of the audit log may go to the file store, and which of their entries stay in the database all the same (ADR 153).

import { addMonths, shanghaiMonth, startOfDay } from '../calendar/shanghai.ts'
import type { Action } from './actions.ts'

/** What was written before ids bore their month. */
export const FIRST_PART = 'first'

/** `first`, or a month as in `202611`. */
export const isPart = (word: string): boolean =>
  word === FIRST_PART || /^[2-9]\d{3}(?:0[1-9]|1[0-2])$/.test(word)

/** Ids bear their month: 202611000000001 is the first of November 2026. */
const IDS_OF_MONTH = 1_000_000_000n

/** Of the ids in a part: the first that may be in it, and the first that may not. */
export function rangeOfPart(part: string): { readonly fromId: bigint; readonly beyondId: bigint } {
  if (part === FIRST_PART) return { fromId: 0n, beyondId: 200_001n * IDS_OF_MONTH }
  const month = BigInt(part)
  const next = month % 100n === 12n ? month + 89n : month + 1n
  return { fromId: month * IDS_OF_MONTH, beyondId: next * IDS_OF_MONTH }
}

export const MIN_MONTHS = 6
export const USUAL_MONTHS = 24

export type PartFacts = {
  readonly entries: number
  /** No seal covers them yet. */
  readonly unsealed: number
  /** Ids of new entries lie behind it. */
  readonly isOver: boolean
  /** Of its newest entry. */
  readonly lastAt: Date
  /** Its newest seal was published where the database does not reach. */
  readonly isAnchored: boolean
}

export type ArchiveRefusal = 'empty' | 'not-over' | 'unsealed' | 'too-young' | 'not-anchored'

/** Undefined where it may go; everything in it must be older than `before`. */
export function archiveRefusal(facts: PartFacts, before: Date): ArchiveRefusal | undefined {
  if (facts.entries === 0) return 'empty'
  if (!facts.isOver) return 'not-over'
  if (facts.unsealed > 0) return 'unsealed'
  if (facts.lastAt >= before) return 'too-young'
  return facts.isAnchored ? undefined : 'not-anchored'
}

/** So many whole months lie between it and the month of `now`. */
export function archivedBefore(now: Date, months: number): Date {
  return startOfDay(`${addMonths(shanghaiMonth(now), -months)}-01`)
}

/**
 * Few, and asked for however old they are: by the checks of approvals, passkeys and VAT (ADR 111), and by what approvers are told of the
 * accounts that take part.
 */
export const KEPT_ACTIONS: ReadonlySet<string> = new Set<Action>([
  'add-account',
  'update-account',
  'enable-account',
  'disable-account',
  'reset-password',
  'reset-factor',
  'add-passkey',
  'remove-passkey',
  'confirm-change',
  'carry-out-change',
  'fix-earlier-decisions',
  'add-provider',
  'update-provider',
  'disable-provider',
  'audit-batch',
  'review-batch',
  'start-batch',
  'adopt-batch',
  'audit-recharge',
  'acknowledge-restore',
  'archive-audit-part',
  'bring-back-audit-part',
])
