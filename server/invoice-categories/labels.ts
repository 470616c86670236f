// The Chinese words of the exported categories.

import type { CategoryStatus } from '@paywages/domain/invoice-categories/category.ts'

export const STATUS_WORDS: Readonly<Record<CategoryStatus, string>> = {
  enabled: '已启用',
  disabled: '已停用',
}

export const CATEGORY_TITLES = {
  serviceItem: '服务事项',
  category: '发票类目',
  status: '状态',
  createdAt: '创建时间',
  statusAt: '启用/停用时间',
} as const

export const CATEGORY_SHEET = '发票类目'
export const categoriesName = (day: string) => `发票类目-${day}.xlsx`
