// Proposals in the database; the only file that writes this table.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { ProposalKind, ProposalState } from '@paywages/domain/proposals/proposal.ts'
import { sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { AuditFacts } from '../audit-log/record-entry.ts'
import { powersTaken } from '../audit-log/store.ts'

export type ProposalRecord = {
  readonly proposalId: number
  readonly proposalNo: string
  readonly kind: ProposalKind
  readonly providerId: number
  readonly providerName: string
  readonly accountId: number | null
  readonly objectName: string
  readonly before: AuditFacts
  readonly after: AuditFacts
  /** Null when it has ended. */
  readonly change: Readonly<Record<string, unknown>> | null
  readonly reason: string
  readonly state: ProposalState
  readonly proposedBy: number
  readonly proposerAccount: string
  readonly proposerName: string
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly effectiveAt: Date | null
  readonly deciderName: string
  readonly decidedAt: Date | null
  readonly decisionReason: string
}

function proposals(tx: Tx) {
  return tx
    .selectFrom('proposals as s')
    .select([
      ...camelColumns('s', [
        'proposal_id',
        'proposal_no',
        'provider_id',
        'account_id',
        'object_name',
        'reason',
      ]),
      sql<ProposalKind>`s.kind`.as('kind'),
      sql<AuditFacts>`s.facts_before`.as('before'),
      sql<AuditFacts>`s.facts_after`.as('after'),
      sql<ProposalRecord['change']>`s.change`.as('change'),
      sql<ProposalState>`s.state`.as('state'),
      ...camelColumns('s', [
        'provider_name',
        'proposed_by',
        'proposer_account',
        'proposer_name',
        'decider_name',
        'proposed_at',
        'expires_at',
        'effective_at',
        'decided_at',
        'decision_reason',
      ]),
    ])
}

const proposalWithin = (tx: Tx, scope: Scope, proposalId: number) =>
  proposals(tx).where('s.proposal_id', '=', proposalId).where(inScope(scope, 's.provider_id'))

export async function lockProposal(
  tx: Tx,
  scope: Scope,
  proposalId: number,
): Promise<ProposalRecord | undefined> {
  return proposalWithin(tx, scope, proposalId).forUpdate('s').executeTakeFirst()
}

export async function findProposal(
  tx: Tx,
  scope: Scope,
  proposalId: number,
): Promise<ProposalRecord | undefined> {
  return proposalWithin(tx, scope, proposalId).executeTakeFirst()
}

export async function insertProposalSignature(
  tx: Tx,
  proposalId: number,
  signatureId: bigint,
): Promise<void> {
  const values = { proposal_id: proposalId, signature_id: signatureId }
  await tx.insertInto('proposal_signatures').values(values).execute()
}

export const PROPOSAL_RECORDS: OwnedRecords = { table: 'proposals', id: 'proposal_id' }

const WAITS = sql<boolean>`s.state in ('open', 'cooling')`

export async function listProposals(
  tx: Tx,
  scope: Scope,
  group: 'waiting' | 'ended',
  page: { index: number; size: number },
) {
  const wanted = group === 'waiting' ? WAITS : sql<boolean>`not ${WAITS}`
  const rows = await proposals(tx)
    .where(inScope(scope, 's.provider_id'))
    .where(wanted)
    .orderBy('s.proposal_id', 'desc')
    .limit(page.size)
    .offset(page.index * page.size)
    .execute()
  const { count } = await tx
    .selectFrom('proposals as s')
    .where(inScope(scope, 's.provider_id'))
    .where(wanted)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { rows, count }
}

/** Every one in scope that waits, the oldest first. */
export async function waitingProposals(tx: Tx, scope: Scope): Promise<ProposalRecord[]> {
  return proposals(tx).where(inScope(scope, 's.provider_id')).where(WAITS).orderBy('s.proposal_id').execute()
}

/** Which of these subjects one of that kind waits for. */
export async function waitingSubjects(
  tx: Tx,
  kind: ProposalKind,
  subjects: readonly string[],
): Promise<string[]> {
  if (subjects.length === 0) return []
  const rows = await tx
    .selectFrom('proposals as s')
    .where('s.kind', '=', kind)
    .where('s.subject', 'in', [...subjects])
    .where(WAITS)
    .select('s.subject')
    .execute()
  return rows.map(({ subject }) => subject)
}

export type NewProposal = {
  readonly proposalNo: string
  readonly kind: ProposalKind
  /** Only one of a kind waits for a subject. */
  readonly subject: string
  readonly providerId: number
  readonly accountId: number | null
  readonly objectName: string
  readonly before: AuditFacts
  readonly after: AuditFacts
  readonly change: Readonly<Record<string, unknown>>
  readonly reason: string
  readonly providerName: string
  readonly proposedBy: number
  readonly proposerAccount: string
  readonly proposerName: string
  readonly at: Date
  readonly expiresAt: Date
  /** Given where it cools down. */
  readonly effectiveAt: Date | null
}

export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<number> {
  const row = await tx
    .insertInto('proposals')
    .values({
      proposal_no: proposal.proposalNo,
      kind: proposal.kind,
      subject: proposal.subject,
      provider_id: proposal.providerId,
      account_id: proposal.accountId,
      object_name: proposal.objectName,
      facts_before: JSON.stringify(proposal.before),
      facts_after: JSON.stringify(proposal.after),
      change: JSON.stringify(proposal.change),
      reason: proposal.reason,
      state: proposal.effectiveAt === null ? 'open' : 'cooling',
      provider_name: proposal.providerName,
      proposed_by: proposal.proposedBy,
      proposer_account: proposal.proposerAccount,
      proposer_name: proposal.proposerName,
      proposed_at: proposal.at,
      expires_at: proposal.expiresAt,
      effective_at: proposal.effectiveAt,
    })
    .returning('proposal_id')
    .executeTakeFirstOrThrow()
  return row.proposal_id
}

/** Whatever was to be carried out is forgotten with it: passwords, too. */
export async function endProposal(
  tx: Tx,
  proposalId: number,
  end: {
    readonly state: ProposalState
    readonly by: number | null
    readonly name: string
    readonly at: Date
    readonly reason?: string
  },
): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({
      state: end.state,
      change: null,
      decided_by: end.by,
      decider_name: end.name,
      decided_at: end.at,
      decision_reason: end.reason ?? '',
    })
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** Whose time has come: open ones to expire, cooling ones to take effect. */
export async function dueProposals(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('proposals')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'open'), eb('expires_at', '<=', now)]),
        eb.and([eb('state', '=', 'cooling'), eb('effective_at', '<=', now)]),
      ]),
    )
    .select('proposal_id as proposalId')
    .orderBy('proposal_id')
    .limit(100)
    .execute()
  return rows.map(({ proposalId }) => proposalId)
}

/** The enabled managers of a provider: super managers, and those of its platforms. */
export async function managersOf(tx: Tx, providerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('account_reach')
    .where('provider_id', '=', providerId)
    .where('manages', '=', true)
    .select('account_id as accountId')
    .execute()
  return rows.map(({ accountId }) => accountId ?? 0)
}

/** All that there ever were. */
export async function superManagers(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('super_manager_accounts').select('account_id as accountId').execute()
  return rows.map(({ accountId }) => accountId ?? 0)
}

/**
 * Managers who could have confirmed since then, as the audit log tells: disabled, alone or with their company, without the right now, moved to
 * another platform, or on one that the provider was taken from.
 */
export async function formerManagers(tx: Tx, providerId: number, since: Date): Promise<number[]> {
  const taken = await powersTaken(tx, providerId, since)
  const { rows } = await sql<{ accountId: number }>`
    select distinct s.account_id as "accountId" from account_scopes s
    where (s.account_id = any(${taken.stripped}::int[]) or (s.manager and (s.enabled or s.account_id = any(${taken.accounts}::int[])
        or s.home_provider_id = any(${taken.providers}::int[]))))
      and (s.provider_id = ${providerId} or s.platform_id = any(${taken.platforms}::int[])
        or s.account_id = any(${taken.moved}::int[]))`.execute(tx)
  return rows.map(({ accountId }) => accountId)
}

/** The provider's people who decide, and the managers above them: all of them hear of what nobody else confirms. */
export async function concernedOf(tx: Tx, providerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('account_reach')
    .where('provider_id', '=', providerId)
    .where((eb) => eb.or([eb('manages', '=', true), eb('decides', '=', true)]))
    .select('account_id as accountId')
    .execute()
  return rows.map(({ accountId }) => accountId ?? 0)
}
