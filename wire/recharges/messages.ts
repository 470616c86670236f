// What the recharges slice says to people.

import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import type { RefusalDetail, RefusalText } from '../refusal.ts'

/** Of ids as a refusal lists them. */
const numbersOf = (ids: unknown) =>
  String(ids)
    .split('、')
    .map((id) => rechargeNumber(Number(id)))
    .join('、')

export const rechargeRefusals = {
  'receipt-type': { http: 415, field: 'file', msg: '请选择 png、jpg、jpeg 或 pdf 文件上传' },
  'receipt-active': { http: 422, field: 'file', msg: 'PDF 含有脚本，请重新打印为普通 PDF 或改用图片上传' },
  'receipt-gone': { http: 422, field: 'fileUrl', msg: '回执文件不存在或已被使用，请重新上传' },
  'receipt-used': {
    http: 409,
    field: 'fileUrl',
    msg: ({ rechargeId }: RefusalDetail) => `该回执已用于充值单 ${numbersOf(rechargeId)}，请勿重复提交`,
  },
  'receiver-unknown': { http: 422, field: 'recvAccount', msg: '收款账户不是本平台的收款账户，请重新选择' },
  'pay-date-ahead': { http: 422, field: 'payDate', msg: '转账日期不能晚于今天' },
  'recharge-other-provider': { http: 403, msg: '只能处理所属供应商的充值' },
  'own-recharge': { http: 422, msg: '不能审核自己提交的充值，请由其他审核人处理' },
  'recharge-needs-manager': {
    http: 422,
    msg: '收款账户对账单中未匹配到该笔到账，须由平台管理员核实后审核通过',
  },
  'own-company-recharge': {
    http: 422,
    msg: '该笔充值属于您所在的供应商，且未匹配到账，须由运营方的管理员核实处理',
  },
  'credit-taken': { http: 409, msg: '该笔到账已匹配其他充值单，请刷新后查看' },
  'recharge-matched': { http: 409, msg: '该充值单已匹配到账，请刷新后查看' },
  'credit-other-amount': { http: 422, msg: '只能匹配收款账户与金额都相同的充值单' },
  'receiver-statement-known': {
    http: 409,
    field: 'file',
    msg: ({ fileName }: RefusalDetail) => `该收款账户的这份对账单已上传过（${fileName}），请勿重复上传`,
  },
  'receiver-other-platform': {
    http: 403,
    field: 'recvAccount',
    msg: '该收款账户有其他平台的充值，请由超级管理员上传和核对',
  },
  'no-credits': { http: 422, field: 'file', msg: '对账单中没有收入，请确认上传的是收款账户的对账单' },
  'not-recharge-creator': { http: 403, msg: '只有提交人可以撤回充值' },
  'recharge-like-another': {
    http: 422,
    msg: ({ likeIds }: RefusalDetail) =>
      `与充值单 ${numbersOf(likeIds)} 的付款账号、金额和转账日期相同，可能重复，请确认后再提交`,
  },
  'reversal-open': { http: 409, msg: '该充值已有待确认的冲正或退款申请' },
  'reversal-too-large': {
    http: 422,
    field: 'money',
    msg: ({ rest }: RefusalDetail) => `金额不能超过该充值尚未冲退的 ${rest} 元`,
  },
  'own-reversal': { http: 422, msg: '不能确认自己提出的申请，请由另一位审核人确认' },
  'reversal-exceeds-balance': {
    http: 422,
    msg: ({ need, available }: RefusalDetail) => `可用余额不足：需要 ${need} 元，当前可用 ${available} 元`,
  },
} as const satisfies Record<string, RefusalText>

export const rechargeTexts = {
  payerMissing: '请输入付款人',
  payerAccountMissing: '请输入付款账号',
  payerAccountWrong: '付款账号须为 6 至 32 位数字',
  receiverMissing: '请输入收款人',
  receiverAccountMissing: '请输入收款账号',
  amountMissing: '请输入转账金额',
  amountWrong: '转账金额须大于 0，最多两位小数',
  amountTooLarge: '转账金额不能超过 999,999,999.99 元',
  payDateMissing: '请设置转账日期',
  receiptMissing: '请上传转账回执',
  receiptWrong: '回执文件地址不正确，请重新上传',
  idWrong: '充值编号不正确',
  numberTooLong: '充值单号最多 20 个字符',
  statusWrong: '状态参数不正确',
  kindWrong: '请选择冲正或退款',
  reversalAmountMissing: '请输入金额',
  reversalAmountWrong: '金额须大于 0，最多两位小数',
  reasonMissing: '请输入原因',
  reasonTooLong: '原因最多 100 个字符',
  oneFile: '最多上传一个文件',
  uploadFailed: '暂无法上传回执文件，请稍后重试',
  addFailed: '暂无法新增账户充值，请稍后重试',
  listFailed: '暂未获取充值记录，请稍后重试',
  moneyFailed: '暂未获取账户余额，请稍后重试',
  receiversFailed: '暂未获取收款账户，请稍后重试',
  statementFailed: '暂无法上传收款账户对账单，请稍后重试',
  creditsFailed: '暂未获取到账记录，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const
