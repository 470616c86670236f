// What the transfers slice says to people.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { StartRefusal } from '@paywages/domain/transfers/start-validation.ts'
import { reasonText } from '../payouts/row-reasons.ts'
import type { RefusalText } from '../refusal.ts'

export const transferRefusals = {
  'insufficient-balance': {
    http: 422,
    msg: ({ need, available }) => `账户余额不足，请先充值（本次需要 ${need} 元，当前可用 ${available} 元）`,
  },
  'transfer-not-manual': { http: 409, msg: '该笔转账已有结果或不在人工处理中，请刷新后查看' },
  'transfer-not-paid': { http: 409, msg: '该笔转账不是成功状态，不能登记退票，请刷新后查看' },
  'return-by-file': { http: 422, msg: '该笔由银行文件发放，请在银行文件中导入退票结果' },
  'resolution-pending': { http: 409, msg: '该笔转账已有待确认的处理意见' },
  'resolution-closed': { http: 409, msg: '该处理意见已有结论，请刷新后查看' },
  'resolver-is-proposer': { http: 422, msg: '处理意见须由另一账号确认' },
  'resolver-may-not': { http: 403, msg: '须由该供应商的复核岗或超级管理员确认' },
  'debit-pending': { http: 409, msg: '该笔支出已有待确认的核实意见' },
  'debit-like-row': {
    http: 409,
    msg: ({ name, tail, paid, net, count, accepted }) =>
      `没有发起转账：银行有一笔${accepted === 'yes' ? '已受理、尚未执行的付款' : '未入账支出'}，收款人为 ${name}（尾号 ${tail}），${paid} 元，与本批 ${net} 元可能是同一笔付款（共 ${count} 行）。请先在「银行未入账支出」核实，或更正发放表`,
  },
  'debit-not-executed': {
    http: 409,
    msg: '银行已受理、尚未执行该笔付款，不能核实为已付款；请重新上传当时的发放表，或等待银行结果',
  },
  'sending-not-held': { http: 409, msg: '当前没有等待核对网银的暂停发送，请刷新后查看' },
  'debit-closed': { http: 409, msg: '该笔支出已有结论或意见已撤回，请刷新后查看' },
} as const satisfies Record<string, RefusalText>

/** Why the start did not send a row (D19): the same words as at upload where the rule is the same. */
export function startRefusalText(refusal: StartRefusal, limitFen: Fen): string {
  return refusal === 'net-nothing' ? '扣除个税后实发金额为 0，未发送' : reasonText(refusal, { limitFen })
}

export const transferTexts = {
  failed: '银行未受理',
  returned: '退票',
  adopted: '恢复后按银行记录补记',
  paidUnderLostSheet: '银行已向该收款人付款（发放表已丢失），未发送',
  paidAlready: '原转账已成功，不再重发',
  resolvedFailed: '人工核实未到账',
  fileWithdrawn: '银行文件已撤回，未付款',
  pendingFailed: '暂未获取待处理转账，请稍后重试',
  debitsFailed: '暂未获取银行未入账支出，请稍后重试',
  allSending: '全部供应商的转账发送',
  historyFailed: '暂未获取转账记录，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const
