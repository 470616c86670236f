// What the slice of invoice categories says to people (spec §5, §8, D30).

import type { RefusalText } from '../refusal.ts'

export const categoryRefusals = {
  'category-used': { http: 409, msg: '该发票类目已被使用，不能修改，只能停用' },
  'category-used-elsewhere': { http: 409, msg: '其他平台的供应商正在使用该发票类目，不能停用' },
  'category-disabled': { http: 422, field: 'invoiceClass', msg: '该发票类目已停用，请选择其他类目' },
  'category-taken': { http: 409, field: 'invoiceClassName', msg: '该服务事项下已有同名发票类目' },
  'category-unknown': { http: 422, field: 'invoiceClass', msg: '发票类目不存在，请重新选择' },
  'service-item-taken': { http: 409, field: 'value', msg: '服务事项名称已存在' },
  'service-item-unknown': { http: 422, field: 'serviceItemId', msg: '服务事项不存在，请重新选择' },
} as const satisfies Record<string, RefusalText>

export const categoryTexts = {
  categoryMissing: '请输入发票类目',
  categoryTooLong: '长度在 1 到 30 个字符',
  itemChoiceMissing: '请选择服务事项',
  itemMissing: '请输入服务事项名称',
  itemTooLong: '长度在 1 到 30 个字符',
  statusWrong: '状态参数不正确',
  idWrong: '发票类目参数不正确',
  listFailed: '暂未获取发票类目，请稍后重试',
  addFailed: '暂无法新增，请稍后重试',
  updateFailed: '暂无法操作，请稍后重试',
  switchFailed: '发票类目启用/停用错误',
} as const
