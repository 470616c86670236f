// Result files without headings: places by column or byte, amounts in fen, lines of sums, and what is not where it was said to be.

import { describe, expect, it } from 'vitest'
import { ResultRefused, readResultSheet } from './bank-results.ts'
import { judgeMapping, type ResultMapping, tidyMapping } from './result-mapping.ts'
import { cutBytes, gapsBetween, placeIn } from './result-places.ts'

const STATES = { succeeded: ['S'], rejected: ['F'], returned: ['R'], processing: ['P'] }
const COLUMNS: ResultMapping = {
  layout: 'columns',
  columns: { position: '1', reference: '2', name: '3', amount: '4', status: '5', reason: '7' },
  states: STATES,
  reasons: [{ bank: 'E0042', ours: '账户不存在' }],
}
const BYTES: ResultMapping = {
  layout: 'bytes',
  encoding: 'gbk',
  unit: 'fen',
  columns: {
    position: '1-6',
    cardNo: '7-25',
    name: '26-45',
    amount: '46-60',
    status: '61-61',
    reason: '62-81',
  },
  states: STATES,
  reasons: [],
  totals: { at: 'first', count: '1-6', sum: '7-21' },
}

describe('a place', () => {
  it.each([
    ['columns', '1', { from: 0, to: 0 }],
    ['columns', '100', { from: 99, to: 99 }],
    ['columns', '101', undefined],
    ['columns', '0', undefined],
    ['columns', '1-2', undefined],
    ['columns', '状态', undefined],
    ['bytes', '7-25', { from: 6, to: 24 }],
    ['bytes', '7-7', { from: 6, to: 6 }],
    ['bytes', '25-7', undefined],
    ['bytes', '0-7', undefined],
    ['bytes', '1-2001', undefined],
    ['bytes', '1-2000', { from: 0, to: 1_999 }],
    ['bytes', '7', undefined],
    ['headings', '7', undefined],
  ] as const)('by %s: %s', (layout, text, place) => expect(placeIn(layout, text)).toEqual(place))

  it('is cut by bytes of the encoding, and never through a character', () => {
    const places = [
      { from: 0, to: 3 },
      { from: 4, to: 5 },
      { from: 6, to: 90 },
    ]
    expect(cutBytes('张三12', 'gbk', places)).toEqual(['张三', '12', ''])
    expect(cutBytes('1张三2', 'gbk', places)).toBeUndefined()
    expect(cutBytes('张三12', 'utf-8', places)).toBeUndefined()
    expect(gapsBetween(places.slice(1))).toEqual([
      { from: 0, to: 3 },
      { from: 91, to: Number.POSITIVE_INFINITY },
    ])
  })
})

describe('a mapping without headings', () => {
  const bytes = (part: Partial<ResultMapping>): ResultMapping => ({ ...BYTES, ...part })
  it.each<[string, ResultMapping, string[]]>([
    ['by columns is sound', COLUMNS, []],
    ['by bytes is sound', BYTES, []],
    [
      'has numbers for columns',
      { ...COLUMNS, columns: { ...COLUMNS.columns, amount: '金额' } },
      ['result-place'],
    ],
    ['has bytes from and to', bytes({ columns: { ...BYTES.columns, amount: '46' } }), ['result-place']],
    [
      'has no place within another',
      bytes({ columns: { ...BYTES.columns, amount: '45-60' } }),
      ['result-column-twice'],
    ],
    [
      'has no place twice',
      { ...COLUMNS, columns: { ...COLUMNS.columns, status: '4' } },
      ['result-column-twice'],
    ],
    ['passes over twenty lines', bytes({ above: 20 }), []],
    ['passes over no more', bytes({ above: 21 }), ['result-above']],
    ['passes over whole lines', bytes({ above: 0.5 }), ['result-above']],
    ['says what its sums are', bytes({ totals: { at: 'last' } }), ['result-sums']],
    ['has sums apart', bytes({ totals: { at: 'last', count: '1-6', sum: '6-20' } }), ['result-sums']],
    ['has sums in places', bytes({ totals: { at: 'last', sum: '总金额' } }), ['result-place']],
    ['tells whose line it is', bytes({ columns: { amount: '1-2', status: '3-3' } }), ['result-columns']],
  ])('%s', (_, mapping, codes) => expect(judgeMapping(mapping).map(({ code }) => code)).toEqual(codes))

  it('is kept as it is, and says nothing of places where there are headings', () => {
    expect(tidyMapping(BYTES)).toEqual(BYTES)
    expect(tidyMapping({ ...COLUMNS, above: 0, encoding: 'gbk' })).toEqual(COLUMNS)
    const headed = { columns: { reference: '编号', amount: '额', status: '态' }, states: STATES, reasons: [] }
    expect(tidyMapping({ ...headed, layout: 'headings', above: 3, totals: { at: 'last' } })).toEqual(headed)
  })
})

const lines = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells, index) => ({ number: index + 1, cells }))
const texts = (...rows: readonly string[]) => rows.map((text, index) => ({ number: index + 1, text }))
const fault = (code: ResultRefused['code'], line = 0) => new ResultRefused(code, line)

const ROW = ['1', 'PW1', '张三', '100.00', 'S', '', '']

describe('a result by the numbers of its columns', () => {
  const read = (mapping: ResultMapping, ...rows: readonly (readonly string[])[]) =>
    readResultSheet({ lines: lines(...rows) }, [mapping]).rows

  it('is read line by line', () =>
    expect(
      read(
        COLUMNS,
        ROW,
        ['2', 'PW2', '李四', '1,000.5', 'F', '', 'E0042'],
        ['3', 'PW3', '王五', '3.00', 'X'],
      ),
    ).toMatchObject([
      { line: 1, position: 1, reference: 'PW1', name: '张三', amountFen: 10_000n, status: 'succeeded' },
      { line: 2, position: 2, amountFen: 100_050n, status: 'rejected', reason: '账户不存在' },
      { line: 3, status: 'unknown' },
    ]))

  it.each<[string, readonly (readonly string[])[], ResultRefused]>([
    ['with a heading after all', [['序号', '参考号', '户名', '金额', '状态'], ROW], fault('result-headings')],
    ['with columns swapped', [['1', 'PW1', '100.00', '张三', 'S']], fault('result-headings')],
    ['with one column more before', [['x', ...ROW]], fault('result-headings')],
    [
      'with columns swapped further down',
      [ROW, ['2', 'PW2', '9.00', '李四', 'S']],
      fault('result-amount', 2),
    ],
    ['in fen with a point', [ROW], fault('result-headings')],
    ['with a formula', [ROW, ['2', '=PW2', '李四', '9.00', 'S']], fault('result-formula', 2)],
  ])('is refused %s', (what, rows, refusal) =>
    expect(() => read(what.startsWith('in fen') ? { ...COLUMNS, unit: 'fen' } : COLUMNS, ...rows)).toThrow(
      refusal,
    ),
  )

  it('settles nothing that another column, or a reason, speaks against', () =>
    expect(
      read(COLUMNS, ROW.with(5, '已退汇'), ROW.with(6, '账号不符'), ROW.with(6, '交易成功')).map(
        ({ status }) => status,
      ),
    ).toEqual(['unknown', 'unknown', 'succeeded']))

  it('has fen where it says so', () =>
    expect(read({ ...COLUMNS, unit: 'fen' }, ROW.with(3, '10000'))).toMatchObject([{ amountFen: 10_000n }]))

  it('passes over lines above, and holds its sums', () => {
    const mapping: ResultMapping = { ...COLUMNS, above: 1, totals: { at: 'last', count: '2', sum: '3' } }
    const rows = (count: string, sum: string) => [['回盘'], ROW, ['合计', count, sum]]
    expect(read(mapping, ...rows('1', '100.00'))).toHaveLength(1)
    expect(() => read(mapping, ...rows('2', '100.00'))).toThrow(fault('result-totals', 3))
    expect(() => read(mapping, ...rows('1', '100.01'))).toThrow(fault('result-totals', 3))
    expect(() => read(mapping, ...rows('', ''))).toThrow(fault('result-totals', 3))
    // The line of sums was cut off: the last payment stands in its place.
    expect(() => read(mapping, ['回盘'], ROW, ROW)).toThrow(fault('result-totals', 3))
  })
})

describe('a result in fixed widths', () => {
  const width = (text: string) => [...text].reduce((sum, character) => sum + (character > '\x7f' ? 2 : 1), 0)
  const pad = (text: string, bytes: number) => text + ' '.repeat(bytes - width(text))
  const row = (no: number, name: string, fen: number, status: string, reason = '') =>
    String(no).padStart(6, '0') +
    pad('6222021202000776612', 19) +
    pad(name, 20) +
    String(fen).padStart(15, '0') +
    status +
    pad(reason, 20)
  const sums = (count: number, fen: number) => String(count).padStart(6, '0') + String(fen).padStart(15, '0')
  const read = (...rows: readonly string[]) =>
    readResultSheet({ lines: [], texts: texts(...rows) }, [BYTES]).rows
  const GOLDEN = [sums(2, 12_345), row(1, '张三', 10_000, 'S'), row(2, '欧阳小明', 2_345, 'F', '账号不存在')]

  it('is read by its bytes', () =>
    expect(read(...GOLDEN)).toEqual([
      {
        ...{ line: 2, reference: undefined, position: 1, cardNo: '6222021202000776612', name: '张三' },
        ...{ amountFen: 10_000n, status: 'succeeded', reason: '', serial: '', day: undefined },
      },
      {
        ...{ line: 3, reference: undefined, position: 2, cardNo: '6222021202000776612', name: '欧阳小明' },
        ...{ amountFen: 2_345n, status: 'rejected', reason: '账号不存在', serial: '', day: undefined },
      },
    ]))

  it('may lack the blanks at the end of a line', () =>
    expect(read(...GOLDEN.map((text) => text.trimEnd()))).toHaveLength(2))

  it.each<[string, readonly string[], ResultRefused]>([
    ['with another count', GOLDEN.with(0, sums(3, 12_345)), fault('result-totals', 1)],
    ['with another sum', GOLDEN.with(0, sums(2, 12_346)), fault('result-totals', 1)],
    ['without its line of sums', GOLDEN.slice(1), fault('result-totals', 1)],
    ['with a line left out', GOLDEN.slice(0, 2), fault('result-totals', 1)],
    ['with a line cut off', GOLDEN.with(2, (GOLDEN[2] ?? '').slice(0, 40)), fault('result-amount', 3)],
    ['shifted by a byte', GOLDEN.with(1, ` ${row(1, '张', 10_000, 'S')}`), fault('result-totals', 1)],
    [
      'that a place cuts through a character',
      GOLDEN.with(2, row(2, '一二三四五六七八九十', 2_345, 'F').replace('一', 'a一')),
      fault('result-cut', 3),
    ],
  ])('is refused %s', (_, rows, refusal) => expect(() => read(...rows)).toThrow(refusal))

  it('settles nothing where words stand that no place names', () =>
    expect(
      read(sums(1, 10_000), `${row(1, '张三', 10_000, 'S')}付款失败`).map(({ status }) => status),
    ).toEqual(['unknown']))

  it('is no result of a workbook', () =>
    expect(() => readResultSheet({ lines: lines(ROW) }, [BYTES])).toThrow(fault('result-headings')))

  it('is read by the older mapping where the newer does not fit', () => {
    const found = readResultSheet({ lines: lines(ROW), texts: texts(...GOLDEN) }, [COLUMNS, BYTES])
    expect(found.rows).toHaveLength(1)
    expect(
      readResultSheet({ lines: lines(['x']), texts: texts(...GOLDEN) }, [COLUMNS, BYTES]).rows,
    ).toHaveLength(2)
  })
})
