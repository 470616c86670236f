// Sheets of the corpus as payroll programs and further habits lay them out: bilingual headings, totals by department, months in other words.

import type { CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { SHEET_PEOPLE } from './sheet-people.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const TITLES = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份', '备注']
const plain = people.map(({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
  ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
])
const [first = [], second = [], third = []] = plain
const right: CorpusTruth = { rows: people }
const asked: CorpusTruth = { asked: true }
const sumOf = (...rows: readonly (readonly string[])[]) =>
  String(rows.reduce((fen, row) => fen + Math.round(Number(row[5]) * 100), 0) / 100)
const totalled = (word: string, said: string) => [word, '', '', '', '', said]
/** The month of every row in another way. */
const months = (write: (year: string, month: string) => string | number) => [
  TITLES,
  ...plain.map((cells) => {
    const [year = '', month = ''] = (cells[6] ?? '').split('-')
    return (cells as (string | number)[]).with(6, write(year, month))
  }),
]
const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
].concat('October', 'November', 'December')

export const PROGRAM_SHEETS: Readonly<Record<string, CorpusSheet>> = {
  'salary-program-with-gross-and-net': {
    cells: [
      ['部门名称', '人员编码', '人员姓名', '证件号码', '手机', '开户银行', '银行账号'].concat(
        '基本工资',
        '应发合计',
        '代扣税',
        '实发合计',
        '薪资期间',
      ),
      ...people.map(({ name, idCardNo, phone, bank, cardNo, amount, month }, index) => [
        ...['运营部', `000${index}`, name, idCardNo, phone, bank, cardNo, 100, 120, 1, amount, month],
      ]),
    ],
    truth: asked,
  },
  'bilingual-headings': {
    cells: [
      ['姓名\nName', '身份证号\nID No.', '手机号\nMobile', '开户行 Bank', '银行卡号/Card No.'].concat(
        '金额 Amount(RMB)',
        '所属月份\nMonth',
        '备注 Remarks',
      ),
      ...plain,
    ],
    truth: right,
  },
  'bilingual-amount-that-contradicts': { cells: [TITLES.with(5, '金额 Net'), ...plain], truth: asked },
  'headings-in-english-alone': {
    cells: [
      [
        'Employee Name',
        'National ID',
        'Mobile Phone',
        'Bank',
        'Bank Account No.',
        'Net Pay',
        'Pay Period',
      ].concat('Comments'),
      ...plain,
    ],
    truth: right,
  },
  'whose-it-is': {
    cells: [
      ['收款方姓名（必填）', '收款方身份证号', '收款方手机号', '收款方开户行', '收款方银行卡号'].concat(
        '金额（必填，单位：元）',
        '费用所属期',
        '付款事由',
      ),
      ...plain,
    ],
    truth: right,
  },
  'whose-it-is-not': {
    cells: [
      [...TITLES, '经办人姓名', '经办人手机号'],
      ...plain.map((cells) => [...cells, '张经理', '13900000009']),
    ],
    truth: right,
  },
  'totals-by-department': {
    cells: [
      ['部门', ...TITLES],
      ['运营部', ...first],
      ['运营部', ...second],
      ['运营部 汇总', ...totalled('', sumOf(first, second))],
      ['销售部', ...third],
      ['销售部 汇总', ...totalled('', sumOf(third))],
      ['总计', ...totalled('', sumOf(...plain))],
    ],
    truth: right,
  },
  'total-above-the-rows': { cells: [TITLES, totalled('合计', sumOf(...plain)), ...plain], truth: right },
  'total-above-differs': {
    cells: [TITLES, totalled('合计', '1.00'), ...plain],
    truth: { totalDiffers: people },
  },
  'capitals-and-counts-below': {
    cells: [
      TITLES,
      ...plain,
      totalled('总计：3 人', sumOf(...plain)),
      ['人数：3 人'],
      ['大写金额：贰仟零叁拾肆元伍角壹分'],
      ['部门经理：', '', '财务经理：'],
    ],
    truth: right,
  },
  'months-in-english': {
    cells: months((year, month) => `${ENGLISH_MONTHS[Number(month) - 1]} ${year}`),
    truth: right,
  },
  'months-before-years': { cells: months((year, month) => `${month}/${year}`), truth: right },
  'months-as-periods': { cells: months((year, month) => `${year}年第${month}期`), truth: right },
  'months-as-days-first': { cells: months((year, month) => `25/${month}/${year}`), truth: right },
  'months-as-ranges': {
    cells: months((year, month) => `${year}-${month}-01 至 ${year}-${month}-30`),
    truth: right,
  },
  'months-as-numbers-of-days': {
    cells: months((year, month) => Date.UTC(Number(year), Number(month) - 1, 1) / 86_400_000 + 25_569),
    truth: right,
  },
  'months-with-two-readings': {
    cells: months((year, month) => `01/${month}/${year}`),
    truth: { badRows: 3 },
  },
  'months-that-may-be-days': { cells: months(() => 'Nov-26'), truth: { asked: true } },
  'ranges-over-two-months': { cells: months(() => '2026-10-16至2026-11-15'), truth: { badRows: 3 } },
  'amounts-with-a-plus': {
    cells: [TITLES, ...plain.map((cells) => cells.with(5, `+${cells[5]}`))],
    truth: right,
  },
  'amounts-below-zero': {
    cells: [TITLES, ...plain.map((cells) => cells.with(5, `(${cells[5]})`))],
    truth: { badRows: 3 },
  },
}
