// What the words of 状态, 结果 and 失败原因 say of a payment.

import { expect, it } from 'vitest'
import { statusOf } from './line-status.ts'

it.each([
  [['成功'], 'done'],
  [['交易成功'], 'done'],
  [['处理完成'], 'done'],
  [['已入账'], 'done'],
  [['已支付成功'], 'done'],
  [['正常'], 'done'],
  [['0000-交易成功'], 'done'],
  [['成功(00000)'], 'done'],
  [['Completed'], 'done'],
  [['对方已收钱'], 'done'],
  [['成功', ''], 'done'],
  [['成功', '--'], 'done'],
  [['交易失败'], 'undone'],
  [['交易失敗'], 'undone'],
  [['未成功'], 'undone'],
  [['已退票'], 'undone'],
  [['Rejected by bank'], 'undone'],
  [['', '账号户名不符'], 'undone'],
  [['成功', '收款账户状态异常'], 'undone'],
  [['处理中'], 'undone'],
  [['已全额退款'], 'undone'],
  [['对方已退还'], 'undone'],
  [['已受理'], 'unknown'],
  [['提交成功'], 'unknown'],
  [['受理成功'], 'unknown'],
  [['部分成功'], 'unknown'],
  [['待支付'], 'undone'],
  [['已打印'], 'unknown'],
  [['1'], 'unknown'],
  [[''], undefined],
  [['-', '无'], undefined],
  [[], undefined],
  [['0000'], 'done'],
  [['000000', ''], 'done'],
  [['0000', '账户不存在'], 'unknown'],
  [['0000', 'E101'], 'unknown'],
  [['0'], 'unknown'],
  [['00001'], 'unknown'],
] as const)('%j is read as %s', (texts, status) => {
  expect(statusOf(texts)).toBe(status)
})
