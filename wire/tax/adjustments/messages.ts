// What is said about adjustments: refusals, and why a row of a sheet is bad.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import { MAX_ADJUSTMENT_FEN } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import type {
  AdjustmentRowReason,
  BadAdjustmentRow,
} from '@paywages/domain/tax/adjustments/adjustment-rows.ts'
import { joinReasons } from '../../payouts/row-reasons.ts'
import type { RefusalDetail, RefusalText } from '../../refusal.ts'

const MONTH_AHEAD = '月份不能晚于当前月份'
const YEAR_OVER = '该年度的申报已全部生成，不能再调整，请由本人在年度汇算清缴时办理'

export const adjustmentRefusals = {
  'own-adjustment': { http: 403, msg: '不能确认或驳回本人录入的调整，请由其他人员处理' },
  'not-adjustment-proposer': { http: 403, msg: '只能撤回本人录入的调整' },
  'adjustment-month-ahead': { http: 422, field: 'month', msg: MONTH_AHEAD },
  'adjustment-year-over': { http: 422, field: 'month', msg: YEAR_OVER },
  'adjustment-duplicate': {
    http: 409,
    msg: '相同的调整已经录入，请勿重复录入；确需再录一笔，请写明不同的原因',
  },
  'adjustment-below-zero': {
    http: 422,
    field: 'amount',
    msg: ({ name, item }: RefusalDetail) => `${name}的${item}：冲减后累计金额小于 0，请核对后重试`,
  },
} as const satisfies Record<string, RefusalText>

export const adjustmentTexts = {
  monthWrong: '请选择月份',
  personMissing: '请选择人员',
  itemWrong: '请选择调整项目',
  amountWrong: '请输入不为 0 的金额，最多两位小数；冲减以前的调整时填写负数',
  amountTooLarge: `金额不能超过 ${formatYuanGrouped(MAX_ADJUSTMENT_FEN)} 元`,
  reasonMissing: '请输入原因',
  reasonWrong: '原因为 2–100 个字符',
  statusWrong: '状态参数不正确',
  idWrong: '调整记录参数不正确',
  noneChosen: '请选择要处理的调整',
  tooMany: (max: number) => `一次最多处理 ${figure(max)} 条`,
  rejectReasonMissing: '请输入驳回原因',
  listFailed: '暂未获取税前调整，请稍后重试',
  addFailed: '暂无法录入调整，请稍后重试',
  importFailed: '导入失败，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const

const REASONS: Readonly<Record<Exclude<AdjustmentRowReason, 'duplicate-row'>, string>> = {
  'name-missing': '姓名不能为空',
  'id-damaged': '证件号码已损坏，请将单元格设为文本格式',
  'id-wrong': '证件号码不正确',
  'person-unknown': '该人员不在本供应商的人员名单中',
  'name-differs': '姓名与证件号码不一致',
  'month-wrong': '月份不正确',
  'adjustment-month-ahead': MONTH_AHEAD,
  'adjustment-year-over': YEAR_OVER,
  'item-wrong': '项目不正确',
  'amount-wrong': '金额不正确',
  'reason-wrong': adjustmentTexts.reasonWrong,
  'duplicate-entry': '相同的调整已经录入',
}

export function adjustmentReasonsText({ reasons, sameAs }: BadAdjustmentRow): string {
  return joinReasons(
    reasons.map((reason) => (reason === 'duplicate-row' ? `与第 ${sameAs} 行重复` : REASONS[reason])),
  )
}
