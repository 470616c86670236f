// What the approvals slice says to people: refusals, and policies and tiers in words.

import {
  type ApprovalPolicy,
  type FrozenTier,
  MAX_REVIEWERS,
  MAX_TIERS,
  type Tier,
} from '@paywages/domain/approvals/policy.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { RefusalText } from '../refusal.ts'

export const approvalRefusals = {
  'policy-tiers-number': { http: 422, field: 'tiers', msg: `请设置 1 至 ${MAX_TIERS} 个档位` },
  'policy-first-tier': { http: 422, field: 'tiers', msg: '第一档须从 0 元起' },
  'policy-tiers-order': { http: 422, field: 'tiers', msg: '各档的起始金额须逐档升高' },
  'policy-reviewers': { http: 422, field: 'tiers', msg: `复核人数须为 1 至 ${MAX_REVIEWERS} 位` },
  'policy-tiers-weaken': { http: 422, field: 'tiers', msg: '金额更高的档位不能比前一档要求更低' },
  'policy-share': { http: 422, field: 'tiers', msg: '新收款人与换卡占比须为 0 至 99 的整数' },
  'policy-last-share': { http: 422, field: 'tiers', msg: '最高一档没有下一档，不能设置占比' },
  'policy-ceiling': { http: 422, msg: '上限须大于 0 元' },
  'policy-day-below-batch': { http: 422, field: 'dayCeiling', msg: '单日上限不能低于单批上限' },
  'policy-unchanged': { http: 422, msg: '审批策略没有变化' },
  'batch-over-ceiling': {
    http: 422,
    msg: ({ amount, ceiling }) => `批次金额 ${amount} 元超过单批上限 ${ceiling} 元，请拆分后重新上传`,
  },
  'day-over-ceiling': {
    http: 422,
    msg: ({ amount, ceiling, started }) =>
      started === '0.00'
        ? `批次金额 ${amount} 元超过单日上限 ${ceiling} 元，请拆分后分日发放`
        : `今日已发起 ${started} 元，加上本批 ${amount} 元将超过单日上限 ${ceiling} 元，请改日再发起`,
  },
  'reviewer-twice': { http: 422, msg: '您已复核过该批次，须由另一位复核人处理' },
  'manager-must-review': { http: 422, msg: '最后一位复核人须为管理员' },
  'schedule-past': { http: 422, field: 'time', msg: '预约时间已过，请选择以后的时间' },
  'schedule-soon': { http: 422, field: 'time', msg: '预约时间须在 5 分钟之后，以便取消' },
  'schedule-far': { http: 422, field: 'time', msg: ({ days }) => `最多预约 ${days} 天之内的时间` },
  'schedule-ended': { http: 409, msg: '该预约已取消、已执行或不存在，请刷新后查看' },
  'schedule-missed': { http: 409, msg: '系统未能在预约时间后一小时内发起，已停止' },
  'schedule-halted': { http: 409, msg: '系统正在与银行记录核对，暂停发起转账' },
  'scheduler-disabled': { http: 409, msg: '预约人的账号已停用' },
  'scheduler-waiting': { http: 409, msg: '预约人的账号近期有变更，暂不能发起转账' },
  'reviews-missing': { http: 422, msg: '复核人数不足，不能发起转账' },
} as const satisfies Record<string, RefusalText>

export const approvalTexts = {
  listFailed: '暂未获取审批策略，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  amountWrong: '请输入金额，最多两位小数',
  noCeiling: '不限',
} as const

/** 需 2 位复核，其中 1 位须为管理员. */
export function reviewersInWords({
  reviewers,
  managerReviews,
}: Pick<Tier, 'reviewers' | 'managerReviews'>): string {
  if (!managerReviews) return `${reviewers} 位复核`
  return reviewers === 1 ? '1 位复核，须为管理员' : `${reviewers} 位复核，其中 1 位须为管理员`
}

function tierInWords(tier: Tier): string {
  const { fromFen, newSharePercent: share } = tier
  const from = fromFen === 0n ? '' : `${formatYuanGrouped(fromFen)} 元起 `
  return `${from}${reviewersInWords(tier)}${share === null ? '' : `（新收款人与换卡超过 ${share}% 按下一档）`}`
}

export const tiersInWords = ({ tiers }: ApprovalPolicy): string => tiers.map(tierInWords).join('；')

export const ceilingInWords = (fen: bigint | null): string =>
  fen === null ? approvalTexts.noCeiling : `${formatYuanGrouped(fen)} 元`

/** 第 2 档（500,000.00 元起）. */
export function frozenTierInWords({ number, fromFen, raised, platformName }: FrozenTier): string {
  const from = fromFen === 0n ? '' : `（${formatYuanGrouped(fromFen)} 元起）`
  const why = raised ? '，因新收款人与换卡占比升档' : ''
  return `${platformName === '' ? '' : `平台「${platformName}」`}第 ${number} 档${from}${why}`
}
