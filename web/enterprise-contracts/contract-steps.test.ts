// A contract's history in words, and what it waits for.

import { expect, it } from 'vitest'
import { contractSteps } from './contract-steps.ts'

const at = new Date('2026-11-15T02:03:00Z')
const event = (kind: 'generated' | 'saved' | 'effective' | 'expired' | 'terminated', byName = '王管理') => ({
  kind,
  at,
  byName,
  changes: [],
})
const contract = { history: [], status: 'pending', signed: false, beginDay: null, endDay: null } as const

it('shows who did each step, and the system where nobody did', () => {
  const history = [
    event('generated'),
    { ...event('saved'), changes: [{ field: '发票类目', before: '', after: '设计服务' }] },
    event('effective', ''),
    event('expired', ''),
  ]
  const steps = contractSteps({ ...contract, history, status: 'expired' })
  expect(steps.map(({ title, note, state }) => [title, note, state])).toEqual([
    ['生成合同', '王管理 · 2026-11-15 10:03', 'done'],
    ['编辑合同', '王管理 · 2026-11-15 10:03', 'done'],
    ['合同生效', '系统 · 2026-11-15 10:03', 'done'],
    ['合同到期', '系统 · 2026-11-15 10:03', 'done'],
  ])
  expect(steps[1]?.lines).toEqual(['发票类目：空 → 设计服务'])
})

it('ends the timeline with a termination', () => {
  const steps = contractSteps({ ...contract, history: [event('terminated')], status: 'terminated' })
  expect(steps.map(({ state }) => state)).toEqual(['stopped'])
})

it.each([
  [contract, 'now', '等待上传双方签署的合同文件'],
  [{ ...contract, signed: true }, 'now', '等待填写起止日期'],
  [
    { ...contract, signed: true, beginDay: '2026-12-01', endDay: '2027-11-30' },
    'next',
    '2026-12-01 自动生效',
  ],
  [
    { ...contract, status: 'effective', signed: true, beginDay: '2026-11-01', endDay: '2027-10-31' },
    'next',
    '2027-10-31 之后到期',
  ],
] as const)('shows for %o the waiting step: %s %s', (waiting, state, title) => {
  expect(contractSteps(waiting)).toEqual([{ key: 'next', state, title }])
})
