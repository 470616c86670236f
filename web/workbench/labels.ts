// The Chinese words of the workbench and the bell.

import type { NoticeKind } from '@paywages/domain/proposals/notice.ts'
import type { HaltReason } from '@paywages/domain/transfers/sending-gate.ts'
import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import type { Waiting } from '@paywages/wire/workbench/shapes.ts'

export const greetingLabels = {
  morning: '早上好',
  afternoon: '下午好',
  evening: '晚上好',
  weekdays: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  date: (year: number, month: number, date: number, weekday: string) =>
    `${year}年${month}月${date}日 ${weekday}`,
  hello: (greeting: string, name: string) => `${greeting}，${name}`,
  waits: (count: number) => `有 ${count} 件事等您处理`,
  nothingWaits: '没有等您处理的事',
} as const

export const actionLabels = {
  recharge: '账户充值',
  auditRecharges: '充值审核',
  accounts: '账号列表',
  auditLog: '操作日志',
  providers: '供应商列表',
} as const

export const balanceLabels = {
  section: '余额与本月数字',
  available: '可用余额',
  availableOf: (companies: number) => `可用余额合计 · ${companies} 家供应商`,
  frozen: (amount: string) => `在途冻结 ${amount}`,
  pace: '按近 30 天日均',
  paceOf: '近 30 天日均',
  lasts: '约可支撑',
  tightest: (name: string) => `${name}最先用完，约可支撑`,
  daysUnit: '个工作日',
  overYear: '一年以上',
  noPace: '近 30 天没有发放，暂不估算可支撑天数',
  low: '余额偏低',
} as const

export const monthLabels = {
  amount: '本月成功发放',
  people: '发放人次',
  fee: '服务费',
  rate: '失败率',
  against: '较上月同期',
  up: '增加',
  down: '减少',
  same: '与上月同期持平',
  noneBefore: '上月同期无发放',
  noRate: '本月暂无结果',
  noRateBefore: '上月同期无结果',
  tenfold: '10 倍以上',
  percent: (figure: string) => `${figure}%`,
  points: (figure: string) => `${figure} 个百分点`,
} as const

export const chartLabels = {
  title: '近 30 天发放',
  month: (month: number) => `${month} 月`,
  quiet: '近 30 天没有成功的发放',
  quietHint: '发放成功后，每天的金额会画在这里。',
  more: '资金汇总',
} as const

export const todoTags: Readonly<Record<TodoKind, string>> = {
  'paused-batch': '暂停转账',
  'low-space': '空间不足',
  'sending-halted': '暂停发送',
  'confirm-debit': '待确认',
  'explain-debit': '未入账支出',
  'low-balance': '余额偏低',
  'schedule-failed': '预约未发起',
  'confirm-resolution': '待确认',
  'propose-resolution': '待核实',
  'start-batch': '待转账',
  'review-batch': '待复核',
  'audit-batch': '待审核',
  'audit-recharge': '充值待审',
  'confirm-reversal': '冲退待确认',
  'confirm-change': '确认变更',
  'account-pair': '疑似同一人',
  'full-reads': '大量查看',
  'account-notice': '账号通知',
  'unregistered-credit': '到账未登记',
  'audit-invoice': '开票待审',
  'enter-invoice': '待开票',
  'red-invoice': '需红冲',
  'flagged-signing': '签约异常',
  'follow-failures': '需跟进',
  'confirm-adjustment': '待确认',
  'upload-tax-proof': '完税证明',
  'file-correction': '更正申报',
  'ending-contract': '合同到期',
  'watch-doubts': '银行未答复',
}

export const todoActions: Readonly<Record<TodoKind, string>> = {
  'paused-batch': '查看',
  'low-space': '查看',
  'sending-halted': '查看',
  'confirm-debit': '去确认',
  'explain-debit': '去核实',
  'low-balance': '去充值',
  'schedule-failed': '去处理',
  'confirm-resolution': '去确认',
  'propose-resolution': '去处理',
  'start-batch': '开始转账',
  'review-batch': '去复核',
  'audit-batch': '去审核',
  'audit-recharge': '去审核',
  'confirm-reversal': '去确认',
  'confirm-change': '去确认',
  'account-pair': '去核实',
  'full-reads': '查看日志',
  'account-notice': '查看',
  'unregistered-credit': '去核对',
  'audit-invoice': '去审核',
  'enter-invoice': '去开票',
  'red-invoice': '查看',
  'flagged-signing': '去核实',
  'follow-failures': '查看明细',
  'confirm-adjustment': '去确认',
  'upload-tax-proof': '去上传',
  'file-correction': '去选择',
  'ending-contract': '去处理',
  'watch-doubts': '查看',
}

/** Why nothing is sent, as people read it. */
export const haltLabels: Readonly<Record<HaltReason, string>> = {
  'other-cluster': '数据库由备份恢复，正在与银行记录核对',
  'other-timeline': '数据库经过恢复或切换，正在与银行记录核对',
  'unknown-debits': '银行有已支付而账上没有的支出',
}

/** What one is told of one's own account, or of a provider one decides for. */
export const noticeLabels: Readonly<Record<NoticeKind, string>> = {
  'account-added': '您的账号已开通',
  'rights-changed': '您的账号权限已变更',
  'password-reset': '您的登录密码已被重置',
  'factor-reset': '您的二次验证已被重置，请重新绑定',
  'account-enabled': '您的账号已重新启用',
  'account-disabled': '您的账号曾被停用',
  'password-changed': '您的登录密码已修改',
  'factor-changed': '您的二次验证方式有变动',
  'account-renamed': '您的账号资料已修改',
  'sessions-ended': '您的登录已被管理员结束',
  'terms-changed': '供应商结算条件已变更',
  'policy-changed': '审批策略已变更',
  'schedule-failed': '预约转账未发起',
  'proposal-cooling': '有变更处于冷静期，到时自动生效',
}

export const todoLabels = {
  change: (about: string) => `待确认变更 ${about}`,
  changes: (count: string) => `${count} 项变更待您确认`,
  changeBy: (who: string, at: string) => `${who} ${at} 提出`,
  changeHint: '账号权限与结算条件须由另一位管理员确认',
  pair: (people: string) => `${people}可能是同一人`,
  pairAt: (at: string) => `${at} 经办同一批次`,
  read: '知道了',
  readAll: '通知全部已读',
  noticeBy: (who: string, at: string) => `${who} ${at} 办理`,
  noticeHint: '如非您所知，请立即联系管理员',
  revealed: (who: string, count: string) => `${who}一小时内查看了 ${count} 次完整信息`,
  exported: (who: string, count: string) => `${who}一小时内导出了 ${count} 次完整信息`,
  fullReadsAt: (at: string) => `${at} 起明显多于平时`,
  fullReadsRefused: '已达上限，系统已拒绝继续查看',
  fullReadsHint: '请向本人核实用途',
  credits: (count: string) => `${count} 笔到账没有对应的充值`,
  creditsHint: '收款账户已收到，未匹配到充值单',
  halted: '转账暂停发送',
  reconciling: '核对通过后自动恢复发送',
  haltDebits: (count: string) => `还有 ${count} 笔银行支出待补记或核实，完成后自动恢复发送`,
  debit: (reference: string) => `银行支出 ${reference}`,
  debitOf: (day: string, serial: string) => `${day} · 银行流水号 ${serial}`,
  debitHint: '账上没有这笔支出，请核实',
  section: '待我处理',
  all: (count: number) => `展开其余 ${count} 件`,
  less: '收起',
  capped: (shown: number, count: number) => `共 ${count} 件，先列出最紧急的 ${shown} 件`,
  empty: '暂无待办事项',
  emptyHint: '有新的事情等您时，会出现在这里和右上角的铃铛里。',
  lowSpace: (free: string) => `服务器存储空间仅剩 ${free}`,
  lowSpaceHint: (percent: number) => `剩余 ${percent}%，用尽后将无法上传和转账，请联系运维人员清理或扩容`,
  people: (count: string) => `${count} 人`,
  warned: (count: string) => `${count} 条提醒`,
  uploaded: (who: string, at: string) => `${who} ${at} 上传`,
  audited: (who: string, at: string) => `${who} ${at} 审核通过`,
  reviewed: (who: string, at: string) => `${who} ${at} 复核通过`,
  submitted: (who: string, at: string) => `${who} ${at} 提交`,
  asked: (who: string, at: string) => `${who} ${at} 申请`,
  invoiceOf: (applicationNo: string) => `开票申请 ${applicationNo}`,
  agreed: (at: string) => `${at} 审核通过`,
  appliedBy: (who: string) => `${who} 申请`,
  overInvoiced: '已开票金额超出实际发放金额',
  overInvoicedHint: '发放退票后多开的部分，请开具红字发票冲回',
  rechargeOf: (payer: string) => `${payer} 充值`,
  reversal: '充值冲退申请',
  flagged: (count: string) => `${count} 份签约待核实`,
  signed: (at: string) => `${at} 签署`,
  signedSince: (at: string) => `最早 ${at} 签署`,
  flaggedHint: '签署地址或设备异常，请向本人核实',
  corrections: (count: string) => `${count} 项更正待选择申报方式`,
  correctionIn: (month: string) => `${month} 申报`,
  correctionHint: '在本期更正或更正申报，只能选一种',
  adjustments: (count: string) => `${count} 笔税前调整待确认`,
  entered: (at: string) => `${at} 录入`,
  enteredSince: (at: string) => `最早 ${at} 录入`,
  adjustmentHint: '确认后才计入计税',
  proof: (month: string) => `${month} 完税证明待上传`,
  proofs: (count: string) => `${count} 份完税证明待上传`,
  proofsFrom: (month: string) => `最早 ${month}`,
  proofHint: '缴税后上传税务机关开具的文件',
  ending: (contract: string) => `${contract}即将到期`,
  endings: (count: string, days: number) => `${count} 份企业合同将在 ${days} 天内到期`,
  endsOn: (day: string) => `${day} 到期`,
  endsFirstOn: (day: string) => `最早 ${day} 到期`,
  endingHint: '请联系续签，到期后不再有效',
  scheduleFailed: (file: string) => `${file} 未按预约时间转账`,
  paused: (count: string) => `${count} 笔转账已暂停`,
  pausedAt: (at: string) => `${at} 暂停`,
  pausedHint: '收款信息与审批时不一致，请立即联系系统管理员核查',
  lasts: (days: number) => `余额约可支撑 ${days} 个工作日`,
  lastsHint: '按近 30 天的发放速度估算，请尽早充值',
  failures: (count: string) => `${count} 笔转账失败`,
  reason: (reason: string, count: string) => `${reason} ${count}`,
  moreReasons: '等',
  doubts: (count: string) => `${count} 笔转账银行尚未答复`,
  doubtsHint: '系统会继续向银行查询',
  manual: (count: string) => `${count} 笔转账待人工核实`,
  proposals: (count: string) => `${count} 笔转账的处理意见`,
  sent: (at: string) => `${at} 发出`,
  sentSince: (at: string) => `最早 ${at} 发出`,
  proposed: (at: string) => `${at} 提出`,
  proposedSince: (at: string) => `最早 ${at} 提出`,
  today: (minute: string) => `今天 ${minute}`,
  yesterday: (minute: string) => `昨天 ${minute}`,
  separator: ' · ',
} as const

const COUNTED: Readonly<
  Record<Waiting['kind'], { action: string; what: (count: number) => string; role: string }>
> = {
  'audit-batch': { action: '审核', what: (count) => `${count} 个批次`, role: '付款岗' },
  'review-batch': { action: '复核', what: (count) => `${count} 个批次`, role: '复核岗' },
  'start-batch': { action: '开始转账', what: (count) => `${count} 个批次`, role: '付款岗' },
  'audit-recharge': { action: '审核', what: (count) => `${count} 笔充值`, role: '复核岗' },
  'confirm-reversal': { action: '确认', what: (count) => `${count} 笔冲退申请`, role: '另一位审核人' },
  'confirm-resolution': { action: '确认', what: (count) => `${count} 笔转账处理意见`, role: '复核岗' },
}

export const waitingLabels = {
  waitsFor: '等待他人：',
  hangs: '超过 1 天未处理：',
  kinds: COUNTED,
  line: (who: string, action: string, what: string, amount: string, waited: string) =>
    `${who} ${action} ${what} ${amount}，${waited}`,
  nobody: (action: string, what: string, amount: string, role: string, waited: string) =>
    `${what} ${amount} 待${action}，但没有可用的${role}账号，${waited}`,
  moment: '刚刚送达',
  minutes: (count: number) => `已等 ${count} 分钟`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `已等 ${hours} 小时` : `已等 ${hours} 小时 ${minutes} 分`,
  days: (days: number, hours: number) => (hours === 0 ? `已等 ${days} 天` : `已等 ${days} 天 ${hours} 小时`),
} as const

export const guideLabels = {
  title: '第一次使用',
  hint: '三步完成第一次发放',
  done: '已完成',
  steps: [
    {
      title: '账户充值',
      pay: '向收款账户转账后，登记金额并上传回执。',
      check: '付款岗登记充值后，由您核对回执并审核。',
    },
    {
      title: '上传发放表',
      pay: '下载模板填好人员与金额，上传后系统逐行校验。',
      check: '付款岗上传发放表，校验通过后先行审核。',
    },
    {
      title: '审核与复核',
      pay: '您审核后，由另一位复核岗复核，再开始转账。',
      check: '审核通过后由您复核，复核通过即可转账。',
    },
  ],
  pay: ['去充值', '去上传', '去审核'],
  check: ['去审核充值', '查看批次', '去复核'],
} as const

export const bellLabels = {
  name: (count: number) => `待办 ${count} 件`,
  title: '待办',
  all: '全部待办',
  failed: '暂未获取待办事项',
  retry: '重试',
} as const
