// Every cell of status × action × role of a tax proof, written out by hand (spec §4, D31, D38).

import { describe, expect, it } from 'vitest'
import {
  afterUpload,
  isPaid,
  PROOF_STATUSES,
  type ProofAction,
  type ProofPerson,
  type ProofStatus,
  proofActions,
  validateRejection,
  validateUpload,
} from './proof-status.ts'

const NONE = { payRight: false, checkRight: false, manager: false, superManager: false }
const ROLES = {
  pay: { ...NONE, payRight: true },
  check: { ...NONE, checkRight: true },
  manager: { ...NONE, manager: true },
  super: { ...NONE, superManager: true },
  payAndManager: { ...NONE, payRight: true, manager: true },
  guest: NONE,
} as const satisfies Record<string, ProofPerson>
type Role = keyof typeof ROLES

const CELLS: Readonly<Record<ProofStatus, Readonly<Record<Role, readonly ProofAction[]>>>> = {
  pending: {
    pay: ['upload'],
    check: [],
    manager: ['upload'],
    super: ['upload'],
    payAndManager: ['upload'],
    guest: [],
  },
  uploaded: {
    pay: ['reupload'],
    check: [],
    manager: ['reupload', 'reject'],
    super: ['reupload', 'reject'],
    payAndManager: ['reupload', 'reject'],
    guest: [],
  },
  rejected: {
    pay: ['reupload'],
    check: [],
    manager: ['reupload'],
    super: ['reupload'],
    payAndManager: ['reupload'],
    guest: [],
  },
  updated: {
    pay: ['reupload'],
    check: [],
    manager: ['reupload', 'reject'],
    super: ['reupload', 'reject'],
    payAndManager: ['reupload', 'reject'],
    guest: [],
  },
}

const cells = PROOF_STATUSES.flatMap((status) =>
  (Object.keys(ROLES) as Role[]).map((role) => ({ status, role, actions: CELLS[status][role] })),
)

describe('actions on a tax proof', () => {
  it.each(cells)(
    'allows $role the expected actions on a tax proof that is $status',
    ({ status, role, actions }) => {
      const person = ROLES[role]
      expect(proofActions(status, person)).toEqual(actions)
      const uploads = actions.includes('upload') || actions.includes('reupload')
      expect(validateUpload(person)).toBe(uploads ? undefined : 'not-allowed')
      const manages = role === 'manager' || role === 'super' || role === 'payAndManager'
      const refusal = manages ? 'proof-not-rejectable' : 'not-allowed'
      expect(validateRejection(status, person)).toBe(actions.includes('reject') ? undefined : refusal)
    },
  )
})

it('sets a tax proof to uploaded after the first file and to updated after later ones', () => {
  expect(PROOF_STATUSES.map(afterUpload)).toEqual(['uploaded', 'updated', 'updated', 'updated'])
})

it('counts the tax as paid while the tax proof is uploaded or updated', () => {
  expect(PROOF_STATUSES.map(isPaid)).toEqual([false, true, false, true])
})

it('lists the tax proof statuses in wire order', () => {
  expect(PROOF_STATUSES).toEqual(['pending', 'uploaded', 'rejected', 'updated'])
})
