// What the funds slice says to people.

export const moneyViewTexts = {
  listFailed: '暂未获取资金汇总，请稍后重试',
  totalsFailed: '暂未获取发放总额，请稍后重试',
  exportFailed: '导出失败，请稍后重试',
} as const
