// The Chinese words of the personal contracts.

import type {
  ContractState,
  SigningEvidence,
  SigningFlag,
} from '@paywages/domain/signing/personal-contract.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'

export const stateLabels: Readonly<Record<ContractState, string>> = {
  invited: '待签署',
  signed: '已签署',
  expired: '已过期',
  revoked: '已撤销',
  locked: '已锁定',
  terminated: '已终止',
}

export const flagLabels: Readonly<Record<SigningFlag, string>> = {
  'console-address': '与后台登录地址相同',
  'shared-device': '同一设备多人签署',
  'repeated-photo': '证件照片曾用于他人签约',
}

/** What speaks for the person having signed. */
export const evidenceLabels: Readonly<Record<SigningEvidence, string>> = {
  code: '短信验证码',
  link: '链接仅本人收到',
  'shown-link': '较弱：链接曾在后台显示，未经短信验证',
}

export const noticeLabels: Readonly<Record<PersonalContract['notice'], string>> = {
  none: '未发送短信',
  waiting: '短信待发送',
  sent: '短信已发送',
  failed: '短信发送失败',
}

export const contractLabels = {
  purpose: '邀请、签署与终止的全部个人合同',
  contractNo: '合同编号',
  contractNoHint: '合同编号',
  contractNoAndCompany: '合同编号 / 供应商',
  name: '姓名',
  nameHint: '姓名',
  numbers: '身份证号 / 手机号',
  idCardNo: '身份证号',
  idCardNoHint: '完整身份证号',
  invitation: '邀请',
  when: '签署 / 有效期',
  time: '邀请或签署时间',
  atBy: (minute: string, words: string) => `${minute} ${words}`,
  whenWords: { invited: '到期', signed: '签署', expired: '过期', revoked: '撤销', terminated: '签署' },
  state: '状态',
  flags: '异常',
  onlyFlagged: '仅看待核实',
  flagsChecked: '异常已核实',
  weakEvidence: '证据较弱',
  actions: '操作',
  look: '查看',
  detail: '详情',
  download: '下载',
  showLink: '查看链接',
  resend: '重发',
  revoke: '撤销',
  terminate: '终止',
  check: '核实',
  checkWhole: '核实异常',
  terminateWhole: '终止合同',
  choose: (name: string, contractNo: string) => `选择${name}的合同 ${contractNo}`,
  cannotChoose: (name: string) => `${name}尚无可下载的合同`,
  chooseAll: '选择本页全部可下载的合同',
  downloadMany: '批量下载',
  downloadChosen: (count: number) => `批量下载 ${count} 份`,
  chooseFirst: '请先勾选要下载的合同',
  tooMany: (most: number) => `一次最多下载 ${most} 份合同`,
  exportAll: '导出',
  empty: '还没有个人合同',
  emptyHint: '在「人员管理」邀请人员签约后，邀请与签好的合同会出现在这里。',
  toPeople: '去邀请人员',
  emptyOne: '没有找到对应的个人合同',
  emptyOneHint: '它可能不在您的管理范围内，可以查看全部合同。',
  one: '仅显示从其他页面选中的人员或合同',
  oneHint: '其余合同没有列出。',
  showAll: '查看全部合同',
} as const

export const drawerLabels = {
  evidence: '签署证据',
  title: (name: string) => `${name}的个人合同`,
  fileName: (contractNo: string) => `${contractNo}.pdf`,
  facts: '合同信息',
  progress: '签约进度',
  contractNo: '合同编号',
  name: '姓名',
  idCardNo: '身份证号',
  phone: '手机号',
  textVersion: '协议版本',
  digest: '校验码',
  copyDigest: '复制校验码',
  address: '签署地址',
  device: '签署设备',
  notice: '短信通知',
  expiresAt: '有效期至',
} as const

export const stepLabels = {
  invited: '已邀请',
  opened: '已打开链接',
  waitsOpen: '等待本人打开链接',
  waitsSign: '等待本人签署',
  until: (at: string) => `有效期至 ${at}`,
  signed: '已签署',
  flagged: '签约异常待核实',
  checked: '异常已核实',
  expired: '链接已过期',
  locked: '链接已锁定',
  lockedHint: '姓名或身份证号后六位连续输错，需重新发送链接。',
  revoked: '邀请已撤销',
  terminated: '合同已终止',
  noReason: '未填写原因',
  by: (who: string, at: string) => [who, at].filter((text) => text !== '').join(' · '),
} as const

export const resendLabels = {
  title: '重新发送签约链接？',
  object: (name: string, company: string) => `${name} · ${company}`,
  body: '系统会生成一个新的签约链接，7 天内有效。',
  warning: '之前的链接随即失效，请把新链接发给本人。',
  action: '重新发送',
} as const

export const revokeLabels = {
  title: '撤销签约邀请',
  note: '撤销后链接立即失效，本人不能再用它签约；需要时可以重新发送。',
  action: '确认撤销',
  reason: '原因',
  reasonHint: '选填，最多 100 个字符，会显示在签约进度中',
  done: '邀请已撤销',
} as const

export const terminateLabels = {
  title: '终止个人合同',
  note: '终止后不能恢复，合同文件仍可查看与下载。',
  effects: [
    '该人员在该供应商恢复为「未签约」，须重新邀请签署新合同。',
    '此后的发放表会提醒「未签约」；供应商设置了未签约禁止发放的，将不能再向其发放。',
    '已开始的转账不受影响。',
  ],
  action: '确认终止',
  reason: '终止原因',
  reasonHint: '必填，最多 100 个字符，会写入操作日志',
  done: '合同已终止，该人员恢复为未签约',
} as const

export const checkLabels = {
  title: '核实签约异常',
  note: '核实后不再出现在待核实中；如非本人签署，请终止该合同。',
  action: '确认核实',
  reason: '核实说明',
  reasonHint: '必填，例如：已电话联系本人确认，最多 100 个字符',
  address: '签署地址',
  device: '签署设备',
  done: '已记录核实结果',
} as const
