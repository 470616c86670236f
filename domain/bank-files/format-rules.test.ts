// What a format must have, boundary by boundary; which version counts on a day; what a template's headings are proposed for.

import { describe, expect, it } from 'vitest'
import type { FormatColumn, FormatDraft } from './bank-format.ts'
import { judgeFormat, tidyDraft } from './format-rules.ts'
import { versionOn, versionState } from './format-versions.ts'
import { layOutLines, layOutText } from './lay-out.ts'
import { SAMPLE_PAYMENTS, TEST_PAYMENTS } from './sample-payments.ts'
import { SHIPPED_FORMATS } from './shipped-formats.ts'
import { splitFiles } from './split-files.ts'
import { headingLine, proposeColumns } from './template-headings.ts'

const CARD: FormatColumn = { heading: '账号', field: 'cardNo' }
const NAME: FormatColumn = { heading: '户名', field: 'name' }
const AMOUNT: FormatColumn = { heading: '金额', field: 'amount' }

const draft = (over: Partial<FormatDraft> = {}): FormatDraft => ({
  name: '本行代发',
  container: 'csv',
  encoding: 'gbk',
  columns: [CARD, NAME, AMOUNT],
  hasHeading: true,
  separator: ',',
  rowsPerFile: 500,
  purpose: '劳务报酬',
  ...over,
})
const codes = (over: Partial<FormatDraft>) => judgeFormat(draft(over)).map(({ code }) => code)
const plus = (column: FormatColumn) => ({ columns: [CARD, NAME, AMOUNT, column] })
const fixed = (over: Partial<FormatColumn>) => ({
  container: 'fixed' as const,
  columns: [
    { ...CARD, width: 19, ...over },
    { ...NAME, width: 8 },
    { ...AMOUNT, width: 9 },
  ],
})

describe('a format', () => {
  it.each<[string, Partial<FormatDraft>, string[]]>([
    ['the least', {}, []],
    ['widths of totals', { ...fixed({}), totals: ['count', 'sumFen'], totalsWidths: [3, 12] }, []],
    ['a count too narrow', { ...fixed({}), totals: ['count'], totalsWidths: [2] }, ['totals-widths']],
    ['a sum of fen too narrow', { ...fixed({}), totals: ['sumFen'], totalsWidths: [11] }, ['totals-widths']],
    ['a sum of yuan too narrow', { ...fixed({}), totals: ['sum'], totalsWidths: [12] }, ['totals-widths']],
    ['a width too few', { ...fixed({}), totals: ['count', 'sum'], totalsWidths: [6] }, ['totals-widths']],
    ['a text too narrow', { ...fixed({}), totals: [{ text: '合计' }], totalsWidths: [3] }, ['totals-widths']],
    ['no name', { name: ' ' }, ['name']],
    ['a name of 40', { name: '格'.repeat(40) }, []],
    ['a name of 41', { name: '格'.repeat(41) }, ['name']],
    ['no column', { columns: [] }, ['columns-none', 'card-missing', 'payee-missing', 'amount-missing']],
    ['no card', { columns: [NAME, AMOUNT] }, ['card-missing']],
    ['no name of the payee', { columns: [CARD, AMOUNT] }, ['payee-missing']],
    ['no amount', { columns: [CARD, NAME] }, ['amount-missing']],
    ['yuan and fen', plus({ heading: '分', field: 'amountFen' }), ['amount-twice']],
    ['fen alone', { columns: [CARD, NAME, { heading: '分', field: 'amountFen' }] }, []],
    ['the same field twice', plus({ heading: '卡号', field: 'cardNo' }), ['field-twice']],
    ['the same heading twice', plus({ heading: ' 账号 ', field: 'purpose' }), ['heading-twice']],
    ['no heading', plus({ heading: '', field: 'purpose' }), ['heading-missing']],
    ['61 columns', { columns: [CARD, NAME, AMOUNT, ...constants(58)] }, ['columns-many']],
    ['60 columns', { columns: [CARD, NAME, AMOUNT, ...constants(57)] }, []],
    ['two constants', { columns: [CARD, NAME, AMOUNT, ...constants(2)] }, []],
    ['an empty constant', plus({ heading: '币种', field: 'constant', text: ' ' }), ['constant-missing']],
    [
      'a constant that GBK lacks',
      plus({ heading: '币种', field: 'constant', text: '한' }),
      ['text-character'],
    ],
    [
      'a constant with the separator',
      plus({ heading: '币种', field: 'constant', text: 'a,b' }),
      ['text-separator'],
    ],
    [
      'a constant that is a formula',
      plus({ heading: '币种', field: 'constant', text: '=1' }),
      ['text-formula'],
    ],
    ['a heading with the separator', plus({ heading: '币,种', field: 'purpose' }), ['text-separator']],
    [
      'a heading that is not written',
      { ...plus({ heading: '币,种', field: 'purpose' }), hasHeading: false },
      [],
    ],
    ['no purpose', { ...plus({ heading: '用途', field: 'purpose' }), purpose: '' }, ['purpose-missing']],
    ['a purpose too wide', plus({ heading: '用途', field: 'purpose', width: 7 }), ['text-too-long']],
    ['a purpose that fits', plus({ heading: '用途', field: 'purpose', width: 8 }), []],
    ['no rows', { rowsPerFile: 0 }, ['rows']],
    ['half a row', { rowsPerFile: 1.5 }, ['rows']],
    ['the most rows', { rowsPerFile: 100_000 }, []],
    ['more rows', { rowsPerFile: 100_001 }, ['rows']],
    ['the most rows of an .xls', { container: 'xls', rowsPerFile: 60_000 }, []],
    ['more rows than an .xls has', { container: 'xls', rowsPerFile: 60_001 }, ['rows']],
    ['another separator', { separator: 'x' }, ['separator']],
    ['a tab', { separator: '\t' }, []],
    ['a message', { container: 'pain.001' }, ['container', 'rows']],
    ['widths that hold the least', fixed({}), []],
    ['no width', fixed({ width: undefined as never }), ['width-missing']],
    ['a card that does not fit', fixed({ width: 18 }), ['width-short']],
    ['a width of nothing', fixed({ width: 0 }), ['width-range']],
    ['the widest', fixed({ width: 500 }), []],
    ['wider', fixed({ width: 501 }), ['width-range']],
    ['a reference that fits', plus({ heading: '附言', field: 'reference', width: 32 }), []],
    ['a reference that does not', plus({ heading: '附言', field: 'reference', width: 31 }), ['width-short']],
    ['a file name', { fileName: 'GZ{日期}-{批次号}-{序号}' }, []],
    ['one for all parts', { fileName: 'GZ{批次号}' }, ['file-name-part']],
    ['one for all batches', { fileName: 'GZ{序号}' }, ['file-name-batch']],
    ['a path', { fileName: '../{批次号}{序号}' }, ['file-name']],
    ['an unknown token', { fileName: '{批次号}{序号}{x}' }, ['file-name']],
    ['one for both groups', { fileName: '{批次号}{序号}', ownBank: ['招商银行'] }, ['file-name-group']],
    ['groups apart', { fileName: '{批次号}{本跨行}{序号}', ownBank: ['招商银行'] }, []],
    ['no bank of its own', { ownBank: [] }, ['own-bank']],
    ['a bank of one letter', { ownBank: ['行'] }, ['own-bank']],
    ['totals', { totals: ['count', 'sum', { text: 'F' }], totalsAt: 'last' }, []],
    ['totals of nothing', { totals: [] }, ['totals']],
    ['totals with a formula', { totals: [{ text: '@x' }] }, ['text-formula']],
    ['lines above', { lead: [['某银行代发模板'], ['请勿修改']] }, []],
    ['eleven lines above', { lead: Array.from({ length: 11 }, () => ['x']) }, ['lead']],
  ])('%s', (_, over, expected) => expect(codes(over)).toEqual(expected))

  it('holds for every shipped one but the message', () => {
    for (const format of SHIPPED_FORMATS.filter(({ container }) => container !== 'pain.001'))
      expect([format.key, judgeFormat(format)]).toEqual([format.key, []])
  })

  it('asks for card, name and amount of every row, whatever the draft says', () => {
    const { columns } = tidyDraft(
      draft({ columns: [{ ...CARD, pad: 'left-zero', required: false }, NAME, AMOUNT] }),
    )
    expect(columns).toEqual([
      { ...CARD, required: true },
      { ...NAME, required: true },
      { ...AMOUNT, required: true },
    ])
  })
})

const constants = (count: number): FormatColumn[] =>
  Array.from({ length: count }, (_, index) => ({ heading: `常量${index}`, field: 'constant', text: 'x' }))

describe('what a format writes', () => {
  const whole = (over: Partial<FormatDraft>) => ({
    ...draft(over),
    key: 'own-1',
    version: 1,
    effectiveFrom: '2026-11-17',
  })
  it('puts lines above, headings and totals where they belong', () => {
    const format = whole({
      lead: [['模板说明']],
      totals: ['count', 'sum', 'day', { text: 'END' }],
      totalsAt: 'last',
      separator: '|',
    })
    expect(layOutText(format, SAMPLE_PAYMENTS.slice(0, 2), '2026-11-17')).toBe(
      '模板说明\r\n账号|户名|金额\r\n0000000000000000000|测试一|0.01\r\n0000000000000000000|测试二·样例|1234.56\r\n2|1234.57|20261117|END\r\n',
    )
    expect(layOutLines(format, SAMPLE_PAYMENTS).headingAt).toBe(1)
    expect(layOutLines(whole({ totals: ['count'], lead: [['x']] }), []).headingAt).toBe(2)
    expect(layOutLines(whole({ hasHeading: false }), []).headingAt).toBeUndefined()
  })
  it.each([
    ['left-zero', '00000001'],
    ['left-blank', '       1'],
    ['right-blank', '1       '],
  ] as const)('fills a width %s', (pad, expected) => {
    const format = whole({
      container: 'fixed',
      hasHeading: false,
      columns: [{ heading: '序号', field: 'position', width: 8, pad }],
    })
    expect(layOutText(format, SAMPLE_PAYMENTS.slice(0, 1))).toBe(`${expected}\r\n`)
  })
  it('names its files by the pattern', () => {
    const format = whole({
      fileName: 'GZ{日期}_{批次号}{本跨行}_{序号}',
      rowsPerFile: 1,
      ownBank: ['招商银行'],
    })
    expect(splitFiles(format, '42', SAMPLE_PAYMENTS, '2026-11-17').map(({ name }) => name)).toEqual([
      'GZ20261117_42本行_01.csv',
      'GZ20261117_42跨行_01.csv',
      'GZ20261117_42跨行_02.csv',
    ])
  })
  it('tries with one fen for cards that do not exist', () => {
    expect(new Set(TEST_PAYMENTS.map(({ amountFen }) => amountFen))).toEqual(new Set([1n]))
    expect(TEST_PAYMENTS.every(({ cardNo, name }) => /^0+$/.test(cardNo) && name.startsWith('测试'))).toBe(
      true,
    )
  })
})

describe('the version of a day', () => {
  const v = (version: number, effectiveFrom: string, withdrawnOn?: string) => ({
    version,
    effectiveFrom,
    withdrawnOn,
  })
  it.each([
    ['none', [], '2026-11-17', undefined],
    ['on its first day', [v(1, '2026-11-17')], '2026-11-17', 1],
    ['the day before', [v(1, '2026-11-18')], '2026-11-17', undefined],
    [
      'the newest that has begun',
      [v(1, '2026-11-01'), v(2, '2026-11-10'), v(3, '2026-12-01')],
      '2026-11-17',
      2,
    ],
    [
      'the newest withdrawn: none comes back',
      [v(1, '2026-11-01'), v(2, '2026-11-10', '2026-11-12')],
      '2026-11-17',
      undefined,
    ],
    [
      'withdrawn on its first day',
      [v(1, '2026-11-01'), v(2, '2026-11-10', '2026-11-10')],
      '2026-11-17',
      undefined,
    ],
    ['withdrawn before it began', [v(1, '2026-11-01'), v(2, '2026-11-10', '2026-11-09')], '2026-11-17', 1],
    ['an older one withdrawn', [v(1, '2026-11-01', '2026-11-12'), v(2, '2026-11-10')], '2026-11-17', 2],
  ])('%s', (_, versions, day, expected) => expect(versionOn(versions, day)?.version).toBe(expected))

  it('is told of each', () => {
    const all = [v(1, '2026-11-01'), v(2, '2026-11-10'), v(3, '2026-11-10', '2026-11-02'), v(4, '2026-12-01')]
    expect(all.map((one) => versionState(one, all, '2026-11-17'))).toEqual([
      'replaced',
      'live',
      'withdrawn',
      'coming',
    ])
  })
})

describe('headings of a template', () => {
  it('are proposed by their names, units and stars aside', () =>
    expect(
      proposeColumns([
        '序号',
        '* 收款人账号',
        '收款人 户名',
        '转账金额（元）',
        '金额(分)',
        '联行号',
        '币种',
        '备注',
      ]).map(({ field }) => field),
    ).toEqual(['position', 'cardNo', 'name', 'amount', 'amountFen', 'cnaps', undefined, 'reference']))
  it('of which two fit are left to people', () =>
    expect(proposeColumns(['账号', '卡号', '户名', '备注', '摘要']).map(({ field }) => field)).toEqual([
      undefined,
      undefined,
      'name',
      undefined,
      undefined,
    ]))
  it.each([
    [[['某银行'], ['账号', '户名', '金额'], ['622', '张三', '1']], 1],
    [[['账号'], ['说明']], undefined],
    [[], undefined],
  ])('%o: %o', (lines, expected) => expect(headingLine(lines)).toBe(expected))
})
