// What the freelancers slice says to people.

import type { RefusalDetail, RefusalText } from '../refusal.ts'

export const freelancerRefusals = {
  'name-differs': {
    http: 422,
    field: 'userName',
    msg: '姓名与身份证号不一致：该人员已以其他姓名登记，如需更正请联系管理员',
  },
  'name-unchanged': { http: 409, field: 'userName', msg: '姓名没有变化' },
  'people-too-many': { http: 422, msg: ({ max }: RefusalDetail) => `一次最多处理 ${max} 人` },
  'images-none': { http: 409, msg: '该人员没有可删除的证件影像' },
} as const satisfies Record<string, RefusalText>

export const freelancerTexts = {
  nameMissing: '请输入姓名',
  nameWrong: '姓名格式不正确',
  idMissing: '请输入身份证号',
  idWrong: '身份证号不正确',
  idTooLong: '身份证号不能超过 18 位',
  ageWrong: '年龄须在 18 至 60 周岁之间',
  phoneMissing: '请输入手机号',
  phoneWrong: '手机号不正确',
  reasonMissing: '请输入原因',
  statusWrong: '签约状态参数不正确',
  nobody: '请选择人员',
  tooMany: '一次最多新增 500 人，更多请使用导入',
  listFailed: '暂未获取人员列表，请稍后重试',
  detailFailed: '暂未获取人员信息，请稍后重试',
  addFailed: '暂无法新增，请稍后重试',
  importFailed: '文件上传失败',
  generic: '暂无法操作，请稍后重试',
} as const
