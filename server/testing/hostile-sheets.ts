// Hostile result sheets: of another batch, changed, doubled, in another encoding, with formulas, or no sheets at all.

import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import { type AtBank, type Hostile, type HostileResult, named, type Victim } from './hostile-result.ts'
import { type BuiltCell, buildBook, buildSheet, rowsXml, rowXml, sheetXml, zipOf } from './xlsx-builder.ts'

const HEAD = ['业务参考号', '收款人户名', '收款账号', '金额（元）', '状态', '失败原因']
type Over = Partial<AtBank> & { readonly amount?: string; readonly status?: string }
const line = (row: AtBank, over: Over = {}): string[] => {
  const { reference, name, cardNo, amount = '100.00', status = '成功' } = { ...row, ...over }
  return [reference, name, cardNo, amount, status, '']
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const csv = (...lines: readonly (readonly string[])[]) =>
  utf8(`\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`)
const sheet = (over: (victim: Victim) => readonly (readonly string[])[]) => (victim: Victim) =>
  csv(HEAD, ...over(victim))
/** One line about the first row, changed. */
const changed = (over: Over | ((victim: Victim) => Over)) =>
  sheet((victim) => [line(victim.rows[0], typeof over === 'function' ? over(victim) : over)])
const book =
  (cells: (victim: Victim) => readonly (readonly BuiltCell[])[]) =>
  (victim: Victim): Uint8Array =>
    buildSheet([HEAD, ...cells(victim)])

const TOTAL = (yuan: string) => ['合计', '', '', yuan, '', '']
const NOTHING = 'result-nothing'

const SHEETS: readonly Hostile[] = [
  ['of another batch', sheet(({ foreign }) => [line(foreign)]), 'result-foreign-row'],
  [
    'with a row of another batch',
    sheet(({ rows: [one], foreign }) => [line(one), line(foreign)]),
    'result-foreign-row',
  ],
  [
    'of another batch under our reference',
    changed(({ foreign }) => ({ ...foreign, reference: foreign.reference })),
    'result-foreign-row',
  ],
  [
    'with the payee of another batch',
    changed(({ foreign: { name, cardNo } }) => ({ name, cardNo })),
    'result-other-payee',
  ],
  ['with a changed amount', changed({ amount: '1000.00' }), 'result-other-amount'],
  ['with an amount one fen less', changed({ amount: '99.99' }), 'result-other-amount'],
  ['with an amount in ten thousands', changed({ amount: '0.01' }), 'result-other-amount'],
  ['with an amount below zero', changed({ amount: '-100.00' }), 'result-amount'],
  ['with a third decimal', changed({ amount: '100.004' }), 'result-amount'],
  ['with an amount of letters', changed({ amount: '壹佰元' }), 'result-amount'],
  ['with an amount in full width', changed({ amount: '１００．００' }), [1, 0, 0]],
  ['without an amount', changed({ amount: '' }), 'result-amount'],
  ['with an endless amount', changed({ amount: '9'.repeat(1_000) }), 'result-amount'],
  ['with a changed name', changed({ name: '王五五' }), 'result-other-payee'],
  [
    'with a name all masked',
    changed(({ rows: [one] }) => ({ name: '*'.repeat([...one.name].length + 1) })),
    'result-other-payee',
  ],
  ['with a changed card', changed({ cardNo: '6222020000000009999' }), 'result-other-payee'],
  [
    'with the tail of a card',
    changed(({ rows: [one] }) => ({ cardNo: one.cardNo.slice(-4) })),
    'result-other-payee',
  ],
  [
    'with references swapped',
    sheet(({ rows: [one, two] }) => [
      line(one, { reference: two.reference }),
      line(two, { reference: one.reference }),
    ]),
    'result-other-payee',
  ],
  [
    'with columns swapped',
    ({ rows: [one] }) => csv(HEAD, [one.reference, one.cardNo, one.name, '100.00', '成功', '']),
    'result-other-payee',
  ],
  ['with a doubled row', sheet(({ rows: [one] }) => [line(one), line(one)]), 'result-row-twice'],
  [
    'with a row paid and failed',
    sheet(({ rows: [one] }) => [line(one), line(one, { status: '失败' })]),
    'result-row-twice',
  ],
  [
    'with a row named and matched',
    sheet(({ rows: [one] }) => [line(one), line(one, { reference: '' })]),
    'result-foreign-row',
  ],
  ['with a wrong total', sheet(({ rows: [one] }) => [line(one), TOTAL('200.00')]), 'result-totals'],
  ['with a total of words', sheet(({ rows: [one] }) => [line(one), TOTAL('壹佰')]), 'result-totals'],
  ['with missing rows', sheet(({ rows: [one] }) => [line(one)]), [1, 0, 0]],
  ['of nobody we pay', changed({ reference: 'A1', name: '王五五' }), 'result-foreign-row'],
  [
    'of a reference that differs by one character',
    changed(({ rows: [one] }) => ({ reference: `${one.reference}0` })),
    'result-foreign-row',
  ],
  [
    'of a reference in small letters',
    changed(({ rows: [one] }) => ({ reference: one.reference.toLowerCase() })),
    [1, 0, 0],
  ],
  ['with a formula as its word', changed({ status: '=T("成功")' }), 'result-formula'],
  ['with a formula as its amount', changed({ amount: '=50+50' }), 'result-formula'],
  ['with a word nobody listed', changed({ status: '成功(待核实)' }), NOTHING],
  ['with a denied success', changed({ status: '未成功' }), NOTHING],
  ['with no word', changed({ status: '' }), NOTHING],
  ['still under way', changed({ status: '处理中' }), NOTHING],
  ['without headings', ({ rows }) => csv(...rows.map((row) => line(row))), 'result-headings'],
  [
    'with two columns of words',
    ({ rows: [one] }) => csv([...HEAD, '交易结果'], [...line(one), '失败']),
    'result-headings',
  ],
  [
    'with two columns of amounts',
    ({ rows: [one] }) => csv([...HEAD, '实付金额'], [...line(one), '1.00']),
    'result-headings',
  ],
  ['with a heading alone', () => csv(HEAD), 'result-empty'],
  [
    'with its headings once more, as on a further page',
    sheet(({ rows: [one] }) => [line(one), HEAD]),
    [1, 0, 0],
  ],
  [
    'with other headings in its midst',
    sheet(({ rows: [one] }) => [line(one), HEAD.toReversed()]),
    'result-amount',
  ],
  [
    'in GBK',
    ({ rows: [one] }) => encodeGb18030([HEAD, line(one)].map((cells) => cells.join(',')).join('\r\n')),
    [1, 0, 0],
  ],
  [
    'read as another encoding and saved',
    ({ rows: [one] }) =>
      utf8(Buffer.from([HEAD, line(one)].map((cells) => cells.join(',')).join('\r\n')).toString('latin1')),
    'result-headings',
  ],
  [
    'in UTF-16 without a mark',
    ({ rows: [one] }) =>
      Buffer.from([HEAD, line(one)].map((cells) => cells.join(',')).join('\r\n'), 'utf16le'),
    [1, 0, 0],
  ],
  [
    'with a quote that never ends',
    ({ rows: [one] }) => csv(HEAD, [`"${one.reference}`, ...line(one).slice(1)]),
    'result-unreadable',
  ],
  [
    'of more rows than any file has',
    ({ rows: [one] }) => csv(HEAD, ...Array<string[]>(100_200).fill(line(one))),
    'result-unreadable',
  ],
  [
    'of another batch, its reference in small letters',
    changed(({ foreign }) => ({ reference: foreign.reference.toLowerCase() })),
    'result-foreign-row',
  ],
  [
    'with a mark for its beginning within',
    ({ rows: [one] }) => csv(HEAD, line(one, { reference: `\uFEFF${one.reference}` })),
    [1, 0, 0],
  ],
  [
    'in UTF-16 with a mark',
    ({ rows: [one] }) =>
      Buffer.from(`\uFEFF${[HEAD, line(one)].map((cells) => cells.join('\t')).join('\r\n')}`, 'utf16le'),
    [1, 0, 0],
  ],
  [
    'with a line break within a word',
    ({ rows: [one] }) => csv(HEAD, line(one, { status: '"成功\r\n失败"' })),
    NOTHING,
  ],
  [
    'with a whole line within a quoted cell',
    ({ rows: [one, two] }) => csv(HEAD, [...line(one).slice(0, 5), `"\r\n${line(two).join(',')}"`]),
    NOTHING,
  ],
  ['with a word beyond a long blank', changed({ status: `成功${' '.repeat(3_000)}失败` }), NOTHING],
  [
    'with a reason beside its success',
    sheet(({ rows: [one] }) => [[...line(one).slice(0, 5), '账号不存在']]),
    NOTHING,
  ],
  [
    'refused as sent twice',
    sheet(({ rows: [one] }) => [[...line(one, { status: '失败' }).slice(0, 5), '重复提交']]),
    NOTHING,
  ],
  [
    'with our reference among words',
    changed(({ rows: [one] }) => ({ reference: `代发 ${one.reference}` })),
    [1, 0, 0],
  ],
  ['that is only words', () => utf8('everything was paid'), 'file-type'],
  ['that is nothing', () => new Uint8Array(), 'file-empty'],
]

const cached = (formula: string, value: string) => ({
  type: 'str',
  xml: `<f>${formula}</f><v>${value}</v>`,
})
const BOOKS: readonly Hostile[] = [
  [
    'a workbook with a formula for its word',
    book(({ rows: [one] }) => [[...line(one).slice(0, 4), cached('IF(1,1)', '成功')]]),
    'result-formula',
  ],
  [
    'a workbook with a formula for its amount',
    book(({ rows: [one] }) => [
      [one.reference, one.name, one.cardNo, { xml: '<f>99+1</f><v>100</v>' }, '成功'],
    ]),
    'result-formula',
  ],
  [
    'a workbook with a formula above its heading that spills',
    ({ rows: [one] }) =>
      buildSheet([
        [{ type: 'str', xml: '<f t="array" ref="A1:A9">X1:X9</f><v>代发结果</v>' }],
        HEAD,
        line(one),
      ]),
    'result-formula',
  ],
  [
    'a workbook that fetches its word from outside',
    book(({ rows: [one] }) => [[...line(one).slice(0, 4), cached('[1]Sheet1!A1', '成功')]]),
    'result-formula',
  ],
  [
    'a workbook whose card lost its digits',
    book(({ rows: [one] }) => [[one.reference, one.name, Number(one.cardNo), 100, '成功']]),
    'result-other-payee',
  ],
  [
    'a workbook with two sheets',
    ({ rows: [one] }) =>
      buildBook([1, 2].map((at) => ({ name: `S${at}`, xml: sheetXml(rowsXml([HEAD, line(one)])) }))),
    'result-headings',
  ],
  [
    'a workbook with only a hidden sheet',
    ({ rows: [one] }) =>
      buildBook([
        { name: 'A', xml: sheetXml('') },
        { name: 'B', state: 'hidden', xml: sheetXml(rowsXml([HEAD, line(one)])) },
      ]),
    'result-empty',
  ],
  [
    'a workbook with a hidden row that says otherwise',
    ({ rows: [one] }) =>
      buildBook([
        {
          name: 'A',
          xml: sheetXml(rowsXml([HEAD, line(one)]) + rowXml(line(one, { status: '失败' }), 3, ' hidden="1"')),
        },
      ]),
    'result-row-twice',
  ],
  [
    'a workbook with one reference merged over two rows',
    ({ rows: [one, two] }) => {
      const rows = rowsXml([HEAD, line(one), ['', ...line(two).slice(1)]])
      const merged = '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>'
      return buildBook([{ name: 'A', xml: sheetXml(rows).replace('</sheetData>', `</sheetData>${merged}`) }])
    },
    // The second is told by card, name and amount.
    [2, 0, 0],
  ],
  [
    'a workbook with one word merged over two rows',
    ({ rows: [one, two] }) => {
      const rows = rowsXml([HEAD, line(one), line(two, { status: '' })])
      const merged = '<mergeCells count="1"><mergeCell ref="E2:E3"/></mergeCells>'
      return buildBook([{ name: 'A', xml: sheetXml(rows).replace('</sheetData>', `</sheetData>${merged}`) }])
    },
    [1, 0, 0],
  ],
  [
    'a workbook whose hidden column has the words',
    ({ rows: [one] }) => {
      const head = [...HEAD.slice(0, 4), '状态', '结果']
      const rows = rowsXml([head, [...line(one).slice(0, 4), '成功', '失败']])
      const hidden = '<cols><col min="5" max="5" hidden="1"/></cols>'
      return buildBook([{ name: 'A', xml: sheetXml(rows).replace('<sheetData>', `${hidden}<sheetData>`) }])
    },
    'result-headings',
  ],
  [
    'a workbook with a DTD',
    ({ rows: [one] }) =>
      buildBook([
        { name: 'A', xml: `<!DOCTYPE x [<!ENTITY e "成功">]>${sheetXml(rowsXml([HEAD, line(one)]))}` },
      ]),
    'result-unreadable',
  ],
  [
    'a workbook without its sheet',
    () => zipOf({ 'xl/workbook.xml': '<workbook/>', '[Content_Types].xml': '<Types/>' }),
    'result-unreadable',
  ],
  ['our own file back', ({ own }) => own, 'result-headings'],
  ['a workbook cut off', ({ own }) => own.slice(0, own.length - 60), 'file-type'],
]

export const HOSTILE_SHEETS: readonly HostileResult[] = [
  ...named(SHEETS, 'result.csv'),
  ...named(BOOKS, 'result.xlsx'),
]
