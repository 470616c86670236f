// Invoice applications and their history; with quota-store.ts, file-store.ts and allocation-store.ts, the only files that write these tables.
// Whoever locks more than one of them locks the application first and the provider's invoice account after it.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { ApplicationEvent, ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export const APPLICATION_RECORDS: OwnedRecords = { table: 'invoice_applications', id: 'application_id' }

export type NewApplication = {
  readonly applicationNo: string
  readonly providerId: number
  readonly platformId: number
  readonly type: InvoiceType
  readonly categoryId: number
  readonly amountFen: Fen
  readonly remark: string
  readonly applicantId: number
  readonly at: Date
}

export async function insertApplication(tx: Tx, application: NewApplication): Promise<number> {
  const { application_id } = await tx
    .insertInto('invoice_applications')
    .values({
      application_no: application.applicationNo,
      provider_id: application.providerId,
      platform_id: application.platformId,
      invoice_type: application.type,
      category_id: application.categoryId,
      amount_fen: application.amountFen,
      remark: application.remark,
      applicant_id: application.applicantId,
      applied_at: application.at,
    })
    .returning('application_id')
    .executeTakeFirstOrThrow()
  return application_id
}

/** Satisfies the rules' ApplicationState. */
export type Application = {
  readonly applicationId: number
  readonly applicationNo: string
  readonly providerId: number
  readonly type: InvoiceType
  readonly amountFen: Fen
  readonly status: ApplicationStatus
  readonly applicantId: number
  readonly trackingNo: string
  readonly trackingNote: string
}

/** Under lock, until the transaction ends. */
export async function lockApplication(
  tx: Tx,
  scope: Scope,
  applicationId: number,
): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select a.application_id as "applicationId", a.application_no as "applicationNo", a.provider_id as "providerId",
      a.invoice_type as type, a.amount_fen as "amountFen", a.status, a.applicant_id as "applicantId",
      a.tracking_no as "trackingNo", a.tracking_note as "trackingNote"
    from invoice_applications a
    where a.application_id = ${applicationId} and ${inScope(scope, 'a.provider_id')} for update`.execute(tx)
  return rows[0]
}

export async function decideApplication(
  tx: Tx,
  applicationId: number,
  verdict: {
    readonly status: 'invoicing' | 'rejected'
    readonly reason: string
    readonly by: number
    readonly at: Date
  },
): Promise<void> {
  await tx
    .updateTable('invoice_applications')
    .set({
      status: verdict.status,
      refuse_reason: verdict.reason,
      auditor_id: verdict.by,
      audited_at: verdict.at,
    })
    .where('application_id', '=', applicationId)
    .execute()
}

/** Nobody audited it, so no audit stands on it. */
export async function withdrawApplication(tx: Tx, applicationId: number, reason: string): Promise<void> {
  await tx
    .updateTable('invoice_applications')
    .set({ status: 'rejected', withdrawn: true, refuse_reason: reason })
    .where('application_id', '=', applicationId)
    .execute()
}

export type Tracking = { readonly trackingNo: string; readonly trackingNote: string }

export async function markInvoiced(
  tx: Tx,
  applicationId: number,
  result: Tracking & { readonly invoiceCount: number; readonly by: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('invoice_applications')
    .set({
      status: 'invoiced',
      tracking_no: result.trackingNo,
      tracking_note: result.trackingNote,
      invoice_count: result.invoiceCount,
      invoiced_by: result.by,
      invoiced_at: result.at,
    })
    .where('application_id', '=', applicationId)
    .execute()
}

export async function correctTracking(tx: Tx, applicationId: number, tracking: Tracking): Promise<void> {
  await tx
    .updateTable('invoice_applications')
    .set({ tracking_no: tracking.trackingNo, tracking_note: tracking.trackingNote })
    .where('application_id', '=', applicationId)
    .execute()
}

/** What a correction changed, in words for people. */
export type Change = { readonly field: string; readonly before: string; readonly after: string }

export async function insertEvent(
  tx: Tx,
  event: {
    readonly applicationId: number
    readonly kind: ApplicationEvent
    readonly by: number
    readonly at: Date
    readonly reason?: string
    readonly changes?: readonly Change[]
  },
): Promise<void> {
  await tx
    .insertInto('invoice_events')
    .values({
      application_id: event.applicationId,
      kind: event.kind,
      account_id: event.by,
      at: event.at,
      reason: event.reason ?? '',
      changes: JSON.stringify(event.changes ?? []),
    })
    .execute()
}
