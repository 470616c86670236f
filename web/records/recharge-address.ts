// Where recharges are opened; the query's name comes from the wire.

import { rechargeDetail } from '@paywages/wire/recharges/endpoints.ts'
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

/** The same address, of the list alone. */
export function withoutRecharge(search: PageSearch): PageSearch {
  return { ...search, [RECHARGE]: undefined }
}
