// Of an action that can go two ways, the log tells the one that happened.

import type { AuditRow } from '@paywages/wire/audit-log/endpoints.ts'
import { expect, it } from 'vitest'
import { actionWords } from './action-words.ts'

it.each<[AuditRow['action'], AuditRow['after'], string]>([
  ['switch-rows', { cancelled: true }, '取消转账'],
  ['switch-rows', { cancelled: false }, '恢复转账'],
  ['switch-rows', null, '取消、恢复转账'],
  ['ask-reversal', { reversalKind: 'refund' }, '申请退款'],
  ['decide-reversal', { reversalKind: 'correction', reversalStatus: 'confirmed' }, '确认冲正'],
  ['decide-reversal', { reversalKind: 'correction', reversalStatus: 'refused' }, '拒绝冲正'],
  ['contract-by-day', { status: 'expired' }, '企业合同到期'],
  ['login', null, '登录'],
])('%s with %j is %s', (action, after, words) => {
  expect(actionWords({ action, after })).toBe(words)
})
