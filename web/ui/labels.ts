// The Chinese words of the building blocks, the same on every page.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'

export const uiLabels = {
  query: '查询',
  reset: '重置',
  retry: '重试',
  cancel: '取消',
  close: '关闭',
  save: '保存',
  all: '全部',
  yes: '是',
  no: '否',
  yuanSign: '¥',
  minusSign: '−',
  lastWeek: '近一周',
  lastMonth: '近一月',
  lastQuarter: '近三月',
  from: '开始日期',
  to: '结束日期',
  loading: '加载中',
  unexpected: '页面出了点问题，请刷新后重试',
  nothingFits: '没有符合条件的记录',
  nothingFitsHint: '换个条件再查，或清除全部条件。',
  clearFilters: '清除条件',
  noAnswer: '网络中断或服务没有回应。您填写的条件仍在，可直接重试。',
  outage: (http: number) => `服务没有回应（${http}）。您填写的条件仍在，可直接重试。`,
  refused: '您填写的条件仍在，可修改后再试。',
  missing: '记录不存在或已被删除',
  missingHint: '它可能已被移除，或不在您的管理范围内。',
  back: '返回',
  range: (first: string, last: string, total: string) => `第 ${first}–${last} 条，共 ${total} 条`,
  pager: '分页',
  copied: '已复制',
  notCopied: '复制失败，请选中后手动复制',
} as const

export const passwordLabels = {
  rule: '至少 8 个字符，含大写、小写、数字、符号中的三种',
  'too-short': '密码至少 8 个字符',
  'too-simple': '密码须包含大写字母、小写字母、数字、符号中的三种',
  confirmMissing: '请输入确认密码',
  mismatch: '两次密码输入不一致，请重新输入',
  strength: '密码强度',
  levels: ['太短', '较弱', '合格', '很好'],
} as const

export const personalLabels = {
  idCardNo: '身份证号',
  phone: '手机号',
  cardNo: '银行卡号',
  show: (whose: string, what: string) => `显示${whose}的${what}`,
  hide: (whose: string, what: string) => `隐藏${whose}的${what}`,
} as const

/** Rows that were refused, as the dialog lists them after an upload or a copy. */
export const failureLabels = {
  rows: (all: string) => `共 ${all} 行`,
  good: '行无误',
  bad: '行有误',
  all: '全部',
  rowNumber: '表内行号',
  name: '姓名',
  idCardNo: '身份证号',
  phone: '手机号',
  cardNo: '银行卡号',
  reason: '原因',
  duplicateRow: '与其他行重复',
  chips: '按原因筛选',
  wrong: '有误',
  absent: '未填写',
  capped: (shown: string) => `此处列出前 ${shown} 行，其余请见标注表`,
  close: '关闭',
  download: '下载标注表',
} as const

/** People who have not signed, where they are to be paid. */
export const unsignedLabels = {
  offer: (count: string) => `有 ${count} 人只因未签约被退回，签约后重新上传即可。`,
  invited: (count: string) => `已邀请 ${count} 人，请把签约链接发给本人，签约后重新上传。`,
  noneInvitable: '未签约的人员还有其他错误，请先改正后重新上传，再邀请签约。',
  leftOut: (rows: string) => `第 ${rows} 行还有其他错误，改正之前不邀请。`,
  leftOutMany: (rows: string, count: string) => `第 ${rows} 等 ${count} 行还有其他错误，改正之前不邀请。`,
  refused: (name: string, reason: string) => `${name}：${reason}，没有邀请任何人`,
  invite: '邀请未签约人员',
  inviteAgain: '再次邀请',
  count: (count: string) => `${count} 人未签约`,
  inviteBatch: '邀请签约',
} as const

/** The state of a payout row. */
export const rowStatusLabels: Readonly<Record<RowStatus, string>> = {
  processing: '处理中',
  succeeded: '成功',
  failed: '失败',
  cancelled: '已取消',
}

/** Where a row that is under way stands. */
export const stageLabels: Readonly<Record<DetailRow['stage'], string>> = {
  none: '处理中',
  queued: '排队中',
  sent: '已发往银行，等待回执',
  manual: '等待人工处理',
}

export const payeeLabels = { cardTail: (tail: string) => `•••• ${tail}` } as const

export const exportLabels = {
  download: '下载 Excel',
  preparing: '正在准备文件',
  received: (megabytes: string) => `已下载 ${megabytes} MB`,
  receivedOf: (megabytes: string, rows: string) => `已下载 ${megabytes} MB · 共 ${rows} 行`,
  stop: '取消',
} as const

/** The invoice category of a form. */
export const categoryLabels = {
  choose: '选择发票类目',
  none: '没有已启用的发票类目，请管理员先在「发票类目」中新增',
  nothingFits: '没有符合的发票类目',
  disabled: (name: string) => `${name}（已停用）`,
} as const

/** One file of a form: chosen or dropped, sent at once, kept until the form is sent. */
export const fileFieldLabels = {
  choose: '选择文件',
  chooseHint: '或将文件拖到页面任意位置',
  replace: '重新上传',
  change: '更换',
  actOn: (act: string, what: string) => `${act} ${what}`,
  remove: '移除',
  sending: (percent: number) => `正在上传 ${percent}%`,
  storing: '正在保存',
  cancel: '取消上传',
  broken: '网络中断，文件没有上传完',
  again: '继续上传',
  oneFile: '最多上传一个文件',
} as const

/** Kept files to look at. */
export const previewLabels = {
  noPreview: '该格式不能预览，请下载查看',
  zoom: (name: string) => `放大查看 ${name}`,
  open: '新窗口打开',
  openPdf: '查看 PDF',
  download: '下载',
  broken: '文件无法显示',
  retry: '重试',
} as const

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** Charts of one bar a day. */
export const dayBarsLabels = {
  units: { yuan: '元', 'ten-thousand-yuan': '万元', count: '' },
  unit: (unit: string) => `单位：${unit}`,
  day: '日期',
  /** "2026-11-13 星期五"; a month is told as it is. */
  tipDay: (day: string) =>
    day.length > 7 ? `${day} ${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}` : day,
  summary: (title: string, first: string, last: string, sums: string) =>
    `${title}，${first} 至 ${last}：${sums}`,
} as const

/** The bank statement that lists a payout. */
export const statementFileLabels = {
  title: '银行对账单',
  titleAt: (page: number) => `银行对账单 · 第 ${page} 页`,
  anyName: '银行对账单.pdf',
  lookFor: '请核对',
  look: '查看对账单',
  lookOf: (whose: string) => `查看对账单：${whose}`,
  about: (name: string, tail: string, amount: string) => `${name} · ${tail} · ${amount} 元`,
} as const

/** What became of an invitation to sign. */
export const invitationLabels = {
  oneTitle: '签约链接',
  oneTitleOf: (who: string) => `${who}的签约链接`,
  manyTitle: (count: string) => `已生成 ${count} 个签约链接`,
  nobodyTitle: '没有需要邀请的人员',
  nobody: '这些人员都已签约，无需再次邀请。',
  code: '签约链接二维码',
  codeHint: '本人用手机扫码签约',
  link: '链接',
  until: '有效期至',
  rule: (days: number) => `${days} 天内有效、只能使用一次`,
  replaced: '再次邀请后，之前的链接随即失效',
  personal: '请只发给本人，签约时需核验身份',
  list: '下载链接清单后，请逐一发给本人，签约时需核验身份',
  invited: '已邀请',
  alreadySigned: '此前已签约',
  people: (count: string) => `${count} 人`,
  copy: '复制链接',
  save: '下载链接清单',
} as const

/** Several files in a form, and files that are kept. */
export const filesLabels = {
  kilobytes: (count: string) => `${count} KB`,
  megabytes: (count: string) => `${count} MB`,
  problem: (name: string, why: string) => `「${name}」${why}`,
  twice: (name: string) => `「${name}」已在列表中`,
  choose: '选择文件',
  chooseMore: '继续添加',
  zone: '将文件拖到此处，或',
  drop: '松开即上传',
  list: '已选择的文件',
  sending: (percent: number) => `正在上传 ${percent}%`,
  storing: '正在保存',
  broken: '网络中断，文件没有上传完',
  again: '重试',
  againOf: (name: string) => `重试 ${name}`,
  cancel: '取消上传',
  cancelOf: (name: string) => `取消上传 ${name}`,
  remove: '移除',
  removeOf: (name: string) => `移除 ${name}`,
  preview: '预览',
  previewOf: (name: string) => `预览 ${name}`,
  download: '下载',
  downloadOf: (name: string) => `下载 ${name}`,
  count: (count: number, most: number) => `${count} / ${most}`,
  wait: '文件正在上传，请稍候',
  stuck: '有文件没有上传完，请重试或移除',
} as const
