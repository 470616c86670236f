// The Chinese words of the transfer pages.

import type { LedgerAccount, Phase } from '@paywages/domain/ledger/postings.ts'
import type { Alarm, TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import type { TransferHistory } from '@paywages/wire/transfers/shapes.ts'

export const resultLabels = {
  subtitle: (batchNo: string, company: string, starter: string, at: string) =>
    `批次 ${batchNo} · ${company} · ${starter} 于 ${at} 开始转账`,
  subtitleBefore: (batchNo: string, company: string) => `批次 ${batchNo} · ${company}`,
  running: '转账中',
  finished: '已完成',
  downloadFailed: '下载失败明细',
  copy: '复制到新批次',
  name: '姓名',
  nameHint: '请输入姓名',
  phone: '手机号',
  phoneHint: '请输入手机号',
  status: '转账状态',
  nameAndPhone: '姓名 / 手机号',
  idCardNo: '身份证号',
  account: '收款账户',
  amount: '金额（元）',
  tax: '个税（元）',
  vatOf: (vat: string) => `增值税及附加 ${vat}`,
  net: '实发（元）',
  state: '状态',
  remark: '说明 / 对账单',
  historyOf: (words: string, name: string) => `${words}，查看${name}的转账记录`,
  cancelled: '审核时取消',
  empty: '没有转账明细',
  emptyHint: '这个批次里没有明细。',
  notStarted: '这个批次还没有开始转账',
  notStartedHint: '经审核、复核通过并开始转账后，每一笔的结果会显示在这里。',
  stopped: '这个批次没有转账记录',
  stoppedHint: '批次已驳回或撤回，没有开始转账。',
  toCheck: '查看批次',
} as const

export const progressLabels = {
  bar: '转账进度',
  counts: '转账笔数与金额',
  done: (done: string, all: string) => `已完成 ${done} / ${all} 笔`,
  barWords: (succeeded: string, failed: string, atBank: string, waiting: string) =>
    `成功 ${succeeded} 笔，失败 ${failed} 笔，银行处理中 ${atBank} 笔，排队中 ${waiting} 笔`,
  measuring: '正在测算速度',
  stalled: '等待银行回执',
  perSecond: (count: string) => `每秒约 ${count} 笔`,
  perMinute: (count: string) => `每分钟约 ${count} 笔`,
  slow: '每分钟不到 1 笔',
  left: (words: string) => `预计 ${words}后完成`,
  seconds: (count: number) => `${count} 秒`,
  minutes: (count: number) => `${count} 分钟`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes} 分钟`,
  every: '每 2 秒自动更新',
  stale: '暂时连接不上，恢复后自动更新',
  took: (words: string) => `用时 ${words}`,
  endedAt: (at: string) => `${at} 完成`,
  all: '总笔数',
  succeeded: '成功',
  failed: '失败',
  processing: '处理中',
  cancelled: '已取消',
} as const

/** What a batch under way waits for. */
export const batchWaitLabels = {
  bank: '等待银行回执',
  people: (count: string) => `等待人工处理 ${count} 笔`,
  both: (count: string) => `等待银行回执，其中 ${count} 笔等待人工处理`,
  paused: '已暂停：收款信息与审批时不一致，请联系系统管理员核查',
  halted: '转账暂停发送，等待核实银行扣款',
  toPending: '去处理',
  toDebits: '去核实',
} as const

export const copyLabels = {
  title: '确认复制失败明细到新批次？',
  object: (fileName: string, batchNo: string) => `${fileName} · ${batchNo}`,
  amount: '失败金额',
  count: '失败明细',
  countOf: (count: string) => `${count} 笔`,
  body: '失败和退票的明细会按原内容生成一个新批次；已复制且仍有效的不会重复复制，处理中的不会复制。',
  warning: '新批次须重新审核、复核后才能开始转账。请先核对失败原因，收款信息有误的请下载失败明细改好后上传。',
  action: '复制到新批次',
  done: '已生成新批次，请重新审核',
} as const

/** Failed rows that may not be paid again as they are. */
export const rejectedCopyLabels = {
  title: (bad: string) => `有 ${bad} 笔不能重新发放，没有生成新批次`,
  advice: '请下载标注表改好后，作为新的发放表上传。',
  foot: '标注表含全部待重发明细，末尾多一列「错误原因」，出错单元格标红',
  again: '去上传',
} as const

export const stateLabels: Readonly<Record<TransferState, string>> = {
  reserved: '排队中',
  sending: '发送中',
  'in-doubt': '银行未答复',
  manual: '待人工核实',
  succeeded: '成功',
  failed: '失败',
  returned: '已退票',
}

type EventKind = TransferHistory['events'][number]['kind']

export const eventLabels: Readonly<Record<EventKind, string>> = {
  sent: '发往银行',
  answered: '银行答复',
  'no-answer': '银行没有答复',
  asked: '向银行查询',
  notified: '银行通知',
  listed: '银行对账',
  'lease-lost': '发送中断，转为查询',
  'gave-up': '转人工核实',
  proposed: '提交处理意见',
  resolved: '处理意见已确认',
  'proposal-refused': '处理意见被拒绝',
  adopted: '恢复后按银行记录补记',
}

/** What an event came to, after its name. */
export const outcomeLabels: Readonly<Record<TransferState, string>> = {
  reserved: '重新排队',
  sending: '已发送',
  'in-doubt': '尚无结果',
  manual: '待人工核实',
  succeeded: '成功',
  failed: '失败',
  returned: '退票',
}

/** What is waited for while a transfer has no result. */
export const waitLabels: Readonly<Partial<Record<TransferState, string>>> = {
  reserved: '排队等待发送',
  sending: '等待银行回执',
  'in-doubt': '等待银行明确答复，系统会继续查询',
  manual: '等待人工处理，系统仍会继续查询',
}

type AlarmKind = Alarm | 'shortfall'

export const alarmLabels: Readonly<Record<AlarmKind, { words: string; tone: 'wait' | 'bad' }>> = {
  'late-success': { words: '此前已记失败并解冻，银行后来确认成功，已补记付款', tone: 'wait' },
  contradiction: { words: '银行前后说法不一致，请与银行核对', tone: 'bad' },
  unsent: { words: '本系统还没有发送，银行却已有记录，请与银行核对', tone: 'bad' },
  'amount-differs': { words: '银行所报金额与本笔不一致，没有采信，请与银行核对', tone: 'bad' },
  shortfall: { words: '可用余额不足以补记，差额已挂账，请尽快充值', tone: 'bad' },
}

/** Codes that tell of an answer which was not believed; the others tell of none. */
export const DISBELIEVED: ReadonlySet<string> = new Set(['bad-signature', 'malformed'])

/** Why nothing definite came back from the bank, by the code that the history keeps. */
export const silenceLabels: Readonly<Record<string, string>> = {
  timeout: '等待超时',
  unreachable: '连接不上银行',
  'bad-signature': '答复的签名不符',
  malformed: '答复无法识别',
  processing: '银行仍在处理',
  'not-found': '银行查无此笔',
  conflict: '银行另有同号指令',
  'no-answer': '银行没有答复',
}

export const historyLabels = {
  net: '实发金额',
  reference: '转账编号',
  copyReference: '复制转账编号',
  serial: '银行流水号',
  account: '收款账户',
  gross: '应发金额',
  tax: '个税',
  vat: '增值税及附加',
  fee: '服务费',
  reason: '失败原因',
  steps: '转账过程',
  money: '资金变动',
  noMoney: '这一笔没有动用资金。',
  started: '开始转账',
  startedText: '冻结应发金额与服务费，排队发送',
  cancelledStep: '审核时取消，没有转账',
  unsent: '没有发送',
  again: (attempt: number) => `第 ${attempt} 次发往银行`,
  came: (event: string, outcome: string) => `${event}：${outcome}`,
  by: (name: string, at: string) => `${name} · ${at}`,
  bankFailed: (code: string) => `银行返回错误（${code}）`,
  disbelieved: '银行答复未采信',
  unclear: '是否已执行尚不明确，系统会向银行查询',
  serialOf: (serial: string) => `流水号 ${serial}`,
  unknownAlarm: '需要核对，请联系管理员',
  moved: (from: string, to: string) => `${from} → ${to}`,
  title: (name: string) => `${name}的转账`,
} as const

export const accountLabels: Readonly<Record<LedgerAccount, string>> = {
  available: '可用余额',
  held: '冻结款',
  'bank-clearing': '银行',
  'fee-income': '服务费',
  'tax-payable': '待缴个税',
  'vat-payable': '待缴增值税及附加',
  suspense: '挂账',
}

export const phaseLabels: Readonly<Record<Phase, string>> = {
  recharge: '充值入账',
  'recharge-reversal': '充值冲退',
  reserve: '冻结应发金额',
  'reserve-fee': '冻结服务费',
  'settle-net': '付出实发金额',
  'settle-fee': '结算服务费',
  'settle-tax': '代扣个税',
  'settle-vat': '代扣增值税及附加',
  release: '解冻应发金额',
  'release-fee': '解冻服务费',
  'late-net': '补记实发金额',
  'late-fee': '补记服务费',
  'late-tax': '补记个税',
  'late-vat': '补记增值税及附加',
  'return-net': '退票退回实发金额',
  'return-fee': '退票退回服务费',
  'return-tax': '退票退回个税',
  'return-vat': '退票退回增值税及附加',
  shortfall: '余额不足，差额挂账',
  cover: '归还挂账',
}

export const pendingLabels = {
  state: '状态',
  states: { 'in-doubt': '银行未答复', manual: '待人工核实' },
  batchNo: '批次',
  person: '姓名',
  account: '收款账户',
  net: '实发金额（元）',
  firstSent: '首次发送时间',
  ago: (words: string) => `${words}前`,
  attempts: '发送 / 查询',
  attemptsOf: (attempts: number, asks: number) => `${attempts} 次 / ${asks} 次`,
  opinion: '处理意见',
  opinionOf: (outcome: string, name: string) => `${outcome} · ${name}`,
  waitsPropose: '等待管理员提交',
  waitsConfirm: '等待另一账号确认',
  bankFirst: '系统继续查询银行',
  propose: '提交处理意见',
  confirm: '确认',
  refuse: '拒绝',
  takeBack: '撤回',
  empty: '没有待处理的转账',
  emptyHint: '银行长时间没有明确答复的转账会出现在这里。',
  moment: '1 分钟内',
  minutes: (count: number) => `${count} 分钟`,
  hours: (count: number) => `${count} 小时`,
  days: (count: number) => `${count} 天`,
} as const

export const outcomeWords = { succeeded: '已到账', failed: '未到账' } as const

export const consequences = {
  succeeded: '确认后记为成功，冻结款转为已付，不能撤回。',
  failed: '确认后记为失败，释放冻结款，可重新发放；若款项其实已到账，会造成重复发放。',
} as const

export const proposeLabels = {
  title: '提交处理意见',
  object: (name: string, amount: string, batchNo: string) => `${name} · ${amount} · 批次 ${batchNo}`,
  outcome: '核实结果',
  outcomes: {
    succeeded: '已到账：确认后记为成功',
    failed: '未到账：确认后释放冻结款，可重新发放',
  },
  reason: '核实说明',
  reasonHint: '向银行核实的经过和结论，最多 200 个字符',
  evidence: '证明文件',
  evidenceHint: '银行回单、对账单或书面答复，PDF 或图片，不超过 10 MB',
  evidenceMissing: '请上传证明文件',
  drop: '松开即上传证明文件',
  note: '提交后须由另一账号（该供应商复核岗或超级管理员）确认才会生效。',
  action: '提交',
  done: '已提交，等待另一账号确认',
} as const

export const decideLabels = {
  confirmTitle: { succeeded: '确认这笔转账已到账？', failed: '确认这笔转账未到账？' },
  confirmAction: {
    succeeded: (amount: string) => `确认已到账 ${amount}`,
    failed: (amount: string) => `确认未到账 ${amount}`,
  },
  object: (name: string, batchNo: string) => `${name} · 批次 ${batchNo}`,
  amount: '实发金额',
  account: '收款账户',
  outcome: '核实结果',
  proposer: '提交人',
  reason: '核实说明',
  evidence: '证明文件',
  viewEvidence: '查看证明文件',
  refuseTitle: '拒绝处理意见',
  takeBackTitle: '撤回处理意见',
  refuseAction: '确认拒绝',
  takeBackAction: '确认撤回',
  refuseReason: '原因',
  refuseReasonHint: '选填，最多 200 个字符，会显示在转账记录中',
  refuseNote: '拒绝后这笔转账仍待人工核实，可重新提交处理意见。',
  done: '操作成功',
} as const
