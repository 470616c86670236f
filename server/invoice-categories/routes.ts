// The calls of service items and invoice categories.

import { CATEGORY_STATUSES } from '@paywages/domain/invoice-categories/category.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { exportList } from '../exports/export-list.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { categoryExport } from './export-categories.ts'
import { addCategory, addServiceItem, setCategoryStatus, updateCategory } from './keep-categories.ts'
import { type CategoryFilter, listCategories, listServiceItems } from './store.ts'

type Calls =
  | 'addServiceItem'
  | 'listServiceItems'
  | 'addCategory'
  | 'updateCategory'
  | 'setCategoryStatus'
  | 'listCategories'
  | 'exportCategories'

export function categoryRoutes(house: House): Pick<Handlers, Calls> {
  return {
    addServiceItem: ({ ask, by }) => addServiceItem(house, by, ask.name),
    listServiceItems: () => house.database.look((tx) => listServiceItems(tx)),
    addCategory: ({ ask, by }) => addCategory(house, by, ask),
    updateCategory: async ({ ask, by }) => {
      await updateCategory(house, by, ask)
      return undefined
    },
    setCategoryStatus: async ({ ask, by }) => {
      await setCategoryStatus(house, by, ask)
      return undefined
    },
    listCategories: ({ ask, scope }) =>
      house.database.look((tx) => listCategories(tx, scope, filterOf(ask), pageOf(ask))),
    exportCategories: ({ ask, by }) => exportList(house, by, categoryExport, filterOf(ask)),
  }
}

type AskedFilter = {
  readonly serviceItemId?: number | undefined
  readonly categoryName?: string | undefined
  readonly status?: '-1' | '0' | '1' | undefined
}

/** -1 is no status at all. */
function filterOf({ serviceItemId, categoryName, status }: AskedFilter): CategoryFilter {
  return { serviceItemId, categoryName, status: CATEGORY_STATUSES[Number(status ?? -1)] }
}
