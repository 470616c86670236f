// What the providers slice says to people.

import { MONTHLY_LIMIT_DEFAULT_YUAN } from '@paywages/domain/limits/monthly-limit.ts'
import { FIRST_FILING_DAY } from '@paywages/domain/tax/cumulative-eligibility.ts'
import type { RefusalText } from '../refusal.ts'

export const providerRefusals = {
  'provider-name-taken': { http: 409, field: 'providerName', msg: '供应商名称已存在' },
  'platform-name-taken': { http: 409, field: 'platformName', msg: '平台名称已存在' },
  'platform-unknown': { http: 422, field: 'platformIds', msg: '所选平台不存在，请刷新后重试' },
  'platform-in-use': { http: 422, field: 'platformIds', msg: '该供应商在所移除的平台下仍有账号' },
  'own-provider': { http: 422, msg: '不能停用您自己所属的供应商' },
  'limit-unconfirmed': {
    http: 422,
    field: 'userMonthPayLimit',
    msg: `月限额高于 ${MONTHLY_LIMIT_DEFAULT_YUAN} 元，请确认后再提交`,
  },
  'filing-day-wrong': {
    http: 422,
    field: 'basicInfoDate',
    msg: `平台基本信息的报送日期须在 ${FIRST_FILING_DAY} 至今天之间`,
  },
} as const satisfies Record<string, RefusalText>

export const providerTexts = {
  nameMissing: '请输入供应商名称',
  platformsMissing: '请选择平台',
  rateWrong: '服务费率须在 0 至 10,000 之间，最多两位小数',
  filedOnWrong: '请选择平台基本信息的报送日期',
  gapRuleWrong: '请选择收入中断后的累计方式',
  vatBearerWrong: '请选择增值税承担方式',
  limitWrong: '月限额须大于 0，最多两位小数',
  bankAccountWrong: '银行账号须为 6 至 32 位数字',
  taxpayerIdWrong: '纳税人识别号须为 15 至 20 位字母或数字',
  phoneWrong: '联系电话格式不正确',
  platformNameMissing: '请输入平台名称',
  addFailed: '暂无法新增，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  listFailed: '暂未获取供应商列表，请稍后重试',
  platformsFailed: '暂未获取平台列表，请稍后重试',
} as const
