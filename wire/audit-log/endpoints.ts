// The audit log as managers search it (D34).

import { ACTIONS } from '@paywages/domain/audit-log/actions.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { idInQuery, instant, instantInQuery, openWord, shown, text } from '../values.ts'

const auditRowShape = shape({
  ...same({
    entryId: z.string(),
    account: shown,
    providerName: shown,
    address: shown,
    action: openWord(ACTIONS),
    object: shown,
    result: openWord(['done', 'refused']),
    reason: shown,
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    sealed: z.boolean(),
  }),
  /** How many looks at the same record follow within minutes, where they are merged. */
  repeatCount: at('repeatNum', z.number()),
  realName: at('accountName', shown),
  at: at('time', instant),
})
export type AuditRow = z.output<typeof auditRowShape>

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit/list',
  purpose: 'Searches the audit log of the caller’s scope, newest first.',
  right: 'manager',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    account: at('account', text({ max: 30 }).optional()),
    action: at('action', z.enum(ACTIONS).optional()),
    result: at('result', z.enum(['done', 'refused']).optional()),
    providerId: at('providerId', idInQuery.optional()),
    from: at('beginTime', instantInQuery.optional()),
    to: at('endTime', instantInQuery.optional()),
    /** 1: repeated looks at one record by one person are one row. */
    merged: at('merged', z.enum(['0', '1']).optional()),
    /** The looks that repeat this entry. */
    repeats: at(
      'repeatsOf',
      z
        .string()
        .regex(/^\d{1,18}$/, '记录编号不正确')
        .optional(),
    ),
    ...paging,
  }),
  reply: {
    form: 'list',
    row: auditRowShape,
    /** From the first to the last entry of the archived months that the asked time touches: of those, few are in the list. */
    beside: shape({
      archivedFrom: at('archivedFrom', instant.optional()),
      archivedTo: at('archivedTo', instant.optional()),
    }),
  },
  failure: '暂未获取操作日志，请稍后重试',
})
