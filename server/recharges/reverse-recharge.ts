// 冲正 and 退款 of approved recharges: one person asks, another confirms, and only then money moves (D25).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { reverseRecharge as reversalPostings } from '@paywages/domain/ledger/postings.ts'
import { type Fen, formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import {
  type RechargeRefusal,
  type ReversalKind,
  reversibleFen,
  validateReversalDecision,
  validateReversalRequest,
} from '@paywages/domain/recharges/recharge-status.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { spend } from '../ledger/post-entries.ts'
import { spendable } from '../ledger/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { objectOf } from './audit-recharge.ts'
import { endReversal, insertReversal, rechargeOfReversal } from './reversal-store.ts'
import { addReversed, lockRecharge, type RechargeRecord } from './store.ts'

export type ReversalInput = {
  readonly rechargeId: number
  readonly amountFen: Fen
  readonly kind: ReversalKind
  readonly reason: string
}

export async function askReversal(services: Services, by: Actor, input: ReversalInput): Promise<number> {
  return services.database.transact(async (tx) => {
    const recharge = await lockRecharge(tx, scopeOf(by.person), input.rechargeId)
    if (!recharge) throw new Refused('not-found')
    refuse(validateReversalRequest(recharge, input.amountFen, by.person), recharge)
    const { providerId } = recharge
    const askerId = by.person.accountId
    const reversalId = await insertReversal(tx, { ...input, providerId, askerId, at: by.at })
    await recordEntry(tx, by, {
      action: 'ask-reversal',
      object: objectOf(recharge),
      providerId,
      reason: input.reason,
      after: { reversalId, reversalKind: input.kind, amount: formatYuan(input.amountFen) },
    })
    return reversalId
  })
}

export type ReversalDecision = { readonly confirms: boolean; readonly reason: string }

export async function decideReversal(
  services: Services,
  by: Actor,
  reversalId: number,
  { confirms, reason }: ReversalDecision,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const scope = scopeOf(by.person)
    const rechargeId = await rechargeOfReversal(tx, scope, reversalId)
    const recharge = rechargeId === undefined ? undefined : await lockRecharge(tx, scope, rechargeId)
    if (!recharge) throw new Refused('not-found')
    // Another request may be open by now; it is not the one this person saw.
    const open = recharge.openReversal?.reversalId === reversalId ? recharge.openReversal : null
    refuse(validateReversalDecision({ ...recharge, openReversal: open }, confirms, by.person), recharge)
    if (open === null) throw new Refused('state-changed')
    const status = confirms ? 'confirmed' : 'refused'
    await endReversal(tx, reversalId, { status, accountId: by.person.accountId, at: by.at, reason })
    if (confirms) await takeFromBalance(tx, by, recharge, open)
    await recordEntry(tx, by, {
      action: 'decide-reversal',
      object: objectOf(recharge),
      providerId: recharge.providerId,
      reason,
      before: { reversalStatus: 'pending' },
      after: {
        reversalId,
        reversalKind: open.kind,
        amount: formatYuan(open.amountFen),
        reversalStatus: status,
      },
    })
  })
}

function refuse(refusal: RechargeRefusal | undefined, recharge: RechargeRecord): void {
  refuseIf(
    refusal,
    refusal === 'reversal-too-large' ? { rest: formatYuanGrouped(reversibleFen(recharge)) } : {},
  )
}

/** What was spent meanwhile cannot be taken back. */
async function takeFromBalance(
  tx: Tx,
  by: Actor,
  { rechargeId, providerId }: RechargeRecord,
  { reversalId, amountFen }: { readonly reversalId: number; readonly amountFen: Fen },
): Promise<void> {
  await addReversed(tx, rechargeId, amountFen)
  const entry = {
    subject: 'reversal',
    subjectId: BigInt(reversalId),
    postings: reversalPostings(amountFen),
  } as const
  const { balance, enough } = await spend(tx, providerId, entry, by.at)
  if (enough) return
  throw new Refused('reversal-exceeds-balance', {
    need: formatYuanGrouped(amountFen),
    available: formatYuanGrouped(spendable(balance)),
  })
}
