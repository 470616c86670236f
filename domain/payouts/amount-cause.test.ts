// Why an amount cannot be read, in the words that stand behind it.

import { expect, it } from 'vitest'
import { amountCause } from './amount-cause.ts'

it.each([
  ['3.2[万元]', '单元格显示的单位是 万元，请填写以元为单位的数字：3.2'],
  ['0.5[%]', '单元格显示的单位是 %，请填写以元为单位的数字：0.5'],
  ['1.2万', '请换算成元：1.2万'],
  ['935.193', '超过两位小数：935.193；若显示为 935.19，请改填 935.19，公式请用 ROUND 保留两位'],
  ['935.19351', '超过两位小数：935.19351；若显示为 935.19，请改填 935.19，公式请用 ROUND 保留两位'],
  ['#REF!', '公式出错：#REF!'],
  ['abc', 'abc'],
])('%s', (text, cause) => expect(amountCause(text)).toBe(cause))
