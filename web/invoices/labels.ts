// The Chinese words of the invoice applications.

import type { ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'

export const statusLabels: Readonly<Record<ApplicationStatus | 'withdrawn', string>> = {
  pending: '待审核',
  invoicing: '开票中',
  invoiced: '已开票',
  rejected: '已拒绝',
  withdrawn: '已撤回',
}

export const invoiceLabels = {
  purposeManager: '审核供应商的开票申请，录入物流与发票文件',
  applicationNo: '申请编号',
  applicationNoHint: '请输入申请编号',
  numberAndTime: '申请编号 / 申请时间',
  type: '发票类型',
  category: '开票类目',
  typeAndCategory: '发票类型 / 开票类目',
  amount: '金额（元）',
  companyAndRemark: '供应商 / 申请留言',
  noRemark: '无留言',
  status: '状态',
  auditedAt: '审核时间',
  invoicedAt: '确认开票时间',
  actions: '操作',
  audit: '审核',
  edit: '编辑',
  detail: '详情',
  openOf: (applicationNo: string) => `查看申请 ${applicationNo}`,
  add: '新增发票申请',
  exportAll: '导出',
  empty: '还没有发票申请',
  emptyHint: '发放成功的金额与服务费可以申请开票。',
  emptyManager: '供应商提交开票申请后会出现在这里，等待审核。',
} as const

export const quotaLabels = {
  title: '可开票金额',
  titleOf: (company: string) => `${company}的可开票金额`,
  gross: '已发放',
  fee: '+ 服务费',
  invoiced: '− 已开票',
  applied: '− 申请中',
  invoiceable: '= 可开票',
  red: (amount: string) => `需红冲 ${amount}`,
  redText: '退票后，已开票金额超出实际发放与服务费，请联系管理员开具红字发票冲回。',
  redTextManager: '退票后，该供应商已开票金额超出实际发放与服务费，请开具红字发票冲回。',
  negative: (amount: string) => `可开票金额为 ${amount}，需红冲`,
  negativeText: '退票后，申请中的金额已超出可开票金额；请撤回多出的申请，若照常开票须红冲。',
  failed: '暂未获取可开票金额',
} as const

export const stockLabels = {
  enough: (count: string, amount: string) => `库存充足：本月该类型剩余 ${count} 份、${amount}`,
  asking: '正在查询发票库存',
  failed: '暂未获取发票库存，不影响提交',
  titles: {
    short: '该类型发票库存不足',
    unsupported: '暂不支持开具该类型发票',
    unknown: '本月发票库存尚未维护',
  },
  rest: (count: string, amount: string) => `本月剩余 ${count} 份、${amount}。`,
  recommended: (names: string) => `同平台库存充足的供应商：${names}`,
  nobody: '同平台暂无库存充足的其他供应商。',
  stillOpen: '仍可提交，开票时间以管理员确认为准。',
  beforeAgreeing: '同意之前，请先确认能够开具。',
} as const

export const applyLabels = {
  title: '新增发票申请',
  action: '提交申请',
  type: '发票类型',
  typeHint: '请选择发票类型',
  category: '开票类目',
  categoryHint: '请选择开票类目',
  amount: '开票金额（元）',
  amountHint: '请输入开票金额',
  all: '全部可开',
  remark: '留言',
  remarkHint: '选填，如抬头要求、寄送地址',
  available: '可开票金额',
  rest: '提交后剩余',
  over: '超出',
  /** The specification's words, and who is next. */
  done: '发票申请新增成功，等待审核',
} as const

export const auditLabels = {
  title: '审核发票申请',
  object: (applicationNo: string, company: string) => `${applicationNo} · ${company}`,
  decision: '审核结果',
  agree: '同意',
  refuse: '拒绝',
  reason: '拒绝原因',
  reasonHint: '必填，最多 100 个字符，申请人可见',
  next: '提交审核',
  available: '可开票',
  availableNote: '已扣除本申请',
  agreeTitle: '确认同意开票？',
  refuseTitle: '确认拒绝该申请？',
  amount: '开票金额',
  agreeWarning: '同意后进入开票中，由管理员开具发票并录入结果。',
  refuseWarning: '拒绝后不能恢复，申请人可重新申请。',
  agreeAction: (amount: string) => `同意开票 ${amount}`,
  refuseAction: (amount: string) => `拒绝开票 ${amount}`,
  agreed: '操作成功，申请已同意，等待管理员开票',
  refused: '操作成功，申请已拒绝，申请人可查看原因',
} as const

export const resultLabels = {
  title: '编辑开票结果',
  correctTitle: '更正开票信息',
  object: (applicationNo: string, company: string, amount: string) =>
    `${applicationNo} · ${company} · ${amount}`,
  action: '确认开票',
  correctAction: '提交更正',
  trackingNo: '物流单号',
  trackingNoHint: '请输入物流单号',
  note: '备注',
  noteHint: '选填，申请人可见',
  count: '发票份数',
  countNote: '从本月发票库存中扣减',
  files: '发票文件',
  filesHint: '支持图片、PDF、OFD，最多 10 个，每个不超过 10 MB',
  reason: '更正原因',
  reasonHint: '必填，最多 100 个字符，记入处理进度',
  correctNote: '更正前的内容保留在处理进度中。',
  resultNote: '确认后状态变为已开票，并计入已开票金额。',
  done: '发票信息已编辑',
} as const

export const withdrawLabels = {
  title: '确认撤回该申请？',
  amount: '开票金额',
  warning: '撤回后不能恢复，金额退回可开票金额，可重新申请。',
  action: '撤回申请',
  done: '操作成功，申请已撤回',
} as const

export const drawerLabels = {
  anyTitle: '发票申请',
  amount: '开票金额',
  type: '发票类型',
  category: '开票类目',
  remark: '申请留言',
  trackingNo: '物流单号',
  track: '查物流',
  trackOf: (trackingNo: string) => `查物流 ${trackingNo}（在新窗口打开快递查询网站）`,
  note: '开票备注',
  typeAndCount: (type: string, count: number) => `${type} · ${count} 份`,
  covers: '对应发放',
  covered: (rows: string, amount: string) => `${rows} 笔发放，${amount}`,
  uncovered: (amount: string) => `其余 ${amount} 待后续发放`,
  noCovers: '待后续发放',
  files: '发票文件',
  removedFiles: '更正前的文件',
  removedAt: (at: string) => `${at} 移除`,
  progress: '处理进度',
  downloadAll: '下载全部文件',
  withdraw: '撤回',
  correct: '更正',
  audit: '审核',
  edit: '编辑',
} as const

export const stepLabels = {
  applied: '提交申请',
  audit: '审核',
  auditing: '等待管理员审核',
  agreed: '审核同意',
  refused: '审核拒绝',
  withdrawn: '申请人撤回',
  invoice: '开票',
  invoicing: '等待开具发票、录入物流与文件',
  invoiced: '已开票',
  shipped: '已开票并寄出',
  corrected: '更正开票信息',
  by: (who: string, at: string) => `${who} · ${at}`,
  change: (field: string, before: string, after: string) => `${field}：${before} → ${after}`,
  nothing: '（空）',
  yours: '由您处理',
} as const
