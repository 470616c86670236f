// What the statements slice says to people.

import type { RefusalDetail, RefusalText } from '../refusal.ts'

const UNREAD_WORDS: Readonly<Record<string, string>> = { amount: '金额', day: '日期', payee: '收款人' }

export const bankStatementRefusals = {
  'statement-type': { http: 415, field: 'files', msg: '请选择 pdf 文件上传' },
  'statement-message': {
    http: 422,
    field: 'files',
    msg: '报文不是可读取的 camt.053：须写明账户，各笔的方向、金额与合计须一致',
  },
  'statement-no-entries': {
    http: 422,
    field: 'files',
    msg: '报文中没有已入账的明细，请待银行入账后重新下载',
  },
  'statement-other-account': {
    http: 422,
    field: 'files',
    msg: '该对账单写明的账户不在该供应商的付款账户中，未上传；确是其账户的，请管理员先在「付款账户」登记',
  },
  'statement-encrypted': {
    http: 422,
    field: 'files',
    msg: '文件已加密，无法读取，请从网银下载未加密的对账单',
  },
  'statement-damaged': { http: 422, field: 'files', msg: '文件已损坏，无法读取，请重新下载后上传' },
  'statement-encoding': {
    http: 422,
    field: 'files',
    msg: '文件的文字编码无法识别（不是 UTF-8 或 GBK），请从网银重新下载，或另存为 xlsx 后上传',
  },
  'statement-scanned': {
    http: 422,
    field: 'files',
    msg: 'PDF 是扫描件或图片，没有可读取的文字，请上传银行导出的电子对账单',
  },
  'statement-unknown': {
    http: 422,
    field: 'files',
    msg: '没有在文件中找到交易明细表（需要有金额，以及流水号或收款账号等表头），未关联任何明细',
  },
  'statement-columns-unclear': {
    http: 422,
    field: 'files',
    msg: '没有认出这份对账单的表头，请单独上传并指明各列的内容',
  },
  'statement-unit': {
    http: 422,
    field: 'files',
    msg: ({ unit }: RefusalDetail) =>
      `这份对账单的金额单位是${unit}，不能按元逐笔核对，请从网银下载以元为单位的人民币明细后上传`,
  },
  'statement-no-lines': {
    http: 422,
    field: 'files',
    msg: ({ row, why }: RefusalDetail) =>
      `按指明的表头没有读出一笔明细：第 ${row} 行起的${UNREAD_WORDS[String(why)] ?? '内容'}无法识别，请核对所指的列`,
  },
  'statement-receipts': {
    http: 422,
    field: 'files',
    msg: '没有认出回单上的收款人、金额或日期（并排印有几份回单，或同一栏有两个不同的值），请从网银下载每份单独的 PDF 回单，或下载交易明细后上传',
  },
  'statement-layout-changed': {
    http: 409,
    msg: ({ name }: RefusalDetail) => `${name}刚刚指明过这种对账单的表头，请核对后再提交`,
  },
  'statement-active': {
    http: 422,
    field: 'files',
    msg: '文件含有脚本、宏或可执行内容，为安全起见不予接收，请从网银重新下载',
  },
  'statement-too-long': {
    http: 422,
    field: 'files',
    msg: ({ max }: RefusalDetail) => `对账单超过 ${max}，请按日期拆分后上传`,
  },
  'statement-slow': { http: 422, field: 'files', msg: '文件过于复杂，读取超时，请拆分后上传' },
  'statement-known': {
    http: 409,
    field: 'files',
    msg: ({ fileName }: RefusalDetail) =>
      `相同内容的对账单已上传过（${fileName}），无需重复上传；未关联的流水可在该对账单中重新匹配`,
  },
  'statement-other-provider': { http: 403, msg: '只能上传所属供应商的对账单' },
  'receipt-missing': { http: 404, msg: '这一笔还没有电子回单' },
  'receipts-missing': { http: 404, msg: '本批还没有电子回单，请先在「银行对账单」上传银行的回单文件' },
  'receipt-changed': { http: 422, msg: '回单与登记时不一致，不能单独显示，请在银行对账单中查看原页' },
  'receipts-too-many': {
    http: 422,
    msg: ({ count, max }: RefusalDetail) => `本批共有 ${count} 张回单，一次最多打包 ${max} 张，请分包下载`,
  },
  'line-not-open': { http: 409, msg: '该流水已关联或已由他人处理，请刷新后重试' },
  'line-does-not-fit': { http: 422, msg: '所选明细与该流水的账号、姓名或金额不符，或已关联其他流水' },
} as const satisfies Record<string, RefusalText>

export const statementTexts = {
  receiptFailed: '暂无法读取回单，请稍后重试',
  filesMissing: '请选择 pdf 文件上传',
  idWrong: '对账单编号不正确',
  lineWrong: '流水编号不正确',
  resultWrong: '状态参数不正确',
  uploadFailed: '文件上传失败',
  listFailed: '暂未获取银行对账单，请稍后重试',
  exportFailed: '导出失败，请稍后重试',
  relinkFailed: '重新匹配失败，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const

/** What the columns of a statement hold, where a person names them. */
export const statementColumnWords = {
  day: '交易日期',
  out: '支出金额',
  in: '收入金额',
  amount: '金额（收支同列）',
  direction: '借贷标志',
  name: '对方户名',
  account: '对方账号',
  party: '户名和账号',
  reference: '流水号',
  remark: '摘要',
  balance: '余额',
} as const
