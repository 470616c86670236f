// The buttons that this person has on a recharge, by the very rules the server asks.

import {
  actionsFor,
  type RechargeAction,
  type RechargeState,
} from '@paywages/domain/recharges/recharge-status.ts'
import {
  allRecharges,
  listRecharges,
  pendingRecharges,
  rechargeDetail,
  rechargeMoney,
} from '@paywages/wire/recharges/endpoints.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'

export function useRechargeActions(): (recharge: RechargeState) => ReadonlySet<RechargeAction> {
  const user = useCurrentUser()
  return (recharge) => new Set(actionsFor(recharge, user))
}

/** After anything that changes a recharge: lists, details, what waits, and the balance. */
export function refreshRecharges(): Promise<void> {
  return refresh(listRecharges, allRecharges, rechargeDetail, pendingRecharges, rechargeMoney)
}
