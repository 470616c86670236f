// Results in which something speaks against the word of a line: another column, the words above, another account, another person behind the same mask (ADR 157).

import { describe, expect, it } from 'vitest'
import { type BankResult, ResultRefused, readResultSheet } from './bank-results.ts'
import { matchResults, type ResultsFor } from './match-results.ts'
import { readResultXml } from './result-messages.ts'
import type { FileRow } from './row-fit.ts'

const row = (position: number, over: Partial<FileRow> = {}): FileRow => ({
  position,
  reference: `PW202611170001R${position}X0123456789ab`,
  cardNo: `622202000000000${1000 + position}`,
  name: '张三',
  amountFen: 10_000n,
  ...over,
})
const FILE: ResultsFor = {
  messageId: 'PW202611170001-F1',
  accountNo: '571900000000188',
  rows: [row(1), row(2, { name: '李四' }), row(3)],
}
const [one] = FILE.rows as [FileRow]

/** The fault, or the rows that it settles, each with its word, and how many lines wait for a person. */
function outcome(read: () => BankResult, file = FILE): string {
  try {
    const matched = matchResults(file, read())
    if ('fault' in matched) return matched.fault
    const settled = matched.results.map(({ position, status }) => `${position} ${status}`)
    return [...settled, ...(matched.ambiguous > 0 ? [`${matched.ambiguous} to assign`] : [])].join(', ')
  } catch (error) {
    if (error instanceof ResultRefused) return error.code
    throw error
  }
}

const sheet = (lines: readonly (readonly string[])[], file = FILE, name = '') =>
  outcome(
    () => readResultSheet({ lines: lines.map((cells, index) => ({ number: index + 1, cells })), name }),
    file,
  )

const HEAD = ['序号', '收款人户名', '收款账号', '金额', '状态']
const REFERENCED = ['业务参考号', ...HEAD]
type Over = { readonly status?: string; readonly above?: readonly string[]; readonly tab?: string }

/** The first row with further columns, and lines above. */
const wider = (
  more: Readonly<Record<string, string>>,
  { status = '成功', above = [], tab = '' }: Over = {},
) =>
  sheet(
    [
      ...above.map((text) => [text]),
      [...REFERENCED, ...Object.keys(more)],
      [one.reference, '1', one.name, one.cardNo, '100.00', status, ...Object.values(more)],
    ],
    FILE,
    tab,
  )

describe('another column', () => {
  it.each<[column: string, cell: string, settles: string]>([
    ['备注', '已退票', ''],
    ['备注', '账号不存在', ''],
    ['备注', '11月劳务报酬', '1 succeeded'],
    ['摘要', '退汇', ''],
    ['银行说明', '余额不足', ''],
    ['处理信息', '收款账号不存在', ''],
    ['处理信息', '受理成功，已入账', '1 succeeded'],
    ['冲正标志', '是', ''],
    ['冲正标志', '否', '1 succeeded'],
    ['退票标志', '1', ''],
    ['退款金额', '100.00', ''],
    ['退款金额', '0.00', '1 succeeded'],
    ['交易类型', '冲正', ''],
    ['交易类型', '代发', '1 succeeded'],
    ['借贷标志', '贷', ''],
    ['借贷标志', '借', '1 succeeded'],
    ['币种', 'USD', ''],
    ['币种', '人民币', '1 succeeded'],
    ['币种', 'CNY-人民币', '1 succeeded'],
    ['币种', '', '1 succeeded'],
    ['到账金额', '0.00', ''],
    ['到账金额', '100.00', '1 succeeded'],
    ['到账金额', '--', '1 succeeded'],
    ['实际付款金额', '50.00', ''],
    ['成功金额', '100.00', '1 succeeded'],
    ['户名校验', '不一致', ''],
    ['户名校验', '1', ''],
    ['户名校验', '一致', '1 succeeded'],
    ['户名是否一致', '否', ''],
    ['户名是否一致', '是', '1 succeeded'],
    ['户名是否一致', '--', '1 succeeded'],
    ['实际户名', '王五', ''],
    ['银行登记户名', '王*', ''],
    ['实际户名', one.name, '1 succeeded'],
    ['实际户名', '-', '1 succeeded'],
    ['付款户名', '某公司', '1 succeeded'],
    ['开户行名称', '某银行', '1 succeeded'],
  ])('%s %s beside success: %s', (column, cell, settles) => expect(wider({ [column]: cell })).toBe(settles))

  it.each<[column: string, cell: string, settles: string]>([
    ['到账金额', '100.00', ''],
    ['到账金额', '0.00', '1 rejected'],
    ['付款金额', '100.00', '1 rejected'],
    ['币种', '美元', ''],
    ['备注', '账号不存在', '1 rejected'],
  ])('%s %s beside failure: %s', (column, cell, settles) =>
    expect(wider({ [column]: cell }, { status: '失败' })).toBe(settles),
  )

  it('is looked through where it is taken for our reference', () => {
    const lines = (remark: string) => [
      [...HEAD, '备注'],
      ['1', one.name, one.cardNo, '100.00', '成功', remark],
    ]
    expect([sheet(lines('已退票')), sheet(lines('劳务报酬'))]).toEqual(['', '1 succeeded'])
  })
})

describe('a failure that may have been paid', () => {
  it.each([
    '交易超时',
    '通讯异常',
    '结果未知',
    '状态可疑，请查证',
    '银行处理中',
    '待人工处理',
    '请查询交易结果',
    '未收到核心应答',
    '已扣款',
    '部分成功',
    'TIMEOUT',
  ])('%s', (reason) => {
    expect(wider({ 失败原因: reason }, { status: '失败' })).toBe('')
    expect(wider({ 失败原因: reason }, { status: '退票' })).toBe('')
  })

  it.each([
    '账号户名不符',
    '账户状态异常',
    '余额不足',
    '超过单笔限额',
    '非营业时间',
    '系统异常',
    '身份证号有误',
  ])('not %s', (reason) => expect(wider({ 失败原因: reason }, { status: '失败' })).toBe('1 rejected'))
})

describe('a failure beside words under any heading', () => {
  it.each<[column: string, cell: string, settles: string]>([
    ['错误代码', 'DU01', ''],
    ['错误代码', 'E0042', '1 rejected'],
    ['备注', '重复提交', ''],
    ['返回信息', '批次重复', ''],
    ['返回信息', '交易超时', ''],
    ['栏位甲', '已扣款', ''],
    ['栏位甲', '甲组', '1 rejected'],
    ['提交状态', '已提交', '1 rejected'],
  ])('%s %s: %s', (column, cell, settles) => {
    expect(wider({ [column]: cell }, { status: '失败' })).toBe(settles)
  })

  it('and money that was sent again after it came back', () =>
    expect(wider({ 栏位甲: '已重新汇出' }, { status: '退票' })).toBe(''))
})

describe('a reason above failures', () => {
  it.each<[string, string]>([
    ['处理结果：批次重复提交', 'result-duplicate'],
    ['失败原因：文件重复', 'result-duplicate'],
    ['批次状态：重复', 'result-duplicate'],
    ['处理信息：该文件已上传', 'result-duplicate'],
    ['处理结果：交易超时', 'result-status'],
    ['批次状态：已受理', '1 rejected'],
    ['批次状态：部分成功', '1 rejected'],
    ['失败原因：账号不存在', '1 rejected'],
    ['提示信息：如遇失败请勿重复提交', '1 rejected'],
  ])('%s: %s', (above, settles) => expect(wider({}, { above: [above], status: '失败' })).toBe(settles))

  it('says nothing of what was paid', () =>
    expect(wider({}, { above: ['处理结果：批次重复提交'] })).toBe('1 succeeded'))
})

describe('a row of sums', () => {
  const withTotals = (...cells: readonly string[]) =>
    sheet([REFERENCED, [one.reference, '1', one.name, one.cardNo, '100.00', '成功'], [...cells]], FILE)
  it.each(['合计', '合 计', '本页合计', '共计', '汇总', '总笔数：1', 'Total'])('%s', (word) => {
    expect(withTotals(word, '', '', '', '100.00', '')).toBe('1 succeeded')
    expect(withTotals(word, '', '', '', '200.00', '')).toBe('result-totals')
  })

  it('counts what it sums up', () =>
    expect(withTotals('总笔数：2', '', '', '', '', '')).toBe('result-totals'))
})

describe('the words above', () => {
  it.each<[settles: string, ...above: string[]]>([
    ['result-status', '2026年11月18日代发失败明细'],
    ['result-status', '批次号20261118 退票清单'],
    ['result-status', '批次状态：处理中'],
    ['result-status', '批次状态：全部失败 共1笔'],
    ['1 succeeded', '批次状态：处理完成'],
    ['1 succeeded', '退票的款项将于3个工作日内退回'],
    ['1 succeeded', '代发结果 未来科技有限公司'],
    ['1 succeeded', '批次状态：部分成功'],
    ['result-amount', '币种：美元'],
    ['result-amount', '单位：万元'],
    ['1 succeeded', '币种：人民币', '单位：元'],
    ['1 succeeded', '币种： 总笔数：1'],
    ['result-totals', '成功金额：0.00 失败金额：100.00'],
    ['1 succeeded', '成功金额：100.00 失败金额：0.00'],
    ['result-other-account', '付款账号：622200009999888877'],
    ['1 succeeded', '付款账号：5719 付款户名：某公司'],
    ['1 succeeded', '付款账号：571900000000188'],
  ])('%s: %s', (settles, ...above) => expect(wider({}, { above })).toBe(settles))

  it('are on its tab, too', () => expect(wider({}, { tab: '失败明细1118' })).toBe('result-status'))

  it('count what lines say, also where one is doubtful', () => {
    const above = ['成功笔数：0 失败笔数：1']
    expect(wider({ 失败原因: '交易超时' }, { above, status: '失败' })).toBe('')
    expect(wider({ 失败原因: '交易超时' }, { above: ['失败笔数：2'], status: '失败' })).toBe('result-totals')
  })
})

describe('the account beside a line', () => {
  it.each<[told: string, settles: string]>([
    ['622200009999888877', 'result-other-account'],
    ['571900000000189', 'result-other-account'],
    ['571900*****0199', 'result-other-account'],
    ['5719****0189', 'result-other-account'],
    ['571900000000188', '1 succeeded'],
    ['5719 0000 0000 188', '1 succeeded'],
    ['571900*****0188', '1 succeeded'],
    ['5719****188', '1 succeeded'],
    ['001571900000000188', '1 succeeded'],
    ['基本户', '1 succeeded'],
  ])('%s: %s', (told, settles) => expect(wider({ 付款账号: told })).toBe(settles))
})

describe('amounts', () => {
  it.each<[amount: string, settles: string]>([
    ['100.00', '1 succeeded'],
    ['0100.00', '1 succeeded'],
    ['￥100.00', '1 succeeded'],
    ['1,00', 'result-amount'],
    ['10,0.00', 'result-amount'],
    ['，100.00', 'result-amount'],
    ['100.00,', 'result-amount'],
    ['1,000.00', 'result-foreign-row'],
    ['1,0000', 'result-foreign-row'],
  ])('%s: %s', (amount, settles) =>
    expect(sheet([HEAD, ['1', one.name, one.cardNo, amount, '成功']])).toBe(settles),
  )
})

describe('two people behind one mask', () => {
  const file: ResultsFor = {
    ...FILE,
    rows: [
      row(1, { cardNo: '6222020000000011234' }),
      row(2, { name: '王五', cardNo: '6222020000000099999' }),
      row(3, { name: '张伟', cardNo: '6222020000000021234' }),
    ],
  }
  const masked = (no: string, status: string, day = '') => [
    no,
    '张*',
    '622202*********1234',
    '100.00',
    status,
    day,
  ]
  const other = (no: string) => [no, '王*', '622202*********9999', '100.00', '成功', '']
  const listed = (...lines: readonly (readonly string[])[]) => sheet([[...HEAD, '交易日期'], ...lines], file)

  it.each<[what: string, settles: string, lines: readonly (readonly string[])[]]>([
    ['are not told apart by the numbers of a list of failures', '1 to assign', [masked('1', '失败')]],
    [
      'nor where another line shows that they are not ours',
      '2 succeeded, 2 to assign',
      [masked('3', '成功'), masked('1', '失败'), other('4')],
    ],
    ['are by a number that is no count', '3 rejected', [masked('3', '失败')]],
    [
      'are where all are listed in our order',
      '1 rejected, 2 succeeded, 3 succeeded',
      [masked('1', '失败'), other('2'), masked('3', '成功')],
    ],
    [
      'are where all are listed the other way round',
      '1 succeeded, 2 succeeded, 3 rejected',
      [masked('3', '失败'), other('2'), masked('1', '成功')],
    ],
    [
      'need not be where both are told the same',
      '1 succeeded, 3 succeeded',
      [masked('', '成功', '2026-11-18'), masked('', '成功', '2026-11-18')],
    ],
    [
      'are paid on two days, in two months',
      '2 to assign',
      [masked('', '成功', '2026-11-30'), masked('', '成功', '2026-12-01')],
    ],
  ])('%s', (_, settles, lines) => expect(listed(...lines)).toBe(settles))

  it('of which only the bank’s own digits are seen fit nobody', () =>
    expect(listed(['1', '**', '622202*************', '100.00', '成功', ''])).toBe('result-foreign-row'))
})

const PAIN = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'
const pain = (payment: string, over = '') =>
  outcome(() =>
    readResultXml(
      `<Document xmlns="${PAIN}"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${FILE.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${over}</OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${payment}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
    ),
  )
const status = (state: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${one.reference}</OrgnlEndToEndId><TxSts>${state}</TxSts>${more}</TxInfAndSts>`
const reason = (code: string, words = '') =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${words && `<AddtlInf>${words}</AddtlInf>`}</StsRsnInf>`
const settledAs = (yuan: string) =>
  `<OrgnlTxRef><IntrBkSttlmAmt Ccy="CNY">${yuan}</IntrBkSttlmAmt></OrgnlTxRef>`
const both = (instructed: string, settled: string) =>
  `<OrgnlTxRef><IntrBkSttlmAmt Ccy="CNY">${settled}</IntrBkSttlmAmt><Amt><InstdAmt Ccy="CNY">${instructed}</InstdAmt></Amt></OrgnlTxRef>`

describe('a pain.002', () => {
  it.each<[what: string, settles: string, found: string]>([
    ['settled, for a closed account', '', pain(status('ACSC', reason('AC04')))],
    ['settled, and in words not', '', pain(status('ACSC', reason('NARR', '账号不存在')))],
    ['settled and tracked', '1 succeeded', pain(status('ACSC', reason('G000')))],
    ['settled, as it says in words', '1 succeeded', pain(status('ACSC', reason('NARR', '交易成功')))],
    ['rejected for a closed account', '1 rejected', pain(status('RJCT', reason('AC04')))],
    ['rejected as it was not heard', '', pain(status('RJCT', reason('NARR', '交易超时')))],
    [
      'rejected whole as it was not heard',
      'result-status',
      pain('', `<GrpSts>RJCT</GrpSts>${reason('NARR', '交易超时')}`),
    ],
    ['settled with less', 'result-other-amount', pain(status('ACSC', settledAs('99.00')))],
    ['settled with less than it was told to', 'result-amount', pain(status('ACSC', both('100.00', '99.00')))],
    ['settled in full', '1 succeeded', pain(status('ACSC', both('100.00', '100.00')))],
  ])('%s: %s', (_, settles, found) => expect(found).toBe(settles))
})

describe('a camt.053', () => {
  const camt = (details: string) =>
    outcome(() =>
      readResultXml(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${FILE.accountNo}</Id></Othr></Id></Acct><Ntry><Amt Ccy="CNY">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${one.reference}</EndToEndId></Refs>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
      ),
    )
  it('with a return that we sent under our reference settles nothing', () => {
    const returned = '<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>'
    expect([camt(returned), camt('')]).toEqual(['', '1 succeeded'])
  })
})
