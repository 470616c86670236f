// The Chinese words of the proposals' page.

import type { AccountChange } from '@paywages/domain/proposals/notice.ts'
import type { ProposalKind, ProposalState } from '@paywages/domain/proposals/proposal.ts'
import type { Tone } from '../ui/display/status-tag.tsx'

export const proposalLabels = {
  all: '全部',
  mine: '待我确认',
  own: '我提出的',
  cooling: '冷静期',
  others: '待他人确认',
  ended: '已结束',
  groups: '变更分组',
  kinds: '变更类型',
  allKinds: '全部类型',
  search: '账号、姓名或供应商',
  opened: '变更详情',
  impact: '影响',
  paid: (days: number, yuan: string) => `近 ${days} 天发放 ${yuan} 元，服务费将`,
  more: '多收',
  less: '少收',
  feeChange: (yuan: string) => `${yuan} 元`,
  openBatches: (count: number) => (count === 0 ? '' : `；在途 ${count} 批不受影响`),
  recent: '近期变动',
  recentBy: (what: string, name: string, at: string) => `${at} ${what}（${name}）`,
  factor: '确认时需输入动态验证码或使用通行密钥',
  list: '变更列表',
  empty: '没有待确认的变更',
  emptyHint: '新增有权限的账号、重置密码、启用账号、修改结算条件或审批策略后，会出现在这里。',
  emptyEnded: '还没有已结束的变更',
  choose: '请从左侧选择一项变更',
  item: '项目',
  before: '变更前',
  after: '变更后',
  same: '不变',
  none: '—',
  reason: '理由',
  noReason: '未填写',
  decision: '结论说明',
  number: (no: string) => `提案 ${no}`,
  proposedBy: (name: string, account: string, at: string) => `${name}（${account}）于 ${at} 提出`,
  proposedShort: (name: string, at: string) => `${name} · ${at} 提出`,
  left: (time: string) => `剩 ${time}`,
  effectAt: (at: string) => `${at} 生效`,
  waySecond: '确认后立即生效',
  wayCooling: '没有其他管理员可以确认，冷静期满自动生效',
  stepPropose: '提出',
  stepConfirm: '确认',
  stepCooling: '冷静期',
  stepEffect: '生效',
  byYou: '由您处理',
  byOther: '另一位管理员',
  anyMayRefuse: '任一管理员可拒绝',
  expires: (at: string) => `${at} 前无人确认，提案自动失效`,
  toldTerms: '供应商的经办人员和管理员会收到通知；只影响之后上传的批次。',
  told: '账号本人会收到通知；新增或变更后的账号需等待一段时间才能审核、复核、发起或确认。',
  confirm: '确认变更',
  refuse: '拒绝',
  withdraw: '撤回',
  confirmTitle: '确认该变更？',
  confirmWarning: '确认后立即生效，请先向提出人和本人核实。',
  withdrawTitle: '撤回该变更？',
  done: '操作成功',
  refuseTitle: '拒绝变更',
  refuseReason: '拒绝原因',
  refuseHint: '提出人会看到，例如：未与本人核实',
} as const

export const kindLabels: Readonly<Record<ProposalKind, string>> = {
  'add-account': '新增账号',
  'change-rights': '权限变更',
  'reset-password': '重置密码',
  'reset-factor': '重置二次验证',
  'enable-account': '启用账号',
  'change-terms': '结算条件变更',
  'change-policy': '审批策略变更',
  'change-paying-account': '付款账户变更',
}

/** What became of an account lately, as others read it. */
export const recentLabels: Readonly<Record<AccountChange, string>> = {
  'account-added': '账号开通',
  'rights-changed': '权限变更',
  'password-reset': '登录密码被重置',
  'factor-reset': '二次验证被重置',
  'account-enabled': '账号重新启用',
  'account-disabled': '账号被停用',
  'password-changed': '本人修改密码',
  'factor-changed': '本人变动二次验证方式',
  'account-renamed': '账号资料修改',
  'sessions-ended': '登录被强制结束',
}

export const stateLabels: Readonly<Record<ProposalState, string>> = {
  open: '待确认',
  cooling: '冷静期',
  done: '已生效',
  refused: '已拒绝',
  withdrawn: '已撤回',
  expired: '已过期',
  void: '已失效',
}

export const stateTones: Readonly<Record<ProposalState, Tone>> = {
  open: 'wait',
  cooling: 'run',
  done: 'ok',
  refused: 'bad',
  withdrawn: 'off',
  expired: 'off',
  void: 'off',
}

/** In the order of their lines; what is not named here is not shown. */
export const factLabels: Readonly<Record<string, string>> = {
  account: '账号',
  realName: '姓名',
  password: '登录密码',
  factors: '二次验证方式',
  enabled: '账号状态',
  payRight: '转账权限',
  checkRight: '审核权限',
  manager: '管理员',
  appLoginRight: '应用登录权限',
  serviceRate: '服务费率',
  monthlyLimit: '单人月限额（元）',
  withholdsTax: '代扣个税',
  taxMethod: '个税计算方式',
  gapRule: '收入中断后',
  vatBearer: '增值税承担方式',
  unsignedBlocks: '未签约不得发放',
  approvalTiers: '复核要求',
  batchCeiling: '单批上限',
  dayCeiling: '单日上限',
  payingHolder: '户名',
  payingBank: '开户银行',
  payingAccount: '账号尾号',
  payingChannel: '通道',
  payingFormat: '银行格式',
  payingDefault: '默认账户',
  payingEnabled: '账户状态',
}

/** Values by field; a truth that is not here is 是 or 否. */
export const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  password: { new: '新的初始密码，首次登录须修改' },
  factors: { 0: '无，下次登录须重新绑定', 1: '1 种', 2: '2 种', 3: '3 种' },
  enabled: { true: '启用', false: '停用' },
  payingChannel: { direct: '直连', file: '文件' },
  payingEnabled: { true: '启用', false: '停用' },
  taxMethod: { cumulative: '累计预扣', 'per-payment': '按次预扣' },
  gapRule: {
    everything: '自中断后首月重新累计',
    months: '仅减除费用月数重新起算',
    nothing: '不重新起算',
  },
  vatBearer: { report: '仅提示', provider: '由供应商承担', person: '由收款人承担' },
}

export const truthLabels: Readonly<Record<string, string>> = { true: '是', false: '否' }
