// Why a decision on a batch is refused, in words.

import type { RefusalText } from '../refusal.ts'

export const payoutRefusals = {
  'duplicate-sheet': {
    http: 409,
    field: 'file',
    msg: (detail) => `该文件内容已上传过（批次 ${detail.batchNo}），如需再次上传请确认`,
  },
  'decision-disagrees': { http: 400, msg: '审批参数不正确' },
  'not-own-provider': { http: 403, msg: '只能处理本公司的发放批次' },
  'needs-pay-right': { http: 403, msg: '您没有转账权限' },
  'needs-check-right': { http: 403, msg: '您没有审核权限' },
  'reviewer-took-part': { http: 422, msg: '复核人不能与上传人或审核人为同一账号' },
  'nothing-payable': { http: 422, msg: '批次中没有可发放的明细' },
  'duplicates-unconfirmed': {
    http: 422,
    msg: (detail) => `批次中有 ${detail.count} 笔疑似重复发放，请确认后再提交`,
  },
  'content-changed': { http: 409, msg: '批次内容与审核时不一致，已停止操作，请联系管理员' },
  'rows-of-several-batches': { http: 422, msg: '请选择同一批次的明细' },
  'start-not-open': { http: 422, msg: '转账功能尚未开通' },
  'upload-cancelled': { http: 400, msg: '上传已取消' },
} as const satisfies Record<string, RefusalText>

export const payoutTexts = {
  uploadFailed: '导入失败，请稍后重试',
  listFailed: '暂未获取 excel 导入历史记录，请稍后重试',
  detailFailed: '暂未获取发放明细，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  exportFailed: '文件下载失败',
  notExcel: '请选择 excel 文件上传',
  oneFile: '最多上传一个文件',
} as const
