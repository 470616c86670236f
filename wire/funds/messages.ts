// What the funds slice says to people.

import type { FlowKind } from '@paywages/domain/ledger/fund-flow.ts'
import type { ReversalKind } from '@paywages/domain/recharges/recharge-status.ts'
import type { RefusalDetail, RefusalText } from '../refusal.ts'

export const fundRefusals = {
  'fund-statement-ahead': { http: 422, field: 'month', msg: '该月份还没有开始，无法生成对账单' },
  'fund-statement-before': {
    http: 422,
    field: 'month',
    msg: ({ first }: RefusalDetail) =>
      first
        ? `该供应商的资金流水从 ${first} 开始，请选择之后的月份`
        : '该供应商还没有资金往来，无法生成对账单',
  },
} as const satisfies Record<string, RefusalText>

export const fundTexts = {
  kindWrong: '流水类型参数不正确',
  monthWrong: '请选择月份',
  dayWrong: '日期参数不正确',
  flowFailed: '暂未获取资金流水，请稍后重试',
  exportFailed: '暂无法导出资金流水，请稍后重试',
  statementFailed: '暂无法生成对账单，请稍后重试',
} as const

export const moneyViewTexts = {
  listFailed: '暂未获取资金汇总，请稍后重试',
  totalsFailed: '暂未获取发放总额，请稍后重试',
  exportFailed: '导出失败，请稍后重试',
} as const

/** The same words on the page, in the export and on the statement. */
export const flowKindWords: Readonly<Record<FlowKind, string>> = {
  recharge: '充值',
  reversal: '冲正退款',
  payout: '发放',
  tax: '代扣个税',
  vat: '代扣增值税及附加',
  fee: '服务费',
  'returned-payout': '退票退回',
  'returned-tax': '退回个税',
  'returned-vat': '退回增值税及附加',
  'returned-fee': '退还服务费',
}

const reversalWords: Readonly<Record<ReversalKind, string>> = { correction: '冲正', refund: '退款' }

/** Of one line: a reversal says which it was, and a payout after the failure that it is one. */
export function flowWord(line: {
  readonly kind: FlowKind
  readonly late: boolean
  readonly reversalKind: ReversalKind | null
}): string {
  const word = line.reversalKind === null ? flowKindWords[line.kind] : reversalWords[line.reversalKind]
  return line.late ? `${word}（补记）` : word
}
