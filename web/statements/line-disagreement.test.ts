// Every pair of what the statement shows and what the system holds.

import { ROW_STATUSES } from '@paywages/domain/payouts/row-status.ts'
import { expect, test } from 'vitest'
import { disagreementOf } from './line-disagreement.ts'

const told = (kind: 'debit' | 'return') =>
  Object.fromEntries(
    ROW_STATUSES.map((status) => [status, disagreementOf({ kind, row: { status, returned: false } })]),
  )

test('money that went out agrees with success alone', () => {
  expect(told('debit')).toEqual({
    processing: '对账单显示已转出，系统状态为处理中',
    succeeded: undefined,
    failed: '对账单显示已转出，系统状态为失败',
    cancelled: '对账单显示已转出，系统状态为已取消',
  })
})

test('money that came back agrees with failure alone', () => {
  expect(told('return')).toEqual({
    processing: '对账单显示已退回，系统状态为处理中',
    succeeded: '对账单显示已退回，系统状态为成功',
    failed: undefined,
    cancelled: '对账单显示已退回，系统状态为已取消',
  })
})

test('a line that is linked to nothing has nothing to disagree with', () => {
  expect(disagreementOf({ kind: 'debit', row: null })).toBeUndefined()
})

test('of a payment that came back both lines are right', () => {
  const row = { status: 'failed', returned: true } as const
  expect(disagreementOf({ kind: 'debit', row })).toBeUndefined()
  expect(disagreementOf({ kind: 'return', row })).toBeUndefined()
})
