// Results as banks hand them back, with something in them that speaks against their words, or tells that they are of another day: none settles what the bank did not say (ADR 188).

import { describe, expect, it } from 'vitest'
import { ResultRefused, readResultSheet } from './bank-results.ts'
import { matchResults, type ResultsFor } from './match-results.ts'
import { readResultXml } from './result-messages.ts'
import type { FileRow } from './row-fit.ts'

const row = (position: number, name: string): FileRow => ({
  position,
  reference: `PW202611170001R${position}X0123456789a${position}`,
  cardNo: `622202000000000${1000 + position}`,
  name,
  amountFen: 10_000n,
})
const [one, two] = [row(1, '张伟'), row(2, '李娜')]
const FILE: ResultsFor = {
  messageId: 'PW202611170001-A1-0a1b2c',
  accountNo: '571900000000188',
  rows: [one, two],
  since: '2026-11-17',
  until: '2026-11-19',
}

function outcome(read: () => Parameters<typeof matchResults>[1]): string {
  try {
    const matched = matchResults(FILE, read())
    if ('fault' in matched) return matched.fault
    return matched.results
      .map(({ position, status, reason }) => `${position} ${status} ${reason}`.trim())
      .join(', ')
  } catch (error) {
    if (error instanceof ResultRefused) return error.code
    throw error
  }
}
const sheet = (lines: readonly (readonly string[])[], name = '') =>
  outcome(() => readResultSheet({ lines: lines.map((cells, at) => ({ number: at + 1, cells })), name }))

const HEAD = ['业务参考号', '户名', '账号', '金额', '状态', '失败原因']
const line = (status: string, reason = '') => [one.reference, one.name, one.cardNo, '100.00', status, reason]
const beside = (heading: string, cell: string, status = '成功') =>
  sheet([
    [...HEAD, heading],
    [...line(status), cell],
  ])
const PAID = '1 succeeded'

describe('beside a success', () => {
  it.each([
    ['落地标志', 'Y', ''],
    ['落地标志', 'N', PAID],
    ['挂账标志', '1', ''],
    ['挂账标志', '0', PAID],
    ['是否挂账', '是', ''],
    ['是否挂账', '否', PAID],
    ['退款时间', '2026-11-19 10:00', ''],
    ['退款时间', '', PAID],
    ['冲正流水号', '99001', ''],
    ['实际入账', '98.00', ''],
    ['实际入账', '100.00', PAID],
    ['交易类型', '代发退款', ''],
    ['交易类型', '代发', PAID],
    ['预约日期', '2027-01-05', ''],
    ['预约日期', '2026-11-20', PAID],
    ['是否入账', '否', ''],
    ['是否入账', '是', PAID],
    ['处理阶段', '已受理', ''],
    ['差额', '100.00', ''],
    ['差额', '0.00', PAID],
    ['未付金额', '100.00', ''],
    ['实际收款账号', '6222029999999999999', ''],
    ['实际收款账号', one.cardNo, PAID],
    ['入账账号', '622202****1001', PAID],
    ['', '未入账', ''],
    ['', '失败', ''],
    ['', '已退回', ''],
    ['', '补发上月差额', PAID],
    ['处理说明', '挂账', ''],
    ['错误码', '000000000000', PAID],
    ['状态码', 'AAAAAAA', PAID],
    ['状态码', 'ED02063', ''],
  ])('%s %s: %s', (heading, cell, settles) => expect(beside(heading, cell)).toBe(settles))

  it('a cell that reaches further than the headings', () =>
    expect(sheet([HEAD, [...line('成功'), '', '已冲正']])).toBe(''))
})

const DEFINITE = [
  ...['收款方账户为对公账户', 'I类户未绑定', '客户信息不完整', '对方行行号无效', '付款人拒绝', '查无此户'],
  ...['该账户状态为只收不付', '卡号校验位错误', '收款人身份证件已过期，请到柜台办理', '公安冻结', 'RJ01'],
  ...[
    '非业务受理时间，请在工作时间重新提交',
    '付款账户可用余额不足',
    '指令被拒绝',
    '收款行行号不存在或已撤销',
  ],
]
/** Words that give no ground to refuse a payment are words that nobody knows. */
const OPEN = [
  ...[
    '款项在途',
    '暂挂，待柜面处理',
    '对方行挂账',
    '主机处理结果未定',
    '记账成功，短信通知失败',
    '转柜面处理',
  ],
  ...['已汇出，等待对方行回执', '资金已转出', '冲正失败', '撤销失败，原交易成功', '本月已代发', '指令已执行'],
  ...['另一通道已支付', '转二代支付', '结果待回', '日终批量处理', '款已付', '未知错误', '请勿重发'],
  '扣款失败，资金已冻结待解冻',
]

describe('beside a failure', () => {
  it.each([
    ['到账时间', '2026-11-18 09:30:11', ''],
    ['到账时间', '-', '1 rejected'],
    ['处理时间', '2026-11-18 09:30:11', '1 rejected'],
  ])('%s %s: %s', (heading, cell, settles) => expect(beside(heading, cell, '失败')).toBe(settles))

  it.each<[string, boolean]>([
    ['交易状态未明，请联系银行', false],
    ['前置返回异常，请核实后再发', false],
    ['首次失败，二次发送成功', false],
    ['已补发', false],
    ['部分金额已入账', false],
    ['对方已入账，行内记账失败', false],
    ['人行尚未回执', false],
    ['账号户名不符，请核实后重新提交', true],
    ['户名错误，请更正后补发', true],
    ['收款账户未入账管理', true],
    ['超过二次限额', true],
    ...DEFINITE.map((reason): [string, boolean] => [reason, true]),
    ...OPEN.map((reason): [string, boolean] => [reason, false]),
  ])('the reason %s: %s', (reason, isFailed) =>
    expect(sheet([HEAD, line('失败', reason)])).toBe(isFailed ? `1 rejected ${reason}` : ''),
  )

  it('money that was paid anew after it came back', () =>
    expect(sheet([HEAD, line('已退票', '退票后已补付')])).toBe(''))
})

it.each([
  ['失败:户名不符', '1 rejected 户名不符'],
  ['失败（账号已销户）', '1 rejected 账号已销户'],
  ['交易失败-账户状态异常', '1 rejected 账户状态异常'],
  ['失败:重复提交', ''],
  ['失败:待核实', ''],
  ['失败:部分成功', ''],
  ['失败:后已退汇', ''],
  ['失败:未知', ''],
])('a word with its reason: %s', (status, settles) => expect(sheet([HEAD, line(status)])).toBe(settles))

it.each([
  '待授权指令列表',
  '代发文件预处理结果',
  '户名核验结果',
  '批量账户验证结果',
  '批量代发文件受理结果',
  '复核通过明细',
  '冲正明细',
  '代发挂账明细表',
  '在途交易明细',
  '未入账明细',
  '回盘文件样例',
  'UAT环境代发结果',
])('the title %s', (title) => expect(sheet([[title], HEAD, line('成功')])).toBe('result-status'))

it('an amount behind its currency', () =>
  expect(sheet([HEAD, line('成功').with(3, 'CNY 100.00')])).toBe(PAID))

it.each(['账户校验', '户名核验', '待复核'])('the tab %s', (tab) =>
  expect(sheet([HEAD, line('成功')], tab)).toBe('result-status'),
)

const UNNAMED = ['户名', '账号', '金额', '状态']
const unnamed = (heading: string, cell: string) =>
  sheet([
    [...UNNAMED, heading],
    ['张伟', one.cardNo, '100.00', '成功', cell],
  ])

describe('a day without its reference', () => {
  it.each([
    ['入账日期', '10-18', 'result-too-old'],
    ['入账日期', '10月18日', 'result-too-old'],
    ['入账日期', '11-18', PAID],
    ['入账日期', '11-17', PAID],
    ['入账日期', '11-16', 'result-too-old'],
    ['处理时间', '2026-10-18 09.30.11.123456', 'result-too-old'],
    ['处理时间', '2026-11-18 09.30.11.123456', PAID],
    ['交易时间', '09:30:11', PAID],
    ['交易日期', '2027-10-18', ''],
    ['银行流水号', '20261018HQ000011', 'result-too-old'],
    ['银行流水号', '20261118HQ000011', PAID],
    ['银行流水号', '990261018HQ00001', PAID],
    ['银行流水号', '20269918HQ000011', PAID],
  ])('%s %s: %s', (heading, cell, settles) => expect(unnamed(heading, cell)).toBe(settles))
})

it('a day of the new year is not of the year before', () => {
  const file: ResultsFor = { ...FILE, since: '2026-12-30', until: '2027-01-04' }
  const read = readResultSheet({
    lines: [
      { number: 1, cells: [...UNNAMED, '入账日期'] },
      { number: 2, cells: ['张伟', one.cardNo, '100.00', '成功', '01-02'] },
    ],
  })
  expect(matchResults(file, read)).toMatchObject({ results: [{ position: 1, status: 'succeeded' }] })
})

it.each([
  [
    'of any bank',
    '序号No.|收款账号Payee Account|收款人名称Payee Name|金额 Amount|状态(Status)|附言Remark',
    PAID,
  ],
  ['in another currency', '序号No.|收款账号|收款人名称|金额USD|状态|附言', 'result-headings'],
  ['of a charge', '序号No.|收款账号|收款人名称|金额Fee|状态|附言', 'result-headings'],
])('headings once more in English %s', (_, headings, settles) =>
  expect(sheet([headings.split('|'), ['1', one.cardNo, one.name, '100.00', '成功', one.reference]])).toBe(
    settles,
  ),
)

it.each(['指令状态', '业务状态', '执行结果', '业务处理状态'])('the only state %s', (heading) =>
  expect(sheet([HEAD.with(4, heading), line('交易成功')])).toBe(PAID),
)

const batches = (lines: readonly (readonly string[])[]) =>
  readResultSheet({ lines: lines.map((cells, at) => ({ number: at + 1, cells })) }).bankBatches

it.each<[string, readonly string[], readonly (readonly string[])[]]>([
  [
    'one',
    ['B20261118001'],
    [
      ['批次号', ...HEAD],
      ['B20261118001', ...line('成功')],
    ],
  ],
  [
    'two',
    ['B20261118001', 'B20261018001'],
    [
      ['银行批次号', ...HEAD],
      ['B20261118001', ...line('成功')],
      ['B20261018001', ...line('成功')],
    ],
  ],
  ['one above', ['B20261118001'], [['批次号：B20261118001'], HEAD, line('成功')]],
  [
    'parts that are counted',
    [],
    [
      ['批次号', ...HEAD],
      ['1', ...line('成功')],
      ['2', ...line('成功')],
    ],
  ],
  ['our own', [], [['批次号：PW202611170001'], HEAD, line('成功')]],
])('numbers of the bank’s batches: %s', (_, numbers, lines) => expect(batches(lines)).toEqual(numbers))

const NS = 'urn:iso:std:iso:20022:tech:xsd:'
const payment = (state: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${one.reference}</OrgnlEndToEndId><TxSts>${state}</TxSts>${more}</TxInfAndSts>`
const pain = (payments: string, head = '') =>
  outcome(() =>
    readResultXml(
      `<Document xmlns="${NS}pain.002.001.10"><CstmrPmtStsRpt>${head}<OrgnlGrpInfAndSts><OrgnlMsgId>${FILE.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${payments}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
    ),
  )
const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`
const created = (at: string) => `<GrpHdr><CreDtTm>${at}</CreDtTm></GrpHdr>`
const payer = (no: string) =>
  `<OrgnlTxRef><DbtrAcct><Id><Othr><Id>${no}</Id></Othr></Id></DbtrAcct></OrgnlTxRef>`

it.each([
  ['rejected as nobody answered in time', '', pain(payment('RJCT', reason('AB05')))],
  ['rejected as the payee’s bank did not answer', '', pain(payment('RJCT', reason('NOAS')))],
  ['rejected for its account', '1 rejected AC01', pain(payment('RJCT', reason('AC01')))],
  ['of a day before the file', 'result-too-old', pain(payment('ACSC'), created('2026-10-18T10:00:00'))],
  ['of the evening before elsewhere', PAID, pain(payment('ACSC'), created('2026-11-16T20:00:00Z'))],
  [
    'accepted before there was a file',
    'result-too-old',
    pain(payment('ACSC', '<AccptncDtTm>2026-10-18T00:00:00</AccptncDtTm>')),
  ],
  [
    'to be settled on a day that has not come',
    '',
    pain(payment('ACSC', '<FctvIntrBkSttlmDt><Dt>2027-01-05</Dt></FctvIntrBkSttlmDt>')),
  ],
  ['paid from another account', 'result-other-account', pain(payment('ACSC', payer('999900000000188')))],
  ['paid from this account', PAID, pain(payment('ACSC', payer('571900000000188')))],
])('a pain.002 %s: %s', (_, expected, found) => expect(found).toBe(expected))

const details = (of: FileRow, more = '') =>
  `<TxDtls><Refs><EndToEndId>${of.reference}</EndToEndId></Refs><Amt Ccy="CNY">100.00</Amt>${more}</TxDtls>`
type Entry = { readonly inside?: string; readonly sum?: string; readonly more?: string }
const entry = ({ inside = details(one), sum = '100.00', more = booked('2026-11-18') }: Entry) =>
  outcome(() =>
    readResultXml(
      `<Document xmlns="${NS}camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>571900000000188</Id></Othr></Id></Acct><Ntry><Amt Ccy="CNY">${sum}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${more}<NtryDtls>${inside}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
    ),
  )
const booked = (day: string) => `<BookgDt><Dt>${day}</Dt></BookgDt>`
const kind = (code: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${code}</SubFmlyCd></Fmly></Domn></BkTxCd>`
const counted = (count: number) => `<Btch><NbOfTxs>${count}</NbOfTxs></Btch>`

it.each([
  ['booked', PAID, entry({})],
  ['booked on a day that has not come', '', entry({ more: booked('2027-10-18') })],
  ['of value before the file', 'result-too-old', entry({ more: '<ValDt><Dt>2026-10-18</Dt></ValDt>' })],
  ['that the bank calls a reversal', '', entry({ more: '<AddtlNtryInf>冲正</AddtlNtryInf>' })],
  ['whose payment it calls returned', '', entry({ inside: details(one, '<AddtlTxInf>已退汇</AddtlTxInf>') })],
  ['of the kind of a return', '', entry({ more: kind('RRTN') })],
  ['of the kind of a payroll', PAID, entry({ more: kind('SALA') })],
  [
    'that counts more payments than its sum has room for',
    'result-totals',
    entry({ inside: counted(3) + details(one) + details(two), sum: '200.00' }),
  ],
  [
    'that counts what it lists',
    `${PAID}, 2 succeeded`,
    entry({ inside: counted(2) + details(one) + details(two), sum: '200.00' }),
  ],
])('an entry of a camt.053 %s: %s', (_, expected, found) => expect(found).toBe(expected))
