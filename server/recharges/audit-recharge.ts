// Audits and withdraws recharges: once, under lock, by the rules of domain/recharges; an approval credits the balance (D25).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { recharge as rechargePostings } from '@paywages/domain/ledger/postings.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { needsManager } from '@paywages/domain/recharges/match-credits.ts'
import { validateAudit, validateWithdrawal } from '@paywages/domain/recharges/recharge-status.ts'
import type { Actor } from '../actor.ts'
import { PAYER_ACCOUNT, PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { credit } from '../ledger/post-entries.ts'
import { Refused, refuseIf } from '../refused.ts'
import { releaseCredit } from './credit-store.ts'
import { requireApprovalSignature } from './sign-approval.ts'
import { attachSignature } from './signature-store.ts'
import { decideRecharge, lockRecharge, type RechargeRecord, similarTo } from './store.ts'

export type Audit = {
  readonly approves: boolean
  readonly reason: string
  readonly confirmDuplicate: boolean
}

export async function auditRecharge(
  services: Services,
  by: Actor,
  rechargeId: number,
  audit: Audit,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const recharge = await take(tx, by, rechargeId)
    const audited = {
      ...recharge,
      needsManager: needsManager(recharge, services.settings.unmatchedRechargeFen),
    }
    refuseIf(validateAudit(audited, by.person, audit.approves))
    const status = audit.approves ? 'approved' : 'rejected'
    const reason = audit.approves ? '' : audit.reason
    if (audit.approves && !audit.confirmDuplicate) await refuseSimilar(tx, services, recharge)
    const signatureId = audit.approves ? await requireApprovalSignature(tx, by, rechargeId) : undefined
    // The recharge is locked first and the balance last, as in every slice: all payments of the provider wait for it.
    const availableAfterFen = audit.approves ? await creditBalance(tx, by, recharge) : null
    await decideRecharge(tx, rechargeId, {
      status,
      withdrawn: false,
      accountId: by.person.accountId,
      at: by.at,
      reason,
      availableAfterFen,
    })
    if (signatureId !== undefined) await attachSignature(tx, rechargeId, signatureId)
    if (!audit.approves) await releaseCredit(tx, rechargeId)
    await recordEntry(tx, by, {
      action: 'audit-recharge',
      object: objectOf(recharge),
      providerId: recharge.providerId,
      reason,
      before: { status: recharge.status },
      after: {
        status,
        amount: formatYuan(recharge.amountFen),
        matched: recharge.matched,
        ...(availableAfterFen === null ? {} : { available: formatYuan(availableAfterFen) }),
      },
    })
  })
}

export async function withdrawRecharge(
  services: Services,
  by: Actor,
  rechargeId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const recharge = await take(tx, by, rechargeId)
    refuseIf(validateWithdrawal(recharge, by.person))
    await decideRecharge(tx, rechargeId, {
      status: 'rejected',
      withdrawn: true,
      accountId: by.person.accountId,
      at: by.at,
      reason,
      availableAfterFen: null,
    })
    await releaseCredit(tx, rechargeId)
    await recordEntry(tx, by, {
      action: 'withdraw-recharge',
      object: objectOf(recharge),
      providerId: recharge.providerId,
      reason,
      before: { status: recharge.status },
      after: { status: 'rejected', withdrawn: true, amount: formatYuan(recharge.amountFen) },
    })
  })
}

async function take(tx: Tx, by: Actor, rechargeId: number): Promise<RechargeRecord> {
  const recharge = await lockRecharge(tx, scopeOf(by.person), rechargeId)
  if (!recharge) throw new Refused('not-found')
  return recharge
}

export const objectOf = ({ rechargeId, payerName }: RechargeRecord) => ({
  kind: 'recharge',
  id: rechargeId,
  name: payerName,
})

function creditBalance(tx: Tx, by: Actor, { rechargeId, providerId, amountFen }: RechargeRecord) {
  const entry = {
    subject: 'recharge',
    subjectId: BigInt(rechargeId),
    postings: rechargePostings(amountFen),
  } as const
  return credit(tx, providerId, entry, by.at)
}

/** Payer, amount and day of another that lives: the auditor must have seen which. */
async function refuseSimilar(tx: Tx, services: Services, recharge: RechargeRecord): Promise<void> {
  const similar = await similarRecharges(tx, services, recharge)
  if (similar.length === 0) return
  const likeIds = similar.map(({ rechargeId }) => rechargeId).join('、')
  throw new Refused('recharge-like-another', { likeIds })
}

export function similarRecharges(tx: Tx, services: Services, recharge: RechargeRecord) {
  const payer = services.cipher.open(recharge.sealedPayer, PAYER_SEAL)
  return similarTo(tx, recharge, services.cipher.shortHashes(payer, PAYER_ACCOUNT))
}
