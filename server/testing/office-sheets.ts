// Sheets of the corpus as offices hand them on: banks' templates, sums that somebody changed, cards that changed, states and remarks against paying.

import type { Cells, CorpusSheet, CorpusTruth } from './corpus-sheet.ts'
import { SHEET_PEOPLE } from './sheet-people.ts'

type Row = readonly (string | number)[]

const people = SHEET_PEOPLE.slice(0, 3)
const TITLES = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份', '备注']
const rows: readonly (readonly string[])[] = people.map(
  ({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
    ...[name, idCardNo, phone, bank, cardNo, amount, month, remark],
  ],
)
const SUM = '2034.51'
const OTHER_CARD = '6222020001111222241'

const right: CorpusTruth = { rows: people }
const asked: CorpusTruth = { asked: true }
/** A person confirms the unit. */
const inUnit: CorpusTruth = { asked: true }
const bad = (badRows: number): CorpusTruth => ({ badRows })

const beside = (heading: string, ...values: Row): Cells => [
  [...TITLES, heading],
  ...rows.map((row, index) => [...row, values[index] ?? '']),
]
const each = (place: number, write: (text: string, index: number) => string | number): Cells => [
  TITLES,
  ...rows.map((row, index) => (row as Row).with(place, write(row[place] ?? '', index))),
]
/** Of the second person alone. */
const second = (place: number, text: string): Cells => each(place, (own, index) => (index === 1 ? text : own))
/** Columns by their headings, each with the place of its field; what has none is the same in every row. */
const under = (columns: readonly (readonly [heading: string, field: number | string])[]): Cells => [
  columns.map(([heading]) => heading),
  ...rows.map((row) => columns.map(([, field]) => (typeof field === 'number' ? (row[field] ?? '') : field))),
]

const TEMPLATES: Readonly<Record<string, CorpusSheet>> = {
  'template-of-a-payroll-list': {
    cells: under([
      ...([
        ['序号', '1'],
        ['收款人账号', 4],
        ['收款人姓名', 0],
        ['收款人开户行名称', 3],
        ['金额(元)', 5],
      ] as const),
      ...([
        ['用途', 7],
        ['收款人身份证号', 1],
        ['收款人手机号', 2],
        ['所属月份', 6],
      ] as const),
    ]),
    truth: right,
  },
  'template-of-transfers': {
    cells: under([
      ...([
        ['*收款方账号', 4],
        ['*收款方户名', 0],
        ['*收款方开户行', 3],
        ['*转账金额', 5],
      ] as const),
      ...([
        ['身份证', 1],
        ['联系电话', 2],
        ['账期', 6],
        ['附言', 7],
      ] as const),
    ]),
    truth: right,
  },
  'template-with-an-example': {
    cells: [TITLES, ['张三（示例）', ...(rows[0] ?? []).slice(1)], ...rows],
    truth: bad(1),
  },
  'headings-in-pieces': {
    cells: [
      [
        '姓\n名',
        '身份\n证号',
        '手机\n号码',
        '开户\n银行',
        '银行\n卡号',
        '金额\n（元）',
        '所属\n月份',
        '备\n注',
      ],
      ...rows,
    ],
    truth: right,
  },
  'numbers-of-branches-beside': { cells: beside('联行号', '102331000018', '308331000018', ''), truth: right },
  'wallets-beside': { cells: beside('支付宝账号', '13912342001', 'a@b.c', ''), truth: right },
  'separator-told-above': { cells: [['sep=,'], TITLES, ...rows], truth: right },
  'fields-down-the-side': {
    cells: TITLES.map((title, at) => [title, ...rows.map((row) => row[at] ?? '')]),
    truth: { refused: 'sheet-no-header' },
  },
}

const SUMS: Readonly<Record<string, CorpusSheet>> = {
  'deduction-beside': { cells: beside('扣款', 100), truth: asked },
  'deduction-of-nobody-beside': { cells: beside('扣款', '', '', 0), truth: right },
  'borrowed-beside': { cells: beside('借支', 100), truth: asked },
  'paid-in-advance-beside': { cells: beside('预支金额', 200, 0), truth: asked },
  'rest-beside': { cells: beside('余额', 1_000, 800, 0.01), truth: asked },
  'approved-amount-beside': { cells: beside('核定金额', 1_200, 800, 0.01), truth: asked },
  'approved-amount-that-agrees': { cells: beside('核定金额', 1_234.5, 800, 0.01), truth: right },
  'second-amount-beside': { cells: beside('金额2', 1_200, 800, 0.01), truth: asked },
  'amount-times-a-count': { cells: second(5, '400×2'), truth: bad(1) },
  'amount-of-two': { cells: second(5, '500+300'), truth: bad(1) },
  'amount-with-a-letter': { cells: second(5, '0.8k'), truth: bad(1) },
  'amount-with-a-decimal-comma': { cells: second(5, '1234,5'), truth: bad(1) },
  'sum-of-what-is-paid-below': {
    cells: [TITLES, ...rows, ['总    计', '共3人', '', '', '', SUM]],
    truth: right,
  },
  'sum-in-english-below': { cells: [TITLES, ...rows, ['Total', '', '', '', '', SUM]], truth: right },
  'sum-in-words-below': {
    cells: [TITLES, ...rows, ['以上共计3人，合计金额￥2034.51元'], ['人民币大写：贰仟零叁拾肆元伍角壹分']],
    truth: right,
  },
}

const UNITS: Readonly<Record<string, CorpusSheet>> = {
  'unit-below-the-heading': { cells: [TITLES, ['', '', '', '', '', '（万元）'], ...rows], truth: inUnit },
  'unit-counted-in-a-note': { cells: [TITLES, ...rows, ['注：金额以万元计']], truth: inUnit },
  'unit-without-yuan-above': { cells: [['单位:万'], TITLES, ...rows], truth: inUnit },
}

const CHANGES: Readonly<Record<string, CorpusSheet>> = {
  'new-card-beside': { cells: beside('新卡号', OTHER_CARD), truth: asked },
  'new-card-of-nobody': { cells: beside('新卡号'), truth: right },
  'changed-card-beside': { cells: beside('变更后银行卡号', OTHER_CARD), truth: asked },
  'true-payee-beside': { cells: beside('实际收款人', '李四', '李芳', people[2]?.name ?? ''), truth: asked },
  'proxy-beside': { cells: beside('代收人', '李四'), truth: asked },
  'new-phone-beside': { cells: beside('新手机号', '13912349999'), truth: asked },
  'two-cards-in-a-cell': { cells: second(4, `6225880123456789\n${OTHER_CARD}`), truth: bad(1) },
  'new-card-in-a-remark': { cells: second(7, `换卡${OTHER_CARD}`), truth: bad(1) },
  'order-in-a-remark': {
    cells: second(7, '订单20261117123456789'),
    truth: {
      rows: people.with(1, { ...(people[1] as (typeof people)[number]), remark: '订单20261117123456789' }),
    },
  },
}

const AGAINST: Readonly<Record<string, CorpusSheet>> = {
  'not-approved': { cells: beside('审核结果', '通过', '不通过', '通过'), truth: bad(1) },
  'sent-back': { cells: beside('审批状态', '通过', '驳回', '通过'), truth: bad(1) },
  'paid-in-cash': { cells: beside('支付方式', '银行转账', '现金', '银行转账'), truth: bad(1) },
  'paid-by-bank': { cells: beside('支付方式', '银行转账', '银行卡', '转账'), truth: right },
  'paid-as-the-list-says': { cells: beside('打款情况', '', '已打款', ''), truth: bad(1) },
  'second-remark-against-paying': { cells: beside('备注2', '', '暂缓发放'), truth: bad(1) },
  'remark-of-leaving': { cells: second(7, '已离职，不发'), truth: bad(1) },
  'remark-of-this-month': { cells: second(7, '本月不发'), truth: bad(1) },
  'remark-of-a-wrong-card': { cells: second(7, '卡号有误，待核实'), truth: bad(1) },
  'remark-of-a-part': { cells: second(7, '已付500'), truth: bad(1) },
  'section-in-cash': {
    cells: [TITLES, ...rows.slice(0, 2), ['以下现金发放'], ...rows.slice(2)],
    truth: bad(1),
  },
  'section-of-next-month': {
    cells: [TITLES, ...rows.slice(0, 2), ['以下人员下月发放'], ...rows.slice(2)],
    truth: bad(1),
  },
}

/** States, cards and shares that stand in columns of their own, and remarks of what is still to change. */
const LATE_WORDS: Readonly<Record<string, CorpusSheet>> = {
  'approval-that-waits': { cells: beside('审批状态', '待审批', '已通过', '已通过'), truth: bad(1) },
  'account-that-is-frozen': { cells: beside('账户状态', '正常', '冻结', '正常'), truth: bad(1) },
  'person-on-a-blacklist': { cells: beside('是否黑名单', '否', '是', '否'), truth: bad(1) },
  'pay-that-is-stopped': { cells: beside('是否停发', '', '是', ''), truth: bad(1) },
  'flag-of-paying': { cells: beside('发放标识', 'Y', 'N', 'Y'), truth: bad(1) },
  'card-of-somebody-else': { cells: beside('是否本人卡', '是', '是', '否'), truth: bad(1) },
  'row-ticked-as-void': { cells: beside('作废', '', '√', ''), truth: bad(1) },
  'pay-held-back-in-a-remark': { cells: second(7, '已离职，工资暂缓'), truth: bad(1) },
  'card-still-to-come': { cells: second(7, '卡号待更新'), truth: bad(1) },
  'sum-still-to-take-off': { cells: second(7, '需扣200元工装费'), truth: bad(1) },
  'amount-after-a-discount': { cells: beside('折后金额', 1, 1, 1), truth: asked },
  'progress-of-paying': { cells: beside('发放进度', '100%', '50%', '100%'), truth: asked },
}

export const OFFICE_SHEETS: Readonly<Record<string, CorpusSheet>> = {
  ...LATE_WORDS,
  ...TEMPLATES,
  ...SUMS,
  ...UNITS,
  ...CHANGES,
  ...AGAINST,
}
