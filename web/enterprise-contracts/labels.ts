// The Chinese words of the enterprise contracts.

import type { ContractStatus } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { limitMegabytes } from '@paywages/domain/files/file-kind.ts'

export const statusLabels: Readonly<Record<ContractStatus, string>> = {
  pending: '未生效',
  effective: '生效中',
  expired: '已到期',
  terminated: '已终止',
}

export const contractLabels = {
  contractNo: '合同编号',
  contractName: '合同名称',
  contractNoAndName: '合同编号 / 合同名称',
  purposeOfReaders: '查看与下载所属供应商的企业服务合同',
  serviceRate: '服务费率',
  category: '发票类目',
  beginDay: '开始日期',
  endDay: '结束日期',
  executionStatus: '执行状态',
  status: '状态',
  ending: '到期提醒',
  endingSoon: '30 天内到期',
  daysLeft: (days: number) => (days === 0 ? '今天到期' : `还剩 ${days} 天`),
  actions: '操作',
  download: '下载',
  edit: '编辑',
  detail: '详情',
  exportAll: '导出',
  empty: '还没有企业合同',
  emptyHint: '管理员生成企业合同后，会出现在这里，可以查看与下载。',
  emptyHintManager: '生成后，每家供应商会有一份待签署的合同；上传双方签署的文件并填写起止日期后即可生效。',
} as const

export const generateLabels = {
  action: '生成企业合同',
  title: '生成企业合同？',
  object: (count: number) => `以下 ${count} 家供应商还没有未生效或生效中的合同，将各生成一份`,
  more: (count: number) => `另有 ${count} 家供应商`,
  note: '费率取自供应商当前的服务费率；合同生成后为「未生效」。',
  confirm: (count: number) => `生成 ${count} 份合同`,
  done: (count: number) => `已生成企业合同，共 ${count} 份`,
} as const

export const editLabels = {
  title: '合同编辑',
  object: (company: string, rate: string) => `${company} · 服务费率 ${rate}`,
  contractNoHint: '请输入合同编号',
  contractNameHint: '请输入合同名称',
  statusHint: '选择合同状态',
  status: '合同状态',
  term: '起止日期',
  termHint: '首日与末日均在合同期内；上传签署文件后，到开始日期自动生效',
  years: ['一年', '两年', '三年'],
  file: '合同文件',
  fileHint: `PDF、DOCX 或图片，一个文件，不超过 ${limitMegabytes('contract')} MB`,
  drop: '松开即上传合同文件',
  made: '系统生成，待双方签署',
  signed: '双方签署的文件',
  fresh: '新上传，保存后作为双方签署的文件',
  action: '保存',
  done: '操作成功',
  terms: '期限',
  rate: (figures: string, words: string) => `${figures}（${words}）`,
  between: (begin: string, end: string) => `${begin} 至 ${end}`,
  conflict: '合同刚被他人修改，您填写的内容仍在',
  conflictHint: '以下内容已有变化，请核对后再次保存：',
  conflictSame: '请核对后再次保存。',
  conflictClosed: (status: string) => `合同现为「${status}」，不能再修改；需要的内容请先复制。`,
  takeTheirs: '载入最新内容',
} as const

export const stepQuestions = {
  terminated: {
    title: '终止企业合同？',
    warning: '终止后不能恢复；供应商需要合同时可重新生成。',
    action: '终止合同',
  },
  effective: {
    title: '将合同设为生效？',
    warning: '生效后不能改回未生效，只能等待到期或终止。',
    early: (beginDay: string) => `开始日期 ${beginDay} 还没有到，确认后立即生效；此后只能等待到期或终止。`,
    action: '设为生效',
  },
} as const

export const drawerLabels = {
  rate: '服务费率',
  rateNote: '生成合同时的费率；实际收费以供应商当前设置为准',
  term: '合同期限',
  noTerm: '尚未填写',
  generatedAt: '生成时间',
  signedAt: '签署文件上传',
  textVersion: '协议文本版本',
  file: '合同文件',
  made: '系统生成',
  signed: '已签署',
  look: '预览',
  hide: '收起预览',
  lookAt: (name: string) => `预览 ${name}`,
  hideOf: (name: string) => `收起预览 ${name}`,
  making: '合同文件正在生成，稍后会出现在这里',
  noFile: '不存在合同文件',
  history: '合同记录',
} as const

export const historyLabels = {
  generated: '生成合同',
  saved: '编辑合同',
  effective: '合同生效',
  expired: '合同到期',
  terminated: '合同终止',
  byDay: '系统',
  waitsFile: '等待上传双方签署的合同文件',
  waitsTerm: '等待填写起止日期',
  willBegin: (day: string) => `${day} 自动生效`,
  willEnd: (day: string) => `${day} 之后到期`,
  by: (who: string, at: string) => `${who} · ${at}`,
  change: (field: string, before: string, after: string) => `${field}：${before} → ${after}`,
  nothing: '空',
} as const
