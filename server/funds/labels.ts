// The Chinese words of fund exports and of the account statement.

import { figure } from '@paywages/domain/money/figure.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'

export const FLOW_TITLES = {
  at: '时间',
  kind: '类型',
  batchNo: '批次号',
  payee: '收款人',
  recharge: '充值单号',
  payer: '付款人',
  in: '收入（元）',
  out: '支出（元）',
  balance: '账户余额（元）',
  flowId: '流水号',
} as const

export const FLOW_SHEET = '资金流水'
export const flowFileName = (company: string, day: string) => `资金流水-${company}-${day}.xlsx`

export const statementFileName = (company: string, month: string, closed: boolean) =>
  `对账单-${company}-${month}${closed ? '' : '-未结'}.pdf`

export const STATEMENT_WORDS = {
  title: '账户对账单',
  month: (month: string) => `${Number(month.slice(0, 4))} 年 ${Number(month.slice(5))} 月`,
  until: (at: string) => `本月尚未结束，本单为截至 ${at} 的临时对账单，以月末后生成的为准。`,
  check: (opening: string, coming: string, going: string, closing: string) =>
    `期初余额 ${opening} ＋ 收入 ${coming} － 支出 ${going} ＝ 期末余额 ${closing}`,
  rechargeNo: (id: number) => `充值单 ${rechargeNumber(id)}`,
  more: (rest: number) => `其余 ${figure(rest)} 笔请在资金流水中导出查看。`,
} as const

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
  company: '供应商',
  platform: '平台',
} as const

export const MONEY_VIEW_SHEET = '资金汇总'
export const moneyViewName = (day: string) => `资金汇总-${day}.xlsx`
