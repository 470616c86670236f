// A proof's history in words: the first file and those after it, and what it waits for.

import type { TaxProofDetail } from '@paywages/wire/tax/shapes.ts'
import { expect, it } from 'vitest'
import { proofSteps } from './proof-steps.ts'

const at = new Date('2026-11-13T09:30:00+08:00')
const file = (fileName: string) => ({ fileId: fileName, fileName, url: '/', size: 1 })
const closed = { kind: 'closed', at, byName: '', reason: '', file: null } as const
const uploaded = (name: string) =>
  ({ kind: 'uploaded', at, byName: '陈静', reason: '', file: file(name) }) as const
const rejected = { kind: 'rejected', at, byName: '周宁', reason: '月份不符', file: file('a.pdf') } as const

const reported = (status: TaxProofDetail['status'], history: TaxProofDetail['history']) =>
  proofSteps({ status, history }).map(({ state, title, file }) =>
    `${state} ${title} ${file?.fileName ?? ''}`.trim(),
  )

it('shows a new tax proof waiting for its first file', () => {
  expect(reported('pending', [closed])).toEqual(['done 生成完税证明', 'now 等待上传完税证明文件'])
})

it('shows every file of a tax proof at its place, also after a rejection', () => {
  const history = [closed, uploaded('a.pdf'), rejected, uploaded('b.pdf')]
  expect(reported('updated', history)).toEqual([
    'done 生成完税证明',
    'done 上传文件 a.pdf',
    'stopped 驳回',
    'done 重新上传文件 b.pdf',
  ])
  expect(reported('rejected', history.slice(0, 3)).at(-1)).toBe('now 等待重新上传')
})

it('shows who, when and why a tax proof was rejected', () => {
  const [first, second, third] = proofSteps({
    status: 'rejected',
    history: [closed, uploaded('a.pdf'), rejected],
  })
  expect(first?.note).toBe('系统 · 2026-11-13 09:30')
  expect(second?.note).toBe('陈静 · 2026-11-13 09:30')
  expect(third?.lines).toEqual(['月份不符'])
})
