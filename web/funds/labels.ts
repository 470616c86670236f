// The Chinese words of the funds pages.

export const moneyViewLabels = {
  purpose: '已开始转账的批次，按发放时间汇总；合计只计成功的笔数',
  company: '公司',
  platform: '平台',
  companyAndPlatform: '公司 / 平台',
  startedAt: '发放时间',
  gross: '总金额（元）',
  people: '人数',
  succeeded: '成功金额（元）',
  succeededPeople: '成功人数',
  failed: '失败金额（元）',
  failedPeople: '失败人数',
  fee: '服务费（元）',
  openBatch: (at: string, batchNo: string) => `${at}，批次 ${batchNo} 的转账详情`,
  export: '导出',
  empty: '近一月没有发放',
  emptyHint: '开始转账后，每个批次都会出现在这里；也可以放宽时间再查。',
  lastQuarter: '查近三月',
} as const

export const moneyTotalsLabels = {
  title: '发放合计',
  outcome: '成功发放总额（元）',
  cost: '服务费总额（元）',
  up: '↑',
  down: '↓',
  rise: '增加',
  fall: '减少',
  against: (days: string) => `较前 ${days} 天`,
  noneBefore: (days: string) => `前 ${days} 天无发放`,
  averageRate: (percent: string) => `平均费率 ${percent}%`,
  ever: (outcome: string, cost: string) => `累计发放 ${outcome} 元，服务费 ${cost} 元`,
  failed: '合计暂未获取',
  retry: '重试',
} as const

export const moneyChartLabels = {
  byDay: '每日发放',
  byMonth: '每月发放',
  succeeded: '成功',
  failed: '失败',
  fee: '服务费',
  show: '图表内容',
  amounts: '发放额',
  fees: '服务费',
  times: '人次',
  broken: '图表暂未获取',
  retry: '重试',
} as const
