// What the timeline says in every state of a recharge and of its reversals.

import { describe, expect, it } from 'vitest'
import { rechargeSteps } from './recharge-steps.ts'

const at = (time: string) => new Date(`2026-11-13T${time}:00+08:00`)
const pending = {
  status: 'pending',
  withdrawn: false,
  reason: '',
  createdAt: at('09:12'),
  creator: 'pay1',
  creatorName: '陈静',
  decidedAt: null,
  auditor: '',
  auditorName: '',
  availableAfterFen: null,
  reversals: [],
} as const
const decided = { ...pending, decidedAt: at('10:00'), auditor: 'check1', auditorName: '吴敏' } as const
const approved = { ...decided, status: 'approved', availableAfterFen: 123_456n } as const
const asked = {
  reversalId: 7,
  kind: 'refund',
  amountFen: 50_000n,
  reason: '多转',
  status: 'pending',
  askerId: 1,
  asker: 'check1',
  askerName: '吴敏',
  askedAt: at('11:00'),
  deciderId: null,
  decider: '',
  deciderName: '',
  decidedAt: null,
  decisionReason: '',
} as const
const byAnother = {
  ...asked,
  deciderId: 2,
  decider: 'admin',
  deciderName: '赵明远',
  decidedAt: at('12:00'),
} as const

const last = (...args: Parameters<typeof rechargeSteps>) => rechargeSteps(...args).at(-1)
const nobody = new Set<never>()

describe('audit in the recharge timeline', () => {
  it('waits, and marks the step that the user has to do', () => {
    expect(rechargeSteps(pending, nobody)).toEqual([
      { key: 'submitted', state: 'done', title: '提交充值', note: '陈静 · 2026-11-13 09:12' },
      { key: 'audit', state: 'now', title: '审核', note: '等待审核人核对回执' },
    ])
    expect(last(pending, new Set(['audit'] as const))).toMatchObject({ text: '由您处理' })
  })
  it('shows the approval with the balance after it', () =>
    expect(last(approved, nobody)).toEqual({
      key: 'audit',
      state: 'done',
      title: '审核通过',
      note: '吴敏 · 2026-11-13 10:00',
      text: '通过后可用余额 ¥1,234.56',
    }))
  it.each([
    [false, '回执看不清', '审核拒绝', '回执看不清'],
    [false, '', '审核拒绝', '未填写原因'],
    [true, '填错', '已撤回', '填错'],
  ])('with withdrawn %s and reason %j shows the title %s', (withdrawn, reason, title, text) =>
    expect(last({ ...decided, status: 'rejected', withdrawn, reason }, nobody)).toMatchObject({
      state: 'stopped',
      title,
      text,
    }),
  )
})

describe('reversals in the recharge timeline', () => {
  const steps = [
    [asked, 'now', '退款申请 ¥500.00，待确认', '吴敏 · 2026-11-13 11:00', '多转'],
    [
      { ...byAnother, status: 'confirmed' },
      'done',
      '退款 ¥500.00',
      '吴敏 申请，赵明远 确认 · 2026-11-13 12:00',
      '多转',
    ],
    [
      { ...byAnother, status: 'refused', decisionReason: '金额不对' },
      'stopped',
      '退款申请 ¥500.00 被拒绝',
      '赵明远 · 2026-11-13 12:00',
      '金额不对',
    ],
    [
      { ...byAnother, status: 'refused', deciderId: 1, deciderName: '吴敏' },
      'stopped',
      '退款申请 ¥500.00 已撤回',
      '吴敏 · 2026-11-13 12:00',
      '多转',
    ],
  ] as const
  it.each(steps)('shows %o as %s', (reversal, state, title, note, text) =>
    expect(last({ ...approved, reversals: [reversal] }, nobody)).toEqual({
      key: 'reversal-7',
      state,
      title,
      note,
      text,
    }),
  )
})
