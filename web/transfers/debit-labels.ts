// The Chinese words of debits that our books do not know.

import type { DebitCause } from '@paywages/domain/transfers/debit-cause.ts'
import type { HeldForPeople } from '@paywages/domain/transfers/sending-gate.ts'

export const debitCauseLabels: Readonly<Record<DebitCause, string>> = {
  'no-batch': '账上没有对应的批次，请重新上传当时的发放表，或由两人核实',
  'not-approved': '对应批次尚未通过审核、复核，通过后自动补记',
  'content-changed': '对应批次的内容与审批时不一致，请核实',
  'amount-differs': '银行支付金额与账上计算的实发金额不一致，请核实',
  balance: '余额不足以补记，请先补录恢复前的充值',
}

export const debitOutcomeLabels: Readonly<Record<'paid' | 'foreign', string>> = {
  paid: '确系本系统付款，不再重付',
  foreign: '与本系统无关',
}

/** Sending that waits for people, as the bank does not tell what it has accepted, or no longer what it has paid. */
export const sendingHoldLabels = {
  title: '数据库恢复后，转账暂停发送',
  /** What nobody can end here. */
  others: {
    superseded: {
      title: '此处不再发送转账',
      hint: (since: string) =>
        `${since} 起已由另一台数据库服务器发送，此处不再发送转账、不再提供银行文件。请勿在此继续录入：在此录入的内容不会进入另一台服务器。请联系运维人员停用此处；如应由此处发送，由运维人员接管发送。`,
    },
    unknown: {
      title: '转账暂停发送',
      hint: (since: string) =>
        `${since} 起暂停发送，原因由系统的较新版本记录，当前版本无法显示。请联系运维人员。`,
    },
  },
  hints: {
    'accepted-unasked': (since: string) =>
      `银行不提供已受理未执行付款的查询。请在网银核对 ${since} 恢复前已受理、尚未执行的付款，由超级管理员登记核对结果，另一位管理员确认后恢复发送。`,
    'record-cut': (since: string) =>
      `银行不再保留需要核对的部分日期的记录，${since} 起暂停发送。请在网银或纸质对账单上核对这些日期的付款，由超级管理员登记核对结果，另一位管理员确认后恢复发送。`,
  } satisfies Record<HeldForPeople, (since: string) => string>,
  open: '登记网银核对',
  dialogTitle: '恢复后放行转账发送',
  action: '提交核对结果',
  word: '核对结果',
  wordHints: {
    'accepted-unasked': '例如：网银中没有已受理未执行的付款；或列出其参考号、收款人和金额',
    'record-cut': '例如：核对了哪些日期的对账单，账上没有的付款的参考号、收款人和金额',
  } satisfies Record<HeldForPeople, string>,
  done: '已提交，待另一位管理员确认',
} as const

export const debitLabels = {
  empty: '没有未入账的银行支出',
  emptyHint: '银行已支付或已受理而账上没有的支出会列在这里，处理完之前转账暂停发送。',
  time: '银行处理时间',
  reference: '转账编号',
  serial: '银行流水号',
  serialOf: (serial: string) => `流水号 ${serial}`,
  accepted: '银行已受理，尚未执行',
  bankState: '银行状态',
  payee: '收款人',
  /** The bank's record names nobody. */
  unnamed: '—',
  tailOf: (tail: string) => (tail === '' ? '' : `尾号 ${tail}`),
  amount: '支付金额',
  amountYuan: '支付金额（元）',
  cause: '未入账原因',
  awaitsSheet: '已核实为本系统付款，等待重新上传发放表；同一收款人的其他付款在此之前不能发起',
  returned: '银行已退票',
  opinion: '核实意见',
  opinionOf: (outcome: string, name: string) => `${outcome}（${name}）`,
  waitsManager: '等待管理员核实',
  waitsSecond: '等待另一账号确认',
  actions: { explain: '提交核实意见', confirm: '确认', refuse: '拒绝' },
  outcome: '核实结果',
  proposer: '提出人',
  reason: '核实说明',
  reasonHint: '例如：向银行核对的经过、对应的发放表',
  explainTitle: '核实银行支出',
  explainAction: '提交核实意见',
  explainNote: '须由另一账号确认后生效，并记入操作日志。',
  proposed: '核实意见已提交，等待另一账号确认',
  confirmTitle: '确认核实意见',
  refuseTitle: '拒绝核实意见',
  refuseNote: '拒绝后可以重新提交核实意见。',
  consequence: {
    paid: '确认后，这笔支出不再阻止发送；重新上传的相同付款会沿用这笔银行记录，不会重复支付；已发起而未发送的同一收款人的其他付款转为失败，可以之后重新发放。',
    foreign: '确认后，这笔支出不再阻止发送。',
  },
  done: '已处理',
} as const
