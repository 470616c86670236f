// What the limits slice says to people.

import type { RefusalText } from '../refusal.ts'

export const limitRefusals = {
  'limit-user-known': { http: 409, field: 'userAccno', msg: '该人员已在限制名单中' },
  'limit-user-everywhere': { http: 403, msg: '只有超级管理员可以对全部供应商生效' },
  'limit-user-not-yours': { http: 403, msg: '只能由超级管理员移除全局限制人员' },
  'reason-missing': { http: 422, field: 'reason', msg: '请输入原因' },
} as const satisfies Record<string, RefusalText>

export const limitTexts = {
  nameMissing: '请输入姓名',
  nameWrong: '姓名格式不正确',
  idMissing: '请输入身份证号',
  idWrong: '身份证号不正确',
  addFailed: '暂无法新增，请稍后重试',
  listFailed: '暂未获取限制人员，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const
