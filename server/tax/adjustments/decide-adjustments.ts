// The second person confirms or rejects adjustments, or whoever entered one takes it back (ADR 35).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { validateDecision, validateWithdrawal } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import {
  countedMonth,
  staysAboveZero,
  validateMonth,
} from '@paywages/domain/tax/adjustments/counted-month.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { lockStarts } from '../../payouts/starting-store.ts'
import { Refused, refuseIf } from '../../refused.ts'
import { lockPeriods } from '../periods/period-store.ts'
import {
  type AdjustmentRecord,
  confirmAdjustment,
  confirmedOf,
  endAdjustment,
  lastClosedBefore,
  lastStart,
  lockAdjustments,
  providersOf,
} from './adjustment-store.ts'

/**
 * All or none. No month of these providers is closed meanwhile, so each counts in a month that is open; and no batch of theirs is started,
 * so it is known for which starts each counts.
 */
export async function confirmAdjustments(
  services: Services,
  by: Actor,
  adjustmentIds: readonly number[],
): Promise<void> {
  await services.database.transact(async (tx) => {
    const providerIds = await providersOf(tx, scopeOf(by.person), adjustmentIds)
    for (const providerId of providerIds) await lockPeriods(tx, providerId)
    for (const providerId of providerIds) await lockStarts(tx, providerId)
    const adjustments = await lockToDecide(tx, by, adjustmentIds)
    const after = await lastStart(tx)
    // Those below zero last: they may undo what is confirmed with them.
    for (const adjustment of adjustments.toSorted(largestFirst)) await confirmOne(tx, by, adjustment, after)
  })
}

const largestFirst = (one: AdjustmentRecord, other: AdjustmentRecord) =>
  one.amountFen > other.amountFen ? -1 : one.amountFen < other.amountFen ? 1 : 0

async function confirmOne(tx: Tx, by: Actor, adjustment: AdjustmentRecord, after: bigint): Promise<void> {
  const { adjustmentId, providerId, name, month, item, amountFen } = adjustment
  const thisMonth = shanghaiMonth(by.at)
  const lastClosed = await lastClosedBefore(tx, providerId, thisMonth)
  refuseIf(validateMonth(month, { month: thisMonth, lastClosed }))
  const counted = { month: countedMonth(month, lastClosed), amountFen }
  if (amountFen < 0n && !staysAboveZero(await confirmedOf(tx, adjustment), counted))
    throw new Refused('adjustment-below-zero', { name, item: ITEM_WORDS[item] })
  await confirmAdjustment(tx, adjustmentId, {
    by: by.person.accountId,
    at: by.at,
    month: counted.month,
    after,
  })
  await recordEntry(tx, by, {
    action: 'confirm-tax-adjustment',
    object: { kind: 'tax-adjustment', id: adjustmentId, name },
    providerId,
    after: { month, countedMonth: counted.month, item, amount: formatYuan(amountFen) },
  })
}

export async function rejectAdjustments(
  services: Services,
  by: Actor,
  { adjustmentIds, reason }: { readonly adjustmentIds: readonly number[]; readonly reason: string },
): Promise<void> {
  await services.database.transact(async (tx) => {
    for (const { adjustmentId, providerId, name } of await lockToDecide(tx, by, adjustmentIds)) {
      const decision = { by: by.person.accountId, at: by.at, status: 'rejected', reason } as const
      await endAdjustment(tx, adjustmentId, decision)
      await recordEntry(tx, by, {
        action: 'reject-tax-adjustment',
        object: { kind: 'tax-adjustment', id: adjustmentId, name },
        providerId,
        reason,
      })
    }
  })
}

export async function withdrawAdjustment(services: Services, by: Actor, adjustmentId: number): Promise<void> {
  await services.database.transact(async (tx) => {
    const [adjustment] = await lockAdjustments(tx, scopeOf(by.person), [adjustmentId])
    if (adjustment === undefined) throw new Refused('not-found')
    refuseIf(validateWithdrawal(adjustment, by.person))
    const decision = { by: by.person.accountId, at: by.at, status: 'withdrawn', reason: '' } as const
    await endAdjustment(tx, adjustmentId, decision)
    await recordEntry(tx, by, {
      action: 'withdraw-tax-adjustment',
      object: { kind: 'tax-adjustment', id: adjustmentId, name: adjustment.name },
      providerId: adjustment.providerId,
    })
  })
}

async function lockToDecide(
  tx: Tx,
  by: Actor,
  adjustmentIds: readonly number[],
): Promise<AdjustmentRecord[]> {
  const wanted = new Set(adjustmentIds)
  const adjustments = await lockAdjustments(tx, scopeOf(by.person), [...wanted])
  if (adjustments.length !== wanted.size) throw new Refused('not-found')
  for (const adjustment of adjustments) refuseIf(validateDecision(adjustment, by.person))
  return adjustments
}
