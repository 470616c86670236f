// The Chinese words of warnings, their levels, and the high risks that are checked before an approval.

import { figure } from '@paywages/domain/money/figure.ts'
import type { LevelledWarning, RiskKind } from '@paywages/domain/payouts/warning-levels.ts'
import { riskWords } from '@paywages/wire/payouts/messages.ts'

export const warningLabels: Readonly<
  Record<LevelledWarning | RiskKind, { kind: string; about?: (about: string) => string }>
> = {
  'device-shared': { kind: riskWords['device-shared'] },
  'likely-duplicate': {
    kind: riskWords['likely-duplicate'],
    about: (batchNo) => `与批次 ${batchNo} 同人同额同月`,
  },
  'card-and-amount': {
    kind: riskWords['card-and-amount'],
    about: (yuan) => `平时 ${yuan}；收款卡与上次不同`,
  },
  'card-shared': { kind: riskWords['card-shared'], about: (card) => `均付至 ${card}` },
  'ids-consecutive': {
    kind: riskWords['ids-consecutive'],
    about: (rowNumber) => `自第 ${rowNumber} 行起，多人地区码和生日相同且顺序码相连`,
  },
  'hidden-row': { kind: riskWords['hidden-row'] },
  'card-changed': { kind: '收款卡变更' },
  'amount-unusual': { kind: '金额异常', about: (yuan) => `金额与平时 ${yuan} 元相差较大` },
  'first-payment': { kind: '首次发放' },
  'bank-differs': { kind: '卡号与开户行不符', about: (bank) => `卡号属于${bank}，与开户行不符` },
  'card-luhn': { kind: '卡号校验位异常' },
  'card-failed': { kind: '上次付至此卡失败' },
  unsigned: { kind: '未签约' },
  'vat-threshold': {
    kind: '超增值税起征点',
    about: (yuan) => `平台各供应商本月已发 ${yuan} 元，加本批超增值税起征点`,
  },
}

export const chipLabels = {
  more: (count: number) => `+${count}`,
  /** Begins with what is seen. */
  moreOf: (name: string, more: number, all: number) => `+${more}，${name}的全部 ${all} 项提醒`,
  all: '全部提醒',
  above: '金额高于往常',
  below: '金额低于往常',
  sharedCard: '与其他人的收款卡相同',
  sharedWith: (row: number, name: string) => `与第 ${figure(row)} 行 ${name} 同一张卡`,
  sharedWithAll: (row: number, name: string, people: string) =>
    `与第 ${figure(row)} 行 ${name} 等 ${people} 人同一张卡`,
  hidden: '该行在表格中被隐藏',
} as const

/** What holds for most of a batch, once above its rows. */
export const onceLabels = {
  people: (all: string) => `${all} 人中 `,
  unsigned: (count: string) => `${count} 人未签约`,
  rows: (all: string) => `${all} 笔中 `,
  kind: (count: string, kind: string) => `${count} 笔${kind}`,
  notByRow: '，不逐行标注',
  look: '查看',
  chosen: (kind: string) => `只看：${kind}`,
  clear: (kind: string) => `取消只看：${kind}`,
} as const

/** Only the first is named. */
const andMore = (count: number) => (count > 1 ? ' 等' : '')

export const riskLabels = {
  title: (count: string) => `高风险 ${count} 项，逐项核实后才能通过`,
  progress: (done: number, all: number) => `已核实 ${done} / ${all}`,
  checked: '已核实',
  checkedOf: (risk: string) => `已核实：${risk}`,
  word: '核实说明，必填',
  wordOf: (risk: string) => `核实说明：${risk}`,
  names: (names: string, count: string) => `${names} 等 ${count} 笔`,
  earlier: (name: string, word: string) => `${name}：${word}`,
  missing: (count: number, risk: string, rows: string, amount: string) =>
    `还有 ${count} 项高风险未核实：${risk}（${rows} 笔，${amount}）${andMore(count)}`,
  missingPeople: (count: number, risk: string) => `还有 ${count} 项高风险未核实：${risk}${andMore(count)}`,
  missingWord: (count: number) => `还有 ${count} 项高风险缺少核实说明（至少 2 个字）`,
  notices: (rows: string, kinds: string) => `另有 ${rows} 笔留意：${kinds}`,
  noticeKind: (kind: string, count: string) => `${kind} ${count}`,
  look: '查看',
  changed: '批次的高风险项已变化，请重新核实',
  changedHint: '没有变化的项目，已填写的说明仍在。',
  leave: '放弃已填写的核实说明？',
  leaveAction: '放弃',
  /** In the history of the batch. */
  kept: (count: number) => `核实 ${count} 项高风险`,
  keptTitle: '核实的高风险',
  /** Beside two people who may be one. */
  people: '请确认不是同一人操作；核实说明会留存，并提醒管理员',
  rowsOf: (rows: string) => `第 ${rows} 行`,
} as const
