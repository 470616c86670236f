// What the second factor's calls say to people.

import type { RefusalText } from '../refusal.ts'

export const factorRefusals = {
  'factor-needed': { http: 403, msg: '请先完成二次验证' },
  'factor-enrolment-needed': { http: 403, msg: '请先绑定二次验证方式' },
  'factor-again': { http: 403, msg: '请再次完成二次验证' },
  'wrong-code': { http: 422, field: 'code', msg: '验证码不正确，请核对手机时间后重试' },
  'code-used': { http: 422, field: 'code', msg: '该验证码已使用过，请等待下一个' },
  'signature-needed': { http: 422, msg: '请使用通行密钥确认本次操作' },
  'passkey-refused': { http: 422, msg: '通行密钥验证未通过，请重试' },
  'passkey-cloned': { http: 422, msg: '该通行密钥可能已被复制，不能使用，请删除后重新添加' },
  'passkeys-unavailable': { http: 422, msg: '当前访问地址不支持通行密钥' },
  'too-many-passkeys': { http: 422, msg: '通行密钥数量已达上限' },
  'enrolment-code-needed': {
    http: 422,
    field: 'enrolmentCode',
    msg: '请输入启用码，向确认该账号变更的管理员索取',
  },
  'enrolment-code-wrong': {
    http: 422,
    field: 'enrolmentCode',
    msg: ({ left }) => `启用码不正确，请向确认该账号变更的管理员核对，还可尝试 ${left} 次`,
  },
  'enrolment-code-void': {
    http: 422,
    field: 'enrolmentCode',
    msg: '启用码输错次数过多，已失效，请联系管理员重新发起重置密码并取得新的启用码',
  },
  'totp-exists': { http: 409, msg: '已绑定动态口令，请先解绑' },
  'totp-not-started': { http: 409, msg: '请重新获取二维码' },
  'no-factor': { http: 409, msg: '尚未绑定二次验证方式' },
  'last-factor': { http: 422, msg: '必须保留至少一种二次验证方式' },
} as const satisfies Record<string, RefusalText>
