// The Chinese words of invoice exports, downloads and histories.

import type { ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'

export const STATUS_WORDS: Readonly<Record<ApplicationStatus, string>> = {
  pending: '待审核',
  invoicing: '开票中',
  invoiced: '已开票',
  rejected: '已拒绝',
}
export const WITHDRAWN_WORD = '已撤回'

export const CORRECTED_FIELDS = {
  trackingNo: '物流单号',
  trackingNote: '开票备注',
  files: '发票文件',
} as const

export const INVOICE_TITLES = {
  applicationNo: '申请编号',
  type: '发票类型',
  category: '开票类目',
  amount: '开票金额',
  company: '供应商',
  applicant: '申请人',
  remark: '申请留言',
  appliedAt: '申请时间',
  status: '状态',
  refuseReason: '拒绝原因',
  auditedAt: '审核时间',
  invoicedAt: '确认开票时间',
  trackingNo: '物流单号',
  trackingNote: '开票备注',
  invoiceCount: '发票份数',
} as const

export const INVOICE_SHEET = '开票申请'
export const invoicesName = (day: string) => `开票申请-${day}.xlsx`
export const invoiceZipName = (applicationNo: string) => `发票-${applicationNo}.zip`
