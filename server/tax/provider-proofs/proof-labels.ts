// The Chinese words of the exported list of tax proofs.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'

export const STATUS_WORDS: Readonly<Record<ProofStatus, string>> = {
  pending: '待上传',
  uploaded: '已上传',
  rejected: '已驳回',
  updated: '已更新',
}

export const PROOF_TITLES = {
  month: '月份',
  tax: '税额（元）',
  income: '发放金额（元）',
  people: '人数',
  file: '完税证明文件',
  provider: '供应商',
  uploadedAt: '最后上传时间',
  status: '状态',
  reason: '驳回原因',
} as const

export const PROOF_SHEET = '供应商完税证明'
export const proofsName = (day: Day) => `供应商完税证明-${day}.xlsx`
