// The sheets of the corpus: cells as clerks arrange them, with the truth of each: rows, a question, a refusal, or rows that must go back.

import { CLERK_SHEETS } from './clerk-sheets.ts'
import type { Cells, CorpusPerson, CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { DOUBTFUL_SHEETS } from './doubtful-sheets.ts'
import { ODD_SHEETS } from './odd-sheets.ts'
import { PROGRAM_SHEETS } from './program-sheets.ts'
import { SHEET_PEOPLE } from './sheet-people.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const rowOf = ({ name, idCardNo, phone, bank, cardNo, amount, month, remark }: CorpusPerson) => [
  ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
]
export const TEMPLATE = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份', '备注']
const plain = people.map(rowOf)
const right: CorpusTruth = { rows: people }
const asked: CorpusTruth = { asked: true }
const bad: CorpusTruth = { badRows: 3 }
const under = (...headings: string[]): Cells => [headings, ...plain]
/** The template with a heading of its own at a place. */
const named = (place: number, heading: string): Cells => [TEMPLATE.with(place, heading), ...plain]
/** A further column at a place. */
const beside = (
  place: number,
  heading: string,
  values: readonly (string | number)[],
  base = TEMPLATE,
): Cells => [
  base.toSpliced(place, 0, heading),
  ...plain.map((cells, index) => (cells as (string | number)[]).toSpliced(place, 0, values[index] ?? '')),
]
const changed = (change: (cells: string[]) => (string | number)[]): Cells => [TEMPLATE, ...plain.map(change)]
const grouped = (text: string, size: number, character: string) =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(character)
const yuan = (text: string) => Number(text).toLocaleString('en-US', { minimumFractionDigits: 2 })
const fixed = people.map((person) => ({ ...person, amount: yuan(person.amount).replaceAll(',', '') }))
const sum = people.reduce((total, { amount }) => total + Number(amount), 0).toFixed(2)
const totalled = (said: string) => ['合计', '', '', '', '', said]
const OTHER_CARDS = ['6222021202000410001', '6222021202000410002', '6222021202000410003']
const OTHER_PHONES = ['13900000001', '13900000002', '13900000003']
const ONES = ['10', '20', '30']
const monthless: Cells = [TEMPLATE, ...plain].map((cells) => cells.toSpliced(6, 1))
const october: CorpusTruth = {
  titleMonth: '2026-10',
  rows: people.map((person) => ({ ...person, month: '2026-10' })),
}

export const CORPUS_SHEETS: Readonly<Record<string, CorpusSheet>> = {
  template: { cells: under(...TEMPLATE), truth: right },
  'words-of-a-payroll': {
    cells: under('员工姓名', '身份证号码', '手机号码', '开户银行', '银行账号', '实发金额', '月份', '摘要'),
    truth: right,
  },
  'words-of-a-bank': {
    cells: under('户名', '证件号码', '联系电话', '开户行名称', '收款账号', '发放金额(元)', '所属期', '附言'),
    truth: right,
  },
  'words-in-english': {
    cells: under('Name', 'ID No.', 'Mobile', 'Bank Name', 'Card No', 'Amount', 'Month', 'Remark'),
    truth: right,
  },
  'marks-and-line-breaks': {
    cells: under('*姓 名', '身份证\n号码', '手机（必填）', '收款银行', '卡 号', '金额/元', '账期', '备注：'),
    truth: right,
  },
  'another-order': {
    cells: [
      ['序号', '部门', '金额', '银行卡号', '开户行', '姓名', '手机号', '身份证号', '所属月份', '备注'],
      ...people.map(({ name, idCardNo, phone, bank, cardNo, amount, month, remark }, index) => [
        ...[index + 1, '运营部', amount, cardNo, bank, name, phone, idCardNo, month, remark],
      ]),
    ],
    truth: right,
  },
  'title-and-total': { cells: [['十一月劳务费发放表'], TEMPLATE, ...plain, totalled(sum)], truth: right },
  'total-differs': { cells: [TEMPLATE, ...plain, totalled('99.99')], truth: { totalDiffers: people } },
  'total-in-the-middle': {
    cells: [
      TEMPLATE,
      ...plain.slice(0, 1),
      totalled(people[0]?.amount ?? ''),
      ...plain.slice(1),
      totalled(sum),
    ],
    truth: right,
  },
  'repeated-headings-and-footer': {
    cells: [TEMPLATE, ...plain.slice(0, 2), TEMPLATE, ...plain.slice(2), ['制表：张三', '', '审核：李四']],
    truth: right,
  },
  'section-titles': {
    cells: [TEMPLATE, ['一、运营部'], ...plain.slice(0, 1), ['二、销售部'], ...plain.slice(1)],
    truth: right,
  },
  'heading-on-line-7': {
    cells: [
      ['星河科技'],
      ['劳务费发放表'],
      ['制表日期：2026-11-15'],
      ['币种：人民币'],
      ['内部资料'],
      ['第 1 页'],
      TEMPLATE,
      ...plain,
    ],
    truth: right,
  },
  'heading-over-two-lines': {
    cells: [
      ['姓名', '身份证号', '手机号', '收款信息', '', '金额', '所属月份', '备注'],
      ['', '', '', '开户行', '银行卡号'],
      ...plain,
    ],
    truth: right,
  },
  'blank-rows-and-unused-columns': {
    cells: [
      [...TEMPLATE, '工号', '签收'],
      plain[0] ?? [],
      [''],
      ...plain.slice(1).map((cells) => [...cells, 'A01']),
    ],
    truth: right,
  },
  'amounts-as-written': {
    cells: changed((cells) => cells.with(5, `¥${yuan(cells[5] ?? '')}元`)),
    truth: { rows: fixed },
  },
  'amounts-as-numbers': {
    cells: changed((cells) => (cells as (string | number)[]).with(5, Number(cells[5]))),
    truth: right,
  },
  'dashed-phones-and-cards': {
    cells: changed((cells) =>
      cells.with(2, `+86 ${grouped(cells[2] ?? '', 4, '-')}`).with(4, grouped(cells[4] ?? '', 4, ' ')),
    ),
    truth: right,
  },
  'full-width': {
    cells: changed((cells) =>
      cells.map((text, at) =>
        at === 0 || at === 3 || at > 6
          ? text
          : text.replace(/[0-9X.]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
      ),
    ),
    truth: right,
  },
  'months-as-written': {
    cells: changed((cells) => cells.with(6, (cells[6] ?? '').replace(/^(\d+)-(\d+)$/, '$1年$2月'))),
    truth: right,
  },
  'months-as-days': { cells: changed((cells) => cells.with(6, `${cells[6]}-01`)), truth: right },
  'months-without-a-year': { cells: changed((cells) => cells.with(6, '11月')), truth: asked },
  'cards-as-6.2E18': { cells: changed((cells) => cells.with(4, '6.22202E+18')), truth: bad },
  'too-many-decimals': { cells: changed((cells) => cells.with(5, '935.19351')), truth: bad },
  'amounts-in-words': { cells: changed((cells) => cells.with(5, '壹佰元整')), truth: bad },
  'amounts-in-ten-thousands': { cells: changed((cells) => cells.with(5, '1.2万')), truth: bad },
  'two-amounts-in-a-cell': { cells: changed((cells) => cells.with(5, '100/200')), truth: bad },
  'foreign-amounts': { cells: changed((cells) => cells.with(5, 'HK$100')), truth: bad },
  'two-phones-in-a-cell': { cells: changed((cells) => cells.with(2, '13912345678/13912345679')), truth: bad },
  'gross-and-net': { cells: beside(6, '实发金额', ONES, TEMPLATE.with(5, '应发金额')), truth: asked },
  'amount-and-net': { cells: beside(6, '到手', ONES), truth: asked },
  'gross-beside-a-deduction': { cells: beside(6, '扣款', ONES, TEMPLATE.with(5, '应发工资')), truth: asked },
  'wage-bonus-and-sum': {
    cells: beside(6, '奖金', ONES, TEMPLATE.with(5, '工资')).map((row, at) =>
      row.toSpliced(7, 0, at === 0 ? '合计' : '500'),
    ),
    truth: asked,
  },
  'fee-beside-what-is-paid': { cells: beside(6, '服务费', ONES, TEMPLATE.with(5, '发放金额')), truth: right },
  'tax-beside-net': { cells: beside(5, '代扣税', ONES, TEMPLATE.with(5, '实发')), truth: right },
  'last-month-beside-amount': { cells: beside(5, '上月金额', ONES), truth: right },
  'price-and-count-beside-amount': { cells: beside(5, '单价', ONES), truth: right },
  'amount-over-an-empty-column': {
    cells: [[...TEMPLATE, '本期给付'], ...plain.map((cells) => [...cells.with(5, ''), cells[5] ?? ''])],
    truth: asked,
  },
  'two-cards': { cells: beside(5, '收款账号', OTHER_CARDS, TEMPLATE.with(4, '卡号')), truth: asked },
  'wage-card-and-expense-card': {
    cells: beside(5, '报销卡', OTHER_CARDS, TEMPLATE.with(4, '工资卡')),
    truth: right,
  },
  'unknown-cards': { cells: beside(5, '卡乙', OTHER_CARDS, TEMPLATE.with(4, '卡甲')), truth: asked },
  'emergency-phone': { cells: beside(3, '紧急联系人电话', OTHER_PHONES), truth: right },
  'emergency-phone-in-brackets': { cells: beside(3, '手机号（紧急联系人）', OTHER_PHONES), truth: right },
  'only-an-emergency-phone': { cells: named(2, '手机号（紧急联系人）'), truth: asked },
  'staff-numbers-like-phones': { cells: beside(0, '工号', OTHER_PHONES), truth: right },
  'staff-numbers-and-unknown-phones': {
    cells: beside(0, '工号', OTHER_PHONES, TEMPLATE.with(2, '联络')),
    truth: asked,
  },
  'line-numbers-like-amounts': { cells: beside(0, '序号', [100, 200, 300]), truth: right },
  'line-numbers-and-unknown-amounts': {
    cells: beside(0, '编号', [1001, 1008, 1015], TEMPLATE.with(5, '给多少')),
    truth: asked,
  },
  'referrer-beside-name': {
    cells: beside(0, '推荐人', ['王经理', '王经理', '李经理'], TEMPLATE.with(0, '谁')),
    truth: asked,
  },
  'payer-account-beside': {
    cells: beside(0, '付款账号', OTHER_CARDS, TEMPLATE.with(4, '收款账号')),
    truth: right,
  },
  'day-joined-for-month': {
    cells: [TEMPLATE.with(6, '入职日期'), ...plain.map((cells) => cells.with(6, '2026-03-15'))],
    truth: asked,
  },
  'unit-in-heading': { cells: named(5, '金额（万元）'), truth: asked },
  'unit-of-fen': { cells: named(5, '金额(分)'), truth: { refused: 'sheet-amount-unit' } },
  'unit-at-the-end': { cells: named(5, '金额万元'), truth: asked },
  'unit-above': { cells: [['单位：万元'], ...named(5, '金额')], truth: asked },
  'unit-in-title': {
    cells: [['十一月发放表（万元）'], ...named(5, '金额')],
    truth: asked,
  },
  'unknown-words': {
    cells: under('主播', '证照', '联络', '哪家', '打款到', '分成', '哪个月', '说明一下'),
    truth: asked,
  },
  'no-headings': { cells: plain, truth: asked },
  'two-tables-side-by-side': {
    cells: [[...TEMPLATE, '', ...TEMPLATE], ...plain.map((cells) => [...cells, '', ...cells])],
    truth: asked,
  },
  'two-tables-one-below': {
    cells: [TEMPLATE, ...plain.slice(0, 2), [''], ['第二部分'], TEMPLATE, ...plain.slice(2)],
    truth: right,
  },
  'another-order-below': {
    cells: [
      TEMPLATE,
      ...plain.slice(0, 2),
      [...TEMPLATE].reverse(),
      ...plain.slice(2).map((cells) => cells.toReversed()),
    ],
    truth: { refused: 'sheet-heading-moves' },
  },
  'nothing-but-names': {
    cells: [
      ['姓名', '部门'],
      ['王小明', '运营部'],
    ],
    truth: { refused: 'sheet-no-header' },
  },
  'no-month': {
    cells: [TEMPLATE.toSpliced(6, 1), ...plain.map((cells) => cells.toSpliced(6, 1))],
    truth: { refused: 'sheet-missing-columns' },
  },
  ...PROGRAM_SHEETS,
  'month-in-the-title': { cells: [['星河科技 2026年10月工资表'], ...monthless], truth: october },
  'month-above-beside-a-day': {
    cells: [['劳务费发放表'], ['所属月份：2026-10', '', '制表日期：2026-11-05'], ...monthless, totalled(sum)],
    truth: october,
  },
  'month-in-the-title-in-words': {
    cells: [['二〇二六年十月劳务费'], ['单位：元'], ...monthless],
    truth: october,
  },
  'month-in-the-title-and-unknown-words': {
    cells: [['2026年10月分成'], ...monthless.with(0, ['主播', '证照', '联络', '哪家', '打款到', '分成'])],
    truth: asked,
  },
  'two-months-in-the-title': {
    cells: [['2026年9月、10月工资表'], ...monthless],
    truth: { refused: 'sheet-missing-columns' },
  },
  'paid-in-another-month': {
    cells: [['2026年10月工资表（11月发放）'], ...monthless],
    truth: { refused: 'sheet-missing-columns' },
  },
  'month-without-a-year-in-the-title': {
    cells: [['10月工资表'], ...monthless],
    truth: october,
  },
  'month-in-title-and-column': { cells: [['2026年9月工资表'], TEMPLATE, ...plain], truth: right },
  'years-in-a-column': {
    cells: [
      TEMPLATE.toSpliced(6, 1, '年', '月'),
      ...plain.map((cells) => {
        const [year = '', month = ''] = (cells[6] ?? '').split('-')
        return (cells as (string | number)[]).toSpliced(6, 1, Number(year), Number(month))
      }),
    ],
    truth: right,
  },
  'year-in-the-title': {
    cells: [['2026年劳务费发放表'], ...changed((cells) => cells.with(6, `${cells[6]?.slice(5)}月`))],
    truth: right,
  },
  'another-month-than-the-title': {
    cells: [['2026年11月劳务费'], ...changed((cells) => cells.with(6, `${cells[6]?.slice(5)}月`))],
    truth: asked,
  },
  ...DOUBTFUL_SHEETS,
  ...CLERK_SHEETS,
  ...ODD_SHEETS,
}
