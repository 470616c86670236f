// The Chinese words of payout exports.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { withoutEnding } from '@paywages/domain/payouts/sheet-name.ts'

export const SHEET_TITLES = {
  rowNumber: '行号',
  name: '姓名',
  idCardNo: '身份证号',
  phone: '手机号',
  bank: '开户行',
  cardNo: '银行卡号',
  amount: '金额',
  month: '所属月份',
  remark: '备注',
  reason: '原因',
} as const

export const EXPORT_TITLES = {
  ...SHEET_TITLES,
  amount: '金额（元）',
  fee: '服务费（元）',
  tax: '个税（元）',
  vat: '增值税及附加（元）',
  status: '状态',
  error: '失败原因',
  paidAt: '转账时间',
} as const

export const DETAIL_TITLES = {
  ...EXPORT_TITLES,
  batchNo: '批次号',
  company: '供应商',
  payoutAt: '发放时间',
  receipt: '电子回单',
} as const

export const STATUS_WORDS: Readonly<Record<RowStatus, string>> = {
  processing: '处理中',
  succeeded: '成功',
  failed: '失败',
  cancelled: '已取消',
}

export const PRESENCE_WORDS = { there: '有', none: '无' } as const

export const SHEET_NAMES = { marked: '发放表', rows: '发放明细' } as const

export const markedName = (fileName: string) => `${withoutEnding(fileName)}-标注.xlsx`
export const copyName = (fileName: string) => `${withoutEnding(fileName)}-失败重发.xlsx`
export const failedName = (batchNo: string, fileName: string) =>
  `失败明细-${batchNo}-${withoutEnding(fileName)}.xlsx`
export const detailsName = (day: string) => `发放明细查询-${day}.xlsx`
export const exportName = (batchNo: string, fileName: string) =>
  `发放明细-${batchNo}-${withoutEnding(fileName)}.xlsx`
