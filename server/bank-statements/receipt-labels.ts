// The Chinese words of receipts and evidence that people download.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'

export const receiptName = (payoutNo: string) => `回单-${payoutNo}.png`
export const evidenceName = (payoutNo: string) => `凭证包-${payoutNo}.zip`
export const batchEvidenceName = (batchNo: string, count: number, part?: number) =>
  `凭证包-${batchNo}-${part === undefined ? '' : `第${part}包-`}${count}张回单.zip`
export const LIST_NAME = '凭证清单.csv'

export const LIST_TITLES = [
  '发放编号',
  '姓名',
  '实发金额（元）',
  '状态',
  '发放时间',
  '转账编号',
  '银行流水号',
  '回单',
  '回单摘要（SHA-256）',
  '来源文件',
  '页',
] as const

export const NO_RECEIPT = '无'
export const UNREADABLE = '无法裁切，请在银行对账单中查看原页'

export const STATUS_WORDS: Readonly<Record<RowStatus, string>> = {
  processing: '处理中',
  succeeded: '成功',
  failed: '失败',
  cancelled: '已取消',
}
