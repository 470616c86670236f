// Each fact of a confirmation is part of what is signed, in whatever order it was stored.

import { expect, it } from 'vitest'
import { confirmationText } from './signed-confirmation.ts'

const proposal = {
  proposalId: 3,
  kind: 'change-terms',
  providerId: 2,
  accountId: null,
  proposedBy: 1,
  before: { serviceRate: 650, taxMethod: 'cumulative' },
  after: { serviceRate: 580, taxMethod: 'cumulative' },
}
const confirmed = { accountId: 7, at: new Date('2026-11-17T01:02:03.000Z') }

it('is this text', () => {
  expect(confirmationText(proposal, confirmed)).toBe(
    [
      'paywages proposal 1',
      'proposal 3',
      'kind change-terms',
      'provider 2',
      'about nobody',
      'proposer 1',
      'account 7',
      'at 2026-11-17T01:02:03.000Z',
      'before [["serviceRate","650"],["taxMethod","cumulative"]]',
      'after [["serviceRate","580"],["taxMethod","cumulative"]]',
    ].join('\n'),
  )
})

it('is the same for facts in another order, and another for every other fact', () => {
  const turned = { ...proposal, after: { taxMethod: 'cumulative', serviceRate: 580 } }
  expect(confirmationText(turned, confirmed)).toBe(confirmationText(proposal, confirmed))
  const others = [
    { after: { serviceRate: 581 } },
    { kind: 'add-account' },
    { proposedBy: 2 },
    { accountId: 4 },
  ]
  for (const other of others)
    expect(confirmationText({ ...proposal, ...other }, confirmed)).not.toBe(
      confirmationText(proposal, confirmed),
    )
})
