// The buttons that this person has on a recharge, by the very rules the server asks.

import {
  type AuditedRecharge,
  actionsFor,
  type RechargeAction,
} from '@paywages/domain/recharges/recharge-status.ts'
import {
  allRecharges,
  listRecharges,
  pendingRecharges,
  rechargeDetail,
  rechargeMoney,
} from '@paywages/wire/recharges/endpoints.ts'
import { listCredits } from '@paywages/wire/recharges/receiver-endpoints.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'

export function useRechargeActions(): (recharge: AuditedRecharge) => ReadonlySet<RechargeAction> {
  const user = useCurrentUser()
  return (recharge) => new Set(actionsFor(recharge, user))
}

/** After anything that changes a recharge: lists, details, what waits, and the balance. */
export function refreshRecharges(): Promise<void> {
  return refresh(listRecharges, allRecharges, rechargeDetail, pendingRecharges, rechargeMoney)
}

/** After a statement of a receiving account, or a match by hand. */
export async function refreshCredits(): Promise<void> {
  await Promise.all([refresh(listCredits), refreshRecharges()])
}
