// Sheets of the corpus with a further column that could be a field as well: asked about where it differs, read where it does not.

import type { Cells, CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { SHEET_PEOPLE, SHEET_TITLES } from './sheet-people.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const plain = people.map(({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
  ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
])
const right: CorpusTruth = { rows: people }
const asked: CorpusTruth = { asked: true }

type Further = readonly [heading: string, value: (cells: readonly string[], index: number) => string | number]

/** The template with further columns at its end, and perhaps another word over the amounts. */
function withColumns(further: readonly Further[], amount = '金额'): Cells {
  return [
    [...SHEET_TITLES.with(5, amount), ...further.map(([heading]) => heading)],
    ...plain.map((cells, index) => [...cells, ...further.map(([, value]) => value(cells, index))]),
  ]
}

/** What the next person has there. */
const shifted = (place: number) => (_: readonly string[], index: number) =>
  plain[(index + 1) % 3]?.[place] ?? ''
const same = (place: number) => (cells: readonly string[]) => cells[place] ?? ''
const plus = (more: number) => (cells: readonly string[]) => Math.round((Number(cells[5]) + more) * 100) / 100
const always = (value: string | number) => () => value

const ASKED: Readonly<Record<string, Cells>> = {
  'card-beside-another-account': withColumns([['收款账号', shifted(4)]]),
  'card-missing-in-one-row': withColumns([['收款账号', same(4)]]).map((cells, at) =>
    at === 2 ? cells.with(4, '') : cells,
  ),
  'name-beside-another-payee': withColumns([['收款人', shifted(0)]]),
  'name-beside-another-holder': withColumns([['户名', shifted(0)]]),
  'id-beside-another-id': withColumns([['收款人身份证号', shifted(1)]]),
  'month-beside-another-month': withColumns([['发放月份', always('2026-09')]]),
  'bank-beside-another-bank': withColumns([['收款银行', always('中国民生银行')]]),
  'amount-beside-bonus-and-sum': withColumns([
    ['奖金', always(100)],
    ['合计', plus(100)],
  ]),
  'amount-beside-what-is-to-be-paid': withColumns([
    ['扣款', always(0.01)],
    ['应打款', plus(50)],
  ]),
  'paid-amount-beside-another': withColumns([['实际打款', plus(10)]], '发放金额'),
  'settled-amount-beside-this-payment': withColumns([['本次付款', always(100)]], '结算金额'),
  'owed-amount-beside-the-rest': withColumns(
    [
      ['已付金额', always(0)],
      ['剩余应付', always(100)],
    ],
    '应付金额',
  ),
  'whole-amount-beside-this-payment': withColumns([['本次支付', always(500)]], '总金额'),
  'net-beside-what-is-owed': withColumns(
    [
      ['补发', always('')],
      ['本次应付', plus(100)],
    ],
    '实发金额',
  ),
  'amount-beside-a-part-of-it': withColumns([['发放比例', always('50%')]]),
  'amount-beside-a-factor': withColumns([['系数', always(0.8)]]),
  'amount-beside-net-of-tax': withColumns([['扣税后应付', plus(7)]]),
}

const READ: Readonly<Record<string, Cells>> = {
  'card-told-twice': withColumns([['收款账号', same(4)]]),
  'name-told-twice': withColumns([['户名', same(0)]]),
  'whole-amount-beside-its-share': withColumns([['发放比例', always('100%')]]),
  'paid-amount-beside-a-part': withColumns([['发放比例', always('50%')]], '发放金额'),
  'amount-beside-the-share-it-came-of': withColumns([['提成比例', always('30%')]]),
  'branch-beside-bank': withColumns([['开户支行', always('解放路支行')]]),
  'purpose-beside-remark': withColumns([['用途', always('劳务费')]]),
  'amount-told-twice': withColumns([['合计', same(5)]]),
  'tax-counts-and-prices': withColumns([
    ['个税', always(3)],
    ['应扣税款', always(3)],
    ['总工时', always(160)],
    ['应出勤天数', always(22)],
    ['单价', always(20)],
    ['总单数', always(61)],
    ['销售总额', always(99_999)],
    ['上月实发', always(88)],
    ['发票号', always(12_345_678)],
    ['付款日期', always('20261115')],
  ]),
}

const entries = (sheets: Readonly<Record<string, Cells>>, truth: CorpusTruth) =>
  Object.entries(sheets).map(([name, cells]): [string, CorpusSheet] => [name, { cells, truth }])

export const DOUBTFUL_SHEETS: Readonly<Record<string, CorpusSheet>> = Object.fromEntries([
  ...entries(ASKED, asked),
  ...entries(READ, right),
])
