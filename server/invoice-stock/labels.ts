// The Chinese words of the stock's sheet.

export const STOCK_TITLES = {
  company: '供应商',
  month: '月份',
  type: '发票类型',
  supported: '是否支持',
  count: '库存份数',
  drawnCount: '已开份数',
  remainingCount: '剩余份数',
  amount: '可开票额度（元）',
  drawn: '已开票金额（元）',
  remaining: '剩余可开票金额（元）',
  answer: '是否充足',
  savedBy: '更新人',
  savedAt: '更新时间',
} as const

export const SYSTEM = '系统'
export const STOCK_SHEET = '发票库存'
export const stockFileName = (month: string, day: string) => `发票库存-${month}-${day}.xlsx`
