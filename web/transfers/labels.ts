// The Chinese words of the transfer pages.

import { figure } from '@paywages/domain/money/figure.ts'

export const resultLabels = {
  bankFiles: '银行文件',
  evidence: '下载凭证包',
  evidenceParts: (count: number) => `本批共 ${figure(count)} 张回单，请分包下载`,
  evidencePart: (from: number, to: number) => `第 ${figure(from)} 至 ${figure(to)} 张`,
  startedBy: (starter: string, at: string) => `${starter} 于 ${at} 开始转账`,
  subtitleBefore: (batchNo: string, company: string) => `批次 ${batchNo} · ${company}`,
  running: '转账中',
  finished: '已完成',
  downloadFailed: '下载失败明细',
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
  taxOf: (tax: string) => `个税 ${tax}`,
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

export const pendingLabels = {
  state: '状态',
  states: { 'in-doubt': '银行未答复', manual: '待人工核实', succeeded: '退票待确认' },
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
  emptyHint: '银行长时间没有明确答复的转账，和登记后待确认的退票，会出现在这里。',
  moment: '1 分钟内',
  minutes: (count: number) => `${count} 分钟`,
  hours: (count: number) => `${count} 小时`,
  days: (count: number) => `${count} 天`,
} as const

export const outcomeWords = { succeeded: '已到账', failed: '未到账', returned: '已退票' } as const

export const consequences = {
  succeeded: '确认后记为成功，冻结款转为已付，不能撤回。',
  failed: '确认后记为失败，释放冻结款，可重新发放；若款项其实已到账，会造成重复发放。',
  returned: '确认后记为退票，退回应发金额、服务费和个税，可重新发放；若款项其实没有退回，会造成重复发放。',
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
  confirmTitle: {
    succeeded: '确认这笔转账已到账？',
    failed: '确认这笔转账未到账？',
    returned: '确认这笔转账已退票？',
  },
  confirmAction: {
    succeeded: (amount: string) => `确认已到账 ${amount}`,
    failed: (amount: string) => `确认未到账 ${amount}`,
    returned: (amount: string) => `确认退票 ${amount}`,
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
  refuseNote: '拒绝后这笔转账保持原状，可重新提交。',
  done: '操作成功',
} as const
