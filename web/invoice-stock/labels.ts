// The Chinese words of the invoice stock.

import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'

/** Where there is little room. */
export const shortTypeWords: Readonly<Record<InvoiceType, string>> = {
  'special-paper': '专票（纸质）',
  'special-electronic': '专票（电子）',
  'ordinary-paper': '普票（纸质）',
  'ordinary-electronic': '普票（电子）',
}

export const stockLabels = {
  rule: '每月 1 日系统自动为支持的发票类型新增库存记录。',
  ruleMore: '库存不足时平台将推荐其他供应商。',
  month: '月份',
  answer: '是否充足',
  totalCount: '库存总数（份）',
  totalAmount: '可开票总额（元）',
  saved: '更新',
  savedBy: (who: string, at: string) => `${who} · ${at}`,
  system: '系统',
  actions: '操作',
  keep: '维护',
  look: '查看',
  exportAll: '导出',
  empty: '还没有发票库存',
  emptyHint: '管理员维护本月库存后，会显示在这里。',

  keepTitle: '维护发票库存',
  lookTitle: '发票库存',
  object: (company: string, month: string) => `${company} · ${month}`,
  unknown: '本月库存还未维护',
  unknownHint: '请联系平台管理员维护；未维护不影响提交开票申请。',
  saveAction: '保存',
  savedToast: '发票库存已保存',
  type: '发票类型',
  support: '支持',
  enough: '充足',
  count: '库存份数',
  amount: '可开票金额（元）',
  drawn: '本月已开',
  remaining: '剩余',
  copies: (count: string) => `${count} 份`,
  total: '合计',
  switchSupport: (type: string) => `${type}是否支持`,
  switchEnough: (type: string) => `${type}是否充足`,
  countOf: (type: string) => `${type}库存份数`,
  amountOf: (type: string) => `${type}可开票金额`,
  countHint: '请输入份数',
  amountHint: '请输入金额',
  note: '份数与金额填写本月的总量，已开出的部分由系统扣减。关闭「充足」后，无论余量多少都按不足提示开票人。',
  conflict: (who: string, at: string) => `${who} 已于 ${at} 保存过本月库存`,
  conflictText: '您填写的内容仍在。可载入最新内容后再改，或直接保存以您填写的为准。',
  loadLatest: '载入最新',
} as const
