// The Chinese words of the provider pages.

import {
  MONTHLY_LIMIT_DEFAULT_FEN,
  MONTHLY_LIMIT_DEFAULT_YUAN,
} from '@paywages/domain/limits/monthly-limit.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import type { ProviderDetail } from '@paywages/wire/providers/endpoints.ts'

export const providerLabels = {
  policy: '审批策略',
  name: '供应商名称',
  platforms: '平台',
  serviceRate: '服务费率',
  monthlyLimit: '人员月限额（元）',
  withholdsTax: '代扣个税',
  contactUser: '联系人',
  status: '状态',
  createdAt: '创建时间',
  actions: '操作',
  enabled: '已启用',
  disabled: '已停用',
  nameHint: '请输入供应商名称',
  add: '新增供应商',
  edit: '编辑',
  disable: '停用',
  enable: '启用',
  empty: '还没有供应商',
  emptyHint: '登记一家供应商，再为它开通账号。',
} as const

export const providerFormLabels = {
  why: '变更说明',
  terms: '基本信息与结算条件',
  bank: '开户与纳税信息',
  contact: '联系方式',
  tax: '个税与签约',
  choosePlatforms: '请选择平台',
  addPlatform: '新增平台',
  rate: '服务费率（每万元）',
  rateMeans: (percent: string) => `即应发金额的 ${percent}`,
  rateHint: '每付 10,000 元收取的服务费，0 至 10,000',
  monthlyLimit: '人员月限额（元）',
  limitHint: `同一人员每月累计金额须低于此数，默认 ${MONTHLY_LIMIT_DEFAULT_YUAN}`,
  bankAccountName: '开户名称',
  bankAccount: '银行账号',
  taxpayerId: '纳税人识别号',
  phone: '联系电话',
  address: '地址',
  withholdsTaxHint: '发放时代扣代缴个人所得税，明细中显示个税',
  taxMethod: '个税计算方法',
  gapRule: '收入中断后',
  filedOn: '平台基本信息报送日期',
  filedOnHint: '按国家税务总局公告 2025 年第 15 号向税务机关报送的日期；未报送请留空',
  unfiledTitle: '尚未填写平台基本信息报送日期',
  unfiledBody: '累计预扣法适用于已报送平台基本信息的互联网平台企业。请先报送并填写日期，或改用按次预扣。',
  vatBearer: '增值税承担方式',
  unsignedBlocks: '未签约不得发放',
  unsignedBlocksHint: '关闭时，未签约人员仅提醒，不阻止发放',
  optional: '选填',
  added: '新增成功',
  saved: '操作成功',
  addAction: '新增供应商',
  saveAction: '保存',
  limitTitle: '确认提高人员月限额？',
  limitBody: (limit: string) =>
    `人员月限额将设为 ${limit} 元，高于 ${formatYuanGrouped(MONTHLY_LIMIT_DEFAULT_FEN)} 元。`,
  limitWarning: `月累计超过 ${MONTHLY_LIMIT_DEFAULT_YUAN} 元的人员可能需要办理税务登记，请确认已与供应商核实。`,
  limitAction: '确认限额并提交',
} as const

export const taxMethodLabels: Readonly<Record<ProviderDetail['taxMethod'], string>> = {
  cumulative: '累计预扣法',
  'per-payment': '按次预扣',
}

/** What a month without income does to the accumulated figures. */
export const gapRuleLabels: Readonly<Record<GapRule, string>> = {
  everything: '全部重新累计（公告示例，默认）',
  months: '仅减除费用月数重新起算',
  nothing: '不重新起算，本年有收入的月份全部计入',
}

export const gapRuleHints: Readonly<Record<GapRule, string>> = {
  everything: '收入、费用、减除费用与已预扣税额自中断后首月重新累计',
  months: '收入与已预扣税额全年累计，减除费用只计中断后的月数；中断后的首笔税额可能较高',
  nothing: '全年累计，中断月份只是没有减除费用',
}

/** Who bears the VAT of people above the threshold over the platform's companies. */
export const vatBearerLabels: Readonly<Record<VatBearer, string>> = {
  report: '仅提示（默认）',
  provider: '由供应商承担',
  person: '由收款人承担，发放时代扣',
}

export const vatBearerHints: Readonly<Record<VatBearer, string>> = {
  report: '人员当月收入超过增值税起征点时提醒并列入测算表，不约定承担方，不扣款',
  provider: '测算表注明由本供应商承担；不从发放中扣款',
  person: '超过起征点的发放，按本供应商当月已付金额代扣增值税及附加；之后上传的批次生效，请先经税务顾问确认',
}

export const platformDialogLabels = {
  title: '新增平台',
  name: '平台名称',
  nameHint: '请输入平台名称',
  action: '新增平台',
  added: '新增成功',
} as const

export const providerStatusLabels = {
  disableTitle: '确认停用该供应商？',
  disableWarning: '停用后其所有账号立即退出登录，且不能再登录；可随时重新启用。',
  disableAction: '停用供应商',
  enableTitle: '确认启用该供应商？',
  enableWarning: '启用后其账号可以重新登录。',
  enableAction: '启用供应商',
  done: '操作成功',
} as const
