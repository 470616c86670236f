// Confirmations of proposals signed by a passkey: whoever has one confirms only with its signature of this very change (ADR 97).

import { createHash } from 'node:crypto'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { SIGNATURE_MS } from '@paywages/domain/payouts/signed-decision.ts'
import { stateAt, validateProposalStep } from '@paywages/domain/proposals/proposal.ts'
import { type ConfirmedProposal, confirmationText } from '@paywages/domain/proposals/signed-confirmation.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import type { Signing } from './proposal-kind.ts'
import { findProposal, insertProposalSignature } from './store.ts'

const subjectOf = (proposalId: number) => `proposal ${proposalId} confirm`

/** Made again from what is stored, without any secret. */
export const confirmationDigest = (proposal: ConfirmedProposal, accountId: number, at: Date): Buffer =>
  createHash('sha256').update(confirmationText(proposal, { accountId, at })).digest()

/** What the browser is to have signed before this confirmation. */
export async function askConfirmationSignature(
  services: Services,
  by: Actor,
  proposalId: number,
  signing: Signing,
): Promise<{ options: string }> {
  const digest = await services.database.query(async (tx) => {
    const proposal = await findProposal(tx, scopeOf(by.person), proposalId)
    if (proposal === undefined) throw new Refused('not-found')
    const refusal = validateProposalStep(proposal, 'confirm', by.person, by.at)
    if (refusal !== undefined)
      throw new Refused(refusal, { state: stateAt(proposal, by.at), name: proposal.deciderName })
    return confirmationDigest(proposal, by.person.accountId, by.at)
  })
  return signing.ask(services, by, {
    digest,
    about: { subject: subjectOf(proposalId), at: by.at.toISOString() },
  })
}

/** Puts the signature behind the confirmation, whose proposal is held; refused where there is a passkey and none was given for this. */
export async function signConfirmation(
  tx: Tx,
  by: Actor,
  proposal: ConfirmedProposal,
  signing: Signing,
): Promise<void> {
  const { accountId, sessionToken, factor } = by.person
  if (!factor.passkey) return
  const since = new Date(by.at.getTime() - SIGNATURE_MS)
  const signed = await signing.last(tx, sessionToken, subjectOf(proposal.proposalId), since)
  const at = new Date(String(signed?.about.at))
  if (!signed || confirmationDigest(proposal, accountId, at).toString('base64url') !== signed.challenge)
    throw new Refused('signature-needed')
  await insertProposalSignature(tx, proposal.proposalId, signed.signatureId)
}
