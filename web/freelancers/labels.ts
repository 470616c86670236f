// The Chinese words of the people pages.

import { personNumber } from '@paywages/domain/freelancers/person-number.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import type { SigningState } from '@paywages/domain/signing/signing-link.ts'

export const signingLabels: Readonly<Record<SigningState, string>> = {
  unsigned: '未签约',
  invited: '已邀请',
  signed: '已签约',
}

export const peopleLabels = {
  idCardNo: '身份证号',
  idHint: '完整身份证号或人员编号',
  name: '姓名',
  nameHint: '姓名或拼音',
  signing: '签约状态',
  userId: '人员编号',
  phone: '联系电话',
  platform: '工作平台',
  lastPaid: '最近发放日期',
  companyAndPlatform: '供应商 / 工作平台',
  several: (first: string, count: number) => `${first} 等 ${count} 家`,
  export: '导出',
  choose: (name: string) => `选择${name}`,
  chooseAll: '选择本页全部未签约人员',
  empty: '还没有人员',
  emptyRead: '发放过、邀请过或登记过的自由职业者会出现在这里。',
  emptyAction: '新增或导入人员后即可邀请签约；发放过的人员会自动出现在这里。',
} as const

export const addLabels = {
  add: '新增人员',
  name: '姓名',
  nameHint: '与身份证一致',
  idCardNo: '身份证号',
  idHint: '请输入 18 位身份证号',
  phone: '手机号',
  phoneHint: '请输入 11 位手机号',
  provider: '所属供应商',
  providerHint: '请选择供应商',
  invite: '立即邀请签约',
  inviteHint: '保存后生成签约链接，由您发给本人',
  action: '保存',
  actionInvite: '保存并邀请',
  added: '新增成功',
} as const

export const importLabels = {
  import: '导入人员',
  title: '导入人员',
  provider: '所属供应商',
  providerHint: '请选择供应商',
  zone: '把 Excel 文件拖到这里，或',
  choose: '选择文件',
  drop: '松开鼠标，选择这份人员表',
  limits: (megabytes: number) =>
    `列名为姓名、身份证号、手机号；.xlsx、.xls、.et 或 .csv，不超过 ${megabytes} MB`,
  template: '下载模板',
  templateFile: '人员表模板.xlsx',
  remove: '移除文件',
  invite: '导入后立即邀请签约',
  inviteHint: '已签约的人员不会再次邀请',
  allOrNobody: '任意一行有误则不登记任何人，改好后重新导入。',
  start: '开始导入',
  stop: '取消上传',
  stopped: '已取消，没有登记任何人',
  left: '已离开页面，导入已取消',
  sending: (sent: string, total: string) => `上传 ${sent} / ${total} MB`,
  reading: '正在核对人员',
  broken: '网络中断，没有收到结果',
  brokenHint: '重试是安全的：已登记的人员不会重复登记。',
  again: '重试',
  unreadable: '文件无法读取，请重新选择',
  tooLarge: (megabytes: number) => `文件不能超过 ${megabytes} MB`,
  done: (count: string) => `已导入 ${count} 人`,
  refusedTitle: (bad: string) => `有 ${bad} 行有误，没有登记任何人`,
  refusedFile: (fileName: string) => `${fileName}。`,
  refusedSummary: (fileName: string, all: string, good: string) =>
    `${fileName} · 共 ${all} 行，${good} 行无误。`,
  refusedAdvice: '请按原因修改后重新导入整份表。',
  chooseAgain: '重新选择文件',
  capped: (shown: string) => `此处列出前 ${shown} 行`,
} as const

export const inviteLabels = {
  invite: '邀请签约',
  inviteAll: '邀请全部未签约',
  inviteChosen: (count: number) => `邀请所选 ${figure(count)} 人`,
  title: '邀请签约',
  chosen: (names: string, count: number) => `所选 ${figure(count)} 人：${names}`,
  namesAndMore: (names: string) => `${names} 等`,
  separator: '、',
  all: '符合当前条件的全部未签约人员',
  allOf: (conditions: string) => `未签约人员，${conditions}`,
  nameLike: (name: string) => `姓名含「${name}」`,
  idIs: (idCardNo: string) => `身份证号 ${idCardNo}`,
  numberIs: (number: string) => `人员编号 ${number}`,
  provider: '签约供应商',
  providerHint: '请选择供应商',
  counting: '正在统计人数',
  count: '将邀请',
  people: (count: string) => `${count} 人`,
  countFailed: '人数暂时无法统计，仍可邀请',
  nobody: '没有未签约的人员',
  note: '每人得到一个签约链接，7 天内有效、只能使用一次；此前未使用的链接随即失效。',
  action: (count: string) => `邀请 ${count} 人签约`,
  actionPlain: '邀请签约',
} as const

export const personLabels = {
  line: (userId: number) => `人员编号 ${personNumber(userId)}`,
  signedOn: (day: string) => `签约于 ${day}`,
  lastPaid: (day: string) => `最近发放 ${day}`,
  neverPaid: '尚未发放',
  invitedUntil: (time: string) => `邀请有效期至 ${time}`,
  opened: '本人已打开链接',
  separator: ' · ',
  companies: '、',
  facts: '基本信息',
  idCardNo: '身份证号',
  phone: '手机号',
  cardNo: '银行卡号',
  bank: '开户行',
  platform: '来源平台',
  provider: '供应商',
  income: '累计收入（元）',
  tax: '累计个税（元）',
  signedAt: '签约日期',
  changes: '变更记录',
  company: '查看供应商',
  allCompanies: '全部供应商',
  contract: '查看个人合同',
  contractTitle: (no: string) => `个人合同 ${no}`,
  weakEvidence: ' · 证据较弱：签约链接曾在后台显示，未经短信验证',
  contractLine: (signedAt: string, version: string) => `签署于 ${signedAt} · 协议版本 ${version}`,
  contractFile: (no: string) => `${no}.pdf`,
  more: '更多',
  restricted: '已被限制转账',
  restrictedWhy: (by: string, at: string, where: string) =>
    `由 ${by} 于 ${at} 加入限制转账名单，适用于${where}。含该人员的发放表不能通过校验。`,
  everywhere: '全部供应商',
  toLimits: '查看名单',
} as const

export const linkLabels = {
  invite: '邀请签约',
  show: '查看签约链接',
  resend: '重新发送',
  resendTitle: '重新发送签约链接？',
  resendWarning: '将生成新的链接，之前的链接随即失效。',
  resendAction: '生成新链接',
  revoke: '撤销邀请',
} as const

export const revokeLabels = {
  title: '撤销邀请',
  note: '撤销后，该链接不能再用于签约；之后仍可重新邀请。',
  action: '确认撤销',
  reason: '原因',
  reasonHint: '选填，最多 100 个字符',
  done: '邀请已撤销',
} as const

export const imageLabels = {
  front: '身份证人像面',
  back: '身份证国徽面',
  signature: '签名照片',
  watermark: '仅供签约核验',
  watermarkOf: (account: string, day: string) => `仅供签约核验 · ${account} · ${day}`,
  zoom: (what: string) => `放大查看${what}`,
  notYet: '签约后显示',
  none: '没有影像',
  deleted: (day: string) => `影像已于 ${day} 删除`,
  broken: '影像无法显示',
  retry: '重试',
} as const

export const monthLabels = {
  left: '本月剩余额度',
  at: (company: string) => `${company} · `,
  below: (limit: string) => `须低于 ¥${limit}`,
  paid: '已成功',
  open: '在途与待发',
  usedUp: '本月额度已用完，本月内不能再发放',
  chart: '近 6 个月收入',
  quiet: '近 6 个月没有收入',
  limit: (figure: string) => `月限额 ${figure}`,
  limitFar: (figure: string, unit: string) => `月限额 ${figure} ${unit}`,
  month: '月份',
  amount: '收入',
  tax: '个税',
  taxYuan: '个税（元）',
  proof: '完税',
  proven: '已完税',
  noProof: '—',
  /** "2026-06" → "6月". */
  shortMonth: (month: string) => `${Number(month.slice(5))}月`,
} as const

export const paymentLabels = {
  title: '发放记录',
  toCertificates: '个人完税证明',
  totals: (count: string, income: string, tax: string) =>
    `共 ${count} 笔 · 收入合计 ¥${income} · 个税合计 ¥${tax}`,
  rowId: 'ID',
  idCardNo: '身份证号',
  month: '所属月份',
  paidAt: '发放时间',
  amount: '收入金额（元）',
  tax: '个税（元）',
  proof: '完税记录',
  proven: '已完税',
  invoice: '发票号码',
  empty: '还没有成功的发放',
  emptyHint: '发放成功后，每一笔都会列在这里。',
} as const

export const changeLabels = {
  title: '联系方式变更记录',
  phone: '手机号',
  cardNo: '银行卡号',
  to: '变更为',
  none: '未登记',
  bySheet: '来自发放表',
  byConsole: '在人员管理中登记',
  by: (name: string) => `操作人 ${name}`,
  batch: '批次',
  empty: '没有变更记录',
  emptyHint: '手机号和银行卡号自登记以来没有变化。',
} as const

export const correctLabels = {
  correct: '更正姓名',
  title: '更正姓名',
  object: (name: string, company: string) => `${name} · ${company}`,
  name: '正确姓名',
  nameHint: '与身份证一致',
  reason: '更正原因',
  reasonHint: '必填，最多 100 个字符',
  note: '只更正该供应商登记的姓名，已完成的发放和已签署的合同不变；更正前后的姓名和原因保留在操作日志中。',
  action: '确认更正',
  done: '姓名已更正',
} as const

export const deleteLabels = {
  remove: '删除证件影像',
  title: '删除证件影像',
  object: (name: string, company: string) => `${name} · ${company}`,
  warning: '将永久删除身份证人像面、国徽面和签名照片，不能恢复。',
  remains: '已签署的合同文件、签约时间和本次删除的记录会保留。',
  reason: '删除原因',
  reasonHint: '必填，如：本人申请删除',
  action: '永久删除影像',
  done: '证件影像已删除',
} as const
