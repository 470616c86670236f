// The Chinese words of fund exports.

export const MONEY_VIEW_TITLES = {
  startedAt: '发放时间',
  batchNo: '批次号',
  gross: '总金额（元）',
  people: '人数',
  succeeded: '成功金额（元）',
  succeededPeople: '成功人数',
  failed: '失败金额（元）',
  failedPeople: '失败人数',
  fee: '服务费（元）',
  company: '公司',
  platform: '平台',
} as const

export const MONEY_VIEW_SHEET = '资金汇总'
export const moneyViewName = (day: string) => `资金汇总-${day}.xlsx`
