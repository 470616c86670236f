// Approval policies: tiers by amount, ceilings for batches and days, of a provider or of a platform as the floor under its providers (ADR 69).

import { MAX_TIERS } from '@paywages/domain/approvals/policy.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { proposalTexts } from '../proposals/messages.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, idInQuery, shown, text, yuan } from '../values.ts'
import { approvalTexts as texts } from './messages.ts'

const tierShape = shape({
  fromFen: at('fromMoney', yuan(texts.amountWrong)),
  reviewers: at('reviewers', z.number(texts.amountWrong)),
  managerReviews: at('managerReviews', flag),
  newSharePercent: at('newShare', z.number().nullable()),
})

const ceilings = {
  batchCeilingFen: at('batchCeiling', yuan(texts.amountWrong).nullable()),
  dayCeilingFen: at('dayCeiling', yuan(texts.amountWrong).nullable()),
}
const policyShape = shape({ tiers: at('tiers', z.array(tierShape)), ...ceilings })

/** The rule itself judges the values (domain/approvals/policy.ts). */
const policyFields = {
  tiers: at('tiers', z.array(tierShape, texts.generic).max(MAX_TIERS * 2, texts.generic)),
  ...ceilings,
}

const floorShape = shape({ platformName: at('platformName', shown), policy: at('policy', policyShape) })

export const policyDetailShape = shape({
  name: at('name', shown),
  policy: at('policy', policyShape),
  /** Of the platforms that the provider stands on; none of a platform itself. */
  floors: at('floors', z.array(floorShape)),
  /** How many could review now, and how many of them are managers; null of a platform. */
  reviewers: at('reviewers', z.number().nullable()),
  managers: at('managers', z.number().nullable()),
  /** A change that waits for a second manager. */
  waiting: at('waiting', flag),
})
export type PolicyDetail = z.output<typeof policyDetailShape>

const policyRowShape = shape({
  subjectId: at('id', id),
  name: at('name', shown),
  policy: at('policy', policyShape),
  /** False where it is the two steps that hold by default. */
  set: at('isSet', flag),
  waiting: at('waiting', flag),
})
export type PolicyRow = z.output<typeof policyRowShape>

export const listPolicies = endpoint({
  method: 'GET',
  path: '/approval/policies',
  purpose: 'Lists the approval policies of the providers in scope.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({ name: at('name', text({ max: 50 }).optional()), ...paging }),
  reply: { form: 'list', row: policyRowShape },
  failure: texts.listFailed,
})

export const listFloors = endpoint({
  method: 'GET',
  path: '/approval/floors',
  purpose: 'Lists the approval policies of platforms: the floors under their providers.',
  right: 'super-manager',
  scope: { rule: 'none', because: 'a platform belongs to no provider' },
  input: shape({}),
  reply: { form: 'list', row: policyRowShape },
  failure: texts.listFailed,
})

export const providerPolicy = endpoint({
  method: 'GET',
  path: '/approval/policy',
  purpose: 'Gives a provider’s approval policy, the floors under it, and how many people could review.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape(same({ providerId: idInQuery })),
  reply: { form: 'data', data: policyDetailShape },
  failure: texts.listFailed,
})

export const platformPolicy = endpoint({
  method: 'GET',
  path: '/approval/floor',
  purpose: 'Gives a platform’s approval policy.',
  right: 'super-manager',
  scope: { rule: 'none', because: 'a platform belongs to no provider' },
  input: shape(same({ platformId: idInQuery })),
  reply: { form: 'data', data: policyDetailShape },
  failure: texts.listFailed,
})

/** Why, for the second person. */
const reason = at('reason', text({ max: 200, tooLong: proposalTexts.reasonTooLong }).optional())

export const changeProviderPolicy = endpoint({
  method: 'POST',
  path: '/approval/policy',
  purpose:
    'Proposes a provider’s approval policy to a second manager; it applies to batches uploaded after the confirmation.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({ providerId: at('providerId', id), ...policyFields, reason }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
})

export const changePlatformPolicy = endpoint({
  method: 'POST',
  path: '/approval/floor',
  purpose: 'Proposes a platform’s approval policy, the floor under its providers, to a second manager.',
  right: 'super-manager',
  scope: { rule: 'none', because: 'a platform belongs to no provider' },
  input: shape({ platformId: at('platformId', id), ...policyFields, reason }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
})
