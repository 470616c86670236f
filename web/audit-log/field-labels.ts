// The Chinese names of the fields that audit entries hold, and of their values.

import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { flowKindWords } from '@paywages/wire/funds/messages.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'

/** Four figures of four types of invoice. */
function stockFields(): Record<string, string> {
  return Object.fromEntries(
    INVOICE_TYPES.flatMap((type) => [
      [`${type}-supported`, `${invoiceTypeWords[type]}支持`],
      [`${type}-sufficient`, `${invoiceTypeWords[type]}充足`],
      [`${type}-count`, `${invoiceTypeWords[type]}份数`],
      [`${type}-amount`, `${invoiceTypeWords[type]}金额（元）`],
    ]),
  )
}

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
  gapRestarts: '收入中断后重新起算减除月份',
  gapRule: '收入中断后的累计方式',
  basicInfoFiledOn: '平台基本信息报送日期',
  vatBearer: '增值税承担方式',
  unsignedBlocks: '未签约不得发放',
  fileName: '文件名',
  pageCount: '页数',
  lineCount: '流水笔数',
  linkedCount: '已关联',
  creditCount: '到账笔数',
  newCount: '新增到账',
  matchedCount: '已匹配充值',
  unclearCount: '收支不明',
  matched: '已匹配到账',
  creditId: '到账编号',
  knownCount: '已由其他对账单关联',
  ambiguousCount: '待确认',
  missingCount: '未找到',
  lineNumber: '流水行号',
  rowId: '明细编号',
  kind: '类别',
  size: '大小',
  path: '接口',
  right: '所需权限',
  reason: '原因',
  status: '状态',
  checkedRisks: '核实的高风险',
  amount: '金额（元）',
  sendingHeldSince: '转账发送暂停自',
  available: '可用余额（元）',
  payDay: '转账日期',
  payerAccount: '付款账号',
  receiverAccount: '收款账号',
  withdrawn: '撤回',
  reversalId: '申请编号',
  reversalKind: '申请类别',
  reversalStatus: '申请状态',
  sha256: '文件摘要',
  file: '文件',
  entries: '记录数',
  kept: '保留记录数',
  sheetNotes: '读表说明',
  sheetColumns: '表头对应',
  month: '月份',
  year: '年度',
  payers: '供应商数',
  made: '新增或更新份数',
  version: '版本',
  done: '已处理人数',
  total: '总人数',
  correctedMonth: '更正月份',
  bookedMonth: '更正列入月份',
  includeDeclared: '包含已扣缴申报的人员',
  filingWay: '申报方式',
  income: '收入（元）',
  tax: '税额（元）',
  countedMonth: '计入月份',
  item: '调整项目',
  rows: '行数',
  bad: '有误行数',
  flowKind: '流水类型',
  from: '开始时间',
  to: '结束时间',
  closing: '期末余额（元）',
  digest: '校验码',
  userId: '人员编号',
  linkId: '邀请编号',
  contractNo: '合同编号',
  textVersion: '协议版本',
  flags: '签约异常',
  note: '核实说明',
  invited: '邀请人数',
  invites: '同时邀请签约',
  alreadySigned: '此前已签约人数',
  people: '人数',
  known: '此前已登记人数',
  count: '数量',
  attempts: '次数',
  addresses: '来源地址数',
  accounts: '账号数',
  ...stockFields(),
}

export const valueLabels: {
  readonly yes: string
  readonly no: string
  readonly taxMethods: Readonly<Record<string, string>>
  readonly gapRules: Readonly<Record<string, string>>
  /** Values that are words of the code, by their field. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
} = {
  yes: '是',
  no: '否',
  taxMethods: { cumulative: '累计预扣法', 'per-payment': '按次预扣' },
  gapRules: { everything: '全部重新累计', months: '仅减除费用月数重新起算', nothing: '不重新起算' },
  words: {
    status: { pending: '审核确认中', approved: '已通过', rejected: '已拒绝' },
    reversalKind: { correction: '冲正', refund: '退款' },
    flowKind: { ...flowKindWords, all: '全部' },
    filingWay: { current: '在本期更正', amended: '更正申报' },
    flags: {
      'console-address': '与后台登录地址相同',
      'shared-device': '同一设备多人签署',
      'repeated-photo': '证件照片曾用于他人签约',
    },
    item: ITEM_WORDS,
    reversalStatus: { pending: '待确认', confirmed: '已确认', refused: '未通过' },
  },
}

/** Refusals whose sentence to the person depends on figures; the log keeps the code alone. */
export const reasonLabels: Readonly<Record<string, string>> = {
  'bad-adjustments': '表中有误，没有录入任何调整',
  'account-locked': '连续输错次数过多，账号已锁定',
  'address-locked': '网络登录失败次数过多',
  'login-slowed': '账号近期登录失败较多，新设备须等待',
  'login-too-often': '登录过于频繁',
  'login-busy': '同时登录过多',
}
