// The words of the signing page.

import { figure } from '@paywages/domain/money/figure.ts'

export type StepName = 'identity' | 'photos' | 'signature' | 'done'
export type Side = 'front' | 'back'
export type SheetName = 'contract' | 'notice'

export const steps: readonly (readonly [StepName, string])[] = [
  ['identity', '身份核验'],
  ['photos', '证件照片'],
  ['signature', '手写签名'],
  ['done', '完成'],
]

export const labels = {
  purpose: '实名签约',
  progress: '签约进度',
  stepDone: '已完成',
  opening: '正在打开签约链接',
  retry: '重试',
  lost: '网络连接失败，请检查网络后重试',
  lostTitle: '暂时无法打开',
  validUntil: (moment: string) => `链接只能使用一次，${moment} 前有效`,
} as const

/** What heads the page of a link that does not open; the sentence below it is the server's. */
export const refusedTitles: Readonly<Record<string, string>> = {
  'link-unknown': '链接无效',
  'link-used': '协议已签署',
  'already-signed': '您已签约',
  'link-revoked': '链接已撤销',
  'link-replaced': '链接已更新',
  'link-locked': '链接已锁定',
  'link-expired': '链接已过期',
}

export const identityLabels = {
  title: '核验身份',
  lead: '请先核验身份，再签署服务协议。',
  inviter: '邀请方',
  until: '有效期至',
  name: '姓名',
  namePlaceholder: '与身份证一致',
  tail: '身份证号后六位',
  tailPlaceholder: '6 位，末位可为 X',
  tailX: '输入 X',
  code: '短信验证码',
  codePlaceholder: '6 位数字',
  codeNeeded: '请输入短信验证码',
  getCode: '获取验证码',
  again: (seconds: number) => `${seconds} 秒后重新获取`,
  codeSent: (phone: string) => `验证码已发送至 ${phone}`,
  next: '下一步',
  checking: '正在核验…',
  privacy: '信息加密传输，只用于本次签约核验',
  verified: (name: string) => `${name}，您已通过身份核验。`,
  goOn: '继续签约',
  someoneElse: '重新核验身份',
} as const

export const photoLabels = {
  title: '拍摄身份证',
  lead: '请将证件平放，四角都在框内，避免反光。',
  sides: { front: '人像面', back: '国徽面' },
  first: (side: string) => `请拍摄${side}`,
  next: (side: string) => `下一张：${side}`,
  again: (side: string) => `重拍${side}`,
  take: (side: string) => `拍摄${side}`,
  album: '从相册选择',
  retake: '重拍',
  retakeOf: (side: string) => `重拍${side}`,
  keep: '保留原照片',
  clear: (side: string) => `${side}已拍好，文字清晰`,
  blurry: (side: string) => `${side}已拍好，但可能不够清晰`,
  kept: (side: string) => `${side}已拍摄，照片已加密保存`,
  preview: (side: string) => `刚拍摄的${side}`,
  preparing: '正在处理照片…',
  sending: (percent: number) => `正在上传 ${percent}%`,
  goOn: '下一步',
  privacy: '照片加密保存，只用于本次签约核验',
} as const

/** Why a photograph cannot be used, before it is sent. */
export const photoRefusals = {
  'not-image': '请选择照片文件',
  heic: '浏览器无法读取 HEIC 格式的照片，请直接拍摄，或换用 jpg、png 格式',
  broken: '照片无法读取，可能已损坏，请重新拍摄',
  'too-small': '照片过小，看不清证件文字，请靠近重新拍摄',
  'too-large': '照片文件过大，请重新拍摄',
} as const

export const signatureLabels = {
  title: '手写签名',
  lead: (name: string) => `${name}，请阅读协议并签下您的姓名。`,
  document: (provider: string, clauses: number) => `${provider} · 共 ${figure(clauses)} 条`,
  read: '已阅读',
  unread: '未阅读',
  pad: '签名区',
  hint: '请用手指书写，与证件姓名一致',
  undo: '撤销',
  undoStroke: '撤销一笔',
  clear: '清除重写',
  consent: ['我已阅读并同意', '和', '，确认以上签名由本人书写。'],
  confirm: '确认签署',
  sending: '正在签署…',
  missing: (things: readonly string[]) => `还需${things.join('、')}`,
  toRead: (title: string) => `阅读《${title}》`,
  toSign: '手写签名',
  toWriteFull: '写下完整姓名',
  toConsent: '勾选同意',
} as const

export const sheetLabels = {
  close: '关闭',
  scroll: '请阅读至末尾',
  finished: '已阅读，返回签名',
  nextSheet: (title: string) => `已阅读，继续阅读《${title}》`,
  version: (version: string) => `版本 ${version}`,
} as const

export const doneLabels = {
  title: '签署完成',
  lead: (provider: string) => `您与 ${provider} 的服务协议已生效。`,
  contractNo: '协议编号',
  signedAt: '签署时间',
  digest: '内容摘要',
  digestHelp: '与协议末页「内容摘要」的前 16 位一致',
  copy: '下载协议',
  copying: '正在下载…',
  advice: '请下载并妥善保存。关闭本页后链接不能再次打开，如未保存可向邀请方索取。',
} as const
