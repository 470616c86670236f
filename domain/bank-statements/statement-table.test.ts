// Tables put together from texts with places: columns, wrapped cells, pages, totals, and which way the money went.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Alignment, fitsOf } from './cell-rows.ts'
import { columnsOf } from './columns.ts'
import type { ColumnKind } from './headings.ts'
import { linesFrom, readRows } from './statement-lines.ts'
import { StatementTable } from './statement-table.ts'
import type { Fragment } from './text-lines.ts'

const HEIGHT = 10
const PITCH = 13
const PADDING = 8

type Align = 'left' | 'right'
type Place = { readonly left: number; readonly width: number; readonly align?: Align }

function put(text: string, { left, width, align = 'left' }: Place, y: number): Fragment {
  const long = [...text].length * (HEIGHT / 2)
  const start = align === 'left' ? left : left + width - long
  return { text, left: start, right: start + long, y, height: HEIGHT }
}

const PLACES: readonly Place[] = [
  { left: 0, width: 80 },
  { left: 100, width: 120 },
  { left: 240, width: 60 },
  { left: 320, width: 120 },
  { left: 460, width: 70, align: 'right' },
  { left: 550, width: 100 },
]
const TITLES = ['交易日期', '流水号', '收款户名', '收款账号', '金额', '摘要']

type Valign = 'top' | 'middle' | 'bottom'

/** Draws rows of cells, each a list of lines, from `y` on. */
function draw(rows: readonly (readonly (readonly string[])[])[], y: number, valign: Valign): Fragment[] {
  const fragments: Fragment[] = []
  let top = y
  for (const row of rows) {
    const tallest = Math.max(...row.map((lines) => lines.length))
    row.forEach((lines, column) => {
      const spare = (tallest - lines.length) * PITCH
      const first = top + (valign === 'top' ? 0 : valign === 'middle' ? spare / 2 : spare)
      lines.forEach((text, index) => {
        const place = PLACES[column]
        if (place && text !== '') fragments.push(put(text, place, first + index * PITCH))
      })
    })
    top += (tallest - 1) * PITCH + HEIGHT + PADDING
  }
  return fragments
}

const headings = (y: number) => TITLES.map((title, index) => put(title, PLACES[index] as Place, y))

const paid = (n: number, over: Partial<Record<number, string[]>> = {}): string[][] =>
  [['2026-11-14'], [`PW${n}000001`], ['王小明'], ['6222021202000010001'], ['-1,234.50'], ['劳务费']].map(
    (lines, column) => over[column] ?? lines,
  )

const read = (...pages: Fragment[][]) => {
  const table = new StatementTable()
  return linesFrom(pages.flatMap((page) => table.readPage(page)))
}

describe.each<Valign>(['top', 'middle', 'bottom'])('bank statement cells aligned at the %s', (valign) => {
  it('are reassembled however they are wrapped', () => {
    const lines = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lines, fc.integer({ min: 1, max: 3 }), lines), { minLength: 1, maxLength: 25 }),
        (heights) => {
          const rows = heights.map(([name, account, remark], index) =>
            paid(index + 100, {
              2: Array.from({ length: name }, (_, line) => `王${'一二三四五'[line]}`),
              3: Array.from({ length: account }, (_, line) => `62220${line}${index}`.padEnd(10, '7')),
              5: Array.from({ length: remark }, (_, line) => `劳务${line}`),
            }),
          )
          const found = read([...headings(20), ...draw(rows, 40, valign)])
          expect(
            found.map(({ name, account, remark, numbers }) => [numbers[0], name, account, remark]),
          ).toEqual(
            rows.map((row) => [row[1]?.join(''), row[2]?.join(''), row[3]?.join(''), row[5]?.join('')]),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('pages of a bank statement', () => {
  const furniture = (page: number) => [
    put('打印时间：2026-11-15 09:00', { left: 0, width: 200 }, 5),
    put(`第 ${page} 页`, { left: 300, width: 60 }, 800),
    put('本对账单仅供参考', { left: 0, width: 200 }, 800),
  ]

  it('are read with headings on every page or on the first page only', () => {
    const first = [...furniture(1), ...headings(20), ...draw([paid(1), paid(2)], 40, 'top')]
    const repeated = [...furniture(2), ...headings(20), ...draw([paid(3)], 40, 'top')]
    const bare = [...furniture(2), ...draw([paid(3)], 30, 'top')]
    for (const second of [repeated, bare])
      expect(
        read(first, second).map(({ lineNumber, page, numbers }) => [lineNumber, page, numbers[0]]),
      ).toEqual([
        [1, 1, 'PW1000001'],
        [2, 1, 'PW2000001'],
        [3, 2, 'PW3000001'],
      ])
  })

  it('are joined where a row continues on the next page', () => {
    const first = [...headings(20), ...draw([paid(1), paid(2, { 5: ['劳务费', '第一'] })], 40, 'top')]
    const rest = put('周PW9', PLACES[5] as Place, 40)
    const second = [...headings(20), rest, ...draw([paid(3)], 58, 'top')]
    expect(read(first, second).map(({ remark }) => remark)).toEqual(['劳务费', '劳务费第一周PW9', '劳务费'])
  })

  it('are read without the English line below the headings', () => {
    const english = ['Date', 'No.', 'Name', 'Account', 'Amount', 'Remark']
    const second = english.map((text, index) => put(text, PLACES[index] as Place, 32))
    const page = (n: number) => [...headings(20), ...second, ...draw([paid(n)], 52, 'top')]
    expect(read(page(1), page(2)).map(({ name, remark }) => [name, remark])).toEqual([
      ['王小明', '劳务费'],
      ['王小明', '劳务费'],
    ])
  })

  it('are read without totals, balances and carried-forward sums', () => {
    const total = (words: string) => [[words], [''], [''], [''], ['9,999.00'], ['']]
    const rows = [
      total('承前页'),
      paid(1),
      total('本页小计'),
      total('合计：'),
      total('期末余额'),
      total('2 笔'),
    ]
    expect(read([...headings(20), ...draw(rows, 40, 'top')])).toHaveLength(1)
  })

  it('are read without stamps across the table', () => {
    const stamp = { text: '仅供参考', left: 100, right: 400, y: 62, height: 60 }
    const [line] = read([...headings(20), stamp, ...draw([paid(1), paid(2)], 40, 'top')])
    expect(line?.name).toBe('王小明')
  })

  it('return no rows without bank statement headings', () => {
    const table = new StatementTable()
    expect([table.readPage(draw([paid(1)], 40, 'top')), table.isFound]).toEqual([[], false])
  })
})

describe('columns of a bank statement', () => {
  const heading = (kind: 'amount' | 'remark' | 'day', left: number, right: number) => ({
    kind,
    rank: 0,
    paysOut: false,
    left,
    right,
  })

  it('assign right-aligned amounts to a heading on the left of a wide column', () => {
    const columns = columnsOf(
      [heading('day', 0, 40), heading('amount', 60, 80), heading('remark', 160, 180)],
      [
        { left: 0, right: 50 },
        { left: 130, right: 150 },
        { left: 160, right: 240 },
      ],
    )
    expect(columns.map(({ from, to }) => [from, to])).toEqual([
      [0, 50],
      [60, 150],
      [160, 240],
    ])
  })

  it('give numbers between two short headings each to its own', () => {
    const columns = columnsOf(
      [heading('day', 0, 10), heading('day', 60, 70), heading('remark', 120, 140)],
      [
        { left: 50, right: 55 },
        { left: 108, right: 118 },
        { left: 120, right: 180 },
      ],
    )
    expect(columns.map(({ from, to }) => [from, to])).toEqual([
      [0, 55],
      [60, 118],
      [120, 180],
    ])
  })

  it('are filled by cells that reach no further than their heading', () => {
    const columns = columnsOf(
      [heading('day', 0, 10), heading('day', 28, 38), heading('remark', 56, 86)],
      [
        { left: 21, right: 26 },
        { left: 43, right: 54 },
        { left: 56, right: 74 },
      ],
    )
    expect(columns.map(({ from, to }) => [from, to])).toEqual([
      [0, 26],
      [28, 54],
      [56, 86],
    ])
  })

  it('stay separate when a cell overlaps the neighbouring column', () => {
    const columns = columnsOf(
      [heading('day', 0, 40), heading('amount', 60, 80)],
      [
        { left: 0, right: 70 },
        { left: 55, right: 85 },
      ],
    )
    expect(columns[0]?.end).toBeGreaterThanOrEqual(40)
    expect(columns[0]?.end).toBeLessThanOrEqual(60)
  })
})

describe('assigning lines of a column to rows', () => {
  const at = (y: number) => ({ y, height: 10 })

  it.each<[string, Alignment, number[], number[], number[]]>([
    ['one line per row', 'top', [10, 30, 50], [10, 30, 50], [0, 1, 2]],
    ['empty cells', 'middle', [10, 30, 50], [30], [1]],
    ['a footer far below', 'top', [10, 30], [10, 30, 90], [0, 1, -1]],
    ['aligned at the top', 'top', [10, 50], [10, 22, 50], [0, 0, 1]],
    ['aligned in the middle', 'middle', [16, 50], [10, 22, 50], [0, 0, 1]],
    ['aligned at the bottom', 'bottom', [22, 50], [10, 22, 50], [0, 0, 1]],
    ['the rest of a row of the previous page', 'top', [40], [20, 40], [-1, 0]],
    ['the rest of a centred row of the previous page', 'middle', [40], [20, 40], [-1, 0]],
    ['no lines', 'top', [10], [], []],
  ])('assigns lines: %s', (_, alignment, rows, lines, expected) =>
    expect(fitsOf(rows, lines.map(at))[alignment].rowOfLine).toEqual(expected),
  )
})

describe('direction of a bank statement line', () => {
  type Cells = Partial<
    Record<'out' | 'in' | 'amount' | 'direction' | 'type' | 'balance' | 'remark' | 'status', string>
  >
  const kindsOf = (rows: readonly Cells[], paysOut: boolean) =>
    linesFrom(
      rows.map((cells) => ({
        page: 1,
        place: 1,
        kinds: new Set(rows.flatMap((row) => Object.keys(row) as ColumnKind[])),
        paysOut,
        dayAbove: null,
        cells: [
          { kind: 'reference' as const, rank: 0, column: 0, text: 'PW1' },
          ...Object.entries(cells).map(([kind, text]) => ({ kind: kind as 'out', rank: 0, column: 1, text })),
        ],
      })),
    ).map(({ kind, unclear }) => (unclear ? 'unclear' : kind))

  it.each<[string, Cells[], string[], boolean?]>([
    ['separate debit and credit columns', [{ out: '1.00' }, { in: '1.00' }], ['debit', 'return']],
    [
      'separate columns with zeros',
      [
        { out: '1.00', in: '0.00' },
        { out: '0.00', in: '1.00' },
      ],
      ['debit', 'return'],
    ],
    ['one negative amount alone in the debit column', [{ out: '-1.00' }], ['unclear']],
    ['one negative amount that says it came back', [{ out: '-1.00', remark: '退票' }], ['return']],
    ['one negative credit alone', [{ in: '-1.00' }], ['unclear']],
    [
      'payments that say nothing but that they are given back',
      [
        { out: '1.00', remark: '返还' },
        { out: '2.00', remark: '转账 资金返还' },
        { out: '3.00', remark: '错付退还' },
        { out: '4.00', remark: '返还垫付款' },
        { out: '5.00', remark: '退还押金' },
        { out: '6.00', remark: '劳务费' },
        { out: '7.00', remark: '代发(已退)' },
        { out: '8.00', remark: '已退押金' },
      ],
      ['unclear', 'unclear', 'unclear', 'debit', 'debit', 'debit', 'unclear', 'debit'],
    ],
    [
      'payments that were given back, failed or are under way',
      [
        { amount: '1.00', direction: '支出', status: '已全额退款' },
        { amount: '2.00', direction: '支出', status: '对方已退还' },
        { amount: '3.00', direction: '支出', status: '支付失败' },
        { amount: '4.00', direction: '支出', status: '处理中' },
        { amount: '5.00', direction: '支出', status: '支付成功' },
        { amount: '6.00', direction: '/', status: '支付成功' },
      ],
      ['unclear', 'unclear', 'unclear', 'unclear', 'debit', 'unclear'],
    ],
    [
      'words that nobody listed, whatever column or mark the amount has',
      [
        { amount: '1.00', direction: '借', status: '已受理' },
        { amount: '2.00', direction: '借', status: 'F' },
        { amount: '3.00', direction: '借', status: '余额不足', balance: '9.00' },
        { amount: '4.00', direction: '借', status: '-' },
        { amount: '5.00', direction: '贷', status: '已受理' },
      ],
      ['unclear', 'unclear', 'unclear', 'debit', 'return'],
    ],
    [
      'direction marks 借 and 贷',
      [
        { amount: '1.00', direction: '借' },
        { amount: '1.00', direction: '贷' },
      ],
      ['debit', 'return'],
    ],
    [
      'direction marks 支出 and 收入',
      [
        { amount: '1.00', direction: '支出' },
        { amount: '1.00', direction: '收入' },
      ],
      ['debit', 'return'],
    ],
    [
      'plus and minus signs',
      [{ amount: '-1.00' }, { amount: '+1.00' }, { amount: '1.00' }],
      ['debit', 'return', 'return'],
    ],
    ['brackets', [{ amount: '(1.00)' }, { amount: '1.00' }], ['debit', 'return']],
    ['no signs in a list of payments', [{ amount: '1.00' }, { amount: '2.00' }], ['debit', 'debit'], true],
    ['no signs at all', [{ amount: '1.00' }, { amount: '2.00' }], ['unclear', 'unclear']],
    [
      'marks that nobody knows, and no mark',
      [
        { amount: '1.00', direction: '其他' },
        { amount: '2.00', direction: '' },
        { amount: '3.00', direction: '付' },
      ],
      ['unclear', 'unclear', 'debit'],
    ],
    [
      'marks that say it twice, or both',
      [
        { amount: '1.00', direction: '付(借)' },
        { amount: '2.00', direction: '借/贷' },
        { amount: '3.00', direction: 'C' },
      ],
      ['debit', 'unclear', 'return'],
    ],
    ['debit and credit on one line', [{ out: '1.00', in: '2.00' }], ['unclear']],
    ['a debit whose remark says 冲正', [{ out: '1.00', remark: '冲正' }], ['unclear']],
    [
      'debits that are all negative',
      [{ out: '-1.00' }, { out: '-2.00' }, { in: '3.00' }],
      ['debit', 'debit', 'return'],
    ],
    [
      'a red debit among others',
      [
        { amount: '1.00', direction: '借' },
        { amount: '-1.00', direction: '借' },
        { amount: '-1.00', direction: '贷' },
      ],
      ['debit', 'return', 'return'],
    ],
    [
      'the type of the transaction',
      [
        { amount: '1.00', type: '往账' },
        { amount: '2.00', type: '来账' },
        { amount: '3.00', type: '转账' },
      ],
      ['debit', 'return', 'unclear'],
    ],
    [
      'balances, oldest first',
      [
        { amount: '1.00', balance: '99.00' },
        { amount: '2.00', balance: '97.00' },
        { amount: '5.00', balance: '102.00' },
      ],
      ['unclear', 'debit', 'return'],
    ],
    [
      'balances, newest first',
      [
        { amount: '5.00', balance: '102.00' },
        { amount: '2.00', balance: '97.00' },
        { amount: '1.00', balance: '99.00' },
      ],
      ['return', 'debit', 'unclear'],
    ],
    [
      'no signs, but 退票 in the remark',
      [{ amount: '1.00' }, { amount: '2.00', remark: '退票' }],
      ['debit', 'return'],
      true,
    ],
    [
      'only returns negative',
      [{ amount: '1.00' }, { amount: '-2.00', remark: '退票' }],
      ['debit', 'return'],
      true,
    ],
    [
      '退票重发 in the remark',
      [{ amount: '-1.00', remark: '退票重发' }, { amount: '-2.00' }],
      ['debit', 'debit'],
    ],
    ['no amounts', [{ amount: '0.00' }, { amount: '余额' }], []],
  ])('is derived for: %s', (_, rows, kinds, paysOut = false) => expect(kindsOf(rows, paysOut)).toEqual(kinds))
})

it('keeps a row whose amount is missing or cannot be read, and tells why', () => {
  const page = draw([paid(1), paid(2, { 4: ['1,2#4.50'] }), paid(3), paid(4, { 4: [''] })], 30, 'top')
  const { lines, unread } = readRows(new StatementTable().readPage([...headings(10), ...page]))
  expect(lines.map(({ reference }) => reference)).toEqual(['PW1000001', 'PW3000001'])
  expect(unread.map(({ place, why }) => [place, why])).toEqual([
    [2, 'amount'],
    [4, 'amount'],
  ])
})

describe('lines between and below the rows of a page', () => {
  const row = (n: number, y: number, over: Partial<Record<number, string[]>> = {}) =>
    draw([paid(n, over)], y, 'top')
  const at = (text: string, y: number, left = 0) => put(text, { left, width: 400 }, y)
  const named = (...pages: Fragment[][]) =>
    read(...pages).map(({ name, amountFen, unclear }) => [name, amountFen, unclear])

  it('a note that runs below several columns is no cell of the last row', () => {
    const page = [
      ...headings(100),
      ...row(1, 120),
      at('本对账单仅供参考以银行的记录为准不作为付款凭据使用', 133),
    ]
    expect(named(page)).toEqual([['王小明', 123_450n, false]])
  })

  it('a balance carried on does not hang on to the row beside it', () => {
    const carried = [at('承前余额', 120, 550), at('9.00', 120, 100)]
    expect(read([...headings(100), ...carried, ...row(1, 133)])).toMatchObject([
      { day: '2026-11-14', reference: 'PW1000001', remark: '劳务费' },
    ])
  })

  it('a title says of those below it that they failed, on the next page too', () => {
    const page = [...headings(100), ...row(1, 120), at('失败：', 138), ...row(2, 156)]
    const next = [...headings(100), ...row(3, 120), at('成功：', 138), ...row(4, 156)]
    expect(named(page, next).map(([, , unclear]) => unclear)).toEqual([false, true, true, false])
  })

  it('names whose letters stand a little higher stay with their rows where one of them is wrapped', () => {
    const rows = [0, 1, 2, 4].flatMap((place, index) => row(index, 120 + place * PITCH, { 2: [] }))
    const names = ['赵一', '钱二', '孙三·买', '买提', '李四'].map((text, place) =>
      at(text, 119.3 + place * PITCH, 240),
    )
    expect(named([...headings(100), ...rows, ...names]).map(([name]) => name)).toEqual([
      ...['赵一', '钱二', '孙三·买买提', '李四'],
    ])
  })

  it('the number of the line may touch the day and the account', () => {
    const page = row(1, 120, { 0: ['12 2026-11-14'], 3: ['12 6222021202000010001'] })
    expect(read([...headings(100), ...page])).toMatchObject([
      { day: '2026-11-14', account: '6222021202000010001' },
    ])
  })

  it.each([
    [
      ['年', '月', '日'],
      ['2026', '11', '14'],
    ],
    [
      ['', '月', '日'],
      ['', '11', '14'],
    ],
  ])('days stand in parts below %j', (titles, parts) => {
    const places = [-120, -80, -40].map((left) => ({ left, width: 30 }))
    const other = (fragments: Fragment[]) => fragments.filter(({ left }) => left >= 100)
    const of = (texts: readonly string[], y: number) =>
      texts.flatMap((text, index) => (text === '' ? [] : [put(text, places[index] as Place, y)]))
    const year = titles[0] === '' ? [at('2026年', 87, -80)] : []
    const page = [
      ...year,
      ...of(titles, 100),
      ...other(headings(100)),
      ...of(parts, 120),
      ...other(row(1, 120)),
    ]
    expect(read(page).map(({ day }) => day)).toEqual(['2026-11-14'])
  })
})
