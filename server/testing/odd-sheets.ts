// Sheets of the corpus with the odd things that clerks do: marks against rows, units in odd places, ditto marks, old words over columns.

import type { Cells, CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { OFFICE_SHEETS } from './office-sheets.ts'
import { SHEET_PEOPLE } from './sheet-people.ts'
import { TOLD_SHEETS } from './told-sheets.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const TITLES = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份', '备注']
type Row = readonly (string | number)[]
const rows: readonly (readonly string[])[] = people.map(
  ({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
    ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
  ],
)
const [first = [], second = [], third = []] = rows
const right: CorpusTruth = { rows: people }
const asked: CorpusTruth = { asked: true }
const bad = (badRows: number): CorpusTruth => ({ badRows })
/** A person confirms the unit. */
const inUnit: CorpusTruth = { asked: true }

const changed = (change: (row: readonly string[], index: number) => Row, titles = TITLES): Cells => [
  titles,
  ...rows.map(change),
]
const each = (place: number, write: (text: string, index: number) => string | number): Cells =>
  changed((row, index) => (row as Row).with(place, write(row[place] ?? '', index)))
const named = (place: number, heading: string): Cells => [TITLES.with(place, heading), ...rows]
const beside = (heading: string, ...values: (string | number)[]): Cells =>
  changed((row, index) => [...row, values[index] ?? ''], [...TITLES, heading])
const every = (
  change: (person: (typeof people)[number]) => Partial<(typeof people)[number]>,
): CorpusTruth => ({
  rows: people.map((person) => ({ ...person, ...change(person) })),
})

/** Headings that are nearly ours, and mean something else. */
const OTHER_WORDS: Readonly<Record<string, CorpusSheet>> = Object.fromEntries(
  (
    [
      [5, 'tax-included', '含税金额'],
      [5, 'tax-excluded', '不含税金额'],
      [5, 'invoiced', '开票金额'],
      [5, 'borrowed', '借支金额'],
      [5, 'deposit', '押金'],
      [0, 'spouse', '配偶姓名'],
      [0, 'householder', '户主姓名'],
      [4, 'old-card', '原卡号'],
      [4, 'company-account', '公司账号'],
      [6, 'month-of-entry', '入职月份'],
      [6, 'month-of-insurance', '社保月份'],
    ] as const
  ).map(([place, title, heading]) => [`heading-of-${title}`, { cells: named(place, heading), truth: asked }]),
)

const MARKED: Readonly<Record<string, CorpusSheet>> = {
  'rows-not-to-be-paid': { cells: beside('是否发放', '是', '否', '是'), truth: bad(1) },
  'rows-already-paid': { cells: beside('已发放', '', '√', ''), truth: bad(1) },
  'rows-with-a-state': { cells: beside('状态', '正常', '停发', '正常'), truth: bad(1) },
  'rows-with-good-states': { cells: beside('发放状态', '待发放', '待发放', '未发放'), truth: right },
  'remarks-against-paying': { cells: each(7, (text, at) => (at === 1 ? '暂不发放' : text)), truth: bad(1) },
  'paid-before-below': {
    cells: [TITLES, ...rows, [''], ['上月已发放明细'], TITLES, first.with(6, '2026-09')],
    truth: bad(1),
  },
  'currency-beside': { cells: beside('币种', '人民币', '人民币', 'CNY'), truth: right },
  'dollars-beside': { cells: beside('币种', '人民币', 'USD', '人民币'), truth: bad(1) },
  'unit-beside': { cells: beside('单位', '万元', '万元', '万元'), truth: bad(3) },
  'employer-beside': { cells: beside('单位', '星河科技', '星河科技', '远山科技'), truth: right },
  'unit-of-thousands': { cells: named(5, '金额（千元）'), truth: inUnit },
  'unit-as-a-letter': { cells: named(5, '金额(K)'), truth: inUnit },
  'unit-below': { cells: [TITLES, ...rows, ['单位：万元']], truth: inUnit },
  'unit-in-a-note': { cells: [TITLES, ...rows, [''], ['说明：以上金额单位为万元']], truth: inUnit },
}

const VALUES: Readonly<Record<string, CorpusSheet>> = {
  'quotes-behind-numbers': {
    cells: changed((row) => row.map((text, at) => (at === 1 || at === 4 ? `${text}'` : text))),
    truth: right,
  },
  'quotes-around-numbers': {
    cells: changed((row) => row.map((text, at) => (at === 1 || at === 4 ? `“${text}”` : text))),
    truth: right,
  },
  'spread-names': { cells: each(0, (text) => [...text].join(' ')), truth: right },
  'dots-of-all-kinds': { cells: each(0, (text) => text.replace('·', '．')), truth: right },
  'two-names-below-each-other': {
    cells: each(0, (text, at) => (at === 0 ? '王小明\n李芳' : text)),
    truth: bad(1),
  },
  'two-names-side-by-side': {
    cells: each(0, (text, at) => (at === 0 ? '王小明 李芳' : text)),
    truth: bad(1),
  },
  'names-with-remarks': {
    cells: each(0, (text, at) => (at === 0 ? `${text}（离职）` : text)),
    truth: bad(1),
  },
  'numbered-names': { cells: each(0, (text, at) => `${at + 1}.${text}`), truth: bad(3) },
  'ditto-for-banks': { cells: each(3, (text, at) => (at === 0 ? text : '同上')), truth: bad(2) },
  'ditto-for-months': { cells: each(6, (text, at) => (at === 0 ? text : '〃')), truth: bad(2) },
  'months-told-once': { cells: each(6, (text, at) => (at === 0 ? text : '')), truth: bad(2) },
  'months-as-numbers-alone': { cells: each(6, () => 11), truth: { asked: true } },
  'months-joined': { cells: each(6, () => 202_611), truth: every(() => ({ month: '2026-11' })) },
  'months-as-decimals': { cells: each(6, () => 2026.11), truth: every(() => ({ month: '2026-11' })) },
  'months-as-short-decimals': { cells: each(6, () => 2026.1), truth: bad(3) },
  'permits-of-hongkong': { cells: each(1, (text, at) => (at === 0 ? 'H12345678' : text)), truth: bad(1) },
  'permits-of-taiwan': { cells: each(1, (text, at) => (at === 0 ? '12345678' : text)), truth: bad(1) },
  passports: { cells: each(1, (text, at) => (at === 0 ? 'E12345678' : text)), truth: bad(1) },
  'scientific-ids': { cells: each(1, () => '3.30102E+17'), truth: bad(3) },
  'scientific-phones': { cells: each(2, () => '1.39123E+10'), truth: bad(3) },
  'amounts-in-thousands': { cells: each(5, () => '1.2k'), truth: bad(3) },
  'amounts-of-europe': { cells: each(5, () => '1.234,50'), truth: bad(3) },
  'amounts-with-odd-commas': { cells: each(5, () => '1,23'), truth: bad(3) },
  'amounts-with-commas': { cells: each(5, () => '1,234'), truth: every(() => ({ amount: '1234' })) },
  'amounts-with-spaces': { cells: each(5, () => '1 234.50'), truth: bad(3) },
  'amounts-with-the-minus-behind': { cells: each(5, () => '100-'), truth: bad(3) },
  'amounts-as-sums': { cells: each(5, () => '100+200'), truth: bad(3) },
  'amounts-about': { cells: each(5, () => '约100'), truth: bad(3) },
  'amounts-with-remarks': { cells: each(5, () => '100(已付)'), truth: bad(3) },
  'amounts-in-percent': { cells: each(5, () => '50%'), truth: bad(3) },
}

const sum = String(people.reduce((fen, { amount }) => fen + Math.round(Number(amount) * 100), 0) / 100)
const AROUND: Readonly<Record<string, CorpusSheet>> = {
  'total-above-the-headings': { cells: [['合计', '', '', '', '', sum], TITLES, ...rows], truth: right },
  'total-without-a-word': { cells: [TITLES, ...rows, ['', '', '', '', '', sum]], truth: right },
  'total-told-behind': { cells: [TITLES, ...rows, ['', '', '', '', '', sum, '', '合计']], truth: right },
  'total-of-heads': { cells: [TITLES, ...rows, ['共3人', '', '', '', '', sum]], truth: right },
  'notes-of-two-cells': {
    cells: [TITLES, ...rows, [''], ['备注：', '以上金额均为税后'], ['1、请于15日前发放']],
    truth: right,
  },
  'void-rows-below': { cells: [TITLES, second, third, ['以下作废'], first], truth: bad(1) },
  'summary-at-the-right': {
    cells: [[...TITLES, '', '部门', '合计'], ...rows.map((row, at) => [...row, '', '运营部', 100 * at])],
    truth: asked,
  },
  'signatures-at-the-right': {
    cells: changed((row) => [...row, '', ''], [...TITLES, '领款人签字', '日期']),
    truth: right,
  },
  'headings-with-advice': {
    cells: [
      ['姓名（收款人）', '身份证号码（18位）', '手机号码（11位）', '开户行（全称）'].concat(
        '银行卡号（不要空格）',
        '金额（元，保留两位小数）',
        '所属月份（YYYY-MM）',
        '备注（选填）',
      ),
      ...rows,
    ],
    truth: right,
  },
  'owed-and-paid-differ': {
    cells: changed((row) => [...row, '1'], [...TITLES.with(5, '应付金额'), '实付金额']),
    truth: asked,
  },
  'the-same-heading-twice': { cells: beside('金额', '5', '6', '7'), truth: asked },
  'names-of-others-twice': { cells: beside('姓名', '李芳', '王小明', '王小明'), truth: asked },
}

export const ODD_SHEETS: Readonly<Record<string, CorpusSheet>> = {
  ...OTHER_WORDS,
  ...MARKED,
  ...VALUES,
  ...AROUND,
  ...OFFICE_SHEETS,
  ...TOLD_SHEETS,
}
