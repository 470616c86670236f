// Remembered layouts of payout sheets in the database.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { ColumnChoice, SheetLayout } from '@paywages/domain/payouts/sheet-layout.ts'
import type { Page } from '@paywages/wire/paging.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export const LAYOUT_RECORDS: OwnedRecords = { table: 'sheet_layouts', id: 'layout_id' }

/** A company with more is asked about the oldest again. */
const MAX_LAYOUTS = 200

export type LayoutRecord = SheetLayout & {
  readonly layoutId: number
  readonly chosenBy: string
  /** Whether somebody said if amounts are before tax or what arrives. */
  readonly amountAsked: boolean
}

const COLUMNS = [
  sql<number>`l.layout_id`.as('layoutId'),
  sql<string>`l.layout_key`.as('key'),
  sql<ColumnChoice['fields']>`l.fields`.as('fields'),
  sql<ColumnChoice['amountIs']>`l.amount_is`.as('amountIs'),
  // Nobody says "what arrives" without being asked.
  sql<boolean>`l.amount_asked or l.amount_is = 'net'`.as('amountAsked'),
  sql<string>`a.real_name`.as('chosenBy'),
] as const

function layouts(tx: Tx) {
  return tx.selectFrom('sheet_layouts as l').innerJoin('account_names as a', 'a.account_id', 'l.chosen_by')
}

/** Whose headings a layout names. */
export type LayoutKind = 'payouts' | 'statement'

export type StatementLayoutRecord = StatementLayout & Pick<LayoutRecord, 'layoutId' | 'chosenBy'>

/** Of bank statements. */
export async function statementLayoutsOf(tx: Tx, providerId: number): Promise<StatementLayoutRecord[]> {
  const found = await layouts(tx)
    .where('l.provider_id', '=', providerId)
    .where('l.kind', '=', 'statement')
    .select(COLUMNS)
    .orderBy('l.layout_id', 'desc')
    .limit(MAX_LAYOUTS)
    .execute()
  return found.map(({ layoutId, key, fields, chosenBy }) => ({
    ...{ layoutId, key, chosenBy },
    fields: fields as StatementLayout['fields'],
  }))
}

export async function layoutsOf(tx: Tx, providerId: number): Promise<LayoutRecord[]> {
  return layouts(tx)
    .where('l.provider_id', '=', providerId)
    .where('l.kind', '=', 'payouts')
    .select(COLUMNS)
    .orderBy('l.layout_id', 'desc')
    .limit(MAX_LAYOUTS)
    .execute()
}

/** Held, so that two clerks who name the same columns come one after the other. */
export async function lockLayout(tx: Tx, providerId: number, key: string): Promise<LayoutRecord | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId}/${key}`}, 3))`.execute(tx)
  return layouts(tx)
    .where('l.provider_id', '=', providerId)
    .where('l.layout_key', '=', key)
    .select(COLUMNS)
    .executeTakeFirst()
}

/** A new number each time, by which a later clerk knows that it has changed. */
export async function replaceLayout(
  tx: Tx,
  layout: Omit<SheetLayout, 'fields'> & {
    readonly fields: Readonly<Record<string, number | undefined>>
    readonly kind?: LayoutKind
    readonly amountAsked: boolean
    readonly providerId: number
    readonly accountId: number
    readonly at: Date
  },
): Promise<number> {
  const { providerId, key, fields, amountIs, amountAsked, accountId, at, kind = 'payouts' } = layout
  await tx
    .deleteFrom('sheet_layouts')
    .where('provider_id', '=', providerId)
    .where('layout_key', '=', key)
    .execute()
  const { id } = await tx
    .insertInto('sheet_layouts')
    .values({
      provider_id: providerId,
      layout_key: key,
      kind,
      fields: JSON.stringify(fields),
      amount_is: amountIs,
      amount_asked: amountAsked,
      chosen_by: accountId,
      chosen_at: at,
    })
    .returning('layout_id as id')
    .executeTakeFirstOrThrow()
  return id
}

export async function touchLayout(tx: Tx, providerId: number, key: string, at: Date): Promise<void> {
  await tx
    .updateTable('sheet_layouts')
    .set({ last_used_at: at })
    .where('provider_id', '=', providerId)
    .where('kind', '=', 'payouts')
    .where('layout_key', '=', key)
    .execute()
}

export async function listLayouts(tx: Tx, scope: Scope, providerId: number | undefined, page: Page) {
  let found = layouts(tx)
    .innerJoin('provider_names as p', 'p.provider_id', 'l.provider_id')
    .where(inScope(scope, 'l.provider_id'))
  if (providerId !== undefined) found = found.where('l.provider_id', '=', providerId)
  const [rows, { count }] = await Promise.all([
    found
      .select([
        ...COLUMNS,
        'p.name as providerName',
        'l.chosen_at as chosenAt',
        sql<LayoutKind>`l.kind`.as('kind'),
        'l.last_used_at as lastUsedAt',
      ])
      .orderBy('l.layout_id', 'desc')
      .offset(page.index * page.size)
      .limit(page.size)
      .execute(),
    found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

export async function deleteLayout(
  tx: Tx,
  layoutId: number,
): Promise<{ providerId: number; key: string } | undefined> {
  return tx
    .deleteFrom('sheet_layouts')
    .where('layout_id', '=', layoutId)
    .returning(['provider_id as providerId', 'layout_key as key'])
    .executeTakeFirst()
}
