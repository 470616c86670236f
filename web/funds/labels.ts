// The Chinese words of the funds pages.

import type { FlowKind } from '@paywages/domain/ledger/fund-flow.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { flowKindWords } from '@paywages/wire/funds/messages.ts'

export const moneyViewLabels = {
  purpose: '已开始转账的批次，按发放时间汇总；合计只计成功的笔数',
  platform: '平台',
  companyAndPlatform: '供应商 / 平台',
  startedAt: '发放时间',
  gross: '总金额（元）',
  people: '人数',
  succeeded: '成功金额（元）',
  succeededPeople: '成功人数',
  failed: '失败金额（元）',
  failedPeople: '失败人数',
  peopleOf: (count: string) => `${count} 人`,
  rowsOf: (count: string) => `${count} 笔`,
  fee: '服务费（元）',
  openBatch: (at: string, batchNo: string) => `${at}，批次 ${batchNo} 的转账详情`,
  export: '导出',
  empty: '近一周没有发放',
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
  ever: (outcome: string, cost: string) => `累计成功发放 ${outcome} 元，服务费 ${cost} 元`,
  taxOfTime: '代扣个税（元）',
  failed: '合计暂未获取',
  retry: '重试',
} as const

/** Tax as it stands, whatever time is chosen. */
export const taxBalanceLabels = {
  standing: (payable: string, paid: string) => `累计应缴个税 ${payable} 元，已缴 ${paid} 元`,
  open: '待缴',
  over: '多缴待抵',
  settled: '已全部缴清',
  yuan: (money: string) => `${money} 元`,
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

export const flowLabels = {
  kind: '类型',
  at: '时间',
  subject: '摘要',
  in: '收入（元）',
  out: '支出（元）',
  balance: '账户余额（元）',
  batch: (batchNo: string) => `批次 ${batchNo}`,
  recharge: (rechargeId: number) => `充值单 ${rechargeNumber(rechargeId)}`,
  /** Payments first, then what stands beside them. */
  payments: (
    kinds: readonly { readonly kind: FlowKind; readonly lines: number; readonly amountFen: bigint }[],
  ) =>
    kinds
      .map(({ kind, lines, amountFen }, index) =>
        index === 0
          ? `${lines.toLocaleString('en-US')} 笔`
          : `${flowKindWords[kind]} ${formatYuanGrouped(amountFen)}`,
      )
      .join(' · '),
  withLate: (word: string, late: number) => `${word}（含补记 ${figure(late)} 笔）`,
  unfold: (batchNo: string) => `展开批次 ${batchNo} 的收款人`,
  fold: (batchNo: string) => `收起批次 ${batchNo} 的收款人`,
  peopleOf: (batchNo: string) => `批次 ${batchNo} 的收款人`,
  rowNumber: '行号',
  payee: '收款人',
  net: '实发（元）',
  tax: '税款（元）',
  fee: '服务费（元）',
  sum: '合计（元）',
  totals: '本期收支',
  opening: '期初余额',
  coming: '收入',
  going: '支出',
  closing: '期末余额',
  held: '其中在途冻结',
  openingNote: (day: string) => `${day} 零点`,
  closingNote: (day: string) => `${day} 日终`,
  now: '当前',
  lines: (word: string, lines: string) => `${word} ${lines} 笔`,
  returned: '退回',
  ofKind: (word: string, lines: string, money: string) => `${word} ${lines} 笔，${money}`,
  free: (money: string) => `可用 ${money}`,
  export: '导出',
  empty: '近一月没有资金往来',
  emptyHint: '充值到账、发放成功或退票后，每一笔进出都会出现在这里；也可以放宽时间再查。',
  lastQuarter: '查近三月',
  statement: '下载月度账单',
  statementMonth: '月份',
  statementAction: '下载 PDF',
  statementNote: '含期初期末余额、按类型与按日的收支，以及每一笔充值和冲正退款，金额与资金流水一致。',
  statementOpen: '本月尚未结束，下载的是截至目前的临时对账单。',
} as const
