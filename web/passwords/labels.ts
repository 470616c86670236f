// The Chinese words of a new password.

export const passwordLabels = {
  rule: '至少 8 个字符，含大写、小写、数字、符号中的三种；不能是账号名或常见密码',
  confirmMissing: '请输入确认密码',
  mismatch: '两次密码输入不一致，请重新输入',
  strength: '密码强度',
  levels: ['太短', '较弱', '合格', '很好'],
} as const
