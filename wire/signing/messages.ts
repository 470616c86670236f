// What the signing slice says to people: those in the console, and those who sign on their phone.

import type { RefusalDetail, RefusalText } from '../refusal.ts'

export const signingRefusals = {
  'link-unknown': { http: 404, msg: '签约链接无效，请检查链接是否完整，或联系发放公司重新发送' },
  'link-used': { http: 409, msg: '该签约链接已使用，协议已签署完成' },
  'link-revoked': { http: 409, msg: '该签约链接已被撤销，请联系发放公司' },
  'link-replaced': { http: 409, msg: '该签约链接已失效，请使用最新收到的链接' },
  'link-locked': { http: 423, msg: '身份核验错误次数过多，链接已锁定，请联系发放公司重新发送' },
  'link-expired': { http: 409, msg: '该签约链接已过期，请联系发放公司重新发送' },
  'identity-wrong': {
    http: 422,
    msg: ({ left }: RefusalDetail) => `姓名或身份证号后六位不正确，还可尝试 ${left} 次`,
  },
  'code-needed': { http: 422, field: 'code', msg: '请输入短信验证码' },
  'code-wrong': { http: 422, field: 'code', msg: '验证码不正确或已过期，请重新获取' },
  'code-too-soon': {
    http: 429,
    msg: ({ seconds }: RefusalDetail) => `验证码已发送，请 ${seconds} 秒后再获取`,
  },
  'codes-used-up': { http: 429, msg: '验证码获取次数已达上限，请联系发放公司重新发送签约链接' },
  'code-not-sent': { http: 503, status: 500, msg: '短信暂时无法发送，请稍后重试' },
  'signing-session-over': { http: 409, msg: '签约页面已在别处打开或停留过久，请重新核验身份' },
  'photo-type': { http: 415, field: 'image', msg: '请使用 jpg 或 png 格式的照片' },
  'photo-too-large': { http: 413, field: 'image', msg: '照片过大，请重新拍摄' },
  'photo-too-small': { http: 422, field: 'image', msg: '照片过小，看不清证件文字，请靠近重新拍摄' },
  'photo-blank': { http: 422, field: 'image', msg: '照片是空白的，看不到证件，请重新拍摄' },
  'photos-used-up': { http: 429, msg: '照片上传次数过多，请联系发放公司重新发送签约链接' },
  'photos-missing': { http: 422, msg: '请先拍摄身份证人像面和国徽面' },
  'photos-same': { http: 422, msg: '人像面和国徽面是同一张照片，请重新拍摄国徽面' },
  'signature-missing': { http: 422, field: 'signature', msg: '请手写签名' },
  'signature-malformed': { http: 400, field: 'signature', msg: '签名数据不正确，请清除后重写' },
  'signature-too-small': { http: 422, field: 'signature', msg: '签名过于简单，请写下完整姓名' },
  'consent-missing': { http: 422, field: 'consent', msg: '请阅读并同意协议' },
  'text-changed': { http: 409, msg: '协议内容已更新，请重新阅读后签署' },
  'already-signed': { http: 409, msg: '该人员已签约' },
  'link-not-open': { http: 409, msg: '该邀请已签署、撤销或被替换，请刷新后重试' },
  'link-by-message-only': { http: 409, msg: '签约链接只发送到本人手机，不在后台显示；如未收到请重新发送' },
  'contract-not-in-force': { http: 409, msg: '该合同已终止，请刷新后重试' },
  'flag-none': { http: 409, msg: '该签约没有待核实的异常，请刷新后重试' },
  'contracts-too-many': { http: 422, msg: ({ max }: RefusalDetail) => `一次最多下载 ${max} 份合同` },
} as const satisfies Record<string, RefusalText>

export const signingTexts = {
  nobody: '请选择人员',
  reasonMissing: '请输入原因',
  noteMissing: '请输入核实说明',
  statusWrong: '状态参数不正确',
  nameMissing: '请输入姓名',
  tailMissing: '请输入身份证号后六位',
  tailWrong: '身份证号后六位不正确',
  codeWrong: '验证码为 6 位数字',
  malformed: '请求参数不正确，请刷新后重试',
  openFailed: '暂无法打开签约页面，请稍后重试',
  identifyFailed: '暂无法核验身份，请稍后重试',
  photoFailed: '照片上传失败，请重试',
  signFailed: '暂无法提交签名，请稍后重试',
  copyFailed: '文件下载失败',
  inviteFailed: '暂无法发送邀请，请稍后重试',
  listFailed: '暂未获取个人合同，请稍后重试',
  generic: '暂无法操作，请稍后重试',
} as const

/** What the signer's phone shows; gateways put their own sign in front. */
export function codeMessage(provider: string, code: string): string {
  return `您正在与${provider}签署服务协议，验证码 ${code}，5 分钟内有效，请勿告知他人。`
}
