// The line under a page's title names no act that the person has no right to.

import type { ConsoleRights } from '@paywages/domain/accounts/rights.ts'
import { expect, it } from 'vitest'
import { filingPurpose } from '../tax/filing/filing-labels.ts'
import { pageWords } from './labels.ts'
import type { PagePath } from './pages.ts'

const NONE: ConsoleRights = { payRight: false, checkRight: false, manager: false, superManager: false }
const ROLES = {
  pay: { ...NONE, payRight: true },
  check: { ...NONE, checkRight: true },
  manager: { ...NONE, manager: true },
  superManager: { ...NONE, manager: true, superManager: true },
} as const

it.each<[PagePath, string, readonly (keyof typeof ROLES)[]]>([
  ['/payexcels', '上传', ['pay']],
  ['/payimport', '决定', ['pay', 'check']],
  ['/pendingtransfers', '处理', ['check', 'manager', 'superManager']],
  ['/unknowndebits', '补记', ['check', 'manager', 'superManager']],
  ['/providerProof', '上传', ['pay', 'manager', 'superManager']],
  ['/personProof', '生成', ['manager', 'superManager']],
  ['/basicinfo', '联系管理员', ['pay', 'check']],
])('%s speaks of %s to those who may', (path, act, roles) => {
  const told = Object.entries(ROLES).filter(([, rights]) => pageWords(path, rights).purpose.includes(act))
  expect(told.map(([role]) => role)).toEqual(roles)
})

it('tells of the downloads of a filing to those who may', () => {
  const told = Object.entries(ROLES).filter(([, rights]) => filingPurpose(rights).includes('下载'))
  expect(told.map(([role]) => role)).toEqual(['pay', 'manager', 'superManager'])
})
