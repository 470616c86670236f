// Result files as they come: what they settle, and the hostile ones that settle nothing.

import { describe, expect, it } from 'vitest'
import { ResultRefused, readResultSheet } from './bank-results.ts'
import { matchResults } from './match-results.ts'
import { readXml, XmlRefused } from './plain-xml.ts'
import { readResultXml } from './result-messages.ts'
import type { TextLine } from './result-tables.ts'
import type { FileRow } from './row-fit.ts'

const fileRow = (position: number, over: Partial<FileRow> = {}): FileRow => ({
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
  rows: [fileRow(1), fileRow(2, { name: '李四' }), fileRow(3)],
}

const HEAD = ['序号', '业务参考号', '收款人户名', '收款账号', '金额（元）', '状态', '失败原因']
const cells = (row: FileRow, status: string, reason = '') => [
  String(row.position),
  row.reference,
  row.name,
  row.cardNo,
  '100.00',
  status,
  reason,
]
const sheet = (...lines: readonly (readonly string[])[]): TextLine[] =>
  lines.map((one, index) => ({ number: index + 1, cells: one }))

function settle(lines: readonly TextLine[], file: Parameters<typeof matchResults>[0] = FILE) {
  try {
    return matchResults(file, readResultSheet({ lines }))
  } catch (error) {
    if (error instanceof ResultRefused) return { fault: error.code, line: error.line }
    throw error
  }
}
const [one, two, three] = FILE.rows as [FileRow, FileRow, FileRow]
const paid = (position: number) => ({ position, status: 'succeeded', reason: '', serial: '' })

describe('a result sheet', () => {
  it('settles what it names, and leaves the rest', () =>
    expect(settle(sheet(['代发结果'], HEAD, cells(one, '成功'), cells(two, '失败', '账号户名不符')))).toEqual(
      {
        results: [paid(1), { position: 2, status: 'rejected', reason: '账号户名不符', serial: '' }],
        byReference: 2,
        ambiguous: 0,
        toAssign: [],
        indefinite: 0,
      },
    ))

  const without = ['收款人户名', '收款账号', '金额', '状态']
  const plain = (row: FileRow, status: string) => [row.name, row.cardNo, '100.00', status]
  it('is matched by card, name and amount where it has no reference', () =>
    expect(settle(sheet(without, plain(two, '成功')))).toMatchObject({ results: [paid(2)], byReference: 0 }))

  const duplicates = { messageId: 'M', rows: [fileRow(1), fileRow(2, { cardNo: fileRow(1).cardNo })] }
  const [duplicate] = duplicates.rows as [FileRow]
  it.each([
    ['one of two alike waits for people', sheet(without, plain(duplicate, '成功')), [], 1],
    [
      'two alike with one word are certain',
      sheet(without, plain(duplicate, '成功'), plain(duplicate, '成功')),
      [1, 2],
      0,
    ],
    [
      'two alike with two words wait',
      sheet(without, plain(duplicate, '成功'), plain(duplicate, '失败')),
      [],
      2,
    ],
    ['positions tell them apart', sheet(['序号', ...without], ['2', ...plain(duplicate, '成功')]), [2], 0],
    [
      'a position of neither does not',
      sheet(['序号', ...without], ['9', ...plain(duplicate, '成功')]),
      [],
      1,
    ],
  ] as const)('%s', (_, lines, positions, ambiguous) => {
    const matched = settle(lines, duplicates)
    expect(matched).toMatchObject({ ambiguous })
    expect('results' in matched && matched.results.map(({ position }) => position)).toEqual(positions)
  })

  const assigned = (lines: readonly TextLine[], rows = duplicates.rows) => {
    const matched = settle(lines, { messageId: 'M', rows, since: '2026-11-16' })
    if ('fault' in matched) return matched.fault
    return matched.toAssign.map(
      ({ candidates, lines: said }) =>
        `${said.map(({ line, status }) => `${line} ${status}`).join(', ')} of ${candidates.join()}`,
    )
  }
  const dated = [...without, '付款日期']
  const shown = {
    ...duplicate,
    cardNo: `${duplicate.cardNo.slice(0, 6)}${'*'.repeat(9)}${duplicate.cardNo.slice(-4)}`,
  }
  const other = fileRow(3, { name: duplicate.name, cardNo: duplicate.cardNo.replace(/^(.{10})./, '$19') })
  it.each<[string, string | readonly string[], string | readonly string[]]>([
    ['one of two', ['2 succeeded of 1,2'], assigned(sheet(without, plain(duplicate, '成功')))],
    [
      'two words for two',
      ['2 succeeded, 3 rejected of 1,2'],
      assigned(sheet(without, plain(duplicate, '成功'), plain(duplicate, '失败'))),
    ],
    ['one word for two', [], assigned(sheet(without, plain(duplicate, '成功'), plain(duplicate, '成功')))],
    [
      'one that says nothing definite',
      ['2 succeeded of 1,2'],
      assigned(sheet(without, plain(duplicate, '成功'), plain(duplicate, '处理中'))),
    ],
    ['none that says anything definite', [], assigned(sheet(without, plain(duplicate, '处理中')))],
    [
      'three lines for two',
      'result-row-twice',
      assigned(sheet(without, ...['成功', '失败', '成功'].map((word) => plain(duplicate, word)))),
    ],
    [
      'a line of a day before the file',
      'result-too-old',
      assigned(sheet(dated, [...plain(duplicate, '成功'), '2026-11-15'])),
    ],
    [
      'a line of the day of the file',
      ['2 succeeded of 1,2'],
      assigned(sheet(dated, [...plain(duplicate, '成功'), '2026-11-16'])),
    ],
    [
      'a row that another line names',
      ['3 succeeded of 1'],
      assigned(sheet(without, plain(other, '成功'), plain(shown, '成功')), [duplicate, other]),
    ],
    [
      'more masked lines than rows are left',
      'result-row-twice',
      assigned(sheet(without, plain(other, '成功'), plain(shown, '成功'), plain(shown, '失败')), [
        duplicate,
        other,
      ]),
    ],
  ])('leaves to a person: %s', (_, expected, found) => expect(found).toEqual(expected))

  it('takes masked cards and names, and amounts with commas', () =>
    expect(
      settle(sheet(HEAD, ['1', one.reference, '*三', '622202*********1001', '¥100.00', '交易成功'])),
    ).toMatchObject({ results: [paid(1)] }))
})

const OTHER = 'PW202611160009R1Xffffffffffff'
const swap = (row: FileRow) => ['1', row.reference, row.cardNo, row.name, '100.00', '成功']

describe('hostile result sheets settle nothing wrong', () => {
  it.each<readonly [string, readonly TextLine[], string | readonly number[]]>([
    [
      'of another batch',
      sheet(HEAD, ['1', OTHER, '张三', one.cardNo, '100.00', '成功']),
      'result-foreign-row',
    ],
    [
      'one row of another batch among ours',
      sheet(HEAD, cells(one, '成功'), ['2', OTHER, '张三', one.cardNo, '100.00', '成功']),
      'result-foreign-row',
    ],
    [
      'a reference of nobody without a card',
      sheet(['业务参考号', '金额', '状态'], ['123', '100.00', '成功']),
      'result-foreign-row',
    ],
    ['an unknown person', sheet(HEAD, ['1', '', '王五', one.cardNo, '100.00', '成功']), 'result-foreign-row'],
    [
      'a changed amount',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '1000.00', '成功']),
      'result-other-amount',
    ],
    [
      'an amount one fen less',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '99.99', '成功']),
      'result-other-amount',
    ],
    [
      'a changed name',
      sheet(HEAD, ['1', one.reference, '王五', one.cardNo, '100.00', '成功']),
      'result-other-payee',
    ],
    [
      'a changed card',
      sheet(HEAD, ['1', one.reference, '张三', '6222020000000009999', '100.00', '成功']),
      'result-other-payee',
    ],
    [
      'a card cut short',
      sheet(HEAD, ['1', one.reference, '张三', '1001', '100.00', '成功']),
      'result-other-payee',
    ],
    [
      'a card kept as a number',
      sheet(HEAD, ['1', one.reference, '张三', '6.2220200e+18', '100.00', '成功']),
      'result-other-payee',
    ],
    [
      'references swapped between people',
      sheet(HEAD, ['1', two.reference, one.name, one.cardNo, '100.00', '成功']),
      'result-other-payee',
    ],
    ['columns swapped', sheet(HEAD, swap(one)), 'result-other-payee'],
    ['a row twice', sheet(HEAD, cells(one, '成功'), cells(one, '成功')), 'result-row-twice'],
    ['a row twice with two words', sheet(HEAD, cells(one, '成功'), cells(one, '失败')), 'result-row-twice'],
    [
      'more lines alike than rows',
      sheet(HEAD, ...[1, 2].map(() => ['', '', two.name, two.cardNo, '100.00', '成功'])),
      'result-row-twice',
    ],
    [
      'a row named and then matched by its card',
      sheet(HEAD, cells(two, '成功'), ['', '', two.name, two.cardNo, '100.00', '成功']),
      'result-foreign-row',
    ],
    ['a wrong total', sheet(HEAD, cells(one, '成功'), ['合计', '', '', '', '200.00', '']), 'result-totals'],
    [
      'a total that is no number',
      sheet(HEAD, cells(one, '成功'), ['合计', '', '', '', '壹佰', '']),
      'result-totals',
    ],
    [
      'a wrong count',
      sheet(HEAD, cells(one, '成功'), ['合计', '2笔', '', '', '100.00', '']),
      'result-totals',
    ],
    ['a bare wrong count', sheet(HEAD, cells(one, '成功'), ['合计', '2', '', '', '', '']), 'result-totals'],
    ['a right count', sheet(HEAD, cells(one, '成功'), ['合计', '1 笔', '', '', '100.00', '']), [1]],
    ['a formula above the heading', sheet(['=A9:A12'], HEAD, cells(one, '成功')), 'result-formula'],
    ['a right total', sheet(HEAD, cells(one, '成功'), ['合计', '', '', '', '100.00', '']), [1]],
    [
      'a formula',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '100.00', '=IF(1,"成功")']),
      'result-formula',
    ],
    [
      'a formula for the amount',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '=50+50', '成功']),
      'result-formula',
    ],
    ['no amount', sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '', '成功']), 'result-amount'],
    [
      'an amount below zero',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '-100.00', '成功']),
      'result-amount',
    ],
    [
      'an amount with three decimals',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '100.001', '成功']),
      'result-amount',
    ],
    [
      'an amount in scientific notation',
      sheet(HEAD, ['1', one.reference, '张三', one.cardNo, '1e2', '成功']),
      'result-amount',
    ],
    ['advice below the rows', sheet(HEAD, cells(one, '成功'), ['如有疑问请致电']), [1]],
    ['a note below the rows', sheet(HEAD, cells(one, '成功'), ['以上一笔另行处理']), 'result-amount'],
    ['no heading', sheet(cells(one, '成功')), 'result-headings'],
    ['no state column', sheet(HEAD.slice(0, 5), cells(one, '成功').slice(0, 5)), 'result-headings'],
    ['two state columns', sheet([...HEAD, '处理状态'], [...cells(one, '成功'), '失败']), 'result-headings'],
    ['two amount columns', sheet([...HEAD, '实付金额'], [...cells(one, '成功'), '1.00']), 'result-headings'],
    ['the wrong encoding', sheet(['ÒµÎñ²Î¿¼ºÅ', '½ð¶î', '×´Ì¬'], ['a', '1', 'b']), 'result-headings'],
    ['nothing at all', sheet(), 'result-headings'],
    ['a heading alone', sheet(HEAD), 'result-empty'],
    ['a word that is not listed', sheet(HEAD, cells(one, '成功?')), []],
    ['success in a sentence', sheet(HEAD, cells(one, '未成功')), []],
    ['an empty state', sheet(HEAD, cells(one, '')), []],
    ['under way', sheet(HEAD, cells(one, '处理中')), []],
    [
      'our own file back, without results',
      sheet(HEAD.slice(0, 5), cells(three, '').slice(0, 5)),
      'result-headings',
    ],
  ])('%s', (_, lines, expected) => {
    const matched = settle(lines)
    if (typeof expected === 'string') expect(matched).toMatchObject({ fault: expected })
    else expect('results' in matched && matched.results.map(({ position }) => position)).toEqual(expected)
  })
})

const NS = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'
const transaction = (reference: string, state: string, extra = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${state}</TxSts>${extra}</TxInfAndSts>`
const pain = (
  transactions: string,
  { message = 'PW202611170001-F1', group = 'PART', namespace = NS, before = '' } = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<Document xmlns="${namespace}"><CstmrPmtStsRpt><GrpHdr><MsgId>B1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${transactions}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
const amount = (yuan: string, currency = 'CNY') =>
  `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${yuan}</InstdAmt></Amt></OrgnlTxRef>`
const entry = (reference: string, direction: string, yuan = '100.00', status = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><Amt Ccy="CNY">${yuan}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`
const camt = (entries: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>571900000000188</Id></Othr></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

function settleXml(source: string) {
  try {
    return matchResults(FILE, readResultXml(source))
  } catch (error) {
    if (error instanceof ResultRefused) return { fault: error.code, line: error.line }
    throw error
  }
}

describe('pain.002 and camt.053', () => {
  const bomb = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
  const outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  it.each<readonly [string, string, string | readonly (readonly [number, string])[]]>([
    [
      'settled and rejected',
      pain(
        transaction(one.reference, 'ACSC', amount('100.00')) +
          transaction(two.reference, 'RJCT', '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>'),
      ),
      [
        [1, 'succeeded'],
        [2, 'rejected'],
      ],
    ],
    ['accepted is not paid', pain(transaction(one.reference, 'ACSP')), []],
    ['a word nobody knows', pain(transaction(one.reference, 'PAID')), []],
    [
      'the whole message rejected',
      pain('', { group: 'RJCT' }),
      [
        [1, 'rejected'],
        [2, 'rejected'],
        [3, 'rejected'],
      ],
    ],
    [
      'rejected as a whole, paid in part',
      pain(transaction(one.reference, 'ACSC'), { group: 'RJCT' }),
      'result-status',
    ],
    ['accepted as a whole, without payments', pain('', { group: 'ACSC' }), 'result-empty'],
    [
      'of another message',
      pain(transaction(one.reference, 'ACSC'), { message: 'PW1-F1' }),
      'result-other-message',
    ],
    ['of no message', pain(transaction(one.reference, 'ACSC'), { message: '' }), 'result-message'],
    ['a payment of another message', pain(transaction(OTHER, 'ACSC')), 'result-foreign-row'],
    ['another amount', pain(transaction(one.reference, 'ACSC', amount('100.01'))), 'result-other-amount'],
    ['another currency', pain(transaction(one.reference, 'ACSC', amount('100.00', 'USD'))), 'result-amount'],
    [
      'a payment twice',
      pain(transaction(one.reference, 'ACSC') + transaction(one.reference, 'RJCT')),
      'result-row-twice',
    ],
    ['two states in one', pain(transaction(one.reference, 'ACSC', '<TxSts>RJCT</TxSts>')), 'result-xml'],
    ['another namespace', pain(transaction(one.reference, 'ACSC'), { namespace: 'urn:x' }), 'result-message'],
    [
      'our own message back',
      pain('', { namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }),
      'result-message',
    ],
    ['entities that unfold', pain(transaction('&b;', 'ACSC'), { before: bomb }), 'result-xml'],
    ['an external reference', pain(transaction('&x;', 'ACSC'), { before: outside }), 'result-xml'],
    ['an entity without a DTD', pain(transaction('&x;', 'ACSC')), 'result-xml'],
    ['an instruction', pain('<?xml-stylesheet href="http://x"?>'), 'result-xml'],
    ['CDATA', pain('<![CDATA[x]]>'), 'result-xml'],
    ['cut off', pain(transaction(one.reference, 'ACSC')).slice(0, -40), 'result-xml'],
    ['two documents', `${pain(transaction(one.reference, 'ACSC'))}<Document/>`, 'result-xml'],
    [
      'a comment within a reference',
      pain(transaction(`${one.reference}<!-- -->`, 'ACSC')),
      [[1, 'succeeded']],
    ],
    ['another encoding', pain(transaction(one.reference, 'ACSC')).replace('UTF-8', 'UTF-16'), 'result-xml'],
    ['too deep', '<a>'.repeat(40) + '</a>'.repeat(40), 'result-xml'],
    ['no XML', 'PK', 'result-xml'],
    [
      'a statement: paid, others passed over',
      camt(entry(one.reference, 'DBIT') + entry('SALARY', 'DBIT')),
      [[1, 'succeeded']],
    ],
    [
      'a statement: paid and taken back',
      camt(entry(one.reference, 'DBIT') + entry(one.reference, 'CRDT')),
      [[1, 'returned']],
    ],
    [
      'a statement: debited twice',
      camt(entry(one.reference, 'DBIT') + entry(one.reference, 'DBIT')),
      'result-row-twice',
    ],
    ['a statement: another amount', camt(entry(one.reference, 'DBIT', '1.00')), 'result-other-amount'],
    ['a statement: not booked yet', camt(entry(one.reference, 'DBIT', '100.00', '<Sts>PDNG</Sts>')), []],
    ['a statement: no direction', camt(entry(one.reference, '')), 'result-status'],
  ])('%s', (_, source, expected) => {
    const matched = settleXml(source)
    if (typeof expected === 'string') expect(matched).toMatchObject({ fault: expected })
    else
      expect(
        'results' in matched && matched.results.map(({ position, status }) => [position, status]),
      ).toEqual(expected)
  })
})

describe('plain XML', () => {
  it.each([
    '<a',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a></b>',
    '<x:a/>',
    'x<a/>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&</a>',
    '<a>&amp</a>',
    '<a b="<"/>',
    '',
  ])('refuses %s', (source) => expect(() => readXml(source)).toThrow(XmlRefused))
  it('reads the five entities and numbers', () =>
    expect(readXml('<a>&lt;&#24352;&#x4e09;&amp;amp;</a>').text).toBe('<张三&amp;'))
})
