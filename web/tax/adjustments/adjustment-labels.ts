// The Chinese words of 税前调整.

import { limitMegabytes } from '@paywages/domain/files/file-kind.ts'
import { figure } from '@paywages/domain/money/figure.ts'
import type { AdjustmentStatus } from '@paywages/domain/tax/adjustments/adjustment-status.ts'

export const adjustmentStatusLabels: Readonly<Record<AdjustmentStatus, string>> = {
  proposed: '待确认',
  confirmed: '已确认',
  rejected: '已驳回',
  withdrawn: '已撤回',
}

export const adjustmentLabels = {
  month: '月份',
  countedIn: (month: string) => `计入 ${month}`,
  countedHint: (month: string, counted: string) => `${month} 已生成申报，计入 ${counted}`,
  name: '姓名',
  nameHint: '请输入姓名',
  idCardNo: '身份证号',
  idHint: '请输入完整身份证号',
  status: '状态',
  person: '人员',
  item: '项目',
  amount: '金额（元）',
  reason: '原因',
  rejectedFor: (reason: string) => `驳回：${reason}`,
  entered: '录入',
  decided: '处理',
  actions: '操作',
  export: '导出',
  choose: (name: string) => `选择${name}的调整`,
  chooseAll: '选择本页全部待确认的调整',
  confirm: '确认',
  confirmChosen: (count: number) => `确认所选 ${figure(count)} 笔`,
  reject: '驳回',
  rejectChosen: (count: number) => `驳回所选 ${figure(count)} 笔`,
  withdraw: '撤回',
  empty: '还没有税前调整',
  emptyAction: '有免税收入、商业健康保险、税延养老保险、捐赠等扣除或减免税额时，在这里录入，由另一人确认。',
  emptyRead: '录入的免税收入、其他扣除与减免税额会出现在这里，等待确认。',
} as const

export const addAdjustmentLabels = {
  add: '录入调整',
  person: '人员',
  provider: '所属供应商',
  providerHint: '请选择供应商',
  item: '项目',
  itemHint: '请选择项目',
  month: '月份',
  monthHint: '请选择月份',
  monthExtra: '已生成申报的月份，确认时计入下一个未生成的月份。',
  amount: '金额（元）',
  amountExtra: '冲减以前的调整时填写负数。',
  reason: '原因',
  reasonHint: '写明依据，如票据或文件编号',
  note: '录入后须由另一人确认，确认后计入此后的发放；已转账的发放不变。',
  action: '提交',
  done: '已录入，等待另一人确认',
} as const

export const importAdjustmentLabels = {
  import: '导入调整',
  title: '导入调整',
  file: '调整表',
  drop: '松开鼠标，选择这份调整表',
  limits: `列名为姓名、证件号码、月份、项目、金额、原因；.xlsx 或 .xls，不超过 ${limitMegabytes('payout-sheet')} MB。任意一行有误则整份不录入。`,
  missing: '请选择文件',
  template: '下载模板',
  templateFile: '税前调整模板.xlsx',
  action: '开始导入',
  done: (count: string) => `已录入 ${count} 笔，等待另一人确认`,
  refusedTitle: (bad: string) => `有 ${bad} 行有误，没有录入任何调整`,
  refused: (fileName: string) => `${fileName}。请按原因修改后重新导入整份表。`,
  close: '关闭',
} as const

export const confirmAdjustmentLabels = {
  title: '确认税前调整',
  one: (name: string, month: string, item: string, amount: string) =>
    `${name} · ${month} · ${item} ${amount} 元`,
  more: (count: number) => `等 ${figure(count)} 笔`,
  warning: '确认后计入此后的发放，不能撤销；有误时须再录入一笔负数冲减。',
  action: (count: number) => (count === 1 ? '确认调整' : `确认 ${figure(count)} 笔调整`),
  done: '已确认',
} as const

export const rejectAdjustmentLabels = {
  title: '驳回税前调整',
  action: '驳回',
  reason: '驳回原因',
  reasonHint: '说明需要更正什么',
  done: '已驳回',
} as const

export const withdrawAdjustmentLabels = {
  title: '撤回这笔调整？',
  action: '撤回调整',
  warning: '撤回后不再等待确认，需要时可重新录入。',
  done: '已撤回',
} as const
