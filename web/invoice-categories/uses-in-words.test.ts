// What is said of a category's uses before it is disabled.

import { expect, it } from 'vitest'
import { usesInWords } from './uses-in-words.ts'

it.each([
  [false, 0, 0, '目前没有申请或合同使用它。'],
  [true, 0, 0, '曾被申请或合同使用，已有的记录不受影响。'],
  [true, 3, 0, '您管理范围内有 3 个未办结的开票申请正在使用，停用后仍可照常办理。'],
  [true, 0, 1, '您管理范围内有 1 份未结束的合同正在使用，停用后仍可照常办理。'],
  [true, 1_200, 2, '您管理范围内有 1,200 个未办结的开票申请、2 份未结束的合同正在使用，停用后仍可照常办理。'],
])(
  'describes the uses of a category: used %j, %i open applications, %i live contracts',
  (used, openApplications, liveContracts, words) => {
    expect(usesInWords({ used, openApplications, liveContracts })).toBe(words)
  },
)
