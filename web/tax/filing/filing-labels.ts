// The Chinese words of 报税申报: filings of a month, the quarter's report, people above the limit.

import { type ConsoleRights, hasRight } from '@paywages/domain/accounts/rights.ts'
import type { FilingState } from './filing-state.ts'

export const viewLabels = {
  views: '申报内容',
  month: '月度扣缴申报',
  quarter: '季度平台报送',
  high: '跨供应商高收入',
} as const

export const stateLabels: Readonly<Record<FilingState, string>> = {
  closed: '已关账',
  open: '未关账',
  running: '进行中',
}

export const filingPurpose = (rights: ConsoleRights): string =>
  hasRight(rights, 'pay-or-manager')
    ? '按月核对每家供应商的收入与税额，关账后下载个人所得税扣缴申报表与扣缴端导入文件'
    : '按月核对每家供应商的收入与税额'

export const filingLabels = {
  month: '月份',
  people: '人数',
  income: '收入（元）',
  tax: '税额（元）',
  corrected: '更正笔数',
  open: '未达账（元）',
  openCount: (count: string) => `${count} 笔`,
  ledger: '台账核对',
  ties: '一致',
  differs: (gap: string) => `差额 ${gap}`,
  state: '状态',
  actions: '操作',
  download: '下载申报表',
  downloading: '正在下载…',
  toProofs: '去生成完税证明',
  toClose: '去关账',
  notNeeded: '未代扣，无需申报',
  waitsForManager: '待管理员生成完税证明',
  waitsForMonth: '月份结束后可关账',
  empty: '该月没有发放记录',
  emptyHint: '有供应商在该月发起转账后，收入与税额会汇总在这里。',
} as const

export const totalLabels = {
  totals: '本月合计',
  closed: '已关账供应商',
  companies: '家',
  ofAll: (count: string) => `共 ${count} 家供应商`,
  people: '人数',
  person: '人',
  peopleNote: '按供应商分别计',
  income: '收入',
  incomeNote: '只计支付成功的发放',
  tax: '税额',
  ties: '与台账一致',
  noTax: '没有代扣税额',
  untied: (count: string) => `${count} 家与台账有差额`,
  open: '未达账',
  openNote: (count: string) => `${count} 笔等待银行答复`,
  noneOpen: '没有等待银行答复的发放',
} as const

export const quarterLabels = {
  purpose: '按季度生成互联网平台企业涉税信息报送表',
  rule: '依据《互联网平台企业涉税信息报送规定》（国务院令第 810 号）',
  ruleMore:
    '季度终了的次月内，向主管税务机关报送平台内从业人员的身份信息与上一季度的收入信息；已办理扣缴申报的无需重复报送（国家税务总局公告 2025 年第 15 号）。',
  hasRight: '报送表包含',
  sheets: [
    {
      name: '人员收入',
      what: '每人的身份信息及是否有变动、收入类型、支付单位，支付笔数、收入总额、退回金额、收入净额与预扣税额',
    },
    { name: '说明', what: '未列入的人员与发放及原因，口径与规则' },
    { name: '核对', what: '每家供应商的收入、税额与各所属期及台账的差额' },
  ],
  full: '文件含完整证件号码与联系电话，每次下载都会写入操作日志；下载即视为已报送，用于判断下一季度的身份信息变动。',
  declared: '包含已扣缴申报的人员',
  declaredNote: '本季度收入已全部办理扣缴申报的人员无需重复报送，默认不列入。',
  quarter: '季度',
  download: '下载报送表',
  closedFirst: '所选供应商在该季度的三个月都已关账后才能下载。',
  refused: (quarter: string) => `${quarter}的报送表暂不能生成`,
  toProofs: '去生成完税证明',
  name: (year: string, number: string) => `${year} 年第 ${number} 季度`,
} as const

export const highLabels = {
  purpose: '同一人当月在各供应商的收入合计（含处理中）接近或超过增值税起征点即列入，请提醒本人并留意后续发放',
  download: '下载增值税测算表',
  totals: '增值税起征点',
  threshold: '月起征点',
  until: (day: string) => `执行至 ${day}`,
  lapsed: (day: string) => `已于 ${day} 到期，请以新公告为准`,
  watch: '关注线',
  watchNote: '收入合计达到即列入',
  above: '已超过',
  aboveNote: '当月收入全额计税',
  near: '接近',
  nearNote: '未超过，全月免征',
  person: '人',
  standing: { above: '已超过', near: '接近' },
  state: '状态',
  distance: '距起征点（元）',
  beyond: (amount: string) => `超出 ${amount}`,
  openOf: (amount: string) => `含处理中 ${amount}`,
  month: '月份',
  name: '姓名',
  idCardNo: '身份证号',
  total: '合计收入（元）',
  companies: '各供应商收入（元）',
  actions: '操作',
  look: '人员详情',
  lookAt: (name: string) => `查看${name}的人员详情`,
  empty: '该月没有跨供应商高收入人员',
  emptyHint: '同一人当月在所辖供应商的收入合计达到关注线时，会列在这里。',
} as const
