// What people see of enterprise contracts: one filter for list, count and export; their history; who lacks one (D29).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import {
  type ContractStatus,
  LIVE_STATUSES,
  remindedUntil,
} from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { Rate } from '@paywages/domain/money/rate.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import { everyOf, type Page, pageAlone, readChosen } from '../adapters/postgres/list-page.ts'
import { orderOf } from '../adapters/postgres/sort-order.ts'
import type { ContractEventKind, FieldChange } from './store.ts'

export type ContractFilter = {
  readonly scope: Scope
  readonly today: Day
  readonly contractId?: number | undefined
  readonly contractNo?: string | undefined
  readonly contractName?: string | undefined
  readonly categoryId?: number | undefined
  readonly status?: ContractStatus | undefined
  readonly providerId?: number | undefined
  /** Only those in force whose managers are reminded. */
  readonly ending?: boolean | undefined
}

export type ListedContract = {
  readonly contractId: number
  readonly contractNo: string
  readonly contractName: string
  readonly providerId: number
  readonly providerName: string
  readonly categoryId: number | null
  readonly categoryName: string
  readonly status: ContractStatus
  readonly serviceRate: Rate
  readonly generatedAt: Date
  readonly signedAt: Date | null
  readonly beginDay: Day | null
  readonly endDay: Day | null
  readonly textVersion: string
  readonly version: number
  readonly signed: boolean
  /** The signed file, else ours. */
  readonly fileId: string | null
  readonly fileName: string
  readonly fileSize: number
}

/** Whose term is over is no longer to be reminded of, even before the day has been written down. */
function isEnding(today: Day): RawBuilder<boolean> {
  return sql<boolean>`c.status = 'effective' and c.end_day between ${today}::date and ${remindedUntil(today)}::date`
}

function conditions(filter: ContractFilter): RawBuilder<boolean> {
  const { scope, today, contractId, contractNo, contractName, categoryId, status, providerId, ending } =
    filter
  return everyOf([
    inScope(scope, 'c.provider_id'),
    contractId !== undefined && sql`c.contract_id = ${contractId}`,
    contractNo && sql`c.contract_no ilike ${containing(contractNo)}`,
    contractName && sql`c.name ilike ${containing(contractName)}`,
    categoryId !== undefined && sql`c.category_id = ${categoryId}`,
    status && sql`c.status = ${status}`,
    providerId !== undefined && sql`c.provider_id = ${providerId}`,
    ending && isEnding(today),
  ])
}

export type ContractSort = Sort<'contractNo' | 'beginDay' | 'endDay' | 'status'>

const ORDERS = {
  columns: {
    contractId: sql`c.contract_id`,
    contractNo: sql`c.contract_no`,
    beginDay: sql`c.begin_day`,
    endDay: sql`c.end_day`,
    /** As a contract goes through them. */
    status: sql`array_position(array['pending', 'effective', 'expired', 'terminated'], c.status)`,
  },
  tie: sql`c.contract_id`,
  usual: { by: 'contractId', descending: true },
} as const

function every(filter: ContractFilter): RawBuilder<ListedContract> {
  return selected(sql`(select * from enterprise_contracts c where ${conditions(filter)})`, orderOf(ORDERS))
}

function selected(contracts: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<ListedContract> {
  return sql<ListedContract>`
    select c.contract_id as "contractId", c.contract_no as "contractNo", c.name as "contractName",
      c.provider_id as "providerId", p.name as "providerName", c.category_id as "categoryId",
      coalesce(g.name, '') as "categoryName", c.status, c.service_rate as "serviceRate", c.generated_at as "generatedAt",
      c.signed_at as "signedAt", to_char(c.begin_day, 'YYYY-MM-DD') as "beginDay",
      to_char(c.end_day, 'YYYY-MM-DD') as "endDay", coalesce(c.text_version, '') as "textVersion", c.version,
      c.signed_file_id is not null as signed, f.file_id as "fileId", coalesce(f.name, '') as "fileName",
      coalesce(f.size_bytes, 0)::float8 as "fileSize"
    from ${contracts} c join provider_names p on p.provider_id = c.provider_id
      left join category_names g on g.category_id = c.category_id
      left join file_facts f on f.file_id = coalesce(c.signed_file_id, c.made_file_id)
    ${order}`
}

export function listContracts(tx: Tx, filter: ContractFilter, page: Page, sort?: ContractSort) {
  const order = orderOf(ORDERS, sort)
  const contracts = pageAlone(sql`enterprise_contracts c`, conditions(filter), order, page)
  return readChosen(
    tx,
    selected(contracts, order),
    sql`from enterprise_contracts c where ${conditions(filter)}`,
  )
}

export async function findListed(tx: Tx, filter: ContractFilter): Promise<ListedContract | undefined> {
  const { rows } = await every(filter).execute(tx)
  return rows[0]
}

export function contractPieces(tx: Tx, filter: ContractFilter): AsyncGenerator<ListedContract[]> {
  return inPieces(tx, every(filter))
}

export type ContractEvent = {
  readonly kind: ContractEventKind
  readonly at: Date
  readonly byName: string
  readonly changes: FieldChange[]
}

/** The newest first. */
export async function historyOf(tx: Tx, contractId: number): Promise<ContractEvent[]> {
  const { rows } = await sql<ContractEvent>`
    select e.kind, e.at, coalesce(nullif(a.real_name, ''), a.account, '') as "byName", e.changes
    from contract_events e left join account_names a on a.account_id = e.account_id
    where e.contract_id = ${contractId} order by e.event_id desc`.execute(tx)
  return rows
}

export type LackingProvider = {
  readonly providerId: number
  readonly providerName: string
  readonly serviceRate: Rate
}

/** Enabled, in scope, without a live contract. */
export async function lackingProviders(tx: Tx, scope: Scope): Promise<LackingProvider[]> {
  const { rows } = await sql<LackingProvider>`
    select p.provider_id as "providerId", p.name as "providerName", p.service_rate as "serviceRate"
    from provider_profiles p
    where p.enabled and ${inScope(scope, 'p.provider_id')} and not exists (
      select 1 from enterprise_contracts c
      where c.provider_id = p.provider_id and c.status = any(${[...LIVE_STATUSES]}::text[]))
    order by p.provider_id`.execute(tx)
  return rows
}

export type EndingContracts = {
  readonly count: number
  readonly contractName: string
  readonly providerName: string
  readonly endDay: Day
}

/** How many end soon, and which of them first, for the workbench. */
export async function endingContracts(
  tx: Tx,
  scope: Scope,
  today: Day,
): Promise<EndingContracts | undefined> {
  const { rows } = await sql<EndingContracts>`
    select count(*) over ()::int as count, c.name as "contractName", p.name as "providerName",
      to_char(c.end_day, 'YYYY-MM-DD') as "endDay"
    from enterprise_contracts c join provider_names p on p.provider_id = c.provider_id
    where ${inScope(scope, 'c.provider_id')} and ${isEnding(today)}
    order by c.end_day, c.contract_id limit 1`.execute(tx)
  return rows[0]
}
