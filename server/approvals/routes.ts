// The approvals' calls.

import { pageOf } from '@paywages/wire/paging.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { waitingSubjects } from '../proposals/store.ts'
import { Refused } from '../refused.ts'
import { changePolicy, subjectText } from './change-policy.ts'
import {
  countReviewers,
  findPolicy,
  type ListedPolicy,
  listFloors,
  listPolicies,
  type PolicySubject,
  policiesFor,
} from './store.ts'

type ApprovalCalls =
  | 'listPolicies'
  | 'listFloors'
  | 'providerPolicy'
  | 'platformPolicy'
  | 'changeProviderPolicy'
  | 'changePlatformPolicy'

export function approvalRoutes(services: Services): Pick<Handlers, ApprovalCalls> {
  const { database } = services
  return {
    listPolicies: ({ input, scope }) =>
      database.query(async (tx) => {
        const { rows, count } = await listPolicies(tx, scope, input.name, pageOf(input))
        return { rows: await withWaiting(tx, 'provider', rows), count }
      }),
    listFloors: () =>
      database.query(async (tx) => {
        const rows = await withWaiting(tx, 'platform', await listFloors(tx))
        return { rows, count: rows.length }
      }),
    providerPolicy: ({ input }) =>
      database.query(async (tx) => {
        const { providerId: id } = input
        const { floors } = await policiesFor(tx, id)
        const shown = floors.map(({ platformName, policy }) => ({ platformName, policy: mutable(policy) }))
        return {
          ...(await detailOf(tx, { of: 'provider', id })),
          floors: shown,
          ...(await countReviewers(tx, id)),
        }
      }),
    platformPolicy: ({ input }) =>
      database.query(async (tx) => ({
        ...(await detailOf(tx, { of: 'platform', id: input.platformId })),
        floors: [],
        reviewers: null,
        managers: null,
      })),
    changeProviderPolicy: async ({ input: { providerId: id, reason, ...policy }, by }) => ({
      data: undefined,
      waiting: await changePolicy(services, by, { of: 'provider', id }, policy, reason),
    }),
    changePlatformPolicy: async ({ input: { platformId: id, reason, ...policy }, by }) => ({
      data: undefined,
      waiting: await changePolicy(services, by, { of: 'platform', id }, policy, reason),
    }),
  }
}

const mutable = (policy: ListedPolicy['policy']) => ({ ...policy, tiers: [...policy.tiers] })

async function detailOf(tx: Tx, subject: PolicySubject) {
  const found = await findPolicy(tx, subject)
  if (found === undefined) throw new Refused('not-found')
  const waiting = await waitingSubjects(tx, 'change-policy', [subjectText(subject)])
  return { name: found.name, policy: mutable(found.policy), waiting: waiting.length > 0 }
}

async function withWaiting(tx: Tx, of: PolicySubject['of'], rows: readonly ListedPolicy[]) {
  const subjects = rows.map(({ subjectId }) => subjectText({ of, id: subjectId }))
  const waiting = new Set(await waitingSubjects(tx, 'change-policy', subjects))
  return rows.map((row, place) => ({
    ...row,
    policy: mutable(row.policy),
    waiting: waiting.has(subjects[place] ?? ''),
  }))
}
