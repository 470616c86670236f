// Who may look into a statement that contradicts a bank file: a manager without a hand in it (ADR 85).

import type { Person } from '../accounts/person.ts'

export type FileHands = {
  readonly submittedBy: number | null
  /** Everybody who imported a result of it, assigned a line of one, or decided on one. */
  readonly resultHands: readonly number[]
}

export type LookRefusal = 'not-allowed' | 'contradiction-own-file'

export function validateLook(hands: FileHands, person: Person): LookRefusal | undefined {
  if (!person.manager && !person.superManager) return 'not-allowed'
  const isOwn = hands.submittedBy === person.accountId || hands.resultHands.includes(person.accountId)
  return isOwn ? 'contradiction-own-file' : undefined
}
