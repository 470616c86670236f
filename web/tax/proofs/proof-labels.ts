// The Chinese words of a provider's tax proofs (spec §2, §8).

import { limitMegabytes } from '@paywages/domain/files/file-kind.ts'
import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'

export const statusLabels: Readonly<Record<ProofStatus, string>> = {
  pending: '待上传',
  uploaded: '已上传',
  rejected: '已驳回',
  updated: '已更新',
}

export const proofLabels = {
  status: '状态',
  month: '月份',
  due: '待办',
  dueOnly: '待上传与已驳回',
  tax: '税额（元）',
  file: '完税证明文件',
  uploadedAt: '最后上传时间',
  actions: '操作',
  upload: '上传',
  reupload: '重新上传',
  reject: '驳回',
  detail: '详情',
  noFile: '尚未上传',
  rejected: (reason: string) => `驳回原因：${reason}`,
  downloadOf: (name: string) => `下载 ${name}`,
  exportAll: '导出',
  empty: '还没有完税证明',
  emptyHint: '代扣个税的供应商每月一份：管理员生成上月完税证明后出现在这里，缴税后上传税务机关开具的文件。',
  emptyHintManager: '生成后，每家代扣个税的供应商每月一份；缴税后上传税务机关开具的文件。',
} as const

export const generateLabels = {
  action: '生成上月完税证明',
  title: '生成上月完税证明？',
  object: (month: string, count: number) => `截至 ${month}，将为以下 ${count} 家供应商生成完税证明`,
  nothingWithheld: (month: string) => `截至 ${month}，以下供应商不代扣个税，只关账，不产生完税证明`,
  months: (first: string, last: string) => (first === last ? first : `${first} 至 ${last}`),
  others: (names: string) => `${names}不代扣个税，只关账，不产生完税证明。`,
  nameSeparator: '、',
  more: (count: number) => `另有 ${count} 家供应商`,
  warning: '生成后该月数据不再变动；之后才成功或被退回的发放，计入下一期更正。',
  confirm: '生成完税证明',
  confirmClose: '上月关账',
  done: (count: number) => `已生成上月完税证明，共 ${count} 份`,
  nothingNew: '上月完税证明已生成，无需重复生成',
  nothingNeeded: '所辖供应商均不代扣个税，无需完税证明',
  closed: '上月已关账，没有需要上传的完税证明',
} as const

export const uploadLabels = {
  title: '上传完税证明',
  titleAgain: '重新上传完税证明',
  object: (company: string, month: string, tax: string) => `${company} · ${month} · 税额 ¥${tax}`,
  file: '完税证明文件',
  fileHint: `PDF 或图片（png、jpg、gif、bmp），一个文件，不超过 ${limitMegabytes('tax-proof')} MB`,
  drop: '松开即选择该文件',
  missing: '请选择要上传的文件',
  again: '原文件仍保留在记录中，可随时下载。',
  rejected: (reason: string) => `上次被驳回：${reason}`,
  action: '上传',
  done: '完税证明文件上传成功',
} as const

export const rejectLabels = {
  title: '驳回完税证明？',
  object: (company: string, month: string, file: string) => `${company} · ${month} · ${file}`,
  reason: '驳回原因',
  reasonHint: '必填，上传人会看到',
  note: '驳回后该月改为未完税，等待重新上传；已上传的文件保留在记录中。',
  action: '驳回',
  done: '操作成功',
} as const

export const drawerLabels = {
  title: (month: string) => `${month} 完税证明`,
  anyTitle: '完税证明',
  tax: '税额',
  ties: '与台账一致',
  differs: (ledger: string) => `与台账不一致：台账为 ${ledger}，请联系管理员核实`,
  income: '发放金额',
  people: '人数',
  peopleOf: (count: string) => `${count} 人`,
  corrections: '更正',
  noCorrections: '无',
  corrected: (count: string, income: string, tax: string) =>
    `其他月份的 ${count} 笔计入本期：收入 ${income}，税额 ${tax}`,
  leftOut: '未计入',
  nothingLeftOut: '无',
  left: (count: string, amount: string) =>
    `${count} 笔共 ${amount}，生成时银行尚未答复；成功后计入以后的月份`,
  closedAt: '生成时间',
  file: '完税证明文件',
  noFile: '尚未上传',
  progress: '记录',
} as const

export const historyLabels = {
  closed: '生成完税证明',
  uploaded: '上传文件',
  updated: '重新上传文件',
  rejected: '驳回',
  waits: '等待上传完税证明文件',
  waitsAgain: '等待重新上传',
  by: (who: string, at: string) => `${who} · ${at}`,
  system: '系统',
} as const
