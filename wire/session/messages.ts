// What the session slice says to people.

import { NO_CONSOLE_RIGHT, NOT_LOGGED_IN, SESSION_ENDED } from '../envelope.ts'
import { type RefusalText, waitWords } from '../refusal.ts'

export const sessionRefusals = {
  'not-logged-in': { http: 401, status: NOT_LOGGED_IN, msg: '请先登录' },
  'session-ended': { http: 401, status: SESSION_ENDED, msg: '登录已失效，请重新登录' },
  'bad-credentials': { http: 401, msg: '账号或密码错误' },
  'account-locked': {
    http: 429,
    msg: (detail) => `连续输错次数过多，账号已锁定，请 ${detail.minutes} 分钟后再试`,
  },
  'address-locked': {
    http: 429,
    msg: (detail) => `当前网络登录失败次数过多，请 ${waitWords(detail)}后再试`,
  },
  'login-slowed': {
    http: 429,
    msg: (detail) =>
      `该账号近期登录失败较多，为保护账号安全，请 ${waitWords(detail)}后再试，或使用以前登录过的设备`,
  },
  'login-too-often': { http: 429, msg: (detail) => `登录过于频繁，请 ${waitWords(detail)}后再试` },
  'login-busy': { http: 429, msg: (detail) => `当前登录人数较多，请 ${waitWords(detail)}后再试` },
  'account-disabled': { http: 403, msg: '账号已停用，请联系管理员' },
  'no-console-right': { http: 403, status: NO_CONSOLE_RIGHT, msg: '暂无支付权限，请联系管理员' },
  'must-change-passwd': { http: 403, msg: '首次登录请先修改密码' },
  'wrong-old-password': { http: 422, field: 'uaccount', msg: '旧密码不正确' },
  'session-gone': { http: 404, msg: '该设备的登录已结束，请刷新后查看' },
  'own-session': { http: 422, msg: '这是当前设备，请使用「退出登录」' },
  'same-password': { http: 422, field: 'upasswd', msg: '新密码不能与旧密码相同' },
} as const satisfies Record<string, RefusalText>

export const deviceTexts = {
  listFailed: '暂未获取登录设备，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const
