// The life of a signing link: one use, seven days, five attempts at the identity (D27).

export const LINK_DAYS = 7
export const MAX_ATTEMPTS = 5
/** Over the whole life of a link: more than any person needs, and an end for whoever holds one and means ill. */
export const MAX_CODES = 10
export const MAX_PHOTO_ATTEMPTS = 40

/** What is kept of a link. A used, revoked or replaced one is never opened again. */
export type SigningLink = {
  readonly expiresAt: Date
  readonly failedAttempts: number
  readonly usedAt: Date | null
  readonly revokedAt: Date | null
  /** A newer link of the same person and provider took its place. */
  readonly replacedAt: Date | null
}

export type LinkRefusal = 'link-used' | 'link-revoked' | 'link-replaced' | 'link-locked' | 'link-expired'

/** Why a link does not open, or nothing; what people did comes before what time did. */
export function validateLink(link: SigningLink, now: Date): LinkRefusal | undefined {
  if (link.usedAt !== null) return 'link-used'
  if (link.revokedAt !== null) return 'link-revoked'
  if (link.replacedAt !== null) return 'link-replaced'
  if (link.failedAttempts >= MAX_ATTEMPTS) return 'link-locked'
  return now >= link.expiresAt ? 'link-expired' : undefined
}

/** What a link has used up, whatever became of it; a new link starts afresh. */
export type LinkUse = { readonly codesSent: number; readonly photoAttempts: number }

export function maySendCode({ codesSent }: Pick<LinkUse, 'codesSent'>): boolean {
  return codesSent < MAX_CODES
}

export function mayTakePhoto({ photoAttempts }: Pick<LinkUse, 'photoAttempts'>): boolean {
  return photoAttempts < MAX_PHOTO_ATTEMPTS
}

export function linkEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + LINK_DAYS * 24 * 3_600_000)
}

/** How many attempts are left after one more failure. */
export function attemptsLeft(failedAttempts: number): number {
  return Math.max(0, MAX_ATTEMPTS - failedAttempts)
}

/** Between a person and a provider: unsigned → invited → signed; the specification shows two of them (§4). */
export const SIGNING_STATES = ['unsigned', 'invited', 'signed'] as const
export type SigningState = (typeof SIGNING_STATES)[number]

export function signingState(person: {
  readonly signedAt: Date | null
  readonly link: SigningLink | undefined
  readonly now: Date
}): SigningState {
  if (person.signedAt !== null) return 'signed'
  return person.link !== undefined && validateLink(person.link, person.now) === undefined
    ? 'invited'
    : 'unsigned'
}
