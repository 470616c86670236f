// Electronic receipts as banks lay them out: labels and values in one column, in two, and several on a page.

import { describe, expect, it } from 'vitest'
import { bandOf, receiptsInGrid, receiptsOn } from './receipts.ts'
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
  ...page(...right).map((one) => ({
    ...one,
    left: one.left + 900,
    right: one.right + 900,
  })),
]

describe('the part of a page that is one receipt', () => {
  it.each<[string, Fragment[], (number | undefined)[]]>([
    ['the whole page', page(...ONE), [1]],
    ['one of two below each other', page(...ONE, ...second), [1, 2]],
    ['with its own notes', page(...ONE, '本回单仅供参考', ...second), [1, 2]],
    ['one of two with a label a line', page(...narrow('王小明'), ...narrow('张三')), [1, 2]],
    ['not of two side by side', beside(ONE, second), [undefined]],
    ['not beside a second that is not read', beside(ONE, ['\t某某银行电子回单', '付给张三']), [undefined]],
    ['not where a second has no title', page(...ONE, ...second.slice(1)), [undefined, undefined]],
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

describe('further receipts', () => {
  const labels = [`付款账号:33050161820000000123\t收款账号:${CARD}`, '户\t名:星河\t户\t名:王小明']
  it.each<[string, string[]]>([
    [
      'a day without a label',
      [
        ...ONE.slice(0, 1),
        '2026年11月14日',
        '回单编号:BK1000001',
        ...ONE.slice(3).with(0, '收款人户名:王小明'),
        `收款人账号:${CARD}`,
      ],
    ],
    ['small figures without the word 金额', [...ONE.with(4, '(大写):壹仟贰佰\t\t(小写):CNY1,234.50')]],
    [
      'a label without its colon in one piece with its value',
      ONE.toSpliced(
        2,
        2,
        '付款人\t\t收款人',
        '户名 星河\t\t户名 王小明',
        `账号 33050161820000000123\t\t账号 ${CARD}`,
      ),
    ],
    ['words before the figures', ONE.with(4, '金额:人民币壹仟贰佰叁拾肆元伍角整\t¥1,234.50')],
    [
      'a label beside the day that nobody knows',
      ONE.with(1, '回单编号:BK1000001\t交易日期:2026-11-14\t栏位甲'),
    ],
    ['figures in words beside them', [...ONE.with(4, '小写金额\t1,234.50\t大写金额\t壹仟贰佰')]],
  ])('are read with %s', (_, lines) => expect(read(page(...lines))).toEqual([PAID]))

  it.each([
    '金额(大写):壹仟贰佰叁拾伍元伍角\t\t金额(小写):¥1,234.50',
    '金额:人民币壹万贰仟叁佰肆拾伍元整\t¥1,234.50',
    '小写金额\t1,234.50\t大写金额\t人民币壹仟贰佰叁拾肆元整',
  ])('are left to a person where figures and characters differ: %s', (line) => {
    expect(read(page(...ONE.with(4, line)))).toEqual([PAID.with(1, 'unclear')])
  })

  it('are read with labels whose letters are spread', () => {
    const spread = page(...ONE.slice(0, 2), ...labels, ...ONE.slice(4))
    expect(read(spread)).toEqual([PAID])
  })

  it('are read with the marks of both sides in the middle over their blocks', () => {
    const blocks = ['户名:星河\t\t户名:王小明', `账号:33050161820000000123\t\t账号:${CARD}`]
    const lines = page(ONE[0] ?? '', ONE[1] ?? '', '', ...blocks, ...ONE.slice(4))
    expect(read([...lines, at('付款人', 20, 60), at('收款人', 320, 60)])).toEqual([PAID])
  })

  it('are none where two figures stand beside the label', () => {
    expect(read(page(...ONE.with(4, '金额:人民币\t¥1,234.50\t¥2.00')))).toEqual([])
  })

  it('are told apart without titles, and cut out of nothing then', () => {
    const other = ONE.slice(1).map((line) => line.replace('王小明', '张三').replace('1,234.50', '2.00'))
    const rows = receiptsOn(page(...ONE.slice(1), ...other), 1)
    expect(readRows(rows).lines.map(({ name, amountFen }) => [name, amountFen])).toEqual([
      ['王小明', 123_450n],
      ['张三', 200n],
    ])
    expect(rows.map(({ receipt }) => receipt)).toEqual([undefined, undefined])
  })

  it('are none in a table of two lines below labels', () => {
    const table = ['收款人户名\t金额(小写)\t交易日期', '王小明\t1.00\t2026-11-14', '张三\t2.00\t2026-11-14']
    expect(receiptsOn(page(...table), 1)).toEqual([])
  })

  it('are read in a workbook below a title, and in no other', () => {
    const cells = [
      ['电子回单'],
      ['付款人', '户名', '星河', '收款人', '户名', '王小明'],
      ['', '账号', '33050161820000000123', '', '账号', CARD],
      ['金额', '', '1,234.50', '回单编号', 'BK1000001', ''],
      ['交易日期', '', '2026-11-14'],
    ]
    const grid = (rows: string[][]) => rows.map((row, index) => ({ number: index + 1, cells: row }))
    const rows = receiptsInGrid(grid([...cells, [], ...cells]), 1)
    expect(readRows(rows).lines.map(({ day, name, amountFen }) => [day, name, amountFen])).toEqual([
      ['2026-11-14', '王小明', 123_450n],
      ['2026-11-14', '王小明', 123_450n],
    ])
    expect(rows.map(({ receipt }) => receipt)).toEqual([undefined, undefined])
    expect(receiptsInGrid(grid(cells.slice(1)), 1)).toEqual([])
  })
})

const BESIDE = [
  '\t电子回单',
  '交易日期\t2026-11-14\t\t交易日期\t2026-11-15',
  '收款人户名\t王小明\t\t收款人户名\t李芳',
  `收款人账号\t${CARD}\t\t收款人账号\t${OTHER}`,
  '金额\t1,234.50\t\t金额\t88.00',
]
const HEAD = [
  '\t电子回单',
  '交易日期\t2026-11-14',
  '户名\t星河\t户名\t王小明',
  `账号\t33050161820000000123\t账号\t${CARD}`,
]

describe('receipts that could be read as another person’s, or of another sum', () => {
  it.each<[string, string[]]>([
    ['two side by side', BESIDE],
    [
      'two side by side, the first without an account and a sum',
      BESIDE.with(3, `收款人账号\t\t\t收款人账号\t${OTHER}`).with(4, '金额\t\t\t金额\t88.00'),
    ],
    [
      'two blocks of payers and payees side by side',
      [...HEAD.slice(0, 2), `${HEAD[2]}\t户名\t星河\t户名\t李芳`, `${HEAD[3]}`, '金额\t1.00'],
    ],
    ['two payees under one label', [...HEAD, '收款人户名\t王小明', '收款人户名\t李芳', '金额\t1.00']],
    ['two sums under one label', [...HEAD, '金额\t1.00', '金额\t2.00']],
    ['dollars before the figures', [...HEAD, '金额\tUSD 1,234.50']],
    ['no sum but the fee', [...HEAD, '手续费\t金额\t5.00']],
  ])('are none: %s', (_, lines) => expect(read(page(...lines))).toEqual([]))

  it('are shown as not understood, alone and beside one that is', () => {
    expect(readRows(receiptsOn(page(...BESIDE), 1))).toMatchObject({ lines: [], unread: [{ why: 'amount' }] })
    const { lines, unread } = readRows(receiptsOn(page(...ONE, ...BESIDE), 1))
    expect([lines.map(({ name }) => name), unread.map(({ why }) => why)]).toEqual([['王小明'], ['amount']])
  })

  it.each<[string, string[], string]>([
    ['the fee above the sum', [...HEAD, '手续费\t金额\t5.00', '金额\t小写\t1,234.50'], 'debit'],
    ['a mark of money out', [...HEAD, '借贷标志\t借', '金额\t1,234.50'], 'debit'],
    ['a mark of money in', [...HEAD, '借贷标志\t贷', '金额\t1,234.50'], 'return'],
    ['a title that takes it back', ['\t电子回单(作废)', ...HEAD.slice(1), '金额\t1,234.50'], 'unclear'],
    ['a stamp that takes it back', [...HEAD, '金额\t1,234.50', '\t\t已作废'], 'unclear'],
  ])('are read with %s', (_, lines, kind) =>
    expect(read(page(...lines)).map(([, told, , , fen]) => [told, fen])).toEqual([[kind, 123_450n]]),
  )
})

describe('the receipt of a whole batch, which names nobody', () => {
  const BATCH = [
    '\t代发工资业务回单',
    '交易日期:2026-11-14\t\t批次号:B001',
    '付款户名:星河科技有限公司\t\t付款账号:33050161820000000123',
    '代发总笔数:5\t\t代发总金额:¥12,168.39',
    '成功笔数:5\t\t成功金额:¥12,168.39',
    '失败笔数:0\t\t失败金额:0.00',
  ]
  const readBatch = (...lines: string[]) =>
    readRows(receiptsOn(page(...lines), 1)).lines.map(({ amountFen, remark, unclear }) => [
      amountFen,
      remark,
      unclear,
    ])

  it('is a debit with its count and its sum', () =>
    expect(readBatch(...BATCH)).toEqual([[1_216_839n, '笔数:5', false]]))

  it.each<[string, string[]]>([
    ['some failed', BATCH.with(5, '失败笔数:2\t\t失败金额:3,400.00')],
    ['fewer succeeded', BATCH.with(4, '成功笔数:3\t\t成功金额:¥12,168.39').slice(0, 5)],
    ['less was paid', BATCH.with(4, '成功笔数:5\t\t成功金额:¥8,768.39').slice(0, 5)],
    ['it came back', BATCH.with(0, '\t代发工资退款回单')],
  ])('waits for a person where %s', (_, lines) =>
    expect(readBatch(...lines).map(([, , unclear]) => unclear)).toEqual([true]),
  )
})
