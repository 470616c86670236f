// A corpus of payout sheets as clerks send them, each layout written by every writer, with the truth beside it: read right, or rightly asked.

import XLSX from '@e965/xlsx'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { writeXlsx } from 'hucre'
import { describe, expect, it } from 'vitest'
import { SHEET_PEOPLE } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import { buildSheet } from '../../testing/xlsx-builder.ts'
import { encodeGb18030 } from './gb18030.ts'

type Cells = readonly (readonly (string | number)[])[]
type Person = Omit<RawRow, 'rowNumber'>
type Layout = {
  readonly cells: Cells
  /** The rows that are in it, or that a person is to be asked. */
  readonly truth: 'asked' | readonly Person[]
}

const people = SHEET_PEOPLE.slice(0, 3)
const rowOf = ({ name, idCardNo, phone, bank, cardNo, amount, month, remark }: Person) => [
  ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
]
const TEMPLATE = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份', '备注']
const plain = people.map(rowOf)
const under = (...headings: string[]): Cells => [headings, ...plain]
const grouped = (text: string, size: number, sign: string) => {
  const parts = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  return parts.join(sign)
}
const yuan = (text: string) => Number(text).toLocaleString('en-US', { minimumFractionDigits: 2 })
const sum = people.reduce((total, { amount }) => total + Number(amount), 0)
const changed = (change: (cells: string[]) => (string | number)[]) => [TEMPLATE, ...plain.map(change)]

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'the template': { cells: under(...TEMPLATE), truth: people },
  'words of a payroll': {
    cells: under('员工姓名', '身份证号码', '手机号码', '开户银行', '银行账号', '实发金额', '月份', '摘要'),
    truth: people,
  },
  'words of a bank': {
    cells: under('户名', '证件号码', '联系电话', '开户行名称', '收款账号', '发放金额(元)', '所属期', '附言'),
    truth: people,
  },
  'asterisks, spaces and line breaks': {
    cells: under('*姓 名', '身份证\n号码', '手机（必填）', '收款银行', '卡 号', '金额/元', '账期', '备注：'),
    truth: people,
  },
  'another order with numbers of lines': {
    cells: [
      ['序号', '部门', '金额', '银行卡号', '开户行', '姓名', '手机号', '身份证号', '所属月份', '备注'],
      ...plain.map(
        (
          [name = '', id = '', phone = '', bank = '', card = '', amount = '', month = '', remark = ''],
          index,
        ) => [...[index + 1, '运营部', amount, card, bank, name, phone, id, month, remark]],
      ),
    ],
    truth: people,
  },
  'a title and a total that agrees': {
    cells: [['十一月劳务费发放表'], TEMPLATE, ...plain, ['合计', '', '', '', '', sum.toFixed(2)]],
    truth: people,
  },
  'a footer and repeated headings': {
    cells: [TEMPLATE, ...plain.slice(0, 2), TEMPLATE, ...plain.slice(2), ['制表：张三', '', '审核：李四']],
    truth: people,
  },
  'amounts as written': {
    cells: changed((cells) => cells.with(5, `¥${yuan(cells[5] ?? '')}元`)),
    truth: people.map((person) => ({ ...person, amount: yuan(person.amount).replaceAll(',', '') })),
  },
  'dashed phones and spaced cards': {
    cells: changed((cells) =>
      cells.with(2, `+86 ${grouped(cells[2] ?? '', 4, '-')}`).with(4, grouped(cells[4] ?? '', 4, ' ')),
    ),
    truth: people,
  },
  'months as written': {
    cells: changed((cells) => cells.with(6, (cells[6] ?? '').replace(/^(\d+)-(\d+)$/, '$1年$2月'))),
    truth: people,
  },
  'a blank row and unused columns': {
    cells: [
      [...TEMPLATE, '工号', '签收'],
      plain[0] ?? [],
      [''],
      ...plain.slice(1).map((cells) => [...cells, 'A01']),
    ],
    truth: people,
  },
  'gross and net': {
    cells: [[...TEMPLATE.with(5, '应发金额'), '实发金额'], ...plain.map((cells) => [...cells, '1'])],
    truth: 'asked',
  },
  'two cards': {
    cells: [[...TEMPLATE.with(4, '卡号'), '收款账号'], ...plain.map((cells) => [...cells, cells[4] ?? ''])],
    truth: 'asked',
  },
  'unknown words': {
    cells: under('主播', '证照', '联络', '哪家', '打款到', '分成', '哪个月', '说明一下'),
    truth: 'asked',
  },
  'no headings': { cells: plain, truth: 'asked' },
  'gross beside a deduction': {
    cells: [[...TEMPLATE.with(5, '应发工资'), '扣款'], ...plain.map((cells) => [...cells, '1'])],
    truth: 'asked',
  },
}

const strings = (cells: Cells) => cells.map((row) => row.map(String))
const book = (cells: Cells) => XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(strings(cells)), '发放表')
const sheetJs = (cells: Cells, bookType: XLSX.BookType) =>
  XLSX.write(book(cells), { type: 'buffer', bookType }) as Buffer
const separated = (cells: Cells, sign: string) =>
  strings(cells)
    .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(sign))
    .join('\r\n')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const page = (cells: Cells) =>
  `<html><table>${strings(cells)
    .map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</table></html>`

const WRITERS: Readonly<Record<string, [string, (cells: Cells) => Uint8Array | Promise<Uint8Array>]>> = {
  'SheetJS .xlsx': ['a.xlsx', (cells) => sheetJs(cells, 'xlsx')],
  'SheetJS .xls': ['a.xls', (cells) => sheetJs(cells, 'biff8')],
  'SheetJS .xls named .et': ['a.et', (cells) => sheetJs(cells, 'biff8')],
  'hucre .xlsx': [
    'a.xlsx',
    (cells) =>
      writeXlsx({
        sheets: [{ name: '发放表', rows: strings(cells).map((row) => row.map((text) => text || null)) }],
      }),
  ],
  'hand-built .xlsx': ['a.xlsx', (cells) => buildSheet(strings(cells))],
  'UTF-8 .csv': ['a.csv', (cells) => Buffer.from(separated(cells, ','))],
  'marked .csv': ['a.csv', (cells) => Buffer.from(`\ufeff${separated(cells, ',')}`)],
  'GBK .csv with tabs': ['a.csv', (cells) => encodeGb18030(separated(cells, '\t'))],
  'a page': ['a.xls', (cells) => Buffer.from(page(cells))],
}

describe.each(Object.entries(WRITERS))('%s', (_, [fileName, write]) => {
  it.each(Object.entries(LAYOUTS))('reads %s', async (_name, { cells, truth }) => {
    const result = await readSheetBytes(await write(cells), fileName)
    if (truth === 'asked') expect(result).toMatchObject({ refused: 'sheet-columns-unclear' })
    else {
      const rows = 'rows' in result ? result.rows.map(({ rowNumber: _number, ...row }) => row) : result
      expect(rows).toEqual(truth)
    }
  })
})
