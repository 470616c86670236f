// Which words of a bank say what became of a payment, and which of its headings are known; what is not certain says nothing.

import { describe, expect, it } from 'vitest'
import { readResultSheet } from './bank-results.ts'
import { matchResults } from './match-results.ts'
import { columnsOf, statusOf } from './result-words.ts'
import type { FileRow } from './row-fit.ts'

it.each<[status: string, words: readonly string[]]>([
  [
    'succeeded',
    [
      ...[
        '成功',
        '代发成功',
        '支付成功',
        '转账成功',
        '已入账',
        '处理成功',
        '交易成功',
        '入账成功',
        '打款成功',
      ],
      ...['已支付', '已到账', '已发放', '成功入账', '银行处理成功', 'SUCCESS', 'Success', '代 发 成 功'],
      ...['0000-交易成功', '交易成功[0000]', '成功(00)', '成功（0000）', 'S:成功'],
    ],
  ],
  [
    'rejected',
    [
      ...['失败', '代发失败', '支付失败', '转账失败', '入账失败', '拒绝', '已拒绝', 'FAILED', 'Fail'],
      ...['失败(E001)', '9999-交易失败', 'F-失败'],
    ],
  ],
  ['returned', ['退票', '已退票', '退汇', '已退汇', '银行退票', '支付退汇']],
  ['processing', ['处理中', '待处理', '已受理']],
  [
    'unknown',
    [
      ...['部分成功', '受理成功', '提交成功', '扣款成功', '发送成功', '校验成功', '授权成功', '预约成功'],
      ...['冲正成功', '撤销成功', '退款成功', '退票成功', '取消成功', '成功?', '疑似成功', '成功待查'],
      ...[
        '完成',
        '处理完成',
        '已提交',
        '已扣款',
        '已汇出',
        '待人工',
        '超时',
        '正常',
        '通过',
        '√',
        '',
        '到账',
      ],
      ...[
        '0000',
        '00',
        'S',
        'F',
        'Y',
        '1',
        '成功(E001)',
        '成功(1000)',
        '失败(0000)',
        '0000-失败',
        '9999-成功',
      ],
      ...['未成功', '不成功', '非成功', '支付成功后退票', '支付成功（已退汇）', '成功失败', '已退回', '退款'],
    ],
  ],
])('says %s', (status, words) => {
  for (const word of words) expect([word, statusOf(word)]).toEqual([word, status])
})

describe('headings', () => {
  it.each([
    ['收款人户名 收款账号 金额 状态', [1, 0, 2, 3]],
    ['帐号 户名 代发金额 处理状态', [0, 1, 2, 3]],
    ['*收款帐号 *收款户名 *金额（元） 代发状态', [0, 1, 2, 3]],
    ['员工姓名 银行卡号 实发工资 发放状态', [1, 0, 2, 3]],
    ['收款人 收款账号 付款金额 付款状态', [1, 0, 2, 3]],
    // The plain word is read, and the other is held against it.
    ['账号 户名 金额 状态 实发金额 代发状态', [0, 1, 2, 3]],
  ])('%s', (headings, places) => {
    const found = columnsOf(headings.split(' '))
    expect((['cardNo', 'name', 'amount', 'status'] as const).map((one) => found?.get(one))).toEqual(places)
  })

  it.each([
    '账号 户名 代发金额 实发金额 状态',
    '账号 户名 金额 代发状态 入账状态',
    '账号 户名 金额（万元） 状态',
    '账号 户名 金额 成功标志',
    '账号 户名 金额 返回码 返回信息',
    '账号 户名 金额 审批状态',
    '对方账号 对方户名 发生额 交易状态',
    '交易日期 借贷标志 交易金额 收款户名 收款卡号 代发状态',
    '账号 对方账号 户名 金额 金额 状态',
  ])('%s are nothing that is known', (headings) => expect(columnsOf(headings.split(' '))).toBeUndefined())
})

const row = (position: number, over: Partial<FileRow> = {}): FileRow => ({
  position,
  reference: `PW202611170001R${position}X0123456789ab`,
  cardNo: `622202000000000${1000 + position}`,
  name: '张三',
  amountFen: 10_000n,
  ...over,
})
const FILE = {
  messageId: 'PW202611170001-A1',
  rows: [row(1), row(2, { name: '李四' })],
  since: '2026-11-17' as const,
}
const HEAD = ['序号', '户名', '账号', '金额', '状态', '失败原因']
const PAID = ['1', '张三', '6222020000000001001', '100.00', '成功', '']
const FAILED = ['2', '李四', '6222020000000001002', '100.00', '失败', '户名不符']

function outcome(...lines: readonly (readonly string[])[]): string {
  try {
    const read = readResultSheet({ lines: lines.map((cells, at) => ({ number: at + 1, cells })) })
    const matched = matchResults(FILE, read)
    if ('fault' in matched) return matched.fault
    return matched.results.map(({ position, status }) => `${position} ${status}`).join(', ')
  } catch (error) {
    return (error as { code: string }).code
  }
}
const BOTH = '1 succeeded, 2 rejected'

describe('what stands between and below the payments', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    ['headings once more', BOTH, [HEAD, PAID, HEAD, FAILED]],
    ['pages', BOTH, [HEAD, PAID, ['第1页', '共2页'], HEAD, FAILED, ['第 2 页 共 2 页']]],
    ['who printed it', BOTH, [HEAD, PAID, FAILED, ['打印时间：2026-11-18 10:00', '', '制表人：李']]],
    ['counts that fit', BOTH, [HEAD, PAID, FAILED, ['成功笔数：1', '失败笔数：1', '成功金额：100.00']]],
    ['counts that do not', 'result-totals', [HEAD, PAID, FAILED, ['成功笔数：2', '失败笔数：0']]],
    ['a sum that does not', 'result-totals', [HEAD, PAID, FAILED, ['失败金额：200.00元']]],
    ['a day before the file', 'result-too-old', [HEAD, PAID, FAILED, ['打印日期：2026-10-18']]],
    ['a bank’s advice', BOTH, [HEAD, PAID, FAILED, ['备注：以上结果以银行实际入账为准']]],
    ['whom to ask', BOTH, [HEAD, PAID, FAILED, ['温馨提示：如有疑问，请致电95588。']]],
    ['what it is for', BOTH, [HEAD, PAID, FAILED, ['本清单仅供参考，不作为入账凭证']]],
    ['who signed it', BOTH, [HEAD, PAID, FAILED, ['制表：李明', '', '复核：', '日期：2026-11-18']]],
    ['who has not signed it', 'result-amount', [HEAD, PAID, FAILED, ['复核：未通过']]],
    ['other words', 'result-amount', [HEAD, PAID, FAILED, ['备注：以上款项已冲正']]],
    ['words beside advice', 'result-amount', [HEAD, PAID, FAILED, ['尚未入账，以银行入账为准']]],
    [
      'advice beside an amount',
      'result-foreign-row',
      [HEAD, PAID, FAILED, ['如有疑问请致电', '', '', '1.00']],
    ],
    ['another order of headings', 'result-amount', [HEAD, PAID, HEAD.toReversed(), FAILED]],
  ])('%s', (_, expected, lines) => expect(outcome(...lines)).toBe(expected))
})

it.each([
  ['622202****1001', '1 succeeded'],
  ['6222****1001', '1 succeeded'],
  ['6222020000*****1001', '1 succeeded'],
  ['622202****1002', 'result-foreign-row'],
  ['622203****1001', 'result-foreign-row'],
  ['622****1001', 'result-foreign-row'],
  ['6222****001', 'result-foreign-row'],
  ['****1001', 'result-foreign-row'],
  ['622202*****************1001', 'result-foreign-row'],
  ['6222**02**1001', 'result-foreign-row'],
])('a card masked as %s: %s', (cardNo, expected) =>
  expect(outcome(HEAD, PAID.with(2, cardNo))).toBe(expected),
)

it.each([
  ['100.00元', '1 succeeded'],
  ['¥100.00', '1 succeeded'],
  ['100.00万元', 'result-amount'],
  ['10000', 'result-foreign-row'],
])('an amount of %s: %s', (amount, expected) => expect(outcome(HEAD, PAID.with(3, amount))).toBe(expected))

it.each([
  ['失败(DU01)', '', ''],
  ['失败', '已转人工', ''],
  ['失败', '待人工核对', ''],
  ['失败', '人工智能公司账户不存在', '1 rejected'],
])('a failure %s %s: %s', (status, reason, expected) =>
  expect(outcome(HEAD, PAID.with(4, status).with(5, reason))).toBe(expected),
)

it('holds 实发金额 against the amount beside it', () =>
  expect(outcome([...HEAD, '实发金额'], [...PAID, '0.00'])).toBe(''))
