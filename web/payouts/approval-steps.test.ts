// The approval timeline in every state of a batch.

import type { BatchStatus, BatchStep } from '@paywages/domain/payouts/batch-status.ts'
import { expect, test } from 'vitest'
import { approvalSteps, waitedWords } from './approval-steps.ts'

const at = new Date('2026-11-13T01:12:00Z')
const now = new Date('2026-11-13T01:30:00Z')

const entry = (step: BatchStep, passed = true, reason = '') => ({
  step,
  accountId: 1,
  account: 'pay1',
  realName: '钱付',
  passed,
  reason,
  at,
  checkedRisks: [],
  asManager: false,
})

const steps = (status: BatchStatus, history: ReturnType<typeof entry>[], reviewersNeeded = 1) =>
  approvalSteps({ status, history, rowCount: 1286, reviewersNeeded }, new Set(), now).map(
    ({ key, state }) => `${key} ${state}`,
  )

test('shows a new batch waiting for its audit', () => {
  expect(steps('auditing', [entry('upload')])).toEqual([
    'upload done',
    'audit now',
    'review next',
    'start next',
  ])
})

test('moves the waiting step on with each approval', () => {
  expect(steps('reviewing', [entry('upload'), entry('audit')])).toEqual([
    'upload done',
    'audit done',
    'review now',
    'start next',
  ])
  expect(steps('ready', [entry('upload'), entry('audit'), entry('review')]).at(-1)).toBe('start now')
  expect(steps('transferring', [entry('upload'), entry('audit'), entry('review'), entry('start')])).toEqual([
    'upload done',
    'audit done',
    'review done',
    'start done',
  ])
})

test('ends with a rejection or a withdrawal and its reason', () => {
  const rejected = approvalSteps(
    {
      status: 'audit-rejected',
      history: [entry('upload'), entry('audit', false, '金额不符')],
      rowCount: 1,
      reviewersNeeded: 1,
    },
    new Set(),
    now,
  )
  expect(rejected.at(-1)).toMatchObject({ state: 'stopped', title: '审核驳回', text: '金额不符' })
  expect(steps('audit-rejected', [entry('upload'), entry('audit'), entry('withdraw', false)])).toEqual([
    'upload done',
    'audit done',
    'withdraw stopped',
  ])
})

test('marks the step that the user has to do', () => {
  const [, audit] = approvalSteps(
    { status: 'auditing', history: [entry('upload')], rowCount: 1, reviewersNeeded: 1 },
    new Set(['approve-audit'] as const),
    now,
  )
  expect(audit).toMatchObject({ note: '等待付款岗 · 已等 18 分', text: '由您处理' })
})

test.each([
  [20_000, '刚刚送达'],
  [59 * 60_000, '已等 59 分'],
  [60 * 60_000, '已等 1 小时'],
  [47 * 3_600_000, '已等 47 小时'],
  [49 * 3_600_000, '已等 2 天'],
])('describes %s ms of waiting', (ms, words) => {
  expect(waitedWords(ms)).toBe(words)
})

test('keeps each of several reviews, and waits for the next', () => {
  expect(steps('reviewing', [entry('upload'), entry('audit'), entry('review')], 2)).toEqual([
    'upload done',
    'audit done',
    'review done',
    'review-2 now',
    'start next',
  ])
})
