// Where recharges are opened; the query's name comes from the wire.

import { rechargeDetail } from '@paywages/wire/recharges/endpoints.ts'
import { ROW_IN_ADDRESS } from '../ui/list/use-row-address.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const RECHARGES_PAGE = '/recharges'
export const ADD_PAGE = '/addrecharge'
export const VERIFY_PAGE = '/rechargeverify'
export const AUDIT_PAGE = '/auditrecharge'
export const CREDITS_PAGE = '/receivercredits'

const RECHARGE = rechargeDetail.input.fields.rechargeId.wire

export function rechargeAddress(rechargeId: number): PageSearch {
  return { [RECHARGE]: String(rechargeId) }
}

export function rechargeIdIn(search: PageSearch): number | undefined {
  return recordNumber(search[RECHARGE])
}

/** Open beside the list of recharges. */
export function rechargeBesideList(rechargeId: number): PageSearch {
  return { [ROW_IN_ADDRESS]: String(rechargeId) }
}
