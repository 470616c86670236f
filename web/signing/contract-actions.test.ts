// Who is offered what on a personal contract.

import { CONTRACT_STATES } from '@paywages/domain/signing/personal-contract.ts'
import { describe, expect, it } from 'vitest'
import { actionsFor } from './contract-actions.ts'

const nobody = { payRight: false, checkRight: false, manager: false, superManager: false }
const roles = {
  payer: { ...nobody, payRight: true },
  reviewer: { ...nobody, checkRight: true },
  manager: { ...nobody, manager: true },
  superManager: { ...nobody, superManager: true },
}
const signed = { contractId: 3, flags: [], checkedAt: null } as const

function tableFor(rights: typeof nobody) {
  return CONTRACT_STATES.map((state) => {
    const contractId = state === 'signed' || state === 'terminated' ? 3 : null
    return actionsFor({ ...signed, state, contractId }, rights).join(' ')
  })
}

describe('actions on a personal contract that is invited, signed, expired, revoked, locked, terminated', () => {
  it.each([
    [
      'payer',
      [
        'look show-link resend revoke',
        'look download',
        'look resend',
        'look resend',
        'look resend',
        'look download resend',
      ],
    ],
    ['reviewer', ['look', 'look download', 'look', 'look', 'look', 'look download']],
    [
      'manager',
      [
        'look show-link resend revoke',
        'look download terminate',
        'look resend',
        'look resend',
        'look resend',
        'look download resend',
      ],
    ],
  ] as const)('are listed for %s', (role, actions) => {
    expect(tableFor(roles[role])).toEqual(actions)
  })

  it('are the same for super managers as for managers', () => {
    expect(tableFor(roles.superManager)).toEqual(tableFor(roles.manager))
  })
})

it('offers the check of a flagged signing to managers, once', () => {
  const flagged = { ...signed, state: 'signed', flags: ['shared-device'] } as const
  expect(actionsFor(flagged, roles.manager)).toContain('check')
  expect(actionsFor(flagged, roles.payer)).not.toContain('check')
  expect(actionsFor({ ...flagged, checkedAt: new Date(0) }, roles.manager)).not.toContain('check')
})
