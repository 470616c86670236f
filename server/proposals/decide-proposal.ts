// Confirms, refuses or withdraws a proposal, under its lock: whoever comes second is told what became of it (D47).

import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import {
  opensAccount,
  type ProposalState,
  stateAt,
  validateProposalStep,
} from '@paywages/domain/proposals/proposal.ts'
import type { Actor, Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntryAs, type Writer } from '../audit-log/record-entry.ts'
import { eachByItself } from '../each-by-itself.ts'
import { Refused } from '../refused.ts'
import type { CarryOutKinds, MakeEnrolmentCode, Signing, WaitingProposal } from './proposal-kind.ts'
import { signConfirmation } from './sign-confirmation.ts'
import { dueProposals, endProposal, lockProposal, managersOf, type ProposalRecord } from './store.ts'

const EVERYTHING: Scope = { of: 'everything' }
const NOBODY: Writer = { accountId: null, account: '', realName: '', providerId: null }

export async function confirmProposal(
  services: Services,
  kinds: CarryOutKinds,
  by: Actor,
  proposalId: number,
  { codeFor, signing }: { readonly codeFor: MakeEnrolmentCode; readonly signing: Signing },
): Promise<string | null> {
  const codeOf = await codeFor(services, by)
  const { state, code } = await services.database.transact(async (tx) => {
    const proposal = await lockToStep(tx, by, proposalId, 'confirm')
    await signConfirmation(tx, by, proposal, signing)
    const state = await carryOut(tx, services, kinds, { ...by, writer: by.person }, proposal)
    const { accountId, kind } = proposal
    const told = state === 'done' && accountId !== null && opensAccount(kind)
    return { state, code: told ? await codeOf(tx, accountId) : null }
  })
  if (state === 'void') throw new Refused('proposal-outdated')
  return code
}

export async function refuseProposal(
  services: Services,
  by: Actor,
  proposalId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const proposal = await lockToStep(tx, by, proposalId, 'refuse')
    await end(tx, by, by.person, proposal, { state: 'refused', action: 'refuse-change', reason })
  })
}

export async function withdrawProposal(services: Services, by: Actor, proposalId: number): Promise<void> {
  await services.database.transact(async (tx) => {
    const proposal = await lockToStep(tx, by, proposalId, 'withdraw')
    await end(tx, by, by.person, proposal, { state: 'withdrawn', action: 'withdraw-change' })
  })
}

/** What time does: open ones expire, cooling ones take effect. Tells how many. */
export async function settleDueProposals(services: Services, kinds: CarryOutKinds): Promise<number> {
  const now = services.clock.now()
  const due = await services.database.query((tx) => dueProposals(tx, now))
  const origin: Origin = { at: now, address: '', requestId: 'proposals', hostname: '' }
  const settle = (proposalId: number) =>
    services.database.transact(async (tx) => {
      const proposal = await lockProposal(tx, EVERYTHING, proposalId)
      if (proposal === undefined || proposal.change === null) return
      const waiting = { ...proposal, change: proposal.change }
      if (stateAt(proposal, now) === 'expired')
        await end(tx, origin, NOBODY, waiting, { state: 'expired', action: 'expire-change' })
      else if (proposal.effectiveAt !== null && proposal.effectiveAt <= now)
        await carryOut(tx, services, kinds, { ...origin, writer: NOBODY }, waiting)
    })
  await eachByItself(services, due, 'settling a proposal', settle)
  return due.length
}

async function lockToStep(
  tx: Tx,
  by: Actor,
  proposalId: number,
  step: 'confirm' | 'refuse' | 'withdraw',
): Promise<WaitingProposal> {
  const proposal = await lockProposal(tx, scopeOf(by.person), proposalId)
  if (proposal === undefined) throw new Refused('not-found')
  const refusal = validateProposalStep(proposal, step, by.person, by.at)
  if (refusal !== undefined)
    throw new Refused(refusal, { state: stateAt(proposal, by.at), name: proposal.deciderName })
  if (proposal.change === null) throw new Error('a proposal that waits has lost its change')
  return { ...proposal, change: proposal.change }
}

/** Done, or void where it no longer fits, or whoever proposed it manages no more. */
async function carryOut(
  tx: Tx,
  services: Services,
  kinds: CarryOutKinds,
  origin: Origin & { readonly writer: Writer },
  proposal: WaitingProposal,
): Promise<ProposalState> {
  const { writer } = origin
  const names = [proposal.proposerName, writer.realName].filter((name) => name !== '').join('、')
  const managers = await managersOf(tx, proposal.providerId)
  const fits =
    managers.includes(proposal.proposedBy) &&
    (await kinds[proposal.kind](tx, services, proposal, { ...origin, names }))
  const done = writer.accountId === null ? 'carry-out-change' : 'confirm-change'
  const how = fits
    ? ({ state: 'done', action: done } as const)
    : ({ state: 'void', action: 'void-change' } as const)
  await end(tx, origin, writer, proposal, how)
  return how.state
}

async function end(
  tx: Tx,
  origin: Origin,
  writer: Writer,
  { proposalId, proposalNo, objectName, providerId, before, after, kind }: ProposalRecord,
  how: {
    readonly state: ProposalState
    readonly action: `${'confirm' | 'refuse' | 'withdraw' | 'expire' | 'void' | 'carry-out'}-change`
    readonly reason?: string
  },
): Promise<void> {
  const { state, action, reason = '' } = how
  await endProposal(tx, proposalId, {
    state,
    by: writer.accountId,
    name: writer.realName,
    at: origin.at,
    reason,
  })
  await recordEntryAs(tx, origin, writer, {
    action,
    object: { kind: 'proposal', id: proposalId, name: `${proposalNo} ${objectName}` },
    providerId,
    reason,
    before,
    after: { kind, ...after },
  })
}
