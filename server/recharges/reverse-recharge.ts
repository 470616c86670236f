// 冲正 and 退款 of approved recharges: one person asks, another confirms, and only then money moves (D25).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { reverseRecharge as reversalPostings } from '@paywages/domain/ledger/postings.ts'
import { type Fen, formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import {
  judgeReversalDecision,
  judgeReversalRequest,
  type RechargeRefusal,
  type ReversalKind,
  reversibleFen,
} from '@paywages/domain/recharges/recharge-status.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { spend } from '../ledger/post-entries.ts'
import { spendable } from '../ledger/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { objectOf } from './audit-recharge.ts'
import { endReversal, insertReversal, rechargeOfReversal } from './reversal-store.ts'
import { addReversed, type RechargeRecord, takeRecharge } from './store.ts'

export type ReversalAsk = {
  readonly rechargeId: number
  readonly amountFen: Fen
  readonly kind: ReversalKind
  readonly reason: string
}

export async function askReversal(house: House, by: Actor, ask: ReversalAsk): Promise<number> {
  return house.database.transact(async (tx) => {
    const recharge = await takeRecharge(tx, scopeOf(by.person), ask.rechargeId)
    if (!recharge) throw new Refused('not-found')
    refuse(judgeReversalRequest(recharge, ask.amountFen, by.person), recharge)
    const { providerId } = recharge
    const askerId = by.person.accountId
    const reversalId = await insertReversal(tx, { ...ask, providerId, askerId, at: by.at })
    await recordEntry(tx, by, {
      action: 'ask-reversal',
      object: objectOf(recharge),
      providerId,
      reason: ask.reason,
      after: { reversalId, reversalKind: ask.kind, amount: formatYuan(ask.amountFen) },
    })
    return reversalId
  })
}

export type ReversalDecision = { readonly confirms: boolean; readonly reason: string }

export async function decideReversal(
  house: House,
  by: Actor,
  reversalId: number,
  { confirms, reason }: ReversalDecision,
): Promise<void> {
  await house.database.transact(async (tx) => {
    const scope = scopeOf(by.person)
    const rechargeId = await rechargeOfReversal(tx, scope, reversalId)
    const recharge = rechargeId === undefined ? undefined : await takeRecharge(tx, scope, rechargeId)
    if (!recharge) throw new Refused('not-found')
    // Another request may be open by now; it is not the one this person saw.
    const open = recharge.openReversal?.reversalId === reversalId ? recharge.openReversal : null
    refuse(judgeReversalDecision({ ...recharge, openReversal: open }, confirms, by.person), recharge)
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
