// Which columns may be what is paid, and which values of two columns contradict each other.

import { expect, it } from 'vitest'
import {
  amountDoubt,
  contradicts,
  isPartOfPay,
  isRatioOfPay,
  mayBePaid,
  mayChangePay,
} from './column-doubts.ts'
import type { SheetField } from './sheet-row.ts'

it.each([
  ...['合计', '总计', '小计', '应打款', '实际打款', '本次付款', '本次支付', '剩余应付', '未付金额', '应发'],
  ...[
    '应付总额',
    '税后应付',
    '扣税后打款',
    '扣除社保后应付',
    '到手',
    '到账',
    '结算',
    '含税总价',
    'Total Pay',
  ],
])('%s may be what is paid', (heading) => expect(mayBePaid(heading)).toBe(true))

it.each([
  ...[
    '个税',
    '应扣税款',
    '扣款',
    '罚款',
    '应缴社保',
    '应纳税所得额',
    '单价',
    '总工时',
    '应出勤天数',
    '实出勤',
  ],
  ...['总单数', '总件数', '发单量', '实发（上月）', '上月实发', '累计应发', '付款账号', '付款日期', '发票号'],
  ...['服务费', '平台服务费', '应付服务费', '工号', '年龄', '销售总额', '总业绩', '付款方式', '合同总额'],
])('%s is not', (heading) => expect(mayBePaid(heading)).toBe(false))

it.each([
  ...['扣款', '借支', '预支金额', '罚款', '余额', '剩余应结', '核定金额', '确认金额', '财务复核金额'],
  ...['调整后', '最终', '新金额', '金额2', '补扣', '奖惩', '增减'],
])('%s may change what is paid', (heading) => expect(mayChangePay(heading)).toBe(true))

it.each([
  ...['个税扣除', '社保扣款', '奖金', '补贴', '复核人', '审核状态', '确认日期', '上月余额', '累计扣款'],
  ...['卡余额', '合同编号', '单价', '备注'],
])('%s does not', (heading) => expect(mayChangePay(heading)).toBe(false))

it.each<[SheetField, string, string, boolean]>([
  ['cardNo', '6222020001111222233', '6222020001111222233', false],
  ['cardNo', '6222020001111222233', '6225880123456789', true],
  ['cardNo', '', '6225880123456789', true],
  ['cardNo', '6222020001111222233', '', false],
  ['name', '王小明', '李芳', true],
  ['month', '2026-10', '2026-11', true],
  ['amount', '1234.5', '1234.50', false],
  ['amount', '1234.5', '1234.51', true],
  ['amount', '1234.5', '0', false],
  ['amount', '1234.5', '-100', true],
  ['amount', '1234.5', '已核对', false],
  ['bank', '中国工商银行', '工商银行杭州解放路支行', false],
  ['bank', '招商银行', '解放路支行', false],
  ['bank', '招商银行', '中国建设银行', true],
  ['remark', '第一周', '第二周', false],
])('of %s, %s and %s contradict each other: %s', (field, taken, other, outcome) =>
  expect(contradicts({ field }, taken, other)).toBe(outcome),
)

it.each<[heading: string, other: string, outcome: boolean]>([
  ['已付金额', '1234.50', true],
  ['已付金额', '100', true],
  ['已付金额', '0', false],
  ['已付金额', '', false],
  ['扣款', '1234.50', true],
  ['扣款', '0', false],
  ['补扣', '-100', true],
  ['奖惩', '0', false],
  ['未付金额', '0', true],
  ['未付金额', '1234.50', false],
  ['本次支付', '0.00', true],
  ['本次支付', '', false],
  ['核定金额', '0', true],
  ['合计', '0', false],
  ['调整金额', '0', false],
  ['应付奖金', '0', false],
  ['扣税后应付', '1234.50', false],
])('below %s, %s contradicts an amount of 1234.50: %s', (heading, other, outcome) =>
  expect(contradicts({ field: 'amount', ...amountDoubt(heading) }, '1234.50', other)).toBe(outcome),
)

it.each(['发放比例', '本次发放比例', '系数', '绩效系数', '折扣', '比例（%）'])(
  '%s may change what is paid',
  (heading) => {
    expect(isRatioOfPay(heading)).toBe(true)
  },
)

it.each(['提成比例', '分成比例', '税率', '费率', '服务费比例', '汇率'])(
  '%s tells how an amount came about',
  (heading) => {
    expect(isRatioOfPay(heading)).toBe(false)
  },
)

it.each(['80%', '0.8', '50', '八折', '8.5折', '百分之五十', '1/2', '半', '0', '120%'])(
  '%s is a part',
  (text) => {
    expect(isPartOfPay(text)).toBe(true)
  },
)

it.each(['', '100%', '１００％', '1', '1.00', '100', '百分之百', '全额', '-'])('%s is the whole', (text) => {
  expect(isPartOfPay(text)).toBe(false)
})
