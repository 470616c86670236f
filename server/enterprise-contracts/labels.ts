// The Chinese words of enterprise contracts: papers, histories and the exported sheet.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { ContractStatus } from '@paywages/domain/enterprise-contracts/contract-status.ts'

export const STATUS_WORDS: Readonly<Record<ContractStatus, string>> = {
  pending: '未生效',
  effective: '生效中',
  expired: '已到期',
  terminated: '已终止',
}

export const CONTRACT_TITLES = {
  contractNo: '合同编号',
  contractName: '合同名称',
  serviceRate: '服务费率',
  categoryName: '发票类目',
  providerName: '供应商',
  beginDay: '合同开始',
  endDay: '合同结束',
  status: '执行状态',
  file: '合同文件',
} as const

export const CONTRACT_SHEET = '企业合同'
export const contractsName = (day: Day) => `企业合同-${day}.xlsx`
export const pdfName = (contractName: string, contractNo: string) => `${contractName}-${contractNo}.pdf`

/** What stands on a paper where nothing is on record. */
export const BLANK = '—'
export const CATEGORY_OPEN = '以双方书面确认为准'
const DAY_OPEN = '＿＿＿＿年＿＿月＿＿日'

export function dayInWords(day: Day | null): string {
  if (day === null) return DAY_OPEN
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}
