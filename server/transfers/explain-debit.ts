// Two people explain a debit that our books do not know and cannot adopt: one proposes with a reason, another confirms (ADR 27).

import { validateConfirmation } from '@paywages/domain/transfers/resolution.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../refused.ts'
import {
  closeDebit,
  type DebitOutcome,
  dropDebitProposal,
  lockDebit,
  proposeOutcome,
} from './explained-debit-store.ts'
import { matchDebits, withdrawDoubtful } from './match-debits.ts'

export async function proposeDebit(
  services: Services,
  by: Actor,
  proposal: { readonly debitId: number; readonly outcome: DebitOutcome; readonly reason: string },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const debit = await lockDebit(tx, proposal.debitId)
    if (!debit) throw new Refused('not-found')
    if (debit.ended || (debit.known && proposal.outcome === 'paid')) throw new Refused('debit-closed')
    if (debit.accepted && proposal.outcome === 'paid') throw new Refused('debit-not-executed')
    if (debit.proposedBy !== null) throw new Refused('debit-pending')
    await proposeOutcome(tx, { ...proposal, by: by.person.accountId, at: by.at })
    await recordEntry(tx, by, {
      action: 'propose-debit',
      object: { kind: 'unknown-debit', id: proposal.debitId, name: debit.reference },
      providerId: debit.providerId,
      reason: proposal.reason,
      after: { outcome: proposal.outcome },
    })
  })
}

/** The worker's next round finds nothing left to explain and lifts the halt. */
export async function decideDebit(
  services: Services,
  by: Actor,
  decision: { readonly debitId: number; readonly confirmed: boolean; readonly reason: string },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const debit = await lockDebit(tx, decision.debitId)
    if (!debit) throw new Refused('not-found')
    const { proposedBy, proposedOutcome } = debit
    if (debit.ended || proposedBy === null || proposedOutcome === null) throw new Refused('debit-closed')
    // Whose it is may be unknown: then no company's reviewer may say so.
    const proposal = { proposedBy, providerId: debit.providerId ?? NOBODYS }
    refuseIf(validateConfirmation(proposal, by.person, decision.confirmed))
    if (decision.confirmed) await close(tx, services, by, { ...decision, outcome: proposedOutcome })
    else await dropDebitProposal(tx, decision.debitId)
    await recordEntry(tx, by, {
      action: decision.confirmed ? 'confirm-debit' : 'refuse-debit',
      object: { kind: 'unknown-debit', id: decision.debitId, name: debit.reference },
      providerId: debit.providerId,
      reason: decision.reason,
      after: { outcome: proposedOutcome },
    })
  })
}

const NOBODYS = -1

async function close(
  tx: Tx,
  services: Services,
  by: Actor,
  { debitId, outcome, reason }: { debitId: number; outcome: DebitOutcome; reason: string },
): Promise<void> {
  const { at, person } = by
  await closeDebit(tx, debitId, { outcome, by: person.accountId, reason, at })
  if (outcome !== 'paid') return
  // Nothing else keeps back what was started before the debit was found, once nothing is left to explain.
  const doubtful = (await matchDebits(tx, services)).filter(({ debit }) => debit.debitId === BigInt(debitId))
  await withdrawDoubtful(tx, services, doubtful, { at, accountId: person.accountId })
}
