// Results that contradict themselves, or speak of another account, batch or payee in a disguise: none settles what the bank did not say.

import { describe, expect, it } from 'vitest'
import { ResultRefused, readResultSheet } from './bank-results.ts'
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
const FILE = {
  messageId: 'PW202611170001-F1',
  accountNo: '571900000000188',
  rows: [row(1), row(2, { name: '李四' }), row(3)],
}
const [one, two] = FILE.rows as [FileRow, FileRow]
const OTHER = 'PW202610170001R1X0123456789ab'

/** The fault, or the rows that it settles, each with its word. */
function outcome(read: () => Parameters<typeof matchResults>[1], file: ResultsFor = FILE): string {
  try {
    const matched = matchResults(file, read())
    if ('fault' in matched) return matched.fault
    return matched.results.map(({ position, status }) => `${position} ${status}`).join(', ')
  } catch (error) {
    if (error instanceof ResultRefused) return error.code
    throw error
  }
}

const HEAD = ['序号', '业务参考号', '收款人户名', '收款账号', '金额', '状态']
const line = (
  of: FileRow,
  over: Partial<Record<'no' | 'reference' | 'cardNo' | 'amount' | 'status', string>>,
) => [
  over.no ?? String(of.position),
  over.reference ?? of.reference,
  of.name,
  over.cardNo ?? of.cardNo,
  over.amount ?? '100.00',
  over.status ?? '成功',
]
const sheet = (...lines: readonly (readonly string[])[]) =>
  outcome(() =>
    readResultSheet({ lines: [HEAD, ...lines].map((cells, index) => ({ number: index + 1, cells })) }),
  )

/** With further columns and lines above. */
const wider = (
  more: Readonly<Record<string, string>>,
  status: string,
  above: readonly string[] = [],
  name = '',
) =>
  outcome(() =>
    readResultSheet({
      lines: [
        ...above.map((text) => [text]),
        [...HEAD, ...Object.keys(more)],
        [...line(one, { status }), ...Object.values(more)],
        ...(above.length > 0 ? [line(two, { status: '失败' })] : []),
      ].map((cells, index) => ({ number: index + 1, cells })),
      name,
    }),
  )

describe('what else a sheet says', () => {
  it.each<[string, string, string]>([
    ['a reason beside success', '', wider({ 失败原因: '账号不存在' }, '成功')],
    ['a reason that is none', '1 succeeded', wider({ 失败原因: '交易成功' }, '成功')],
    ['its amount in characters', '1 succeeded', wider({ 金额大写: '壹佰元整' }, '成功')],
    ['another amount in characters', '', wider({ 金额大写: '壹仟元整' }, '成功')],
    ['a reason of dashes', '1 succeeded', wider({ 失败原因: '--' }, '成功')],
    ['a word of the bank beside success', '1 succeeded', wider({ 处理信息: '0000' }, '成功')],
    ['another state that nobody listed', '', wider({ 回盘标志: 'F' }, '成功')],
    ['another state that is done', '1 succeeded', wider({ 银行返回信息: '交易成功' }, '成功')],
    ['another state that failed', '', wider({ 执行结果: '余额不足' }, '成功')],
    ['a failure that another state calls done', '', wider({ 执行结果: '成功' }, '失败')],
    ['a failure beside success under any heading', '', wider({ 栏位甲: '已退票' }, '成功')],
    ['a failure for a second upload', '', wider({ 失败原因: '该批次重复提交' }, '失败')],
    ['a failure', '1 rejected', wider({ 失败原因: '账号不存在' }, '失败')],
    ['a tab of failures', 'result-status', wider({}, '成功', [], '失败明细')],
    ['a title of returns', 'result-status', wider({}, '成功', ['代发退票清单'])],
    ['counts that fit', '1 succeeded, 2 rejected', wider({}, '成功', ['总笔数：2 成功1笔 失败1笔'])],
    [
      'a count of the whole file',
      '1 succeeded, 2 rejected',
      wider({}, '成功', ['总笔数：3', '总金额：300.00']),
    ],
    ['more successes than listed', 'result-totals', wider({}, '成功', ['成功笔数：2 失败笔数：1'])],
    ['fewer failures than listed', 'result-totals', wider({}, '成功', ['成功1笔，失败0笔'])],
    ['another count', 'result-totals', wider({}, '成功', ['合计笔数: 9'])],
    ['another sum', 'result-totals', wider({}, '成功', ['总金额（元）：1,000.00'])],
  ])('%s: %s', (_, expected, found) => expect(found).toBe(expected))
})

describe('a sheet', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    [
      'another batch’s reference in small letters',
      'result-foreign-row',
      [line(one, { reference: OTHER.toLowerCase() })],
    ],
    [
      'another batch’s reference in full width',
      'result-foreign-row',
      [line(one, { reference: 'ＰＷ202610170001Ｒ1Ｘ0123456789ab' })],
    ],
    [
      'another batch’s reference with blanks',
      'result-foreign-row',
      [line(one, { reference: 'PW 202610170001 R1X0123456789ab' })],
    ],
    [
      'another batch’s reference behind an unseen character',
      'result-foreign-row',
      [line(one, { reference: `\u200b${OTHER}` })],
    ],
    [
      'another batch’s reference cut off',
      'result-foreign-row',
      [line(one, { reference: OTHER.slice(0, 16) })],
    ],
    [
      'another batch’s reference behind a quote',
      'result-foreign-row',
      [line(one, { reference: `'${OTHER}` })],
    ],
    [
      'another batch’s reference among words',
      'result-foreign-row',
      [line(one, { reference: `劳务报酬 ${OTHER}` })],
    ],
    ['our reference among words', '1 succeeded', [line(one, { reference: `代发 ${one.reference}` })]],
    ['our reference behind a word', '1 succeeded', [line(one, { reference: `代发${one.reference}/11月` })]],
    [
      'our reference cut off behind the row’s number',
      '1 succeeded',
      [line(one, { reference: one.reference.slice(0, 19) })],
    ],
    [
      'our reference cut off before it',
      'result-foreign-row',
      [line(one, { reference: one.reference.slice(0, 16) })],
    ],
    [
      'our reference cut off, and another card',
      'result-foreign-row',
      [line(one, { reference: one.reference.slice(0, 19), cardNo: two.cardNo })],
    ],
    [
      'our reference and another batch’s',
      'result-foreign-row',
      [line(one, { reference: `${one.reference} ${OTHER}` })],
    ],
    [
      'our reference in small letters',
      '1 succeeded',
      [line(one, { reference: one.reference.toLowerCase() })],
    ],
    [
      'our reference with a mark in front of it',
      '1 succeeded',
      [line(one, { reference: `\ufeff${one.reference}` })],
    ],
    [
      'a card that is all mask',
      'result-foreign-row',
      [line(one, { reference: '', cardNo: '*'.repeat(one.cardNo.length) })],
    ],
    [
      'a card of which three digits are seen',
      'result-foreign-row',
      [line(one, { reference: '', cardNo: `${'*'.repeat(16)}${one.cardNo.slice(-3)}` })],
    ],
    [
      'a card of which four digits are seen',
      '1 succeeded',
      [line(one, { reference: '', cardNo: `${'*'.repeat(15)}${one.cardNo.slice(-4)}` })],
    ],
    [
      'the place of another row, which a bank may count anew',
      '1 succeeded',
      [line(one, { reference: '', no: '2' })],
    ],
    ['the place of another row beside its reference', '1 succeeded', [line(one, { no: '2' })]],
    ['an amount in brackets', 'result-amount', [line(one, { amount: '(100.00)' })]],
    ['an amount with its sign behind', 'result-amount', [line(one, { amount: '100.00-' })]],
    ['an amount as a power of ten', 'result-amount', [line(one, { amount: '1E2' })]],
    ['an amount with thousands parted', 'result-other-amount', [line(one, { amount: '1,000.00' })]],
    ['an amount with a comma for its point', 'result-amount', [line(one, { amount: '100,00' })]],
    ['an amount of another currency', 'result-amount', [line(one, { amount: 'USD 100.00' })]],
    ['a word over two lines', '', [line(one, { status: '成\n功' })]],
    ['a word with an unseen character', '', [line(one, { status: '成\u200b功' })]],
    ['a word and its opposite', '', [line(one, { status: '成功/失败' })]],
    [
      'a row as paid and the same without its reference as failed',
      'result-foreign-row',
      [line(one, {}), line(one, { reference: '', status: '失败' })],
    ],
    [
      'headings again, in another order',
      'result-amount',
      [line(one, {}), ['序号', '业务参考号', '收款人户名', '收款账号', '状态', '金额']],
    ],
  ])('with %s: %s', (_, expected, lines) => expect(sheet(...lines)).toBe(expected))
})

const SHORT_HEAD = ['序号', '收款人户名', '收款账号', '金额', '状态']
/** Without a reference, of a file made on 17 November 2026: last month's people and amounts are the same. */
const unnamed = (above: readonly string[], more: Readonly<Record<string, string>> = {}, status = '成功') =>
  outcome(
    () =>
      readResultSheet({
        lines: [
          ...above.map((text) => [text]),
          [...SHORT_HEAD, ...Object.keys(more)],
          ['1', one.name, one.cardNo, '100.00', status, ...Object.values(more)],
        ].map((cells, index) => ({ number: index + 1, cells })),
      }),
    { ...FILE, messageId: 'PW202611170001-A1-0a1b2c', since: '2026-11-17' },
  )

describe('a sheet without references', () => {
  it.each<[string, string, string]>([
    ['of a day before the file', 'result-too-old', unnamed(['代发日期：2026-10-17'])],
    ['of a day before the file, in words', 'result-too-old', unnamed(['打印时间：2026年10月17日 10:11'])],
    ['of a period that ends after it', '1 succeeded', unnamed(['2026-11-01 至 2026-11-18'])],
    ['with a day that was long before', '1 succeeded', unnamed(['合同日期 2020-01-01'])],
    ['of the wages of the month before', '1 succeeded', unnamed(['2026年10月工资代发结果'])],
    ['of another batch', 'result-other-message', unnamed(['批次号：PW202610170001-A1'])],
    [
      'of another batch, in full width',
      'result-other-message',
      unnamed(['文件名：ｐｗ202610170001-A1.xlsx']),
    ],
    ['of another file of the batch', 'result-other-message', unnamed(['PW202611170001-B1.xlsx'])],
    ['of this file', '1 succeeded', unnamed(['文件名：PW202611170001-A1.xlsx'])],
    ['of this batch', '1 succeeded', unnamed(['批次号：PW202611170001'])],
    ['with another batch in a column', 'result-foreign-row', unnamed([], { 批次号: 'PW202610170001' })],
    ['with another payment in a column', 'result-foreign-row', unnamed([], { 指令序号: OTHER })],
    ['with this payment in a column', '1 succeeded', unnamed([], { 指令序号: one.reference })],
    ['with another batch among words', '1 succeeded', unnamed([], { 用途: '补发PW202610170001' })],
    ['executed before the file was made', 'result-too-old', unnamed([], { 处理日期: '2026-10-17' })],
    ['done before the file was made', 'result-too-old', unnamed([], { 完成时间: '2026-10-17 10:00:00' })],
    ['submitted before the file was made', 'result-too-old', unnamed([], { 提交日期: '20261017' })],
    ['submitted on its day', '1 succeeded', unnamed([], { 提交日期: '20261117' })],
    ['with a birthday', '1 succeeded', unnamed([], { 出生日期: '1990-10-17' })],
    ['that was only checked', 'result-status', unnamed(['批量代发预校验结果'])],
    ['that was only taken in', 'result-status', unnamed(['批量导入明细'])],
    ['whose check is told beside it', '1 succeeded', unnamed(['文件校验结果：通过'])],
    ['of a trial', 'result-status', unnamed(['测试环境 模拟回盘'])],
    ['that waits for its approval', 'result-status', unnamed(['状态：待授权'])],
    ['that came back in part', '', unnamed([], { 退回金额: '50.00' }, '已退票')],
    ['that came back whole', '1 returned', unnamed([], { 退回金额: '100.00' }, '已退票')],
  ])('%s: %s', (_, expected, found) => expect(found).toBe(expected))

  it.each<[string, string]>([
    ['系统异常，请稍后查询', ''],
    ['转人工落地处理', ''],
    ['非工作时间，顺延至下一工作日处理', ''],
    ['次日处理', ''],
    ['已重新汇出', ''],
    ['账号户名不符，请修改后重新提交', '1 rejected'],
    ['超过单笔限额', '1 rejected'],
    ['付款账户余额不足', '1 rejected'],
    ['客户撤销', '1 rejected'],
  ])('failed for %s: %s', (reason, expected) =>
    expect(unnamed([], { 失败原因: reason }, '失败')).toBe(expected),
  )

  it('sent again by the bank after it came back', () => {
    expect(unnamed([], { 退回原因: '已重新汇出' }, '已退票')).toBe('')
    expect(unnamed([], { 退回原因: '账号户名不符' }, '已退票')).toBe('1 returned')
  })
})

const payment = (state: string, of = one, more = '') =>
  `<TxInfAndSts><OrgnlInstrId>${of.reference}</OrgnlInstrId><OrgnlEndToEndId>${of.reference}</OrgnlEndToEndId><TxSts>${state}</TxSts>${more}</TxInfAndSts>`
const pain = (payments: string, { group = 'PART', head = '', part = '' } = {}) =>
  outcome(() =>
    readResultXml(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${FILE.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${head}<GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${part}${payments}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
    ),
  )
const part = (state: string, more = '') => `<PmtInfSts>${state}</PmtInfSts>${more}`
const reason = (code: string, text = '') =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${text && `<AddtlInf>${text}</AddtlInf>`}</StsRsnInf>`
const counted = (state: string, count: number) =>
  `<NbOfTxsPerSts><DtldNbOfTxs>${count}</DtldNbOfTxs><DtldSts>${state}</DtldSts></NbOfTxsPerSts>`
const payee = (cardNo: string, name: string) =>
  `<OrgnlTxRef><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>${cardNo}</Id></Othr></Id></CdtrAcct></OrgnlTxRef>`

describe('a pain.002', () => {
  it.each<[string, string, string]>([
    [
      'that is accepted, with payments paid and failed',
      '1 succeeded, 2 rejected',
      pain(payment('ACSC') + payment('RJCT', two), { group: 'ACCP' }),
    ],
    [
      'all of it settled, and one rejected',
      'result-status',
      pain(payment('ACSC') + payment('RJCT', two), { group: 'ACSC' }),
    ],
    ['all of it pending, and one settled', 'result-status', pain(payment('ACSC'), { group: 'PDNG' })],
    [
      'of which the part was rejected, and one settled',
      'result-status',
      pain(payment('ACSC'), { part: '<PmtInfSts>RJCT</PmtInfSts>' }),
    ],
    [
      'of which the part was settled, and one rejected',
      'result-status',
      pain(payment('RJCT'), { part: '<PmtInfSts>ACSC</PmtInfSts>' }),
    ],
    [
      'of a part that is not ours',
      'result-other-message',
      pain(payment('ACSC'), { part: '<OrgnlPmtInfId>ANOTHER</OrgnlPmtInfId>' }),
    ],
    [
      'of more payments than there are',
      'result-other-message',
      pain(payment('ACSC'), { head: '<OrgnlNbOfTxs>4</OrgnlNbOfTxs>' }),
    ],
    [
      'of another sum',
      'result-other-message',
      pain(payment('ACSC'), { head: '<OrgnlCtrlSum>300.01</OrgnlCtrlSum>' }),
    ],
    [
      'of our count and sum',
      '1 succeeded',
      pain(payment('ACSC'), { head: '<OrgnlNbOfTxs>3</OrgnlNbOfTxs><OrgnlCtrlSum>300</OrgnlCtrlSum>' }),
    ],
    [
      'with two references for one payment',
      'result-message',
      pain(payment('ACSC').replace(one.reference, two.reference)),
    ],
    [
      'to another card',
      'result-other-payee',
      pain(payment('ACSC', one, payee('6222020000000009999', '张三'))),
    ],
    ['to another name', 'result-other-payee', pain(payment('ACSC', one, payee(one.cardNo, '王五')))],
    ['to the card and name of the row', '1 succeeded', pain(payment('ACSC', one, payee(one.cardNo, '张三')))],
    [
      'with its word in another namespace',
      '',
      pain(payment('ACSP').replace('<TxSts>', '<x:TxSts xmlns:x="urn:x">ACSC</x:TxSts><TxSts>')),
    ],
    ['with a word around something else', 'result-xml', pain(payment('AC<b/>SC'))],
    [
      'that rejects all, and settles its part',
      'result-status',
      pain('', { group: 'RJCT', part: part('ACSC') }),
    ],
    [
      'that settles all, and rejects its part',
      'result-status',
      pain('', { group: 'ACSC', part: part('RJCT') }),
    ],
    [
      'that rejects its part, without payments',
      '1 rejected, 2 rejected, 3 rejected',
      pain('', { group: 'ACTC', part: part('RJCT') }),
    ],
    ...['PART', 'ACSP', 'ACWC'].map((group): [string, string, string] => [
      `of which ${group} says that some go on, and whose only part was rejected`,
      'result-status',
      pain('', { group, part: part('RJCT') }),
    ]),
    ['refused as sent twice', 'result-duplicate', pain('', { group: 'RJCT', head: reason('DU01') })],
    [
      'whose part is refused as sent twice',
      'result-duplicate',
      pain('', { group: 'RJCT', part: part('RJCT', reason('AM05')) }),
    ],
    [
      'refused as 重复提交 in its part, without a word on the payments’ own reasons',
      '',
      pain(payment('RJCT'), { group: 'RJCT', part: part('RJCT', reason('NARR', '批次重复提交')) }),
    ],
    [
      'refused as sent twice, with its payments listed',
      '',
      pain(payment('RJCT') + payment('RJCT', two), { group: 'RJCT', head: reason('DU01') }),
    ],
    [
      'refused for another reason, with its payments listed',
      '1 rejected',
      pain(payment('RJCT'), { group: 'RJCT', head: reason('AC04') }),
    ],
    [
      'refused as 重复提交',
      'result-duplicate',
      pain('', { group: 'RJCT', head: reason('NARR', '批次重复提交') }),
    ],
    [
      'with a payment refused as sent twice',
      '',
      pain(payment('RJCT', one, reason('DUPL')), { group: 'RJCT' }),
    ],
    [
      'of more payments in its part',
      'result-other-message',
      pain(payment('ACSC'), { part: '<OrgnlNbOfTxs>4</OrgnlNbOfTxs>' }),
    ],
    [
      'of another sum in its part',
      'result-other-message',
      pain(payment('ACSC'), { part: '<OrgnlCtrlSum>1</OrgnlCtrlSum>' }),
    ],
    ['that counts more as settled', 'result-totals', pain(payment('ACSC'), { head: counted('ACSC', 2) })],
    [
      'that counts one as rejected and lists it as settled',
      'result-totals',
      pain(payment('ACSC') + payment('ACSC', two), { part: counted('ACSC', 1) + counted('RJCT', 1) }),
    ],
    [
      'that counts those which it leaves out',
      '1 rejected',
      pain(payment('RJCT'), { head: counted('ACSC', 2) + counted('RJCT', 1) }),
    ],
  ])('%s: %s', (_, expected, found) => expect(found).toBe(expected))
})

type Entry = { direction?: string; yuan?: string; more?: string; of?: FileRow; details?: string }
const entry = ({ direction = 'DBIT', yuan = '100.00', more = '', of = one, details }: Entry = {}) =>
  `<Ntry><Amt Ccy="CNY">${yuan}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts><NtryDtls>${details ?? `<TxDtls><Refs><EndToEndId>${of.reference}</EndToEndId></Refs></TxDtls>`}</NtryDtls></Ntry>`
const REVERSAL = '<RvslInd>true</RvslInd>'
const account = (no: string) => `<Acct><Id><Othr><Id>${no}</Id></Othr></Id></Acct>`
const camt = (...statements: readonly string[]) =>
  outcome(() =>
    readResultXml(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${statements.map((one) => `<Stmt>${one.startsWith('<Acct>') ? '' : account(FILE.accountNo)}${one}</Stmt>`).join('')}</BkToCstmrStmt></Document>`,
    ),
  )
const detail = (of: FileRow, yuan: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>${of.reference}</EndToEndId></Refs><Amt Ccy="CNY">${yuan}</Amt>${more}</TxDtls>`

describe('a camt.053', () => {
  it.each<[string, string, string]>([
    ['with a debit', '1 succeeded', camt(entry())],
    [
      'with a debit and its reversal',
      '1 returned',
      camt(entry() + entry({ direction: 'CRDT', more: REVERSAL })),
    ],
    ['with a debit that reverses a credit', '', camt(entry({ more: REVERSAL }))],
    [
      'with a return that is reversed',
      'result-row-twice',
      camt(entry() + entry({ direction: 'CRDT' }) + entry({ more: REVERSAL })),
    ],
    [
      'paid, returned and paid again',
      'result-row-twice',
      camt(entry() + entry({ direction: 'CRDT' }) + entry()),
    ],
    ['without an account', 'result-no-account', camt(`<Acct></Acct>${entry()}`)],
    ['of an account that is all mask', 'result-other-account', camt(account('*'.repeat(15)) + entry())],
    ['with a credit of what was never debited', '', camt(entry({ direction: 'CRDT' }))],
    [
      'whose summary counts more entries',
      'result-totals',
      camt(
        `${account(FILE.accountNo)}<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries></TxsSummry>${entry()}`,
      ),
    ],
    [
      'whose debits come to another sum',
      'result-totals',
      camt(
        `${account(FILE.accountNo)}<TxsSummry><TtlDbtNtries><Sum>200.00</Sum></TtlDbtNtries></TxsSummry>${entry()}`,
      ),
    ],
    [
      'whose summary fits',
      '1 succeeded',
      camt(
        `${account(FILE.accountNo)}<TxsSummry><TtlNtries><NbOfNtries>1</NbOfNtries><Sum>100</Sum></TtlNtries><TtlCdtNtries><NbOfNtries>0</NbOfNtries></TtlCdtNtries></TxsSummry>${entry()}`,
      ),
    ],
    ['of another account', 'result-other-account', camt(account('622202000000000099') + entry())],
    [
      'of the payee’s account',
      'result-other-account',
      camt(account(one.cardNo) + entry({ direction: 'CRDT' })),
    ],
    ['of our account', '1 succeeded', camt(account('5719 0000 0000 188') + entry())],
    ['of our account, masked', '1 succeeded', camt(account('571900*****0188') + entry())],
    [
      'of two accounts, one of them ours',
      '1 succeeded',
      camt(account('571900000000188') + entry(), account('99') + entry({ of: two })),
    ],
    ['of two days, debited on both', 'result-row-twice', camt(entry(), entry())],
    [
      'whose payment turns round its entry',
      'result-status',
      camt(entry({ details: detail(one, '100.00', '<CdtDbtInd>CRDT</CdtDbtInd>') })),
    ],
    [
      'whose payments come to more than their entry',
      'result-totals',
      camt(entry({ details: detail(one, '100.00') + detail(two, '100.00') })),
    ],
    [
      'whose payments come to their entry',
      '1 succeeded, 2 succeeded',
      camt(entry({ yuan: '200.00', details: detail(one, '100.00') + detail(two, '100.00') })),
    ],
    [
      'to another card',
      'result-other-payee',
      camt(
        entry({
          details: detail(
            one,
            '100.00',
            '<RltdPties><CdtrAcct><Id><Othr><Id>6222020000000009999</Id></Othr></Id></CdtrAcct></RltdPties>',
          ),
        }),
      ),
    ],
  ])('%s: %s', (_, expected, found) => expect(found).toBe(expected))
})
