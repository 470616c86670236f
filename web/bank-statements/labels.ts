// The Chinese words of the bank statement pages.

import type { LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import { statementColumnWords } from '@paywages/wire/bank-statements/messages.ts'
import type { BatchStates } from '@paywages/wire/bank-statements/shapes.ts'

export const statementLabels = {
  upload: '上传银行对账单',
  uploadDate: '上传日期',
  uploadedAt: '上传时间',
  file: '文件',
  pages: (count: string) => `${count} 页`,
  days: '对账日期',
  daysOf: (first: string, last: string) => `${first} 至 ${last}`,
  noDays: '没有日期',
  until: (last: string) => `至 ${last}`,
  lines: '行数',
  uploader: '上传人',
  empty: '还没有上传过银行对账单',
  emptyPay: '上传银行导出的对账单或电子回单（PDF、Excel、CSV），系统会逐行找到对应的发放明细。',
  emptyRead: '付款岗上传后，对账单和关联结果会出现在这里。',
} as const

export const resultLabels: Readonly<Record<LineResult, string>> = {
  linked: '已关联',
  'already-linked': '已由其他对账单关联',
  ambiguous: '待选择',
  'not-found': '未找到',
}

export const uploadLabels = {
  title: '上传银行对账单',
  owner: '所属供应商',
  ownerNote: '只关联这家供应商的发放明细，不会改变任何一笔的转账状态。',
  zone: '把对账单拖到这里，或',
  choose: '选择文件',
  limits: (files: number, megabytes: number) =>
    `银行导出的对账单、代发清单或电子回单，PDF、xlsx、xls、csv、camt.053 格式；最多 ${files} 份，每份不超过 ${megabytes} MB；扫描件无法识别`,
  drop: '松开鼠标，添加这些对账单',
  chosen: '待上传的文件',
  remove: '移除',
  removeOf: (name: string) => `移除 ${name}`,
  start: '上传',
  startOf: (count: number) => `上传 ${count} 份`,
  underWay: (count: number) => `${count} 份对账单`,
  sending: (sent: string, total: string) => `上传 ${sent} / ${total} MB`,
  reading: '已送达，正在逐行读取并关联，请稍候',
  stop: '取消上传',
  stopped: '已取消，未读完的对账单不会保存',
  left: '已离开页面，上传已取消',
  broken: (percent: number) => `网络中断，上传停在 ${percent}%`,
  brokenReading: '网络中断，没有收到读取结果',
  brokenHint: '文件仍在这里，网络恢复后点「重新上传」即可；已收到的不会重复关联。',
  again: '重新上传',
  outcomes: '上传结果',
  refused: (why: string) => `未接收：${why}`,
  accepted: (lines: string) => `共 ${lines} 行`,
  count: (word: string, count: string) => `${word} ${count}`,
  look: '查看结果',
  lookOf: (name: string) => `查看结果：${name}`,
  more: '继续上传',
  toList: '查看全部对账单',
  done: (linked: string) => `上传成功，关联 ${linked} 笔`,
  stored: '上传成功',
  unreadable: (name: string) => `${name} 已被移动或修改，请重新选择`,
  twice: (name: string) => `${name} 已在列表中，没有重复添加`,
  tooMany: (max: number) => `一次最多上传 ${max} 份，多出的没有添加`,
  problem: (name: string, words: string) => `${name}：${words}`,
} as const

/** Naming the columns of a statement. */
export const columnLabels = {
  title: '这份对账单的表头不认识，请指明各列',
  about: (file: string, place: { page?: number | undefined; headingRow: number }, count: string) => {
    const page = place.page === undefined ? '' : `第 ${place.page} 页`
    return `${file} · 表头在${page}第 ${place.headingRow} 行 · ${count} 笔`
  },
  column: '列',
  heading: '表头',
  values: '前三行',
  holds: '内容',
  choiceOf: (heading: string) => `「${heading}」列的内容`,
  noHeading: '（无）',
  unused: '不使用',
  kinds: statementColumnWords,
  needs: '至少指明金额或支出金额，以及户名、账号或流水号',
  remember: '记住这种表头，下次不再询问',
  submit: '按此读取',
  misfit: '所指的列与内容不符，请重新选择',
} as const

export const lineLabels = {
  subtitle: (company: string, days: string, pages: string, uploader: string, at: string) =>
    `${company} · ${days} · ${pages} · ${uploader} 于 ${at} 上传`,
  totals: '对账单合计',
  all: '对账单行数',
  allUnit: '行',
  unlisted: '无对账单的已付明细',
  rowsUnit: '笔',
  notes: {
    all: '转出与退回',
    linked: '由这份对账单关联',
    'already-linked': '已由其他流水关联',
    ambiguous: '需人工选择是哪一笔',
    'not-found': '系统中没有对应的明细',
    unlisted: '已付，但对账单未列出',
  },
  views: '按结果筛选',
  view: (word: string, count: string) => `${word} ${count}`,
  everyLine: '全部',
  unreadView: '未识别',
  unlistedView: '未在对账单中',
  place: '日期 / 位置',
  placeOf: (page: number, line: number) => `第 ${page} 页 ${figure(line)} 行`,
  payee: '对方户名 / 账号',
  amount: '金额（元）',
  returned: '退回',
  reference: '银行流水号 / 摘要',
  linkedTo: '关联的发放明细',
  candidates: (count: string) => `${count} 笔明细都符合`,
  unclear: '收付方向或付款结果不明，请人工确认',
  wholeBatch: (count: string) => `合并付款 ${count} 笔`,
  confirmBatch: (count: string) => `可能是合并付款 ${count} 笔，请人工确认`,
  /** What of a whole batch did not arrive, or not yet. */
  batchStates: ({ failed, returned, open }: BatchStates): string | undefined => {
    const parts = [
      ...(failed === 0 ? [] : [`${failed} 笔失败`]),
      ...(returned === 0 ? [] : [`${returned} 笔已退票`]),
      ...(open === 0 ? [] : [`${open} 笔处理中`]),
    ]
    return parts.length === 0 ? undefined : `其中 ${parts.join('、')}`
  },
  result: '结果',
  byHand: '人工选择',
  actions: '操作',
  look: '查看',
  choose: '选择',
  undo: '撤销',
  openFile: '查看原文件',
  toList: '全部对账单',
  about: (day: string, name: string, amount: string) => `${day} · ${name} · ${amount} 元`,
  empty: {
    all: '这份对账单没有交易',
    allHint: '没有读到转出或退回的交易。',
    view: (word: string) => `没有「${word}」的行`,
    viewHint: '可以切换到其他结果查看。',
    unlisted: '这些天的已付明细，对账单都已列出',
    unlistedHint: '没有遗漏。',
  },
  disagrees: {
    'debit-failed': '对账单显示已转出，系统状态为失败',
    'debit-processing': '对账单显示已转出，系统状态为处理中',
    'debit-cancelled': '对账单显示已转出，系统状态为已取消',
    'return-succeeded': '对账单显示已退回，系统状态为成功',
    'return-processing': '对账单显示已退回，系统状态为处理中',
    'return-cancelled': '对账单显示已退回，系统状态为已取消',
  },
} as const

export const unreadLabels = {
  place: '位置',
  placeOf: (page: number, place: number) => `第 ${page} 页 ${figure(place)} 行`,
  why: '原因',
  reasons: { amount: '金额无法识别', day: '日期无法识别', payee: '没有收款人、账号或流水号' },
  text: '内容',
  export: '导出未识别的行',
  empty: '每一行都已识别',
  emptyHint: '没有遗漏。',
} as const

export const totalLabels = {
  unread: (count: string) => `有 ${count} 行未能识别，请在「未识别」中核对`,
  differs: (what: string, printed: string, read: string) => `${what}：对账单印 ${printed}，读到 ${read}`,
  agree: (count: number) => `对账单自带的 ${count} 项合计与明细一致`,
  kinds: {
    'out-count': '支出笔数',
    'out-sum': '支出合计',
    'in-count': '收入笔数',
    'in-sum': '收入合计',
    count: '总笔数',
    sum: '总金额',
    closing: '期末余额',
  },
} as const

export const unlistedLabels = {
  payoutTime: '发放时间',
  batchNo: '批次号',
  name: '姓名',
  account: '收款账户',
  net: '实发（元）',
  reference: '转账编号',
  state: '状态',
} as const

export const chooseLabels = {
  title: '选择对应的发放明细',
  line: '对账单这一行',
  place: (page: number, line: number) => `第 ${page} 页第 ${figure(line)} 行`,
  day: '日期',
  name: '对方户名',
  account: '账号',
  amount: '金额',
  amountOf: (amount: string) => `${amount} 元`,
  dayOf: (day: string, place: string) => `${day} · ${place}`,
  reference: '银行流水号',
  remark: '摘要',
  lookAt: '看原文',
  candidates: '符合的发放明细',
  wholeBatch: (count: string) => `合并付款 ${count} 笔`,
  ofBatches: (count: number) => ` 等 ${count} 批`,
  choiceOf: (batchNo: string, name: string, tail: string) =>
    [`批次 ${batchNo}`, name, tail].filter((part) => part !== '').join('，'),
  note: '关联只说明这一行对应哪一笔，不会改变转账状态；选错了可以撤销。',
  action: '关联所选明细',
  done: '已关联',
  none: '没有可以选择的明细',
  noneHint: '符合的明细可能已关联到其他流水，请关闭后重新查看。',
  capped: (shown: string, all: string) => `共 ${all} 笔符合，此处列出前 ${shown} 笔`,
} as const

export const undoLabels = {
  title: '确认撤销这一行的关联？',
  object: (name: string, amount: string, batchNo: string) =>
    [name, `${amount} 元`, `批次 ${batchNo}`].filter((part) => part !== '').join(' · '),
  batch: (count: string) => `合并付款 ${count} 笔`,
  warning: '撤销后这一行回到「待选择」，明细查询中不再显示这份对账单。',
  action: '撤销关联',
  done: '已撤销',
} as const

export const relinkLabels = {
  action: '重新匹配',
  hint: '银行后来的退票、到账结果可能已能对上：重新查找待选择和未找到的流水，已关联的不变。',
  /** What is new first, then what is left to do. */
  done: (found: readonly string[], left: readonly string[]) =>
    [`重新匹配完成：${found.join('，')}`, ...(left.length === 0 ? [] : [`仍有 ${left.join('、')}`])].join(
      '，',
    ),
  nothing: '没有新的匹配结果',
  linked: (count: string) => `新匹配 ${count} 条`,
  known: (count: string) => `${count} 条已由其他对账单关联`,
  newlyAmbiguous: (count: string) => `新增待选择 ${count} 条`,
  ambiguous: (count: string) => `${count} 条待选择`,
  missing: (count: string) => `${count} 条未找到`,
} as const
