// Every refusal code with its HTTP class and its Chinese sentence, gathered from the slices (D2).

import { accountRefusals } from './accounts/messages.ts'
import { approvalRefusals } from './approvals/messages.ts'
import { bankFileRefusals } from './bank-files/messages.ts'
import { bankStatementRefusals } from './bank-statements/messages.ts'
import { contractRefusals } from './enterprise-contracts/messages.ts'
import { factorRefusals } from './factors/messages.ts'
import { fileRefusals } from './files/messages.ts'
import { freelancerRefusals } from './freelancers/messages.ts'
import { fundRefusals } from './funds/messages.ts'
import { categoryRefusals } from './invoice-categories/messages.ts'
import { stockRefusals } from './invoice-stock/messages.ts'
import { invoiceRefusals } from './invoices/messages.ts'
import { limitRefusals } from './limits/messages.ts'
import { payoutRefusals, sheetRefusals } from './payouts/messages.ts'
import { personalRefusals } from './personal/messages.ts'
import { proposalRefusals } from './proposals/messages.ts'
import { providerRefusals } from './providers/messages.ts'
import { rechargeRefusals } from './recharges/messages.ts'
import { type RefusalDetail, type RefusalText, waitWords } from './refusal.ts'
import { retentionRefusals } from './retention/messages.ts'
import { sessionRefusals } from './session/messages.ts'
import { signingRefusals } from './signing/messages.ts'
import { adjustmentRefusals } from './tax/adjustments/messages.ts'
import { importRefusals } from './tax/imports/refusals.ts'
import { taxRefusals } from './tax/refusals.ts'
import { yearRefusals } from './tax/year-refusals.ts'
import { transferRefusals } from './transfers/messages.ts'

const generalRefusals = {
  malformed: { http: 400, msg: '请求参数不正确，请检查后重试' },
  'not-allowed': { http: 403, msg: '您没有进行此操作的权限' },
  'cross-site': { http: 403, msg: '请求来源不被允许' },
  'not-found': { http: 404, msg: '记录不存在或已被删除' },
  'no-such-call': { http: 404, msg: '请求的接口不存在' },
  'state-changed': { http: 409, msg: '数据已被他人更新，请刷新后重试' },
  'too-large': { http: 413, msg: '提交的内容过大' },
  'wrong-media-type': { http: 415, msg: '不支持的请求格式' },
  'too-many': {
    http: 429,
    msg: (detail) => `操作过于频繁，请${detail.seconds === undefined ? '稍' : ` ${waitWords(detail)}`}后再试`,
  },
  'server-error': { http: 500, msg: '系统繁忙，请稍后重试' },
  'seal-broken': {
    http: 409,
    msg: (detail) =>
      `${detail.row === undefined ? '' : `第 ${detail.row} 行：`}加密保存的证件号、手机号或账号与所在记录不符，数据可能已被改动，已停止操作，请联系系统管理员`,
  },
  unavailable: { http: 503, status: 500, msg: '服务暂时不可用，请稍后重试' },
  'release-unfit': { http: 503, status: 500, msg: '系统正在升级，请稍后重试' },
  'storage-full': { http: 503, status: 500, msg: '存储空间不足，暂时无法保存，请联系管理员清理空间后重试' },
  maintenance: { http: 503, msg: '系统正在维护，请稍后再登录' },
} as const satisfies Record<string, RefusalText>

export const refusals = {
  ...generalRefusals,
  ...sessionRefusals,
  ...factorRefusals,
  ...accountRefusals,
  ...personalRefusals,
  ...proposalRefusals,
  ...providerRefusals,
  ...approvalRefusals,
  ...retentionRefusals,
  ...fileRefusals,
  ...payoutRefusals,
  ...sheetRefusals,
  ...limitRefusals,
  ...bankFileRefusals,
  ...transferRefusals,
  ...rechargeRefusals,
  ...fundRefusals,
  ...bankStatementRefusals,
  ...freelancerRefusals,
  ...signingRefusals,
  ...contractRefusals,
  ...categoryRefusals,
  ...invoiceRefusals,
  ...stockRefusals,
  ...taxRefusals,
  ...importRefusals,
  ...yearRefusals,
  ...adjustmentRefusals,
}

export type RefusalCode = keyof typeof refusals

/** What a person is told of it. */
export function sentenceOf(code: RefusalCode, detail: RefusalDetail): string {
  const { msg }: RefusalText = refusals[code]
  return typeof msg === 'function' ? msg(detail) : msg
}
