// What the accounts slice says to people.

import type { RefusalText } from '../refusal.ts'

export const accountRefusals = {
  'account-taken': { http: 409, field: 'account', msg: '账号已存在，请更换' },
  'password-too-short': { http: 422, field: 'plainPasswd', msg: '密码至少 8 个字符' },
  'password-too-simple': {
    http: 422,
    field: 'plainPasswd',
    msg: '密码须包含大写字母、小写字母、数字、符号中的三种',
  },
  'password-names-account': {
    http: 422,
    field: 'plainPasswd',
    msg: '密码不能是账号名，也不能是账号名倒写或加数字',
  },
  'password-too-common': { http: 422, field: 'plainPasswd', msg: '该密码过于常见，容易被猜中，请更换' },
  'password-mismatch': { http: 422, field: 'plainPasswd', msg: '密码校验未通过，请刷新页面后重试' },
  'own-account': { http: 422, msg: '不能修改、停用或重置自己的账号' },
  'managers-account': { http: 403, msg: '管理员账号只能由超级管理员维护' },
  'manager-right-not-yours': { http: 403, field: 'isManager', msg: '只有超级管理员可以赋予管理员权限' },
  'pay-and-check-exclude': { http: 422, field: 'checkRight', msg: '同一账号不能同时拥有转账权限和审核权限' },
  'platform-not-yours': { http: 422, field: 'platformId', msg: '只能选择您所属的平台' },
  'platform-not-of-provider': { http: 422, field: 'platformId', msg: '该平台不属于所选供应商' },
  'provider-disabled': { http: 422, field: 'providerId', msg: '该供应商已停用' },
} as const satisfies Record<string, RefusalText>

export const accountTexts = {
  accountMissing: '请输入账号',
  accountMalformed: '账号为 2 至 30 个字符，不能含空格',
  passwordMissing: '请输入密码',
  providerMissing: '请选择供应商',
  platformMissing: '请输入选择平台',
  realNameTooLong: '姓名最多 30 个字符',
  phoneWrong: '手机号不正确',
  serviceNameTooLong: '服务名称最多 30 个字符',
  addFailed: '暂无法新增，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  listFailed: '暂未获取账号列表，请稍后重试',
  infoFailed: '暂未获取基本信息，请稍后重试',
} as const
