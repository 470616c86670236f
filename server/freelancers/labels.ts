// The words of the freelancers' sheets and rows.

import type { SigningState } from '@paywages/domain/signing/signing-link.ts'

/** What D30 calls a payout whose tax is proven, and any other from which tax was withheld. */
export const TAX_PROVEN = '已完税'
export const TAX_NOT_PROVEN = '未完税'
/** Of a company that withholds none: there is nothing to prove. */
export const TAX_NOT_WITHHELD = '未代扣'
/** Of a month of which some payouts are proven. */
export const TAX_PARTLY_PROVEN = '部分完税'

export const PEOPLE_SHEET_NAME = '人员列表'

export const PEOPLE_TITLES = {
  userId: '人员编号',
  idCardNo: '身份证号',
  name: '姓名',
  phone: '联系电话',
  platform: '工作平台',
  lastPaidAt: '最近发放日期',
  signing: '签约状态',
  bank: '开户行',
  cardNo: '银行卡号',
  company: '所属供应商',
} as const

export const SIGN_STATE_WORDS: Readonly<Record<SigningState, string>> = {
  unsigned: '未签约',
  invited: '未签约（已邀请）',
  signed: '已签约',
}

export const peopleFileName = (day: string): string => `人员列表-${day}.xlsx`
