// What the retention slice says to people: refusals, and periods in words.

import type { ErasureBlock } from '@paywages/domain/retention/retention.ts'
import { MAX_YEARS, type RetentionKind } from '@paywages/domain/retention/retention-rules.ts'
import type { RefusalText } from '../refusal.ts'

export const retentionRefusals = {
  'retention-years': { http: 422, msg: ({ kind }) => `${kind}的保存期限须为 1 至 ${MAX_YEARS} 年的整数` },
  'retention-too-short': {
    http: 422,
    msg: ({ kind, least }) => `${kind}依法至少保存 ${least} 年`,
  },
  'retention-unchanged': { http: 422, msg: '保存期限没有变化' },
  'hold-there': { http: 409, msg: '该人员或供应商已有生效中的暂停清除' },
  'hold-lifted': { http: 409, msg: '该暂停清除已解除，请刷新后查看' },
  'own-hold': { http: 422, msg: '须由另一位管理员解除' },
} as const satisfies Record<string, RefusalText>

export const retentionTexts = {
  listFailed: '暂未获取保存期限，请稍后重试',
  generic: '暂无法操作，请稍后重试',
  yearsWrong: '请填写年数',
  dayWrong: '请选择日期',
  reasonMissing: '请填写原因',
  reasonTooLong: '原因不能超过 200 个字',
} as const

export const retentionKindWords: Readonly<Record<RetentionKind, string>> = {
  contact: '手机号与银行卡号',
  'identity-images': '身份证照片与签名',
  'personal-contract': '个人合同',
  'unpaid-numbers': '未发放批次的证件号、手机号与卡号',
  'paid-numbers': '已发放批次的证件号、手机号与卡号',
}

export const erasureBlockWords: Readonly<Record<ErasureBlock, string>> = {
  hold: '已暂停清除',
  'under-way': '有发放尚未完成或结果不明',
  'open-month': '所属月份尚未结账',
  'contract-in-force': '合同仍有效',
  'bank-files': '经银行文件发放',
  'earlier-form': '旧格式批次',
}

/** 3 年, or 2 年（2026-04-15 起）. */
export const yearsInWords = (years: number, from = ''): string =>
  from === '' ? `${years} 年` : `${years} 年（${from} 起）`
