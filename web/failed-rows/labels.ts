// The Chinese words around rows that were refused.

/** Rows that were refused, as the dialog lists them after an upload or a copy. */
export const failureLabels = {
  rows: (all: string) => `共 ${all} 行`,
  good: '行无误',
  bad: '行有误',
  all: '全部',
  rowNumber: '表内行号',
  name: '姓名',
  idCardNo: '身份证号',
  phone: '手机号',
  cardNo: '银行卡号',
  reason: '原因',
  duplicateRow: '与其他行重复',
  chips: '按原因筛选',
  wrong: '有误',
  absent: '未填写',
  capped: (shown: string) => `此处列出前 ${shown} 行，其余请见标注表`,
  close: '关闭',
  download: '下载标注表',
} as const

/** People of a refused sheet who have not signed. */
export const unsignedLabels = {
  offer: (count: string) => `有 ${count} 人只因未签约不能发放，签约后重新上传即可。`,
  invited: (count: string) => `已邀请 ${count} 人，请把签约链接发给本人，签约后重新上传。`,
  noneInvitable: '未签约的人员还有其他错误，请先改正后重新上传，再邀请签约。',
  leftOut: (rows: string) => `第 ${rows} 行还有其他错误，改正之前不邀请。`,
  leftOutMany: (rows: string, count: string) => `第 ${rows} 等 ${count} 行还有其他错误，改正之前不邀请。`,
  refused: (name: string, reason: string) => `${name}：${reason}，没有邀请任何人`,
  invite: '邀请未签约人员',
  inviteAgain: '再次邀请',
} as const
