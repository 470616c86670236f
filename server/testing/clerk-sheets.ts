// Further sheets of the corpus: months, headings, notes and page breaks as clerks write them, each with its truth.

import type { Cells, CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { SHEET_PEOPLE } from './sheet-people.ts'

const people = SHEET_PEOPLE.slice(0, 3).map((person) => ({ ...person, month: '2026-10' }))
const TITLES = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份', '备注']
const right: CorpusTruth = { rows: people }
const sum = people.reduce((total, { amount }) => total + Number(amount), 0).toFixed(2)

type Row = readonly string[]
const rows: readonly Row[] = people.map(({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
  ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
])
const [first = [], ...others] = rows
const months = (text: string): Cells => [TITLES, ...rows.map((row) => row.with(6, text))]
const under = (...headings: string[]): Cells => [headings, ...rows]
const withoutMonth = (...above: string[][]): Cells => [
  ...above,
  ...[TITLES, ...rows].map((row) => row.toSpliced(6, 1)),
]

export const CLERK_SHEETS: Readonly<Record<string, CorpusSheet>> = {
  'months-with-what-is-paid': { cells: months('2026年10月工资'), truth: right },
  'months-half-in-chinese': { cells: months('2026年十月'), truth: right },
  'months-as-days-of-it': { cells: months('2026年10月1日-31日'), truth: right },
  'months-as-short-ranges': { cells: months('2026.10.1-10.31'), truth: right },
  'ranges-into-the-next-month': { cells: months('2026.10.16-11.15'), truth: { badRows: 3 } },
  'title-of-days': {
    cells: withoutMonth(['劳务报酬发放表'], ['所属期间：2026年10月1日至10月31日', '', '单位：元']),
    truth: { titleMonth: '2026-10', rows: people },
  },
  'numbered-headings': {
    cells: under(...TITLES.map((title, index) => `${index + 1}.${title}`)),
    truth: right,
  },
  'headings-of-two-words': {
    cells: under(
      ...['姓名/户名', '身份证号码/证件号', '手机号/电话', '开户行'],
      ...['卡号/账号', '发放金额', '月份', '备注/用途'],
    ),
    truth: right,
  },
  // Where pupils are paid, the teacher is not.
  'words-of-a-school': {
    cells: under('教师姓名', '身份证', '电话', '开户行名称', '工资卡号', '课酬', '计薪月份', '备注'),
    truth: { asked: true },
  },
  'words-of-a-site': {
    cells: under(
      ...['工人姓名', '公民身份号码', '联系手机', '开户网点', '账户号码', '应打金额', '工资所属期', '备注'],
    ),
    truth: right,
  },
  'kinds-below-the-headings': {
    cells: [TITLES, ['文本', '文本', '文本', '文本', '文本', '数字', '年-月', '选填'], ...rows],
    truth: right,
  },
  'pages-with-their-title': {
    cells: [
      ...[['发放表'], TITLES, first, ['本页小计', '', '', '', '', first[5] ?? '']],
      ...[['第1页 共2页'], ['发放表'], TITLES, ...others, ['合计', '', '', '', '', sum], ['第2页 共2页']],
    ],
    truth: right,
  },
  'a-name-that-is-no-title': {
    cells: [['发放表'], TITLES, first, ['王小禾'], ...others],
    truth: { badRows: 1 },
  },
  'marked-by-backticks': {
    cells: [
      TITLES,
      ...rows.map((row) => row.map((text, at) => (at > 0 && at < 6 && at !== 3 ? `\`${text}` : text))),
    ],
    truth: right,
  },
}
