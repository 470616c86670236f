// What is said after a statement was decided again.

import { expect, it } from 'vitest'
import { relinkWords } from './relink-words.ts'

const NOTHING = { linkedCount: 0, knownCount: 0, newlyAmbiguousCount: 0, ambiguousCount: 0, missingCount: 0 }

it.each([
  [{ linkedCount: 3, missingCount: 1 }, '重新匹配完成：新匹配 3 条，仍有 1 条未找到'],
  [{ linkedCount: 1_200 }, '重新匹配完成：新匹配 1,200 条'],
  [
    { linkedCount: 1, knownCount: 2, newlyAmbiguousCount: 1, ambiguousCount: 4, missingCount: 5 },
    '重新匹配完成：新匹配 1 条，2 条已由其他对账单关联，新增待选择 1 条，仍有 4 条待选择、5 条未找到',
  ],
  [{ ambiguousCount: 4, missingCount: 5 }, undefined],
])('describes the relink result %o', (counts, words) =>
  expect(relinkWords({ ...NOTHING, ...counts })).toBe(words),
)
