// The Chinese words of service items and invoice categories.

import type { CategoryStatus } from '@paywages/domain/invoice-categories/category.ts'

export const statusLabels: Readonly<Record<CategoryStatus, string>> = {
  enabled: '已启用',
  disabled: '已停用',
}

export const categoryLabels = {
  tip: '发票类目被申请或合同使用后只能停用，不能修改；服务事项新增后不能修改。',
  tipMore: '停用会影响供应商开票：停用的类目不能再被选择，已提交的申请和已有的合同不受影响。',
  serviceItem: '服务事项',
  category: '发票类目',
  categoryName: '类目名称',
  categoryNameHint: '请输入类目名称',
  status: '状态',
  createdAt: '创建时间',
  statusAt: '启用/停用时间',
  actions: '操作',
  enable: '启用',
  disable: '停用',
  edit: '编辑',
  editUsed: '已被使用，不能修改，只能停用',
  exportAll: '导出',
  addItem: '新增服务事项',
  addCategory: '新增发票类目',
  empty: '还没有发票类目',
  emptyHint: '先新增服务事项，再在其下新增发票类目，供应商即可选择类目申请开票。',
} as const

export const categoryDialogLabels = {
  addTitle: '新增发票类目',
  editTitle: '编辑发票类目',
  addAction: '新增',
  editAction: '保存',
  name: '发票类目',
  nameHint: '请输入发票类目',
  serviceItem: '服务事项',
  serviceItemHint: '请选择服务事项',
  itemsFailed: '服务事项没有取到',
  noItems: '还没有服务事项，请先新增',
  addNote: '新增后即启用，所有供应商申请开票时都可选择；被使用前可以修改。',
  editNote: '被申请或合同使用后不能再修改。',
  /** The specification's words, after editing too. */
  saved: '发票类目新增成功',
} as const

export const itemDialogLabels = {
  title: '新增服务事项',
  action: '新增',
  name: '服务事项名称',
  nameHint: '请输入服务事项名称',
  note: '新增后不能修改，请核对名称。',
  added: '新增成功',
} as const

export const switchLabels = {
  disableTitle: '停用该发票类目？',
  enableTitle: '启用该发票类目？',
  object: (serviceItem: string, category: string) => `${serviceItem} · ${category}`,
  disableWarning: '停用后，所有供应商都不能再选择此类目。',
  enableWarning: '启用后，所有供应商都可以选择此类目。',
  openApplications: (count: string) => `${count} 个未办结的开票申请`,
  liveContracts: (count: string) => `${count} 份未结束的合同`,
  inUse: (uses: string) => `您管理范围内有 ${uses}正在使用，停用后仍可照常办理。`,
  usedBefore: '曾被申请或合同使用，已有的记录不受影响。',
  unused: '目前没有申请或合同使用它。',
  disableAction: '停用',
  enableAction: '启用',
  /** The specification's words. */
  done: '发票类目已启用/停用',
} as const
