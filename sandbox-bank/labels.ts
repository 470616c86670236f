// The Chinese of the bank: the message of each code, and the words of its page.

export const CODE_MESSAGES = {
  '0000': '成功',
  '1001': '账户不存在',
  '1002': '户名不符',
  '1404': '未受理',
  '1409': '参考号重复且要素不符',
  '1900': '退票',
  '2000': '处理中',
  '2404': '查无此交易',
} as const

export const STATUS_LABELS = {
  held: '未应答',
  processing: '处理中',
  succeeded: '成功',
  rejected: '拒绝',
  returned: '已退票',
  'not-accepted': '未受理',
} as const

export const CALLBACK_LABELS = {
  none: '—',
  pending: '待送达',
  delivered: '已送达',
  'given-up': '已放弃',
} as const

/** What each card ending does, with the delays that hold now. */
export function endingLabels(delays: { slowMs: number; notAcceptedMs: number; returnMs: number }) {
  return [
    ['0001', '拒绝：账户不存在'],
    ['0002', '拒绝：户名不符'],
    ['0003', `先答处理中，${duration(delays.slowMs)}后成功`],
    ['0004', '已执行，但提交永无应答'],
    ['0005', `未执行且永无应答；${duration(delays.notAcceptedMs)}后查询答未受理`],
    ['0006', `成功，${duration(delays.returnMs)}后退票`],
    ['0007', '已执行，但应答 500；同一次提交的其他笔也随之收到 500'],
    ['0008', '已执行，应答之前先回调两次'],
    ['其他', '立即成功'],
  ] as const
}

function duration(delayMs: number): string {
  return delayMs % 1_000 === 0 ? `${delayMs / 1_000} 秒` : `${delayMs} 毫秒`
}

export const PAGE_LABELS = {
  title: '沙箱银行',
  intro: '替身银行，不动真钱。每 5 秒自动刷新。',
  executedCount: '已执行（笔）',
  executedAmount: '已执行金额（元）',
  returnedCount: '其中退票（笔）',
  returnedAmount: '退票金额（元）',
  awaiting: '待回调（笔）',
  recent: '最近 100 笔',
  empty: '还没有收到任何转账。在控制台开始一笔转账后，这里会列出它。',
  columns: ['时间', '参考号', '户名', '卡尾号', '金额（元）', '状态', '原因', '回调'],
  statements: '每日对账单',
  statementColumns: ['日期', '笔数', '对账单'],
  download: '下载对账单 PDF',
  downloadPart: (part: number) => `第 ${part} 部分`,
  noStatements: '还没有可下载的对账单。',
  files: '企业网银代发（文件）',
  endings: '收款卡尾号决定结果',
  endingColumns: ['尾号', '银行的做法'],
  outage: '当前为停机模式：所有业务请求都会被断开。',
  silent: '当前不发送回调。',
} as const

export const FILE_LABELS = {
  title: '沙箱银行 · 企业网银代发',
  intro: '替身银行，不动真钱。接受通用代发 Excel 和 pain.001.001.09，按收款卡尾号执行；同一文件只执行一次。',
  repeats: '当前设置为重复执行：同一文件再次提交会再付一次。仅用于演练如何发现重复付款。',
  back: '返回沙箱银行',
  empty: '还没有提交过文件。从控制台的「银行文件」下载付款文件，在这里提交，再把结果导回控制台。',
  executed: '已提交的文件',
  statements: '对账单（按日）',
  statementColumns: ['日期', '下载'],
  statement: { xlsx: '对账单 Excel', 'camt.053': 'camt.053' },
  outcomes: { succeeded: '成功', rejected: '失败', processing: '处理中', silent: '不答复' },
  file: '付款文件',
  account: '付款账号（Excel 文件须填，camt.053 才有账户）',
  submit: '提交',
  accepted: (batchNo: string, count: string) => `已受理，银行批号 ${batchNo}，共 ${count} 笔`,
  refusals: { seen: '重复文件：该文件已经提交过，没有再次执行', unreadable: '文件无法识别，没有执行' },
  columns: ['时间', '文件', '银行批号', '笔数', '金额（元）', '执行情况', '结果文件'],
  results: { csv: '回盘文件', xlsx: 'Excel 回盘', 'pain.002': 'pain.002', 'camt.053': 'camt.053' },
} as const

export const STATEMENT_LABELS = {
  title: '沙箱银行账户交易明细',
  subtitle: (day: string) => `交易日期：${day}　币种：人民币`,
  note: '替身银行出具，不动真钱',
  columns: ['交易时间', '流水号', '客户参考号', '收款户名', '收款账号', '金额', '摘要'],
  paid: '代发转账',
  returned: '退票',
  total: (debits: number, out: string, returns: number, back: string) =>
    `合计：支出 ${debits} 笔 ${out} 元，退票 ${returns} 笔 ${back} 元`,
  fileName: (day: string, part: number) => `对账单-${day}${part > 1 ? `-${part}` : ''}.pdf`,
} as const
