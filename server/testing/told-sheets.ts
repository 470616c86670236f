// Sheets of the corpus that say in a clerk's own words what is not to be paid, and rows of theirs that pay nobody.

import type { Cells, CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { SHEET_PEOPLE, SHEET_TITLES } from './sheet-people.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const rows = people.map(({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
  ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
])
const right: CorpusTruth = { rows: people }
const bad = (badRows: number): CorpusTruth => ({ badRows })
const sum = people.reduce((total, { amount }) => total + Number(amount), 0)

/** The second row with another text in one place. */
const second = (place: number, text: string): Cells => [
  SHEET_TITLES,
  ...rows.map((row, index) => (index === 1 ? row.with(place, text) : row)),
]
const beside = (heading: string, ...values: string[]): Cells => [
  [...SHEET_TITLES, heading],
  ...rows.map((row, index) => [...row, values[index] ?? '']),
]
const titled = (title: string): Cells => [[title], SHEET_TITLES, ...rows]
const below = (...more: (readonly (string | number)[])[]): Cells => [
  ['序号', ...SHEET_TITLES],
  ...rows.map((row, index) => [index + 1, ...row]),
  ...more,
]
const amountRow = (label: string, amount: number) => [label, '', '', '', '', '', amount]

const listed = (
  truth: CorpusTruth,
  cellsOf: (text: string) => Cells,
  texts: Readonly<Record<string, string>>,
) =>
  Object.entries(texts).map(([name, text]): [string, CorpusSheet] => [name, { cells: cellsOf(text), truth }])

export const TOLD_SHEETS: Readonly<Record<string, CorpusSheet>> = Object.fromEntries([
  ...listed(bad(1), (text) => second(7, text), {
    'remark-withheld-after-a-word': '离职不发',
    'remark-withheld-for-a-contract': '未签合同暂不发',
    'remark-not-to-be-transferred': '请勿转账',
    'remark-cancelled': '取消',
    'remark-put-off': '下月补发',
    'remark-of-an-example': '样例',
    'remark-of-a-closed-card': '银行卡已注销',
    'remark-of-cash': '现金已领',
    'remark-of-another-sum': '金额应为1,200元',
    'remark-of-a-long-story': '九月中旬离职且未办理交接手续，经部门经理与人事沟通，本月劳务费暂不发放',
  }),
  ...listed(bad(1), (text) => beside(text, '', '本月不发'), {
    'against-in-notes-of-finance': '财务备注',
    'against-in-special-notes': '特别说明',
    'against-in-opinions': '处理意见',
    'against-in-others': '其他',
  }),
  ...listed(bad(1), (text) => beside('发放状态', '待发放', text, '待发放'), {
    'state-done': '已完成',
    'state-taken-back': '已撤回',
    'state-on-a-black-list': '黑名单',
  }),
  ...listed(bad(3), titled, {
    'title-of-a-draft': '11月劳务费发放表（草稿）',
    'title-of-what-is-void': '11月劳务费发放表（作废）',
    'title-of-what-is-paid': '11月已发放明细',
    'title-of-deductions': '11月扣款明细表',
    'title-of-test-data': '测试数据，请勿使用',
  }),
  ...listed(right, titled, { 'title-of-what-is-unpaid': '未发放人员名单' }),
  ['total-in-two-cells', { cells: [SHEET_TITLES, ...rows, ['合', '计', '', '', '', sum]], truth: right }],
  [
    'fees-below-the-people',
    {
      cells: below(amountRow('合计', sum), amountRow('服务费（6%）', 100), amountRow('应付总额', sum + 100)),
      truth: right,
    },
  ],
  [
    'how-to-fill-in-below-headings',
    {
      cells: [
        SHEET_TITLES,
        ['必填', '18位', '11位', '必填', '16-19位', '数字，两位小数', '如2026-01', '不超过100字'],
        ...rows,
      ],
      truth: right,
    },
  ],
  [
    'months-with-a-short-point',
    {
      cells: [SHEET_TITLES, ...rows.map((row) => row.with(6, '2026.9'))],
      truth: { rows: people.map((person) => ({ ...person, month: '2026-09' })) },
    },
  ],
])
