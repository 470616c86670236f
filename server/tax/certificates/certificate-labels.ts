// The Chinese words of exported tax certificates, and the names of their files.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'

export const CERTIFICATE_TITLES = {
  number: '编号',
  month: '月份',
  name: '姓名',
  idCardNo: '身份证号',
  provider: '供应商',
  income: '收入（元）',
  tax: '税额（元）',
  status: '完税状态',
  generatedAt: '生成时间',
} as const

/** The month's tax is paid once its proof is uploaded and stands (D30). */
export const PAID_WORDS = { paid: '已完税', unpaid: '未完税', notWithheld: '未代扣' } as const

export const CERTIFICATE_SHEET = '个人完税证明'
export const certificatesName = (day: Day) => `个人完税证明-${day}.xlsx`
export const statementFileName = (number: string, name: string) => `${number}-${name}.pdf`
export const certificatesZipName = (day: Day, count: number) => `个人完税证明-${day}-${count}份.zip`
