// What is said when a call about the second factor fails or lacks a field; without any import, so that the login page can have it.

export const factorTexts = {
  codeMissing: '请输入验证码',
  passkeyMissing: '请使用通行密钥验证',
  nameMissing: '请输入名称',
  failed: '暂无法验证，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const
