// The specification's 58 calls (§7), each with what it is asked and answers; server/http/specified-calls.test.ts makes them all.

import { PAPER_CALLS, TAX_AND_FILE_CALLS } from './paper-calls.ts'
import { FUND_CALLS, PAYOUT_CALLS } from './payout-calls.ts'
import { PROVIDER_CALLS } from './provider-calls.ts'
import { SESSION_CALLS } from './session-calls.ts'
import type { SpecifiedCall } from './wire-type.ts'

export const SPECIFIED_CALLS: readonly SpecifiedCall[] = [
  ...SESSION_CALLS,
  ...PAYOUT_CALLS,
  ...FUND_CALLS,
  ...PROVIDER_CALLS,
  ...PAPER_CALLS,
  ...TAX_AND_FILE_CALLS,
]
