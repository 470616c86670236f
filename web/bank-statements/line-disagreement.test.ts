// Every pair of what the statement shows and what the system holds.

import { ROW_STATUSES } from '@paywages/domain/payouts/row-status.ts'
import { expect, test } from 'vitest'
import { disagreementOf } from './line-disagreement.ts'

const reported = (kind: 'debit' | 'return') =>
  Object.fromEntries(
    ROW_STATUSES.map((status) => [status, disagreementOf({ kind, row: { status, returned: false } })]),
  )

test('agrees with a debit line only when the payout succeeded', () => {
  expect(reported('debit')).toEqual({
    processing: '对账单显示已转出，系统状态为处理中',
    succeeded: undefined,
    failed: '对账单显示已转出，系统状态为失败',
    cancelled: '对账单显示已转出，系统状态为已取消',
  })
})

test('agrees with a return line only when the payout failed', () => {
  expect(reported('return')).toEqual({
    processing: '对账单显示已退回，系统状态为处理中',
    succeeded: '对账单显示已退回，系统状态为成功',
    failed: undefined,
    cancelled: '对账单显示已退回，系统状态为已取消',
  })
})

test('returns no disagreement for an unlinked line', () => {
  expect(disagreementOf({ kind: 'debit', row: null })).toBeUndefined()
})

test('agrees with both lines of a returned payment', () => {
  const row = { status: 'failed', returned: true } as const
  expect(disagreementOf({ kind: 'debit', row })).toBeUndefined()
  expect(disagreementOf({ kind: 'return', row })).toBeUndefined()
})
