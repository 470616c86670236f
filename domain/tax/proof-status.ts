// The life of a provider's monthly tax proof, and who may move it (spec §4, D31, D38): one table for server and page.

import type { Person } from '../accounts/person.ts'
import { hasRight } from '../accounts/rights.ts'

/** The spec's numbers are the places in this list. */
export const PROOF_STATUSES = ['pending', 'uploaded', 'rejected', 'updated'] as const
export type ProofStatus = (typeof PROOF_STATUSES)[number]

export type ProofRefusal = 'not-allowed' | 'proof-not-rejectable'

/** What these rules ask of a person; that the provider is in scope was asked before. */
export type ProofPerson = Pick<Person, 'payRight' | 'checkRight' | 'manager' | 'superManager'>

/** The first upload is an upload, every later one an update. */
export function afterUpload(status: ProofStatus): ProofStatus {
  return status === 'pending' ? 'uploaded' : 'updated'
}

export function validateUpload(person: ProofPerson): ProofRefusal | undefined {
  return hasRight(person, 'pay-or-manager') ? undefined : 'not-allowed'
}

/** Only what was uploaded and stands can be rejected, once. */
export function validateRejection(status: ProofStatus, person: ProofPerson): ProofRefusal | undefined {
  if (!hasRight(person, 'manager')) return 'not-allowed'
  return isPaid(status) ? undefined : 'proof-not-rejectable'
}

/** The tax of that month is paid and shown to be (D30: 已完税). */
export function isPaid(status: ProofStatus): boolean {
  return status === 'uploaded' || status === 'updated'
}

export type ProofAction = 'upload' | 'reupload' | 'reject'

export function proofActions(status: ProofStatus, person: ProofPerson): ProofAction[] {
  const actions: ProofAction[] = []
  if (validateUpload(person) === undefined) actions.push(status === 'pending' ? 'upload' : 'reupload')
  if (validateRejection(status, person) === undefined) actions.push('reject')
  return actions
}
