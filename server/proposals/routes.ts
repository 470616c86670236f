// The proposals' calls.

import { proposalActions, stateAt } from '@paywages/domain/proposals/proposal.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { ProposalFact, ProposalRow } from '@paywages/wire/proposals/endpoints.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import type { AuditFacts } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { confirmProposal, refuseProposal, withdrawProposal } from './decide-proposal.ts'
import type { CarryOutKinds } from './proposal-kind.ts'
import { listProposals, type ProposalRecord } from './store.ts'

type ProposalCalls = 'listProposals' | 'confirmProposal' | 'refuseProposal' | 'withdrawProposal'

export function proposalRoutes(services: Services, kinds: CarryOutKinds): Pick<Handlers, ProposalCalls> {
  return {
    listProposals: async ({ input, by, scope }) => {
      const { rows, count } = await services.database.query((tx) =>
        listProposals(tx, scope, input.group ?? 'waiting', pageOf(input)),
      )
      return { rows: rows.map((row) => shownTo(by, row)), count }
    },
    confirmProposal: async ({ input, by }) => {
      await confirmProposal(services, kinds, by, input.proposalId)
      return undefined
    },
    refuseProposal: async ({ input, by }) => {
      await refuseProposal(services, by, input.proposalId, input.reason)
      return undefined
    },
    withdrawProposal: async ({ input, by }) => {
      await withdrawProposal(services, by, input.proposalId)
      return undefined
    },
  }
}

function shownTo({ person, at }: Actor, proposal: ProposalRecord): ProposalRow {
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
