// Approvals of recharges signed by a passkey: whoever has one credits only with its signature of this very recharge (ADR 97).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { SIGNATURE_MS } from '@paywages/domain/payouts/signed-decision.ts'
import { needsManager } from '@paywages/domain/recharges/match-credits.ts'
import { validateAudit } from '@paywages/domain/recharges/recharge-status.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { lastSignature } from '../factors/passkey-store.ts'
import { askPasskey } from '../factors/passkeys.ts'
import { Refused, refuseIf } from '../refused.ts'
import { approvalDigest } from './signature-store.ts'
import { findRecharge } from './store.ts'

const subjectOf = (rechargeId: number) => `recharge ${rechargeId} approve`

/** What the browser is to have signed before this approval. */
export async function askApprovalSignature(
  services: Services,
  by: Actor,
  rechargeId: number,
): Promise<{ options: string }> {
  const { accountId } = by.person
  const decided = await services.database.read(async (tx) => {
    const recharge = await findRecharge(tx, scopeOf(by.person), rechargeId)
    if (!recharge) throw new Refused('not-found')
    const needs = needsManager(recharge, services.settings.unmatchedRechargeFen)
    refuseIf(validateAudit({ ...recharge, needsManager: needs }, by.person, true))
    const about = { subject: subjectOf(rechargeId), at: by.at.toISOString() }
    return { digest: await approvalDigest(tx, rechargeId, { accountId, at: by.at }), about }
  })
  return askPasskey(services, by, decided)
}

/** The signature that stands behind this approval; the recharge is held. Refused where there is a passkey and none was given for this. */
export async function requireApprovalSignature(
  tx: Tx,
  by: Actor,
  rechargeId: number,
): Promise<bigint | undefined> {
  const { accountId, sessionToken, factor } = by.person
  if (!factor.passkey) return undefined
  const since = new Date(by.at.getTime() - SIGNATURE_MS)
  const signed = await lastSignature(tx, sessionToken, subjectOf(rechargeId), since)
  if (!signed) throw new Refused('signature-needed')
  const digest = await approvalDigest(tx, rechargeId, { accountId, at: new Date(String(signed.about.at)) })
  if (digest.toString('base64url') !== signed.challenge) throw new Refused('signature-needed')
  return signed.signatureId
}
