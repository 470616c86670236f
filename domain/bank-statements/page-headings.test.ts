// Headings of pages that nobody knows: found, asked about, named, and read as they were named.

import { describe, expect, it } from 'vitest'
import { gridOfPage, pageHeading } from './page-headings.ts'
import { fitsContent, type StatementLayout } from './statement-layout.ts'
import { readRows, unitOfAll } from './statement-lines.ts'
import { questionAbout } from './statement-question.ts'
import { StatementTable } from './statement-table.ts'
import { type Fragment, linesOf } from './text-lines.ts'

const CARD = '6222021202000010001'
const WIDTH = 130
const HEIGHT = 10

type Line = { readonly cells: readonly string[]; readonly y: number; readonly height?: number }

const page = (...lines: readonly Line[]): Fragment[] =>
  lines.flatMap(({ cells, y, height = HEIGHT }) =>
    cells.flatMap((text, column): Fragment[] => {
      const left = column * WIDTH
      return text === '' ? [] : [{ text, left, right: left + text.length * 6, y, height }]
    }),
  )

const HEADINGS = ['哪天', '给谁', '打到哪', '多少钱', '为啥']
const paid = (y: number, amount = '12.50'): Line => ({
  cells: ['2026-11-14', '王小明', CARD, amount, '劳务费'],
  y,
})
const TITLE = { cells: ['', '', '对账清单'], y: 10, height: 16 }
const FIRST = page(TITLE, { cells: HEADINGS, y: 40 }, paid(60), paid(80, '7.00'))

const layoutOf = (fields: StatementLayout['fields'], fragments = FIRST): StatementLayout => ({
  key: questionAbout(gridOfPage(linesOf(fragments)))?.key ?? '',
  fields,
})
const FIELDS = { day: 0, name: 1, account: 2, out: 3 }

describe('headings of a page', () => {
  it.each<[string, Fragment[], string[] | undefined]>([
    ['below a title', FIRST, HEADINGS],
    [
      'wrapped over two lines',
      page({ cells: HEADINGS, y: 40 }, { cells: ['', '', '(卡)', '(元)'], y: 53 }, paid(80)),
      ['哪天', '给谁', '打到哪(卡)', '多少钱(元)', '为啥'],
    ],
    ['far below a word', page({ cells: ['流水'], y: 10 }, { cells: HEADINGS, y: 40 }, paid(60)), HEADINGS],
    [
      'close to a title in larger letters',
      page({ cells: ['', '', '明细'], y: 28, height: 16 }, { cells: HEADINGS, y: 40 }, paid(60)),
      HEADINGS,
    ],
    [
      'close to a note that runs over several of them',
      page(
        { cells: ['本页所列全部明细内容如下所示请各位仔细核对之后再行确认谢谢'], y: 28 },
        { cells: HEADINGS, y: 40 },
        paid(60),
      ),
      HEADINGS,
    ],
    ['that do not stand there', page(paid(60), paid(80)), undefined],
    ['of too few words', page({ cells: ['哪天', '给谁'], y: 40 }, paid(60)), undefined],
    ['above nothing that was paid', page({ cells: HEADINGS, y: 40 }), undefined],
    [
      'with labels and their values',
      page({ cells: ['户名:星河', '账号:1', '币种:元'], y: 40 }, paid(60)),
      undefined,
    ],
  ])('%s', (_, fragments, words) =>
    expect(pageHeading(linesOf(fragments))?.words.map(({ text }) => text)).toEqual(words),
  )

  it('are asked about with their first values, card numbers hidden', () => {
    expect(questionAbout(gridOfPage(linesOf(FIRST)))).toMatchObject({
      headingRow: 2,
      rowCount: 2,
      columns: [
        { heading: '哪天', samples: ['2026-11-14', '2026-11-14'] },
        { heading: '给谁', samples: ['王小明', '王小明'] },
        { heading: '打到哪', samples: ['622202******0001', '622202******0001'] },
        { heading: '多少钱', samples: ['12.50', '7.00'] },
        { heading: '为啥', samples: ['劳务费', '劳务费'] },
      ],
    })
  })
})

describe('a page whose columns were named', () => {
  it('is read so, and goes on where the next page has no headings', () => {
    const table = new StatementTable([layoutOf(FIELDS)])
    const rows = [FIRST, page(paid(20, '3.00'))].flatMap((fragments) => table.readPage(fragments))
    expect(
      readRows(rows).lines.map(({ day, kind, name, account, amountFen }) => [
        day,
        kind,
        name,
        account,
        amountFen,
      ]),
    ).toEqual([1_250n, 700n, 300n].map((fen) => ['2026-11-14', 'debit', '王小明', CARD, fen]))
    expect(table.isNamed && table.fitsNamed(rows)).toBe(true)
  })

  it('is read by its words where another layout was named', () => {
    const other = { key: 'statement|another', fields: FIELDS }
    expect(new StatementTable([other]).readPage(FIRST)).toEqual([])
  })

  it('no longer fits where its columns hold something else', () => {
    const table = new StatementTable([layoutOf({ name: 0, day: 1, account: 2, out: 3 })])
    const rows = table.readPage(FIRST)
    expect(table.fitsNamed(rows)).toBe(false)
    expect(fitsContent(layoutOf(FIELDS), [['2026-11-14', '', '', '12.50']])).toBe(true)
  })
})

describe('amounts of a page that are no yuan', () => {
  const headings = (amount: string) => ({
    cells: ['交易日期', '对方户名', '对方账号', amount, '摘要'],
    y: 40,
  })
  it.each<[string, Fragment[]]>([
    ['the heading', page(headings('借方发生额(万元)'), paid(60), paid(80))],
    [
      'a line of its own below it',
      page(headings('金额'), { cells: ['', '', '', '(万元)'], y: 53 }, paid(80)),
    ],
    ['a note below the table', page(headings('借方发生额'), paid(60), { cells: ['单位:万元'], y: 120 })],
    ['a line above the table', page({ cells: ['单位:万元'], y: 20 }, headings('借方发生额'), paid(60))],
  ])('are told by %s', (_, fragments) => {
    const table = new StatementTable()
    const rows = table.readPage(fragments).map((row) => table.inUnitAround(row))
    expect([readRows(rows).lines, unitOfAll(rows)]).toEqual([[], '万元'])
  })

  it('are told by a heading that somebody has named', () => {
    const words = page({ cells: HEADINGS.with(3, '多少(千元)'), y: 40 }, paid(60))
    const rows = new StatementTable([layoutOf(FIELDS, words)]).readPage(words)
    expect([readRows(rows).lines, unitOfAll(rows)]).toEqual([[], '千元'])
  })
})
