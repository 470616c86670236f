// The words of the comparison with an earlier batch.

import { RISEN_PERCENT } from '@paywages/domain/payouts/batch-comparison.ts'

export const comparisonLabels = {
  region: '与上一批比较',
  inTenThousands: '单位：万元',
  title: (name: string, day: string) => `与上一批（${name}，${day}）相比`,
  facts: '与上批不同之处，点击筛选明细',
  choose: '换一批',
  chooseHint: '选择用来比较的批次',
  none: '该供应商此前没有已转账的批次，无法与上一批比较',
  failed: '暂未获取批次比较',
  added: (people: string, amount: string) => `新增 ${people} 人 ${amount}`,
  removed: (people: string) => `减少 ${people} 人`,
  cards: (people: string) => `${people} 人收款卡变更`,
  risen: (people: string, percent: number) => `${people} 人金额上涨超过 ${percent}%`,
  /** What the rows are narrowed to, beside the way back. */
  changes: {
    added: '新增人员',
    card: '收款卡变更（较上批）',
    risen: `金额上涨超过 ${RISEN_PERCENT}%`,
  },
  samePeople: '人员、收款卡与上批相同',
  high: (rows: string, amount: string, share: string) => `高风险 ${rows} 笔共 ${amount} 元，占本批 ${share}`,
  noHigh: '没有高风险',
  steady: (people: string, percent: number) => `${people} 人变动在 ${percent}% 以内`,
  noneSteady: (percent: number) => `上批已有的人变动均超过 ${percent}%`,
  allNew: '本批人员均为新增',
  last: '上批合计',
  addedStep: (people: string) => `新增 ${people} 人`,
  changed: '金额变化',
  now: '本批合计',
  head: '较上批（元）',
  notThere: '上批没有',
  equal: '持平',
  risenBy: (percent: string) => `↑ ${percent}%`,
  fallenBy: (percent: string) => `↓ ${percent}%`,
  ofPerson: '本人合计',
  inShort: (words: string) => `较上批 ${words}`,
} as const
