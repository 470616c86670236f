// The stock of invoices by provider, month and type; the only file that writes these tables (D28).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { everyLine, type StockLine } from '@paywages/domain/invoice-stock/stock.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type Draw = {
  readonly providerId: number
  readonly month: Month
  readonly type: InvoiceType
  /** Below zero where a result is corrected to less. */
  readonly count: number
  readonly amountFen: Fen
}

/**
 * What a result draws from its month's stock; a month that nobody has entered has nothing to draw from. More may be drawn
 * than there is: the invoice exists, and the books say short.
 */
export async function drawStock(tx: Tx, { providerId, month, type, count, amountFen }: Draw): Promise<void> {
  await sql`
    update invoice_stock_lines l
    set drawn_count = greatest(0, l.drawn_count + ${count}::int), drawn_fen = greatest(0, l.drawn_fen + ${amountFen}::bigint)
    from invoice_stocks s
    where s.stock_id = l.stock_id and s.provider_id = ${providerId} and s.month = ${month}
      and l.invoice_type = ${type}`.execute(tx)
}

export type StockRecord = {
  readonly providerId: number
  readonly providerName: string
  /** 0 where nothing is on record for the month; there are no lines then, else four. */
  readonly version: number
  readonly lines: readonly StockLine[]
  readonly savedAt: Date | null
  readonly savedBy: string
}

export type StockOf = {
  readonly month: Month
  /** Also the enabled providers without a record. */
  readonly withUnknown: boolean
}

type Found = Omit<StockRecord, 'lines'> & { readonly type: InvoiceType | null } & Omit<StockLine, 'type'>

/** By pinyin, as people look for a company. */
async function readStocks(tx: Tx, of: StockOf, which: RawBuilder<boolean>): Promise<StockRecord[]> {
  const { rows } = await sql<Found>`
    select p.provider_id as "providerId", p.name as "providerName", coalesce(s.version, 0) as version,
      coalesce(s.saved_at, s.created_at) as "savedAt", coalesce(nullif(a.real_name, ''), a.account, '') as "savedBy",
      l.invoice_type as type, l.supported, l.sufficient, l.invoice_count as count, l.amount_fen as "amountFen",
      l.drawn_count as "drawnCount", l.drawn_fen as "drawnFen"
    from provider_profiles p
      left join invoice_stocks s on s.provider_id = p.provider_id and s.month = ${of.month}
      left join invoice_stock_lines l on l.stock_id = s.stock_id
      left join account_names a on a.account_id = s.saved_by
    where ${which} and (s.stock_id is not null or (${of.withUnknown} and p.enabled))
    order by p.name collate "zh-x-icu", p.provider_id`.execute(tx)
  return [...Map.groupBy(rows, ({ providerId }) => providerId).values()].flatMap(gathered)
}

function gathered(found: readonly Found[]): StockRecord[] {
  const [first] = found
  if (!first) return []
  const { providerId, providerName, version, savedAt, savedBy } = first
  const lines = found.flatMap(({ type, supported, sufficient, count, amountFen, drawnCount, drawnFen }) =>
    type === null ? [] : [{ type, supported, sufficient, count, amountFen, drawnCount, drawnFen }],
  )
  const entered = version === 0 ? [] : everyLine(lines)
  return [{ providerId, providerName, version, lines: entered, savedAt, savedBy }]
}

export function stocksInScope(
  tx: Tx,
  scope: Scope,
  of: StockOf & { readonly providerId?: number | undefined },
): Promise<StockRecord[]> {
  const named = of.providerId === undefined ? sql`true` : sql`p.provider_id = ${of.providerId}`
  return readStocks(tx, of, sql<boolean>`${inScope(scope, 'p.provider_id')} and ${named}`)
}

export async function stockOf(tx: Tx, providerId: number, month: Month): Promise<StockRecord | undefined> {
  const [found] = await readStocks(
    tx,
    { month, withUnknown: false },
    sql<boolean>`p.provider_id = ${providerId}`,
  )
  return found
}

/** Enabled providers that share a platform with this one: any, or the one named. */
export function stocksBeside(
  tx: Tx,
  { providerId, platformId, month }: { providerId: number; platformId: number | undefined; month: Month },
): Promise<StockRecord[]> {
  const among = platformId === undefined ? sql`true` : sql`own.platform_id = ${platformId}`
  return readStocks(
    tx,
    { month, withUnknown: false },
    sql<boolean>`p.enabled and p.provider_id <> ${providerId} and exists (select from platform_providers own
      join platform_providers theirs on theirs.platform_id = own.platform_id
      where own.provider_id = ${providerId} and theirs.provider_id = p.provider_id and ${among})`,
  )
}

/** What a manager enters of one type; what was drawn is the results' affair. */
export type EnteredLine = Omit<StockLine, 'drawnCount' | 'drawnFen'>

type NewStock = {
  readonly providerId: number
  readonly month: Month
  readonly at: Date
  /** Null where the day itself adds it. */
  readonly savedBy: number | null
  readonly lines: readonly EnteredLine[]
}

/** False where the month is on record already: someone else was first. */
export async function insertStock(tx: Tx, stock: NewStock): Promise<boolean> {
  const { providerId, month, at, savedBy } = stock
  const { rows } = await sql<{ id: number }>`
    insert into invoice_stocks (provider_id, month, created_at, saved_by, saved_at)
    values (${providerId}, ${month}, ${at}, ${savedBy}, ${savedBy === null ? null : at})
    on conflict (provider_id, month) do nothing returning stock_id as id`.execute(tx)
  const [made] = rows
  if (!made) return false
  await writeLines(tx, made.id, stock.lines)
  return true
}

/** False where it was saved since that version was read. */
export async function updateStock(tx: Tx, stock: NewStock & { readonly version: number }): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update invoice_stocks set version = version + 1, saved_by = ${stock.savedBy}, saved_at = ${stock.at}
    where provider_id = ${stock.providerId} and month = ${stock.month} and version = ${stock.version}
    returning stock_id as id`.execute(tx)
  const [found] = rows
  if (!found) return false
  await writeLines(tx, found.id, stock.lines)
  return true
}

async function writeLines(tx: Tx, stockId: number, lines: readonly EnteredLine[]): Promise<void> {
  const values = lines.map(
    (line) =>
      sql`(${stockId}::int, ${line.type}, ${line.supported}::boolean, ${line.sufficient}::boolean, ${line.count}::int, ${line.amountFen}::bigint)`,
  )
  await sql`
    insert into invoice_stock_lines (stock_id, invoice_type, supported, sufficient, invoice_count, amount_fen)
    values ${sql.join(values)}
    on conflict (stock_id, invoice_type) do update set supported = excluded.supported, sufficient = excluded.sufficient,
      invoice_count = excluded.invoice_count, amount_fen = excluded.amount_fen`.execute(tx)
}

export type LatestStock = { readonly providerId: number; readonly month: Month }

/** Enabled providers whose newest record is of an earlier month and supports something. */
export async function stocksToOpen(tx: Tx, month: Month): Promise<LatestStock[]> {
  const { rows } = await sql<LatestStock>`
    select p.provider_id as "providerId", s.month from provider_profiles p
      cross join lateral (select stock_id, month from invoice_stocks where provider_id = p.provider_id
        order by month desc limit 1) s
    where p.enabled and s.month < ${month}
      and exists (select from invoice_stock_lines l where l.stock_id = s.stock_id and l.supported)
    order by p.provider_id`.execute(tx)
  return rows
}
