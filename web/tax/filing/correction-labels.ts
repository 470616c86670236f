// The Chinese words of corrections of closed months: what they change, the two ways to file them, which one was filed.

import type { FilingWay } from '@paywages/domain/tax/correction-filing.ts'

export const wayLabels: Readonly<Record<FilingWay, string>> = { current: '在本期更正', amended: '更正申报' }

export const correctionLabels = {
  title: (month: string) => `${month} 的更正`,
  open: '待选择',
  filed: '已选择',
  look: '查看',
  chooseFor: (company: string) => `待选择${company}更正的申报方式`,
  lookFor: (company: string) => `查看${company}的更正`,
  purpose: '以前月份关账后发生的退票与补记。每个更正月份选一种方式申报，两种方式合计相同。',
  none: '该月没有需要申报的更正',
  noneHint: '退票与补记发生在未代扣个税的发放上时，不列入扣缴申报，无需选择。',
  month: (month: string) => `更正 ${month}`,
  income: '收入差额',
  tax: '税额差额',
  people: (people: string, count: string) => `${people} 人，${count} 笔`,
  name: '姓名',
  idCardNo: '身份证号',
  more: (count: string) => `另有 ${count} 人，见申报表`,
  ways: (month: string) => `${month} 的申报方式`,
  current: (period: string) => `列入 ${period} 的申报表，${period} 之前的申报不变`,
  amended: (period: string, month: string) => `重新申报 ${month}（更正申报），${period} 的申报表不含这些更正`,
  belowZero: (names: string, count: string, more: boolean, period: string) =>
    `${names}${more ? '等' : ''} ${count} 人 ${period} 的收入会为负，扣缴端不接受负数，只能更正申报`,
  waits: (month: string) => `请先选择 ${month} 中更正的申报方式`,
  waitsForManager: '待管理员选择申报方式；选择前，申报表同时列出两种方式。',
  confirm: '确认申报方式',
  missing: '请先选择一种方式',
  download: '下载更正申报表',
  downloadImport: (layout: string) => `下载导入文件 ${layout}`,
  filedBy: (name: string, at: string) => `${name} 于 ${at} 选择`,
  filedBefore: (at: string) => `${at} 前已按此方式申报`,
} as const

export const confirmLabels = {
  title: '确认更正的申报方式？',
  object: (company: string, period: string, month: string) => `${company} ${period}：${month} 的更正`,
  way: '申报方式',
  warning: '只能选择一次，选择后不能更改。请与实际向税务机关申报的方式一致，不得两种方式重复申报。',
  action: (way: string) => `确认${way}`,
  done: '已记录申报方式',
} as const
