// The Chinese words of one payout's record: its facts, its way to the bank, its money and its tax.

import type { LedgerAccount, Phase } from '@paywages/domain/ledger/postings.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import { payoutNo } from '@paywages/domain/payouts/payout-no.ts'
import type { Alarm, TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import type { TransferHistory } from '@paywages/wire/transfers/shapes.ts'

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
  'handed-over': '银行文件已提交银行',
  'file-result': '银行结果文件',
  'file-withdrawn': '银行文件已撤回',
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

/** The same on the file channel, where nobody asks the bank. */
export const fileWaitLabels: Readonly<Partial<Record<TransferState, string>>> = {
  reserved: '等待银行文件提交银行',
  'in-doubt': '等待导入银行结果',
  manual: '等待人工处理，仍可导入银行结果',
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
  steps: '转账经过',
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
  lineAssigned: '人工指定银行结果的行',
  lineOf: (result: string, line: number, confirmer: string) =>
    `${result} 第 ${figure(line)} 行，${confirmer} 复核`,
  statementListed: '对账单已印证',
  statementContradicts: '对账单不符',
  returnProposed: '登记退票，等待另一账号确认',
  moved: (from: string, to: string) => `${from} → ${to}`,
} as const

export const recordLabels = {
  loading: '发放明细',
  title: payoutNo,
  receiptOf: (batchNo: string, rowNumber: number) => `电子回单 · ${payoutNo(batchNo, rowNumber)}`,
  receiptView: '看回单',
  receiptAlone: '从银行的回单文件中单独裁出，只含这一笔；每次查看都会记入操作日志。',
  receiptDownload: '下载回单',
  evidence: '下载凭证包',
  net: '实发金额',
  gross: '应发',
  tax: '个税',
  vat: '增值税及附加',
  fee: '服务费',
  payee: '收款人',
  card: '收款卡',
  idCardNo: '身份证号',
  company: '供应商',
  batch: '批次',
  batchOf: (batchNo: string, rowNumber: number) => `${batchNo} 第 ${figure(rowNumber)} 行`,
  month: '所属月份',
  remark: '备注',
  payoutTime: '发放时间',
  reference: '转账编号',
  copyReference: '复制转账编号',
  serial: '银行流水号',
  bankFile: '银行文件',
  bankFileOf: (name: string, position: number, bankBatchNo: string) =>
    `${name} 第 ${figure(position)} 笔${bankBatchNo === '' ? '' : `，银行批号 ${bankBatchNo}`}`,
  registerReturn: '登记退票',
  returnWaits: '退票待确认',
  reason: '失败原因',
  notStarted: '批次尚未开始转账。',
  stopped: '批次已驳回或撤回，没有转账。',
  statement: '银行对账单',
  statementPage: (page: number) => `第 ${page} 页`,
  statementLine: (line: number) => `第 ${figure(line)} 行`,
  statementView: '看原页',
  statementDisagrees: '对账单列有这一笔，但转账没有成功，请核对是否退回。',
  unlisted: '对账单中还没有这一笔。',
  taxTitle: '个税计算',
  taxWhole: '个税明细',
  taxTrial: '试算，开始转账时重新计算',
  taxNone: '没有计算过程可显示。',
  vatTitle: '增值税及附加计算',
} as const

export const returnLabels = {
  title: '登记退票',
  object: (name: string, amount: string, batchNo: string) => `${name} · ${amount} · 批次 ${batchNo}`,
  note: '用于银行在系统外告知的退票。登记后须由另一账号（该供应商复核岗或超级管理员）确认，确认后退回应发金额、服务费和个税。',
  reason: '退票说明',
  reasonHint: '退票原因、退回日期和到账账户，最多 200 个字符',
  evidence: '退票凭证',
  evidenceHint: '银行退票通知或退回款项的回单，PDF 或图片，不超过 10 MB',
  evidenceMissing: '请上传退票凭证',
  drop: '松开即上传退票凭证',
  action: '登记退票',
  done: '已登记，等待另一账号确认',
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
