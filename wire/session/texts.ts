// What is said when a call about the session fails or lacks a field; without any import, so that the login page can have it.

export const sessionTexts = {
  accountMissing: '账号不能为空',
  passwordMissing: '密码不能为空',
  oldPasswordMissing: '请输入旧密码',
  newPasswordMissing: '请输入新密码',
  loginFailed: '暂无法登录，请稍后重试',
  logoutFailed: '登出失败',
  userFailed: '暂无法获取登录用户信息，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  brandUnknown: '品牌参数不正确',
} as const
