// The Chinese words of logging in, logging out and changing the password.

import type { LoginReason } from '../api/redirect.ts'

export const loginLabels = {
  title: '登录',
  account: '账号',
  password: '密码',
  showPassword: '显示密码',
  submit: '登录',
  submitting: '登录中…',
  waitSeconds: (seconds: number) => `${seconds} 秒后可重试`,
  accountMissing: '账号不能为空',
  passwordMissing: '密码不能为空',
  unreachable: '暂无法登录，请稍后重试',
  lockHint: '五次输错将锁定 15 分钟；忘记密码请联系管理员重置',
  welcome: '使用管理员为您开通的账号',
} as const

export const factorFormLabels = {
  code: '验证码',
  hint: '打开手机上的验证器应用，输入 6 位动态口令；也可输入一个恢复码',
  submit: '验证并登录',
  submitting: '验证中…',
  back: '使用其他账号登录',
  usePasskey: '使用通行密钥',
  passkeyFailed: '没有完成通行密钥验证，请重试',
  codeMissing: '请输入验证码',
} as const

/** Brand 1's headline and the lines below it, each on a line of its own. */
export const starRiverLabels = {
  headline: ['每一笔，', '准时到账'],
  promise: ['上传、审核、复核、转账，', '一份发放表从头走到尾，步步有人、有据、有回音。'],
} as const

/** Brand 2's couplet, written from top to bottom, the first line at the right. */
export const farRidgesLabels = { couplet: ['远山可望', '薪酬可期'] } as const

export const loginNotices: Readonly<Record<LoginReason, string>> = {
  'not-logged-in': '请先登录',
  'session-ended': '登录已失效，请重新登录',
  maintenance: '系统正在维护，请稍后再登录',
  'password-changed': '密码修改成功，请用新密码重新登录',
}

export const passwordChangeLabels = {
  old: '旧密码',
  new: '新密码',
  confirm: '确认密码',
  action: '修改密码',
  changed: '密码修改成功',
  mustChange: '首次登录请先修改密码',
  mustChangeWhy: '您的密码由管理员设置。修改成功后用新密码重新登录，即可使用其他功能。',
} as const

export const devicesLabels = {
  others: '退出其他所有设备',
  othersTitle: (count: number) => `确认退出其他 ${count} 台设备？`,
  othersEnded: '已退出其他所有设备',
  note: '登录地址是登录时的网络地址，系统不查询地址所在城市；经公司网关或代理访问时，显示的是网关地址。如有不认识的设备，请先退出该设备，再修改密码。',
} as const
