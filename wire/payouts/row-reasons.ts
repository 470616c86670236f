// Why a row of a payout sheet is bad, in the sentences that people are told (D15).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import { amountCause } from '@paywages/domain/payouts/amount-cause.ts'
import type { RowReason } from '@paywages/domain/payouts/sheet-row.ts'

export type ReasonDetail = {
  readonly rowNumber?: number
  readonly limitFen: bigint
  /** What stands in the cell that the reason points at. */
  readonly value?: string
}

const REASONS: Readonly<Record<RowReason, string | ((detail: ReasonDetail) => string)>> = {
  'name-missing': '姓名不能为空',
  'name-malformed': '姓名格式不正确',
  'id-damaged': '身份证号已损坏，请将单元格设为文本格式',
  'id-wrong': '身份证号不正确',
  'age-outside': '年龄须在 18 至 60 周岁之间',
  'phone-wrong': '手机号不正确',
  'bank-missing': '开户行不能为空',
  'bank-too-long': '开户行最多 60 个字符',
  'card-damaged': '银行卡号已损坏，请将单元格设为文本格式',
  'card-wrong': '银行卡号不正确',
  'amount-wrong': ({ value }) => `金额不正确${quoted(value, amountCause)}`,
  'month-wrong': ({ value }) => `所属月份不正确${quoted(value)}`,
  'remark-too-long': '备注最多 100 个字符',
  restricted: '该人员为限制转账人员',
  'limit-reached': ({ limitFen }) =>
    `本月累计金额须低于 ${formatYuanGrouped(limitFen).replace(/\.00$/, '')} 元`,
  'name-differs': '姓名与身份证号不一致',
  'unsigned-blocked': '该人员未签约',
  'duplicate-row': ({ rowNumber = 0 }) => `与第 ${figure(rowNumber)} 行重复`,
  'name-merged': merged('姓名'),
  'id-merged': merged('身份证号'),
  'phone-merged': merged('手机号'),
  'card-merged': merged('银行卡号'),
  'amount-merged': merged('金额'),
}

function merged(what: string): string {
  return `${what}与上面的行合并成一格，请取消合并，逐行填写`
}

export function reasonText(reason: RowReason, detail: ReasonDetail): string {
  const text = REASONS[reason]
  return typeof text === 'function' ? text(detail) : text
}

const MAX_QUOTED = 20

/** The error dialog has no column for it, so the wrong value stands beside its reason; what would part reasons does not. */
function quoted(value = '', cause: (text: string) => string = (text) => text): string {
  const characters = [...value.replaceAll('；', ';').replaceAll('，', ',')]
  if (characters.length === 0) return ''
  return `（${cause(`${characters.slice(0, MAX_QUOTED).join('')}${characters.length > MAX_QUOTED ? '…' : ''}`)}）`
}

/** Several reasons of one row are joined by a full-width semicolon (D14). */
export function joinReasons(texts: readonly string[]): string {
  return texts.join('；')
}
