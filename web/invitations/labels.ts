// The Chinese words around invitations to sign.

/** What became of an invitation to sign. */
export const invitationLabels = {
  oneTitle: '签约链接',
  oneTitleOf: (who: string) => `${who}的签约链接`,
  manyTitle: (count: string) => `已生成 ${count} 个签约链接`,
  messageTitle: (count: string) => `签约短信将发送给 ${count} 人`,
  nobodyTitle: '没有需要邀请的人员',
  nobody: '这些人员都已签约，无需再次邀请。',
  code: '签约链接二维码',
  codeHint: '本人用手机扫码签约',
  link: '链接',
  until: '有效期至',
  rule: (days: number) => `${days} 天内有效、只能使用一次`,
  replaced: '再次邀请后，之前的链接随即失效',
  personal: '请只发给本人，签约时需核验身份；链接已在后台显示，该合同的签署证据将标为较弱',
  byMessage: '链接只发送到本人手机，不在后台显示；签约时核验身份与短信验证码',
  list: '下载链接清单后，请逐一发给本人，签约时需核验身份',
  invited: '已邀请',
  alreadySigned: '此前已签约',
  people: (count: string) => `${count} 人`,
  copy: '复制链接',
  save: '下载链接清单',
} as const

/** People of a batch who have not signed. */
export const unsignedNoteLabels = {
  count: (count: string) => `${count} 人未签约`,
  inviteBatch: '邀请签约',
} as const
