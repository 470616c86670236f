// The words that banks use for their columns, and how they are found on a page.

import { describe, expect, it } from 'vitest'
import { headingBands } from './heading-bands.ts'
import { bareHeading, knownHeading, strangeHeading } from './headings.ts'
import { type Fragment, linesOf } from './text-lines.ts'

describe('headings of days that are in no list', () => {
  it.each(['打款时间', '放款成功时间', '结算到账日', '企业付款日期'])('%s is when money went', (word) => {
    expect(strangeHeading(word).kind).toBe('day')
  })

  it.each(['申请时间', '审批日期', '打印日期', '到期日', '预约付款日', '退汇日期', '生日'])(
    '%s is not',
    (word) => {
      expect(strangeHeading(word).kind).not.toBe('day')
    },
  )
})

describe('column headings of a bank statement', () => {
  it.each([
    ...['日期', '交易日期', '记账日期', '交易时间', '*交易 日期'].map((word) => [word, 'day']),
    ...['流水号', '交易流水号', '客户流水号', '凭证号', '业务编号', '附言里的编号'].map((word) => [
      word,
      'reference',
    ]),
    ...['收款人', '对方户名', '收款户名', '户名'].map((word) => [word, 'name']),
    ...["Payee's Name[ 收款人名称 ]", 'Name (收款人名称)'].map((word) => [word, 'name']),
    ...['Trade Amount[ 交易金额 ]', '借/贷方发生额', '借贷方金额'].map((word) => [word, 'amount']),
    ...['收款账号', '对方账号', '账号', '卡号', '账号/卡号'].map((word) => [word, 'account']),
    ...['金额', '交易金额', '发生额', '金额(元)', 'Amount 金额'].map((word) => [word, 'amount']),
    ...['支出', '借方发生额', '借方发生额(人民币)'].map((word) => [word, 'out']),
    ...['借方金额/支出', '贷方/收入'].map((word, index) => [word, index === 0 ? 'out' : 'in']),
    ...['对方账号/卡号'].map((word) => [word, 'account']),
    ...['对方户名/姓名'].map((word) => [word, 'name']),
    ...['收入', '贷方发生额'].map((word) => [word, 'in']),
    ...['借/贷', '借贷标志', '收支'].map((word) => [word, 'direction']),
    ...['摘要', '附言', '用途', '备注'].map((word) => [word, 'remark']),
    ...['本方账号', '我方账号'].map((word) => [word, 'own-account']),
    ...['本方户名', '对方行号', '对方开户机构'].map((word) => [word, 'other']),
    ...['交易日[ Transaction Date ]', 'Transaction Date 交易日期', '交易时间戳', '记账日'].map((word) => [
      word,
      'day',
    ]),
    ...['收(付)方名称', '收/付方户名', '对方单位名称', '对方帐户名称', '收款人名称[ Payee’s Name ]'].map(
      (word) => [word, 'name'],
    ),
    ...['收(付)方账号', '对方帐号', '对方账户', '收款人账号[ Payee’s Account Number ]'].map((word) => [
      word,
      'account',
    ]),
    ...['收(付)方名称/账号', '对方户名/账号'].map((word) => [word, 'party']),
    ...['付款人名称', '付款户名'].map((word) => [word, 'payer']),
    ...['付款账号', '付款人账号'].map((word) => [word, 'payer-account']),
    ...['借方发生额/元(支取)', '借方发生额(支取)', '支出金额(元)', '借', '支取'].map((word) => [word, 'out']),
    ...['贷方发生额/元(收入)', '收入金额', '贷', '存入'].map((word) => [word, 'in']),
    ...['收付', '借/贷方', '借贷标志', '收付标识', '借/贷'].map((word) => [word, 'direction']),
    ...['账户明细编号-交易流水号', '柜员交易号', '主机交易流水号', '客户业务编号'].map((word) => [
      word,
      'reference',
    ]),
    ...['个性化信息', '交易附言', '摘要/用途'].map((word) => [word, 'remark']),
    ...['余额', '账户余额(元)', '交易后余额[ After-transaction balance ]'].map((word) => [word, 'balance']),
    ...['总笔数'].map((word) => [word, 'count']),
    ...['Transaction Date', 'Posting Date'].map((word) => [word, 'day']),
    ...['Debit', 'Debit Amount (CNY)', 'Withdrawals'].map((word) => [word, 'out']),
    ...['Credit', 'Deposit'].map((word) => [word, 'in']),
    ...['Counterparty', 'Beneficiary Name', 'Payee'].map((word) => [word, 'name']),
    ...['Account No.', 'Counterparty Account Number', 'Card No'].map((word) => [word, 'account']),
    ...['Amount', 'Transaction Amount(RMB)'].map((word) => [word, 'amount']),
    ...['Description', 'Remarks'].map((word) => [word, 'remark']),
    ...['Reference', 'Reference No.', 'Transaction ID'].map((word) => [word, 'reference']),
    ...['Balance'].map((word) => [word, 'balance']),
    ...['DR/CR', 'Debit/Credit'].map((word) => [word, 'direction']),
    ...['John Smith', 'Fee'].map((word) => [word, word === 'Fee' ? 'other' : undefined]),
    ...['付方金额', '付方发生', '减少金额'].map((word) => [word, 'out']),
    ...['收方金额', '收方发生', '增加金额', '收进'].map((word) => [word, 'in']),
    ...['对方账号\n对方户名', '收款人姓名/收款人卡号', '对方户名对方账户'].map((word) => [word, 'party']),
    ...['月日'].map((word) => [word, 'day']),
    ...['大写金额', '金额大写'].map((word) => [word, 'capitals']),
    ...['劳务费', '王小明', ''].map((word) => [word, undefined]),
  ])('maps heading %s to %s', (word, kind) => expect(knownHeading(bareHeading(word ?? ''))?.kind).toBe(kind))
})

const at = (text: string, left: number, y: number): Fragment => ({
  text,
  left,
  right: left + text.length * 10,
  y,
  height: 10,
})

const kindsOf = (fragments: readonly Fragment[]) =>
  headingBands(linesOf(fragments)).map(({ headings }) => headings.map(({ kind }) => kind))

describe('finding headings on a page', () => {
  it('finds headings in one line with unrelated columns between them', () => {
    const line = ['序号', '日期', '流水号', '经办', '金额', '余额'].map((text, index) =>
      at(text, index * 60, 100),
    )
    expect(kindsOf(line)).toEqual([['other', 'day', 'reference', 'other', 'amount', 'balance']])
  })

  it('finds the parts of days below their year, and days below it alone', () => {
    const line = ['摘要', '对方户名', '对方账号', '支出', '余额'].map((text, index) =>
      at(text, 60 + index * 60, 100),
    )
    expect(kindsOf([at('2026年', 0, 100), ...line])).toEqual([
      ['day', 'remark', 'name', 'account', 'out', 'balance'],
    ])
    const parts = [at('月', 0, 110), at('日', 30, 110)]
    expect(kindsOf([at('2026年', 0, 100), ...line, ...parts])).toEqual([
      ['strange', 'strange', 'remark', 'name', 'account', 'out', 'balance'],
    ])
  })

  it('finds centred headings wrapped over two and three lines', () => {
    const page = [
      at('交易', 0, 94),
      at('日期', 0, 106),
      at('账号', 50, 100),
      at('借方', 100, 88),
      at('发生', 100, 100),
      at('额', 105, 112),
      at('贷方发生额', 150, 100),
    ]
    expect(kindsOf(page)).toEqual([['day', 'account', 'out', 'in']])
  })

  it('finds headings below a group heading of two columns', () => {
    const page = [
      at('日期', 0, 100),
      at('对方信息', 60, 93),
      at('户名', 50, 107),
      at('账号', 100, 107),
      at('金额', 160, 100),
    ]
    expect(kindsOf(page)).toEqual([['day', 'name', 'account', 'amount']])
  })

  it('takes the counterparty account and name instead of the own ones', () => {
    const line = ['账号', '户名', '对方账号', '对方户名', '金额'].map((text, index) =>
      at(text, index * 60, 100),
    )
    expect(kindsOf(line)).toEqual([['other', 'other', 'account', 'name', 'amount']])
  })

  it('ignores the own account above the table and the first row below the headings', () => {
    const page = [
      at('账号：33050161820000000123', 0, 80),
      ...['日期', '户名', '账号', '金额'].map((text, index) => at(text, index * 60, 95)),
      ...['20261114', 'John Smith', '6222021202', '1.00'].map((text, index) => at(text, index * 60, 110)),
    ]
    const [band, ...others] = headingBands(linesOf(page))
    expect([band?.headings.map(({ kind }) => kind), others]).toEqual([
      ['day', 'name', 'account', 'amount'],
      [],
    ])
    expect(band?.bottom).toBeLessThan(110)
  })

  it.each([
    [['日期', '户名', '金额']], // neither a number nor an account
    [['日期', '流水号', '余额']], // no amount
    [['姓名', '部门', '电话']],
  ])('does not take %s for headings of a bank statement', (words) =>
    expect(kindsOf(words.map((text, index) => at(text, index * 60, 100)))).toEqual([]),
  )
})

it.each([
  ['执行结果', 'status'],
  ['回盘标志', 'status'],
  ['返回码', 'status'],
  ['处理标志', 'status'],
  ['失败描述', 'status'],
  ['RESP_CODE', 'status'],
  ['Reject Code', 'status'],
  ['打印状态', 'strange'],
  ['对账结果', 'strange'],
  ['栏位甲', 'strange'],
  ['Branch', 'strange'],
])('a heading that is in no list: %s holds %s', (text, kind) => expect(strangeHeading(text).kind).toBe(kind))

it.each([
  ['资金流水单号', 'reference'],
  ['收支类型', 'direction'],
  ['发生方向', 'direction'],
  ['借或贷', 'direction'],
  ['Counterparty A/C', 'account'],
])('%s of a wallet or a village bank holds %s', (text, kind) =>
  expect(knownHeading(bareHeading(text))?.kind).toBe(kind),
)
