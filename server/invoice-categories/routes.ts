// The calls of service items and invoice categories.

import { CATEGORY_STATUSES } from '@paywages/domain/invoice-categories/category.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from '../http/call.ts'
import { categoryExport } from './export-categories.ts'
import { addCategory, addServiceItem, setCategoryStatus, updateCategory } from './save-categories.ts'
import { type CategoryFilter, listCategories, listServiceItems } from './store.ts'

type Calls =
  | 'addServiceItem'
  | 'listServiceItems'
  | 'addCategory'
  | 'updateCategory'
  | 'setCategoryStatus'
  | 'listCategories'
  | 'exportCategories'

export function categoryRoutes(services: Services): Pick<Handlers, Calls> {
  return {
    addServiceItem: ({ input, by }) => addServiceItem(services, by, input.name),
    listServiceItems: () => services.database.query((tx) => listServiceItems(tx)),
    addCategory: ({ input, by }) => addCategory(services, by, input),
    updateCategory: async ({ input, by }) => {
      await updateCategory(services, by, input)
      return undefined
    },
    setCategoryStatus: async ({ input, by }) => {
      await setCategoryStatus(services, by, input)
      return undefined
    },
    listCategories: ({ input, scope }) =>
      services.database.query((tx) => listCategories(tx, scope, filterOf(input), pageOf(input))),
    exportCategories: ({ input, by }) => exportList(services, by, categoryExport, filterOf(input)),
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
