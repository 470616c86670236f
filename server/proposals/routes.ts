// The proposals' calls.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { proposalActions, stateAt } from '@paywages/domain/proposals/proposal.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { ProposalFact, ProposalImpact, ProposalRow } from '@paywages/wire/proposals/endpoints.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { AuditFacts } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { attachToProposal } from './attach-file.ts'
import { attachmentsOf } from './attachment-store.ts'
import { confirmProposal, refuseProposal, withdrawProposal } from './decide-proposal.ts'
import { changesSince, markRead } from './notice-store.ts'
import type { CarryOutKinds, MakeEnrolmentCode, Signing } from './proposal-kind.ts'
import { askConfirmationSignature } from './sign-confirmation.ts'
import { listProposals, type ProposalRecord } from './store.ts'

type ProposalCalls =
  | 'listProposals'
  | 'confirmProposal'
  | 'askConfirmationSignature'
  | 'refuseProposal'
  | 'withdrawProposal'
  | 'attachToProposal'
  | 'readNotices'

/** What changed terms mean in money; the slice that knows what was paid hands it in. */
export type TermsImpact = (
  tx: Tx,
  proposal: Pick<ProposalRecord, 'providerId' | 'change'>,
  at: Date,
) => Promise<ProposalImpact | null>

/** What became of an account so lately is told to whoever confirms. */
const RECENT_DAYS = 30
const MAX_RECENT = 3

export function proposalRoutes(
  services: Services,
  kinds: CarryOutKinds,
  impactOf: TermsImpact,
  handing: { readonly codeFor: MakeEnrolmentCode; readonly signing: Signing },
): Pick<Handlers, ProposalCalls> {
  return {
    listProposals: async ({ input, by, scope }) => {
      return services.database.query(async (tx) => {
        const { rows, count } = await listProposals(tx, scope, input.group ?? 'waiting', pageOf(input))
        const since = new Date(by.at.getTime() - RECENT_DAYS * DAY_MS)
        const concerned = rows.flatMap(({ accountId }) => accountId ?? [])
        const changes = await changesSince(tx, [...new Set(concerned)], since)
        const files = await attachmentsOf(
          tx,
          rows.map(({ proposalId }) => proposalId),
        )
        const shown: ProposalRow[] = []
        for (const row of rows) {
          const impact = row.kind === 'change-terms' ? await impactOf(tx, row, by.at) : null
          const recent = changes.filter(({ accountId }) => accountId === row.accountId).slice(0, MAX_RECENT)
          const attachments = files.filter(({ proposalId }) => proposalId === row.proposalId)
          shown.push({ ...shownTo(by, row), impact, recent, attachments })
        }
        return { rows: shown, count }
      })
    },
    readNotices: async ({ input, by }) => {
      const { accountId } = by.person
      const read = await services.database.transact((tx) => markRead(tx, accountId, input.noticeId, by.at))
      if (read === 0 && input.noticeId !== undefined) throw new Refused('not-found')
      return undefined
    },
    confirmProposal: async ({ input, by }) => {
      return { enrolmentCode: await confirmProposal(services, kinds, by, input.proposalId, handing) }
    },
    askConfirmationSignature: ({ input, by }) =>
      askConfirmationSignature(services, by, input.proposalId, handing.signing),
    refuseProposal: async ({ input, by }) => {
      await refuseProposal(services, by, input.proposalId, input.reason)
      return undefined
    },
    attachToProposal: async ({ input, by }) => {
      await attachToProposal(services, by, input.proposalId, input.fileId)
      return undefined
    },
    withdrawProposal: async ({ input, by }) => {
      await withdrawProposal(services, by, input.proposalId)
      return undefined
    },
  }
}

function shownTo(
  { person, at }: Actor,
  proposal: ProposalRecord,
): Omit<ProposalRow, 'impact' | 'recent' | 'attachments'> {
  const { before, after, change: _, ...row } = proposal
  return {
    ...row,
    state: stateAt(proposal, at),
    facts: factsOf(before, after),
    actions: proposalActions(proposal, person, at),
    own: proposal.proposedBy === person.accountId,
  }
}

function factsOf(before: AuditFacts, after: AuditFacts): ProposalFact[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
}

const textOf = (value: AuditFacts[string] | undefined): string =>
  value === undefined || value === null ? '' : String(value)
