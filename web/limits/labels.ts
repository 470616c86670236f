// The Chinese words of the settlement rules and the restricted people.

import { MONTHLY_LIMIT_DEFAULT_YUAN } from '@paywages/domain/limits/monthly-limit.ts'

export const ruleLabels = {
  title: '结算规则',
  rules: [
    '自由职业者年龄须在 18 至 60 周岁之间（含 18、60 周岁）。',
    `每人每月累计金额须低于 ${MONTHLY_LIMIT_DEFAULT_YUAN} 元。`,
    '企业的法定代表人、股东、董事、监事、实际控制人，以及与企业签有劳动合同的员工，不属于自由职业者。',
  ],
} as const

export const limitLabels = {
  everywhere: '全部供应商',
  name: '姓名',
  nameHint: '请输入姓名',
  idCardNo: '身份证号',
  addedBy: '添加人',
  addedAt: '添加时间',
  actions: '操作',
  remove: '移除',
  add: '新增限制人员',
  empty: '还没有限制人员',
  emptyHint: '名单中的人员不能通过发放校验。',
  addAction: '保存',
  idHint: '请输入 18 位身份证号',
  provider: '适用供应商',
  providerHint: '请选择供应商',
  addNote: '保存后，该人员在适用供应商的发放表中将不能通过校验。',
  confirmTitle: '确认新增限制人员？',
  confirmBody: (name: string, idCardNo: string) => [
    { label: '姓名', value: name },
    { label: '身份证号', value: idCardNo },
  ],
  confirmProvider: '适用供应商',
  confirmAction: (name: string) => `限制 ${name} 转账`,
  added: '新增成功',
  removeTitle: '移除限制人员',
  removeObject: (name: string, company: string) => `${name} · ${company}`,
  removeNote: '移除后，该人员可以通过发放校验；移除记录保留在操作日志中。',
  removeAction: '确认移除',
  reason: '原因',
  reasonHint: '必填，最多 100 个字符',
  removed: '操作成功',
} as const
