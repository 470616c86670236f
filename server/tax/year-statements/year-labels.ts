// The Chinese words of exported statements of a year, and the names of their files.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { YearStatementRecord } from './year-list-store.ts'

export const YEAR_TITLES = {
  year: '年度',
  through: '数据截至',
  number: '编号',
  version: '版本',
  name: '姓名',
  idCardNo: '身份证号',
  payer: '支付单位',
  taxpayerId: '支付单位纳税人识别号',
  month: '月份',
  income: '收入（元）',
  exempt: '免税收入（元）',
  costs: '费用（元）',
  deduction: '减除费用（元）',
  other: '其他扣除（元）',
  relief: '减免税额（元）',
  tax: '已扣缴税额（元）',
  method: '计税方式',
  remark: '备注',
  madeAt: '生成时间',
} as const

export const YEAR_SHEET = '年度收入纳税汇总'

export const yearsName = (day: Day, year: string | undefined) =>
  `年度收入纳税汇总-${year ?? '全部年度'}-${day}.xlsx`
export const yearFileName = (number: string, name: string) => `${number}-${name}-年度收入纳税汇总.pdf`
export const yearsZipName = (day: Day, count: number) => `年度收入纳税汇总-${day}-${count}份.zip`

/** What the log calls a statement. */
export const auditName = ({ name, year }: Pick<YearStatementRecord, 'name' | 'year'>) => `${year} ${name}`
