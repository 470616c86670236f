// THE list of what is counted as an alarm of a transfer, or as a refused callback of the bank.

import { CONTRADICTIONS } from '@paywages/domain/bank-files/statement-evidence.ts'

const STATEMENT_ALARMS = CONTRADICTIONS.map((what) => `statement-${what}` as const)

export const TRANSFER_ALARMS = [
  'late-success',
  'contradiction',
  'unsent',
  'amount-differs',
  'shortfall',
  'unknown-reference',
  'not-on-statement',
  'payee-differs',
  'orders-changed',
  ...STATEMENT_ALARMS,
] as const

export const NOTICE_REFUSALS = ['unsigned', 'replayed'] as const
