// What people see of adjustments: one filter for list, count and export.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { AdjustmentStatus } from '@paywages/domain/tax/adjustments/adjustment-status.ts'
import type { Adjustment } from '@paywages/wire/tax/adjustments/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { containing } from '../../adapters/postgres/like.ts'
import { everyOf, type Page, readPage } from '../../adapters/postgres/list-page.ts'

export type AdjustmentFilter = {
  readonly scope: Scope
  readonly month?: Month | undefined
  readonly name?: string | undefined
  readonly idHashes?: readonly string[] | undefined
  readonly status?: AdjustmentStatus | undefined
  readonly providerId?: number | undefined
}

export type ListedAdjustment = Omit<Adjustment, 'idCardNo'> & { readonly sealedId: string }

const TABLES = sql`tax_adjustments a join known_people k on k.provider_id = a.provider_id and k.freelancer_id = a.freelancer_id`

function conditions(filter: AdjustmentFilter): RawBuilder<boolean> {
  const { scope, month, name, idHashes, status, providerId } = filter
  return everyOf([
    inScope(scope, 'a.provider_id'),
    month !== undefined && sql`(a.month = ${month} or a.counted_month = ${month})`,
    name && sql`k.name like ${containing(name)}`,
    idHashes && sql`k.id_hash = any(${[...idHashes]}::uuid[])`,
    status !== undefined && sql`a.status = ${status}`,
    providerId !== undefined && sql`a.provider_id = ${providerId}`,
  ])
}

function selected(filter: AdjustmentFilter): RawBuilder<ListedAdjustment> {
  return sql<ListedAdjustment>`
    select a.adjustment_id as "adjustmentId", a.provider_id as "providerId", v.name as "providerName", a.freelancer_id::float8 as "userId",
      k.name, f.sealed_id as "sealedId", a.month, coalesce(a.counted_month, '') as "countedMonth", coalesce(p.month, '') as "declaredMonth",
      a.item, a.amount_fen as "amountFen", a.reason, a.by_sheet as "bySheet", a.status, a.proposed_by as "proposerId",
      proposer.real_name as "proposerName", a.proposed_at as "proposedAt", coalesce(decider.real_name, '') as "deciderName",
      a.decided_at as "decidedAt", a.decision_reason as "decisionReason"
    from ${TABLES} join person_ids f on f.freelancer_id = a.freelancer_id join provider_names v on v.provider_id = a.provider_id
      join account_names proposer on proposer.account_id = a.proposed_by left join account_names decider on decider.account_id = a.decided_by
      left join tax_adjustment_entries e on e.adjustment_id = a.adjustment_id left join tax_periods p on p.tax_id = e.tax_id
    where ${conditions(filter)} order by a.adjustment_id desc`
}

export function listAdjustments(tx: Tx, filter: AdjustmentFilter, page: Page) {
  return readPage(tx, selected(filter), sql`from ${TABLES} where ${conditions(filter)}`, page)
}

export function adjustmentPieces(tx: Tx, filter: AdjustmentFilter): AsyncGenerator<ListedAdjustment[]> {
  return inPieces(tx, selected(filter))
}
