// The balance of one's own provider, asked again by a call that keeps no session alive (D9).

import { rechargeMoney } from '@paywages/wire/recharges/endpoints.ts'
import { useCall } from '../api/queries.ts'

const EVERY_MS = 30_000

export function useBalance() {
  return useCall(rechargeMoney, {}, { refetchEvery: () => EVERY_MS })
}
