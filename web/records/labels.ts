// The Chinese words for records that several slices show.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'

export const personalLabels = {
  idCardNo: '身份证号',
  phone: '手机号',
  cardNo: '银行卡号',
  show: (whose: string, what: string) => `显示${whose}的${what}`,
  hide: (whose: string, what: string) => `隐藏${whose}的${what}`,
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

export const payeeLabels = {
  cardTail: (tail: string) => `•••• ${tail}`,
  month: '所属月份',
  remark: '备注',
  monthAndRemark: '所属月份 / 备注',
} as const

/** The invoice category of a form. */
export const categoryLabels = {
  choose: '选择发票类目',
  none: '没有已启用的发票类目，请管理员先在「发票类目」中新增',
  nothingFits: '没有符合的发票类目',
  disabled: (name: string) => `${name}（已停用）`,
} as const

/** The bank statement that lists a payout. */
export const statementFileLabels = {
  title: '银行对账单',
  titleAt: (page: number) => `银行对账单 · 第 ${page} 页`,
  anyName: '银行对账单.pdf',
  anyFile: '银行对账单',
  lookFor: '请核对',
  look: '查看对账单',
  lookOf: (whose: string) => `查看对账单：${whose}`,
  about: (name: string, tail: string, amount: string) => `${name} · ${tail} · ${amount} 元`,
} as const

/** People and payouts are never counted in one breath (D42): 27 人 · 28 笔. */
export const peopleAndRows = (people: number, rows: number): string =>
  `${people.toLocaleString('en-US')} 人 · ${rows.toLocaleString('en-US')} 笔`

export const providerLabels = { provider: '供应商' } as const

/** Live sessions of an account, its owner's or another's. */
export const sessionLabels = {
  title: '登录设备',
  device: '设备',
  unknown: '未识别的浏览器',
  here: '本机',
  address: '登录地址',
  places: { same: '与当前网络相同', internal: '内网地址', elsewhere: '其他网络' },
  startedAt: '登录时间',
  lastActiveAt: '最近使用',
  actions: '操作',
  end: '退出',
  endOf: (device: string) => `退出 ${device}`,
  endTitle: '确认退出该设备？',
  endWarning: '退出后该设备须重新登录；尚未提交的内容会丢失。',
  ended: '已退出该设备',
  empty: '没有登录中的设备',
  emptyHint: '该账号目前没有在任何设备上登录。',
} as const

/** How people call browsers that name themselves otherwise. */
export const browserLabels: Readonly<Record<string, string>> = {
  WeCom: '企业微信',
  WeChat: '微信',
  DingTalk: '钉钉',
  QQBrowser: 'QQ 浏览器',
  UCBrowser: 'UC 浏览器',
  Sogou: '搜狗浏览器',
}
