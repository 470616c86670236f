// The invoice applications as they are listed: one filter for list, count and export (spec §2, D30).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { APPLICATION_STATUSES, type ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import { everyOf, type Page, readSummedPage } from '../adapters/postgres/list-page.ts'
import { orderOf } from '../adapters/postgres/sort-order.ts'

export type ApplicationFilter = {
  readonly scope: Scope
  readonly applicationNo?: string | undefined
  readonly type?: InvoiceType | undefined
  readonly status?: ApplicationStatus | undefined
  readonly providerId?: number | undefined
}

export type ApplicationRecord = {
  readonly applicationId: number
  readonly applicationNo: string
  readonly type: InvoiceType
  readonly categoryId: number
  readonly categoryName: string
  readonly amountFen: Fen
  readonly remark: string
  readonly providerId: number
  readonly providerName: string
  readonly applicantId: number
  readonly applicantName: string
  readonly appliedAt: Date
  readonly status: ApplicationStatus
  readonly withdrawn: boolean
  readonly refuseReason: string
  readonly auditedAt: Date | null
  readonly invoicedAt: Date | null
  readonly trackingNo: string
  readonly trackingNote: string
  readonly invoiceCount: number
  readonly allocatedFen: Fen
}

const RECORD = sql`select a.application_id as "applicationId", a.application_no as "applicationNo", a.invoice_type as type,
    a.category_id as "categoryId", c.name as "categoryName", a.amount_fen as "amountFen", a.remark,
    a.provider_id as "providerId", p.name as "providerName", a.applicant_id as "applicantId",
    coalesce(nullif(n.real_name, ''), n.account) as "applicantName", a.applied_at as "appliedAt", a.status, a.withdrawn,
    a.refuse_reason as "refuseReason", a.audited_at as "auditedAt", a.invoiced_at as "invoicedAt",
    a.tracking_no as "trackingNo", a.tracking_note as "trackingNote", a.invoice_count as "invoiceCount",
    a.allocated_fen as "allocatedFen"
  from invoice_applications a join category_names c using (category_id)
    join provider_names p on p.provider_id = a.provider_id join account_names n on n.account_id = a.applicant_id`

function conditions(filter: ApplicationFilter): RawBuilder<boolean> {
  const { scope, applicationNo, type, status, providerId } = filter
  return everyOf([
    inScope(scope, 'a.provider_id'),
    applicationNo && sql`a.application_no like ${containing(applicationNo)}`,
    type && sql`a.invoice_type = ${type}`,
    status && sql`a.status = ${status}`,
    providerId !== undefined && sql`a.provider_id = ${providerId}`,
  ])
}

export type ApplicationSort = Sort<'appliedAt' | 'amountFen' | 'status'>

const ORDERS = {
  columns: {
    /** Numbered as they come. */
    appliedAt: sql`a.application_id`,
    amountFen: sql`a.amount_fen`,
    status: sql`array_position(${APPLICATION_STATUSES}::text[], a.status)`,
  },
  tie: sql`a.application_id`,
  usual: { by: 'appliedAt', descending: true },
} as const

const selected = (filter: ApplicationFilter, sort?: ApplicationSort) =>
  sql<ApplicationRecord>`${RECORD} where ${conditions(filter)} ${orderOf(ORDERS, sort)}`

export function listApplications(tx: Tx, filter: ApplicationFilter, page: Page, sort?: ApplicationSort) {
  const all = sql`from invoice_applications a where ${conditions(filter)}`
  return readSummedPage(tx, selected(filter, sort), all, page, sql`a.amount_fen`)
}

export async function findApplication(
  tx: Tx,
  scope: Scope,
  applicationId: number,
): Promise<ApplicationRecord | undefined> {
  const { rows } = await sql<ApplicationRecord>`
    ${RECORD} where a.application_id = ${applicationId} and ${inScope(scope, 'a.provider_id')}`.execute(tx)
  return rows[0]
}

export function applicationPieces(tx: Tx, filter: ApplicationFilter): AsyncGenerator<ApplicationRecord[]> {
  return inPieces(tx, selected(filter))
}
