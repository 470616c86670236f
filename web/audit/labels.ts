// The Chinese words of the audit log: a name for every action and for the fields its entries hold.

import type { Action } from '@paywages/domain/audit/actions.ts'

export const actionLabels: Readonly<Record<Action, string>> = {
  login: '登录',
  logout: '退出登录',
  'change-password': '修改密码',
  'right-refused': '越权访问',
  'add-account': '新增账号',
  'update-account': '修改账号',
  'enable-account': '启用账号',
  'disable-account': '停用账号',
  'reset-password': '重置密码',
  'add-provider': '新增供应商',
  'update-provider': '修改供应商',
  'enable-provider': '启用供应商',
  'disable-provider': '停用供应商',
  'add-platform': '新增平台',
  'upload-file': '上传文件',
  'download-file': '下载文件',
  'read-personal-data': '查看个人信息',
  'add-limit-user': '新增限制人员',
  'remove-limit-user': '移除限制人员',
  'upload-sheet': '上传发放表',
  'audit-batch': '审核批次',
  'review-batch': '复核批次',
  'withdraw-batch': '撤回批次',
  'switch-rows': '取消或恢复转账',
  'export-batch': '导出明细',
}

export const auditLabels = {
  at: '时间',
  account: '账号',
  accountHint: '请输入账号',
  realName: '姓名',
  action: '操作',
  object: '对象',
  result: '结果',
  reason: '原因',
  company: '公司',
  address: '来源地址',
  done: '成功',
  refused: '拒绝',
  empty: '还没有操作记录',
  emptyHint: '登录、修改、导出等操作发生后会记录在这里。',
  nobody: '未登录',
  system: '系统',
  entry: '记录编号',
  sealed: '防篡改封存',
  sealedYes: '已封存',
  sealedNo: '等待封存',
  changes: '变更内容',
  field: '字段',
  before: '变更前',
  after: '变更后',
  noChanges: '这条记录没有变更内容。',
} as const

/** Names of the fields in an entry's before and after; an unknown one is shown as it is. */
export const fieldLabels: Readonly<Record<string, string>> = {
  account: '账号',
  accountId: '账号编号',
  realName: '姓名',
  providerId: '供应商编号',
  providerName: '供应商',
  platformId: '平台编号',
  platformIds: '平台编号',
  platformName: '平台',
  serviceName: '服务名称',
  payRight: '转账权限',
  checkRight: '审核权限',
  appLoginRight: 'app平台登录权限',
  manager: '管理员',
  superManager: '超级管理员',
  enabled: '启用',
  mustChangePassword: '须修改密码',
  name: '名称',
  serviceRate: '服务费率',
  monthlyLimit: '人员月限额（元）',
  bankAccount: '银行账号',
  bankAccountName: '开户名称',
  taxpayerId: '纳税人识别号',
  contactUser: '联系人',
  phone: '联系电话',
  address: '地址',
  withholdsTax: '代扣个税',
  taxMethod: '个税计算方法',
  unsignedBlocks: '未签约不得发放',
  fileName: '文件名',
  kind: '类别',
  size: '大小',
  path: '接口',
  right: '所需权限',
  reason: '原因',
}

export const valueLabels: {
  readonly yes: string
  readonly no: string
  readonly taxMethods: Readonly<Record<string, string>>
} = {
  yes: '是',
  no: '否',
  taxMethods: { cumulative: '累计预扣法', 'per-payment': '按次预扣' },
}

/** Refusals whose sentence to the person depends on figures; the log keeps the code alone. */
export const reasonLabels: Readonly<Record<string, string>> = {
  'account-locked': '连续输错次数过多，账号已锁定',
}
