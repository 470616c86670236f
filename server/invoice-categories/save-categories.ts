// Adds service items and invoice categories, edits what nothing uses, enables and disables (D30, D38).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import {
  type CategoryStatus,
  validateEdit,
  validateSwitch,
} from '@paywages/domain/invoice-categories/category.ts'
import type { Actor } from '../actor.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntry } from '../audit-log/record-entry.ts'
import { Refused, refuseIf } from '../refused.ts'
import {
  type Category,
  type CategoryNaming,
  findCategory,
  insertCategory,
  insertServiceItem,
  isUsedElsewhere,
  lockCategory,
  renameCategory,
  setCategoryEnabled,
} from './store.ts'

export async function addServiceItem(services: Services, by: Actor, name: string): Promise<number> {
  return services.database.transact(async (tx) => {
    const serviceItemId = await orRefuse(() => insertServiceItem(tx, name, madeBy(by)))
    const object = { kind: 'service-item', id: serviceItemId, name }
    await recordEntry(tx, by, { action: 'add-service-item', object, after: { name } })
    return serviceItemId
  })
}

export async function addCategory(services: Services, by: Actor, naming: CategoryNaming): Promise<number> {
  return services.database.transact(async (tx) => {
    const categoryId = await orRefuse(() => insertCategory(tx, naming, madeBy(by)))
    const made = await mustFind(tx, categoryId)
    await recordEntry(tx, by, { action: 'add-category', object: objectOf(made), after: factsOf(made) })
    return categoryId
  })
}

export type CategoryEdit = CategoryNaming & {
  readonly categoryId: number
  /** Where it differs from today's, the category is enabled or disabled as well. */
  readonly status?: CategoryStatus | undefined
}

export async function updateCategory(services: Services, by: Actor, edit: CategoryEdit): Promise<void> {
  await services.database.transact(async (tx) => {
    const current = await lockCategory(tx, edit.categoryId)
    if (!current) throw new Refused('not-found')
    const refusal = validateEdit({ status: statusOf(current), used: current.used })
    if (refusal) throw new Refused(refusal)
    await orRefuse(() => renameCategory(tx, edit.categoryId, edit))
    const edited = await mustFind(tx, edit.categoryId)
    const changed = changedFacts(factsOf(current), factsOf(edited))
    if (Object.keys(changed.after).length > 0)
      await recordEntry(tx, by, { action: 'update-category', object: objectOf(edited), ...changed })
    if (edit.status === undefined || edit.status === statusOf(current)) return
    await requireSwitch(tx, by, current, edit.status)
    await switchTo(tx, by, edited, edit.status)
  })
}

export async function setCategoryStatus(
  services: Services,
  by: Actor,
  { categoryId, status }: { readonly categoryId: number; readonly status: CategoryStatus },
): Promise<void> {
  await services.database.transact(async (tx) => {
    const current = await lockCategory(tx, categoryId)
    if (!current) throw new Refused('not-found')
    await requireSwitch(tx, by, current, status)
    await switchTo(tx, by, current, status)
  })
}

async function requireSwitch(
  tx: Tx,
  by: Actor,
  current: Category & { readonly used: boolean },
  to: CategoryStatus,
): Promise<void> {
  const usedElsewhere = await isUsedElsewhere(tx, current.categoryId, scopeOf(by.person))
  refuseIf(validateSwitch({ status: statusOf(current), used: current.used, usedElsewhere }, to))
}

async function switchTo(tx: Tx, by: Actor, category: Category, status: CategoryStatus): Promise<void> {
  const enabled = status === 'enabled'
  await setCategoryEnabled(tx, category.categoryId, enabled, by.at)
  const action = enabled ? 'enable-category' : 'disable-category'
  await recordEntry(tx, by, { action, object: objectOf(category) })
}

/** The database has the last word on names and items, whoever else writes at the same time. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (breaks(error, 'service_items_once')) throw new Refused('service-item-taken')
    if (breaks(error, 'invoice_categories_once')) throw new Refused('category-taken')
    if (breaks(error, 'invoice_categories_service_item_id_fkey')) throw new Refused('service-item-unknown')
    throw error
  }
}

async function mustFind(tx: Tx, categoryId: number): Promise<Category> {
  const category = await findCategory(tx, categoryId)
  if (!category) throw new Error('the category that was just written is not there')
  return category
}

const madeBy = (by: Actor) => ({ accountId: by.person.accountId, at: by.at })
const statusOf = ({ enabled }: Category): CategoryStatus => (enabled ? 'enabled' : 'disabled')
const objectOf = ({ categoryId, name }: Category) => ({ kind: 'invoice-category', id: categoryId, name })
const factsOf = ({ name, serviceItemName }: Category) => ({ name, serviceItem: serviceItemName })
