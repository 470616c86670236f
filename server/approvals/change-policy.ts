// Proposes an approval policy, and sets it once a second manager has confirmed (ADR 62, 69); it applies to batches uploaded later.

import { type ApprovalPolicy, validatePolicy } from '@paywages/domain/approvals/policy.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntryAs } from '../audit-log/record-entry.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { concernedOf } from '../proposals/store.ts'
import { Refused } from '../refused.ts'
import { findPolicy, type PolicySubject, providersOf, savePolicy } from './store.ts'
import { isSamePolicy, policyFacts, readPolicy, type StoredPolicy, storedPolicy } from './stored-policy.ts'

/** Making it looser or stricter alike: who may set what others need is power too. */
export async function changePolicy(
  services: Services,
  by: Actor,
  subject: PolicySubject,
  policy: ApprovalPolicy,
  reason: string | undefined,
): Promise<Waiting> {
  const problem = validatePolicy(policy)
  if (problem !== undefined) throw new Refused(problem)
  return services.database.transact(async (tx) => {
    const current = await findPolicy(tx, subject)
    if (current === undefined) throw new Refused('not-found')
    if (isSamePolicy(current.policy, policy)) throw new Refused('policy-unchanged')
    // A proposal belongs to a provider; that of a platform is seen by the managers of one of its providers.
    const anchors = subject.of === 'provider' ? [subject.id] : await providersOf(tx, subject.id)
    return propose(tx, services, by, {
      kind: 'change-policy',
      subject: subjectText(subject),
      providerId: anchors[0] ?? by.person.providerId,
      providerName: current.name,
      accountId: null,
      objectName: current.name,
      before: policyFacts(current.policy),
      after: policyFacts(policy),
      change: { subject, from: storedPolicy(current.policy), to: storedPolicy(policy) },
      reason,
    })
  })
}

export const subjectText = ({ of, id }: PolicySubject): string => `${of} ${id}`

type Change = { readonly subject: PolicySubject; readonly from: StoredPolicy; readonly to: StoredPolicy }

export const carryOutPolicy: CarryOut = async (tx, _services, proposal, carrier) => {
  const { subject, ...change } = proposal.change as Change
  const [from, to] = [readPolicy(change.from), readPolicy(change.to)]
  const current = await findPolicy(tx, subject)
  if (current === undefined || !isSamePolicy(current.policy, from)) return false
  await savePolicy(tx, subject, to, carrier.at)
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'change-policy',
    object: { kind: subject.of, id: subject.id, name: current.name },
    providerId: proposal.providerId,
    ...changedFacts(policyFacts(from), policyFacts(to)),
  })
  const providers = subject.of === 'provider' ? [subject.id] : await providersOf(tx, subject.id)
  const told = new Set<number>()
  for (const providerId of providers)
    for (const accountId of await concernedOf(tx, providerId)) told.add(accountId)
  told.delete(proposal.proposedBy)
  if (carrier.writer.accountId !== null) told.delete(carrier.writer.accountId)
  await insertNotices(tx, [...told], {
    kind: 'policy-changed',
    about: current.name,
    byName: carrier.names,
    proposalId: proposal.proposalId,
    at: carrier.at,
  })
  return true
}
