// Electronic receipts as banks lay them out: labels and values in one column, in two, and several on a page.

import { describe, expect, it } from 'vitest'
import { bandOf, receiptsOn } from './receipts.ts'
import { readRows } from './statement-lines.ts'
import type { Fragment } from './text-lines.ts'

const CARD = '6222021202000010001'
const at = (text: string, left: number, y: number): Fragment => ({
  text,
  left,
  right: left + text.length * 8,
  y,
  height: 10,
})

/** Lines of texts, a tab for each hundred points. */
const page = (...lines: readonly string[]): Fragment[] =>
  lines.flatMap((line, index) =>
    line
      .split('\t')
      .flatMap((text, column) => (text === '' ? [] : [at(text, column * 150, 20 + index * 20)])),
  )

const read = (fragments: Fragment[]) =>
  readRows(receiptsOn(fragments, 1)).lines.map(
    ({ day, kind, unclear, name, account, amountFen, numbers }) => [
      day,
      unclear ? 'unclear' : kind,
      name,
      account,
      amountFen,
      numbers[0] ?? '',
    ],
  )

const PAID = ['2026-11-14', 'debit', '王小明', CARD, 123_450n, 'BK1000001']

const ONE = [
  '\t某某银行电子回单',
  '回单编号:BK1000001\t\t交易日期:2026-11-14',
  '付款人户名:星河科技有限公司\t\t收款人户名:王小明',
  `付款人账号:33050161820000000123\t\t收款人账号:${CARD}`,
  '金额(大写):壹仟贰佰叁拾肆元伍角\t\t金额(小写):¥1,234.50',
  '用途:劳务费',
]

describe('electronic receipts', () => {
  it.each<[string, string[]]>([
    ['labels that say whose they are', ONE],
    ['a label that nobody knows beside the amount', ONE.with(4, '金额(小写):¥1,234.50\t\t金额大写:壹仟贰佰')],
    [
      'values below their labels',
      [
        '\t某某银行电子回单',
        '回单编号\t交易日期\t金额(小写)',
        'BK1000001\t2026-11-14\t¥1,234.50',
        '付款人户名\t\t收款人户名',
        '星河科技有限公司\t\t王小明',
        '付款人账号\t\t收款人账号',
        `33050161820000000123\t\t${CARD}`,
      ],
    ],
    [
      'blocks of payer and payee side by side',
      [
        '\t网上银行电子回单',
        '日期\t2026年11月14日\t流水号\tBK1000001',
        '付款人\t\t收款人',
        '户名\t星河科技有限公司\t户名\t王小明',
        `账号\t33050161820000000123\t账号\t${CARD}`,
        '金额\t小写\t¥1,234.50',
      ],
    ],
    [
      'blocks one above the other',
      [
        '\t付款回单',
        '交易日期:20261114\t\t流水号:BK1000001',
        '付款人',
        '户名:星河科技有限公司\t\t账号:33050161820000000123',
        '收款人',
        `户名:王小明\t\t账号:${CARD}`,
        '小写金额:CNY1,234.50',
      ],
    ],
  ])('are read with %s', (_, lines) => expect(read(page(...lines))).toEqual([PAID]))

  it('are told apart on one page, and money that came back is no payment', () => {
    const second = ONE.map((line) => line.replace('劳务费', '退汇').replace('BK1000001', 'BK2'))
    expect(read(page(...ONE, ...second)).map(([, kind]) => kind)).toEqual(['debit', 'return'])
  })

  it('are shown as not understood where one among others is', () => {
    const { lines, unread } = readRows(receiptsOn(page(...ONE, ...ONE.with(4, '金额(大写):壹仟元')), 1))
    expect([lines.length, unread.map(({ why }) => why)]).toEqual([1, ['amount']])
  })

  it('are none without an amount or anybody who was paid', () =>
    expect(read(page('电子回单', '交易日期:2026-11-14', '金额:1.00'))).toEqual([]))
})

const OTHER = '6222021202000010019'
const second = ONE.map((line) => line.replace('王小明', '王小明华').replace(CARD, OTHER))
const placesOf = (fragments: Fragment[]) => receiptsOn(fragments, 1).map(({ receipt }) => receipt)
const narrow = (name: string) => ['\t电子回单', `收款人户名:${name}`, '金额:¥2.00']
const beside = (left: readonly string[], right: readonly string[]) => [
  ...page(...left),
  ...page(...right).map((one) => ({ ...one, left: one.left + 900, right: one.right + 900 })),
]

describe('the part of a page that is one receipt', () => {
  it.each<[string, Fragment[], (number | undefined)[]]>([
    ['the whole page', page(...ONE), [1]],
    ['one of two below each other', page(...ONE, ...second), [1, 2]],
    ['with its own notes', page(...ONE, '本回单仅供参考', ...second), [1, 2]],
    ['one of two with a label a line', page(...narrow('王小明'), ...narrow('张三')), [1, 2]],
    ['not of two side by side', beside(ONE, second), [undefined]],
    ['not beside a second that is not read', beside(ONE, ['\t某某银行电子回单', '付给张三']), [undefined]],
    ['not where a second has no title', page(...ONE, ...second.slice(1)), [undefined]],
    ['not where a second amount stands', page(...ONE, '金额:¥2.00'), [undefined]],
    ['not where a second payee stands', page(...ONE, '收款人户名:张三'), [undefined]],
    ['not where a second account stands', page(...ONE, `收款人账号:${OTHER}`), [undefined]],
    ['its own where all is said twice', page(...ONE, '收款人户名:王小明', '金额:1234.50'), [1]],
    ['both of one person’s two', page(...ONE, ...ONE), [1, 2]],
    ['not where another’s name stands', page(...ONE, '附 王小明华', ...second), [undefined, 2]],
    ['not where another’s account stands', page(...ONE, `附 ${OTHER}`, ...second), [undefined, 2]],
  ])('is %s', (_, fragments, places) => expect(placesOf(fragments)).toEqual(places))

  it('ends between the texts, and reaches to the edges of the paper', () => {
    // Base lines stand at 20, 40, … 120 and 140 onwards; letters are ten high.
    const [fragments, infinite] = [page(...ONE, ...second), Number.POSITIVE_INFINITY]
    expect(bandOf(fragments, 1)).toEqual({ top: -infinite, bottom: 126.5 })
    expect(bandOf(fragments, 2)).toEqual({ top: 126.5, bottom: infinite })
    expect(bandOf(fragments, 3)).toBeUndefined()
    // A note at the foot stays above the cut.
    expect(bandOf(page(...ONE, '本回单仅供参考', ...second), 2)?.top).toBe(146.5)
  })
})

it('takes no value below that could be of two labels, or of none', () => {
  const receipt = (...values: Fragment[]) => [
    ...page('\t某某银行电子回单', '付款人户名:星河科技有限公司\t\t金额:100.00'),
    ...[at('收款人户名', 0, 80), at('收款人账号', 150, 80)],
    ...values,
  ]
  expect(read(receipt(at('王小明', 0, 100), at(CARD, 150, 100)))).toMatchObject([{ 2: '王小明', 3: CARD }])
  expect(read(receipt(at('王小明', 75, 100), at(CARD, 150, 100)))).toEqual([])
  expect(read(receipt(at('王小明', 0, 100), at('李芳', 10, 100), at(CARD, 150, 100)))).toEqual([])
  expect(read(receipt(at('王小明', 0, 200), at(CARD, 150, 200)))).toEqual([])
})
