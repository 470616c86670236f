// The Chinese words of the mapping dialog.

import { titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'

const FITS: Readonly<Record<PayoutField, string>> = {
  name: '2 至 4 个汉字',
  idCardNo: '18 位身份证校验通过',
  phone: '11 位手机号',
  bank: '银行名称',
  cardNo: '12 至 19 位卡号',
  amount: '金额',
  month: '月份格式',
  remark: '与表头相符',
}

export const mappingLabels = {
  title: '请确认表头对应的字段',
  about: (headingRow: number, rows: number) =>
    `${headingRow === 0 ? '没有表头' : `表头在第 ${headingRow} 行`}，共 ${rows} 行；`,
  told: (columns: number, told: number) => `${columns} 列中 ${told} 列已对应`,
  toChoose: (columns: number) => `，${columns} 列须您选择`,
  columns: '各列对应的字段',
  sheet: '工作表',
  sheetNamed: (name: string) => (name === '' ? '文本表格' : `工作表「${name}」`),
  column: '列',
  heading: '表头',
  noHeading: '（空）',
  values: '前三行的值',
  field: '对应字段',
  because: '依据',
  letter: (letters: string) => `${letters} 列`,
  columnNamed: (letters: string, heading: string) => `${letters} 列「${heading}」`,
  unused: '不使用',
  several: (choices: number) => (choices === 2 ? '须选择，两者都像' : '须选择，不止一个相似'),
  sum: (count: number, sum: string) => `${count} 个金额，合计 ${sum}`,
  fits: (field: PayoutField, percent: number) => `${FITS[field]} ${percent}%`,
  chosen: '由您选择',
  by: {
    heading: '与表头相符',
    content: '按内容判断',
    sequence: '连续序号，与发放无关',
    none: '未使用',
    remembered: '上次确认过',
  },
  choose: (field: PayoutField) => `请选择${field === 'amount' ? '金额' : titlesOf([field])}`,
  meaning: {
    gross: { title: '应发金额', means: '税前金额，个税从中扣除' },
    net: { title: '实发金额', means: '到手金额，由系统倒推税前' },
  },
  paidAsIs: '按这一列发放',
  follows: { gross: '实发合计', net: '应发合计' },
  sheetSum: '表内合计',
  skips: '已跳过的行',
  row: (rowNumber: number) => `第 ${rowNumber} 行`,
  kinds: { title: '标题', heading: '表头', total: '合计', subtotal: '小计', footer: '说明' },
  skipped: '已跳过',
  agrees: (sum: string) => `，合计一致（${sum}）`,
  differs: (said: string, sum: string) => `写的是 ${said}，与明细 ${sum} 不一致`,
  moreSkipped: (rows: number) => `另有 ${rows} 行已跳过`,
  confirmTotals: '已核对，按明细发放',
  remember: '记住这种表头',
  rememberFor: (company: string, columns: number) => `${company}下次上传同样的 ${columns} 列，不再询问`,
  missing: (titles: string) => `还需选择：${titles}`,
  missingColumn: (letters: string) => `还需选择 ${letters} 列`,
  missingTotals: '合计与明细不一致，请核对',
  submit: (rows: number) => `校验 ${rows} 行`,
} as const
