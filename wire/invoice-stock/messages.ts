// What the slice of the invoice stock says to people (D28).

import type { StockAnswer } from '@paywages/domain/invoice-stock/stock.ts'
import type { RefusalText } from '../refusal.ts'

export const stockRefusals = {
  'stock-month-closed': { http: 422, field: 'month', msg: '只能维护当月库存' },
} as const satisfies Record<string, RefusalText>

export const stockTexts = {
  monthWrong: '请选择月份',
  countWrong: '发票份数须为 0 至 1,000,000 的整数',
  amountWrong: '金额须为不小于 0 的数字，最多两位小数',
  amountTooLarge: '金额不能超过 1 万亿元',
  linesWrong: '请填写四种发票类型的库存',
  statusWrong: '状态参数不正确',
  listFailed: '暂未获取发票库存，请稍后重试',
  saveFailed: '暂无法操作，请稍后重试',
} as const

/** The same word for the same state, on pages and in sheets. */
export const stockAnswerWords: Readonly<Record<StockAnswer, string>> = {
  enough: '充足',
  short: '不足',
  unsupported: '不支持',
  unknown: '未维护',
}

export const supportWords = (supported: boolean) => (supported ? '支持' : '不支持')
