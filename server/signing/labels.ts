// The Chinese words of signing exports and of the invitation by text message.

import type { ContractState, SigningFlag } from '@paywages/domain/signing/personal-contract.ts'

export const STATE_WORDS: Readonly<Record<ContractState, string>> = {
  invited: '待签署',
  signed: '已签署',
  expired: '已过期',
  revoked: '已撤销',
  locked: '已锁定',
  terminated: '已终止',
}

export const FLAG_WORDS: Readonly<Record<SigningFlag, string>> = {
  'console-address': '与后台登录地址相同',
  'shared-device': '同一设备多人签署',
  'repeated-photo': '证件照片曾用于他人签约',
}

export const CONTRACT_TITLES = {
  contractNo: '合同编号',
  state: '合同状态',
  name: '姓名',
  idCardNo: '身份证号',
  phone: '手机号',
  company: '供应商',
  invitedAt: '邀请时间',
  invitedBy: '邀请人',
  expiresAt: '有效期至',
  signedAt: '签署时间',
  textVersion: '合同版本',
  digest: '校验码',
  flags: '异常提示',
  checkNote: '核实说明',
  endReason: '撤销/终止原因',
  link: '签约链接',
} as const

export const CONTRACT_SHEET = '个人合同'
export const LINK_SHEET = '签约链接'
export const contractsName = (day: string) => `个人合同-${day}.xlsx`
export const linksName = (company: string, day: string) =>
  `签约链接-${company === '' ? '' : `${company}-`}${day}.xlsx`
export const contractFileName = (contractNo: string, name: string) => `${contractNo}-${name}.pdf`
export const contractsZipName = (day: string, count: number) => `个人合同-${day}-${count}份.zip`

export const invitationText = (brand: string, company: string, url: string, until: string) =>
  `【${brand}】${company}邀请您签署自由职业者服务协议：${url} ，${until} 前有效，请勿转发。`
