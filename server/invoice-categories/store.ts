// Service items and invoice categories; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { CategoryStatus } from '@paywages/domain/invoice-categories/category.ts'
import type { Page } from '@paywages/wire/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import { everyOf, readPage } from '../adapters/postgres/list-page.ts'

export type Category = {
  readonly categoryId: number
  readonly name: string
  readonly enabled: boolean
  readonly serviceItemId: number
  readonly serviceItemName: string
}

export async function findCategory(tx: Tx, categoryId: number): Promise<Category | undefined> {
  return tx
    .selectFrom('invoice_categories as c')
    .innerJoin('service_items as i', 'i.service_item_id', 'c.service_item_id')
    .where('c.category_id', '=', categoryId)
    .select([
      ...camelColumns('c', ['category_id', 'name', 'enabled', 'service_item_id']),
      'i.name as serviceItemName',
    ])
    .executeTakeFirst()
}

/**
 * For whoever is about to refer to it: until that is committed nobody edits or disables it. The lock is a query of its own:
 * a join that had to wait for an edit would compare the new row with the old service item and find nothing.
 */
export async function lockCategoryForShare(tx: Tx, categoryId: number): Promise<Category | undefined> {
  await sql`select 1 from invoice_categories where category_id = ${categoryId} for share`.execute(tx)
  return findCategory(tx, categoryId)
}

/** Who refers to a category: each of these slices tells it of its own. */
const CONTRACTS = sql`contract_categories`
const APPLICATIONS = sql`application_categories`

const isUsed = (categoryId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from ${CONTRACTS} u where u.category_id = ${categoryId})
    or exists (select from ${APPLICATIONS} u where u.category_id = ${categoryId}))`

/** For a change: waits for everyone who is just beginning to use it, so that `used` is the last word. */
export async function lockCategory(
  tx: Tx,
  categoryId: number,
): Promise<(Category & { readonly used: boolean }) | undefined> {
  await sql`select 1 from invoice_categories where category_id = ${categoryId} for update`.execute(tx)
  const category = await findCategory(tx, categoryId)
  if (!category) return undefined
  const { rows } = await sql<{ used: boolean }>`
    select ${isUsed(sql`${categoryId}`)} as used`.execute(tx)
  return { ...category, used: rows[0]?.used ?? false }
}

/** Whether a contract in force or an open application of a company beyond the scope has it. */
export async function isUsedElsewhere(tx: Tx, categoryId: number, scope: Scope): Promise<boolean> {
  const beyond = (uses: RawBuilder<unknown>) =>
    sql`exists (select from ${uses} u where u.category_id = ${categoryId} and u.open and not (${inScope(scope, 'u.provider_id')}))`
  const { rows } = await sql<{ used: boolean }>`
    select ${beyond(CONTRACTS)} or ${beyond(APPLICATIONS)} as used`.execute(tx)
  return rows[0]?.used ?? false
}

export async function listServiceItems(
  tx: Tx,
): Promise<{ rows: { serviceItemId: number; serviceItemName: string }[]; count: number }> {
  const rows = await tx
    .selectFrom('service_items')
    .select(['service_item_id as serviceItemId', 'name as serviceItemName'])
    .orderBy('service_item_id')
    .execute()
  return { rows, count: rows.length }
}

export type CategoryFilter = {
  readonly serviceItemId?: number | undefined
  readonly categoryName?: string | undefined
  readonly status?: CategoryStatus | undefined
}

export type CategoryRecord = {
  readonly categoryId: number
  readonly categoryName: string
  readonly serviceItemId: number
  readonly serviceItemName: string
  readonly status: CategoryStatus
  readonly createdAt: Date
  readonly statusAt: Date
}

const TABLES = sql`invoice_categories c join service_items i on i.service_item_id = c.service_item_id`

function conditions({ serviceItemId, categoryName, status }: CategoryFilter): RawBuilder<boolean> {
  return everyOf([
    sql`true`,
    serviceItemId !== undefined && sql`c.service_item_id = ${serviceItemId}`,
    categoryName && sql`lower(c.name) like lower(${containing(categoryName)})`,
    status && sql`c.enabled = ${status === 'enabled'}`,
  ])
}

const COLUMNS = sql`c.category_id as "categoryId", c.name as "categoryName", c.service_item_id as "serviceItemId",
  i.name as "serviceItemName", case when c.enabled then 'enabled' else 'disabled' end as status,
  c.created_at as "createdAt", c.status_at as "statusAt"`

export type CategoryUses = {
  readonly used: boolean
  readonly openApplications: number
  readonly liveContracts: number
}

/** The newest first. What uses a category is counted on the page that is shown, and only what the asker may see (D11). */
export async function listCategories(
  tx: Tx,
  scope: Scope,
  filter: CategoryFilter,
  page: Page,
): Promise<{ rows: (CategoryRecord & CategoryUses)[]; count: number }> {
  const seen = inScope(scope, 'u.provider_id')
  const open = (uses: RawBuilder<unknown>) =>
    sql`(select count(*)::int from ${uses} u where u.category_id = c.category_id and u.open and ${seen})`
  const ordered = sql<CategoryRecord & CategoryUses>`
    select ${COLUMNS}, ${isUsed(sql`c.category_id`)} as used,
      ${open(APPLICATIONS)} as "openApplications", ${open(CONTRACTS)} as "liveContracts"
    from ${TABLES} where ${conditions(filter)} order by c.category_id desc`
  return readPage(tx, ordered, sql`from ${TABLES} where ${conditions(filter)}`, page)
}

export function categoryPieces(tx: Tx, filter: CategoryFilter): AsyncGenerator<CategoryRecord[]> {
  return inPieces(
    tx,
    sql<CategoryRecord>`select ${COLUMNS} from ${TABLES} where ${conditions(filter)} order by c.category_id desc`,
  )
}

type By = { readonly accountId: number; readonly at: Date }

export async function insertServiceItem(tx: Tx, name: string, by: By): Promise<number> {
  const row = await tx
    .insertInto('service_items')
    .values({ name, created_by: by.accountId, created_at: by.at })
    .returning('service_item_id')
    .executeTakeFirstOrThrow()
  return row.service_item_id
}

export type CategoryNaming = { readonly serviceItemId: number; readonly categoryName: string }

export async function insertCategory(tx: Tx, naming: CategoryNaming, by: By): Promise<number> {
  const row = await tx
    .insertInto('invoice_categories')
    .values({
      service_item_id: naming.serviceItemId,
      name: naming.categoryName,
      created_by: by.accountId,
      created_at: by.at,
      status_at: by.at,
    })
    .returning('category_id')
    .executeTakeFirstOrThrow()
  return row.category_id
}

export async function renameCategory(tx: Tx, categoryId: number, naming: CategoryNaming): Promise<void> {
  await tx
    .updateTable('invoice_categories')
    .set({ service_item_id: naming.serviceItemId, name: naming.categoryName })
    .where('category_id', '=', categoryId)
    .execute()
}

export async function setCategoryEnabled(
  tx: Tx,
  categoryId: number,
  enabled: boolean,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoice_categories')
    .set({ enabled, status_at: at })
    .where('category_id', '=', categoryId)
    .execute()
}
