// Results as banks hand them back, from memory: their headings and words are read, each line as its bank means it (ADR 188).

import { expect, it } from 'vitest'
import { ResultRefused, readResultSheet } from './bank-results.ts'
import { matchResults } from './match-results.ts'
import type { FileRow } from './row-fit.ts'

const row = (position: number, name: string, amountFen: bigint): FileRow => ({
  position,
  reference: `PW202611170001R${position}X0123456789a${position}`,
  cardNo: `622202000000000${1000 + position}`,
  name,
  amountFen,
})
const ROWS = [row(1, '张伟', 123_456n), row(2, '阿依古丽·买买提', 66_666_600n)]
const FILE = {
  messageId: 'PW202611170001-A1-0a1b2c',
  accountNo: '571900000000188',
  rows: ROWS,
  since: '2026-11-17',
  until: '2026-11-19',
} as const
const YUAN = [
  ['1234.56', '1,234.56'],
  ['666666.00', '666,666.00'],
] as const

/** Paid the first, not the second: N its number, R our reference, C the card, P the payee, Y yuan, G grouped, W the word, B why not, Z and O the bank’s code. */
function linesOf(cells: string, words: string): string[][] {
  const [good = '', bad = ''] = words.split('|')
  return ROWS.map(({ position, reference, cardNo, name }, at) => {
    const told: Readonly<Record<string, string>> = {
      ...{ N: String(position), R: reference, C: cardNo, P: name },
      ...{ Y: YUAN[at]?.[0] ?? '', G: YUAN[at]?.[1] ?? '' },
      ...(at === 0
        ? { W: good, B: '', Z: 'AAAAAAA', O: '000000000000' }
        : { W: bad, B: '账号户名不符', Z: 'ED02063', O: 'YBLA18000001' }),
    }
    return cells.split(' ').map((cell) => told[cell] ?? cell)
  })
}

function outcome(lines: readonly (readonly string[])[]): string {
  try {
    const read = readResultSheet({ lines: lines.map((cells, at) => ({ number: at + 1, cells })) })
    const matched = matchResults(FILE, read)
    if ('fault' in matched) return matched.fault
    return matched.results.map(({ position, status }) => `${position} ${status}`).join(', ')
  } catch (error) {
    if (error instanceof ResultRefused) return error.code
    throw error
  }
}

it.each<[bank: string, headings: string, cells: string, words: string]>([
  [
    '工商银行',
    '币种 日期 顺序号 收款账号 收款账号名称 金额 备注信息 状态 错误信息',
    'RMB 20261118 N C P Y R W B',
    '处理成功|处理失败',
  ],
  [
    '工商银行指令',
    '批次序列号 指令顺序号 收款账号 收款账户名称 金额 指令状态 备注信息 失败原因',
    'HQH1 N C P Y W R B',
    '处理成功|处理失败',
  ],
  [
    '建设银行',
    '序号 收款账号 收款账户名称 金额(元) 币种 处理状态 摘要 处理时间 处理说明',
    'N C P G 人民币 W R 2026-11-18 B',
    '成功|失败',
  ],
  ['建设银行带码', '序号 账号 户名 金额 摘要 交易结果 错误码 错误信息', 'N C P Y R W O B', '成功|失败'],
  [
    '农业银行',
    '编号 收款方账号 收款方户名 金额 备注 处理状态 处理信息',
    'N C P Y R W B',
    '交易成功|交易失败',
  ],
  [
    '中国银行',
    '客户业务编号 实际收款账号 收款人名称 交易金额 币种 交易状态 失败原因 附言',
    'K1 C P G CNY W B R',
    '交易成功|交易失败',
  ],
  ['招商银行', '账号 户名 金额 开户行 注释 状态 失败原因', 'C P Y 招商银行 R W B', '支付成功|支付失败'],
  [
    '招商银行业务',
    '业务参考号 序号 帐号 户名 金额 注释 业务状态 错误描述',
    'R N C P Y 劳务报酬 W B',
    '成功|失败',
  ],
  ['招商银行词后带原因', '账号 户名 金额 注释 状态', 'C P Y R W', '成功|失败:户名不符'],
  [
    '平安银行',
    '序号 收款户名 收款账号 收款银行 转账金额 备注 交易状态 失败原因 银行业务流水号 手续费',
    'N P C 平安银行 G R W B 8019 0.00',
    '交易成功|交易失败',
  ],
  [
    '浦发银行',
    '序号 收款人账号 收款人名称 金额 处理状态 备注 柜员流水号 返回描述',
    'N C P Y W R 99830001 B',
    '交易成功|交易失败',
  ],
  ['中信银行', '序号 收款账号 收款账户名称 金额 摘要 状态码 交易状态', 'N C P G R Z W', '成功|失败'],
  ['兴业银行', '收款帐号 收款户名 金额 用途 交易状态 备注', 'C P Y 劳务报酬 W R', '交易成功|交易失败'],
  ['邮储银行', '序号 账/卡号 户名 金额 处理结果 失败原因 摘要', 'N C P Y W B R', '代发成功|代发失败'],
  ['华夏银行', '序号 户名 账号 代发金额 状态 失败原因 附言', 'N P C G W B R', '已入账|失败'],
  [
    '江苏银行',
    '序号 收款人账号 收款人账户名 金额 用途 客户流水号 交易结果 交易描述',
    'N C P Y 劳务报酬 R W B',
    '成功|失败',
  ],
  ['北京银行', '姓名 卡号 实发工资 发放结果 备注', 'P C Y W R', '发放成功|发放失败'],
  [
    '网商银行',
    '商户订单号 参考号 收款人姓名 收款卡号 金额 转账状态 失败原因 创建时间',
    'O1 R P C Y W B 2026-11-18',
    '转账成功|转账失败',
  ],
  ['城商行', '序号 姓名 卡号 实发金额 发放状态 返回信息 摘要', 'N P C Y W B R', '发放成功|发放失败'],
])('%s', (_, headings, cells, words) =>
  expect(outcome([headings.split(' '), ...linesOf(cells, words)])).toBe('1 succeeded, 2 rejected'),
)

const HEAD = '序号 业务参考号 收款人户名 收款账号 金额（元） 状态 失败原因'.split(' ')
const BODY = linesOf('N R P C Y W B', '成功|失败')
const BOTH = '1 succeeded, 2 rejected'

it.each<[string, readonly (readonly string[])[]]>([
  [
    'above',
    [
      ['中国工商银行企业网上银行 代发工资结果查询'],
      ['总笔数：2', '总金额：667,900.56', '成功笔数：1', '失败笔数：1'],
      HEAD,
      ...BODY,
    ],
  ],
  ['of a batch that was paid in part', [['批次状态：部分成功'], HEAD, ...BODY]],
  ['sorted otherwise', [HEAD, ...BODY.toReversed()]],
  ['beyond the last heading', [[...HEAD, '', ''], ...BODY.map((line) => [...line, '', ' '])]],
  [
    'sums and advice below',
    [HEAD, ...BODY, ['合计', '2笔', '', '', '667,900.56'], ['备注：以上结果以银行实际入账为准']],
  ],
  ['signatures below', [HEAD, ...BODY, ['制表：李明', '', '复核：', '日期：2026-11-18'], ['第1页/共1页']]],
])('with what stands %s', (_, lines) => expect(outcome(lines)).toBe(BOTH))
