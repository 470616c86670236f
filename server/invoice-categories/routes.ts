// The calls of service items and invoice categories.

import { CATEGORY_STATUSES } from '@paywages/domain/invoice-categories/category.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { type CategoryFilter, listCategories, listServiceItems } from './store.ts'

export function categoryRoutes(house: House): Pick<Handlers, 'listServiceItems' | 'listCategories'> {
  return {
    listServiceItems: () => house.database.look((tx) => listServiceItems(tx)),
    listCategories: ({ ask, scope }) =>
      house.database.look((tx) => listCategories(tx, scope, filterOf(ask), pageOf(ask))),
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
