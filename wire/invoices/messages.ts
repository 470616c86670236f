// What the invoices slice says to people (spec §5, §8, D30).

import type { RefusalDetail, RefusalText } from '../refusal.ts'

export const invoiceRefusals = {
  'needs-manager': { http: 403, msg: '您没有进行此操作的权限' },
  'not-applicant': { http: 403, msg: '只有申请人可以撤回申请' },
  'invoice-amount-wrong': { http: 422, field: 'invoiceAmount', msg: '请输入开票金额' },
  'invoice-over-quota': {
    http: 422,
    field: 'invoiceAmount',
    msg: ({ available }: RefusalDetail) => `开票金额超出可开票金额（当前可开票 ${available} 元）`,
  },
  'invoice-refusal-reason': { http: 422, field: 'refuseReason', msg: '请输入拒绝原因' },
  'invoice-nothing-changed': { http: 422, msg: '没有需要更正的内容' },
  'invoice-no-files': { http: 404, msg: '该申请没有发票文件' },
} as const satisfies Record<string, RefusalText>

export const invoiceTexts = {
  categoryMissing: '请选择开票类目',
  amountMissing: '请输入开票金额',
  amountWrong: '开票金额须大于 0，最多两位小数',
  remarkTooLong: '留言最多 100 个字符',
  reasonTooLong: '原因最多 100 个字符',
  correctionReasonMissing: '请输入更正原因',
  trackingMissing: '请输入物流单号',
  trackingTooLong: '物流单号最多 30 个字符',
  noteTooLong: '备注最多 100 个字符',
  filesMissing: '请上传发票文件',
  filesTooMany: '最多上传 10 个发票文件',
  countWrong: '发票份数须为 1 至 1000 的整数',
  auditMissing: '请选择审核结果',
  statusWrong: '状态参数不正确',
  idWrong: '发票申请参数不正确',
  listFailed: '获取发票列表失败',
  addFailed: '发票新增失败',
  auditFailed: '发票审核失败',
  resultFailed: '暂无法操作，请稍后重试',
  downloadFailed: '文件下载失败',
} as const

/** What stands for the tracking number of an invoice that nobody ships (D30). */
export const ELECTRONIC_TRACKING = '电子发票'
export const WITHDRAWN_REASON = '申请人撤回'
