// The Chinese words of logging in again, logging out and changing the password.

import type { LoginReason } from '../api/leaving.ts'

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
  act: '修改密码',
  changed: '密码修改成功',
  mustChange: '首次登录请先修改密码',
  mustChangeWhy: '您的密码由管理员设置。修改成功后用新密码重新登录，即可使用其他功能。',
} as const
