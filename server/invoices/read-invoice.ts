// One application with its files, its history and what it covers (D30).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type {
  ApplicationDetail,
  ApplicationHistoryEvent,
  ApplicationRow,
} from '@paywages/wire/invoices/shapes.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import { Refused } from '../refused.ts'
import { filesOf, type ResultFile, resultFiles } from './file-store.ts'
import {
  type ApplicationFilter,
  type ApplicationSort,
  findApplication,
  listApplications,
} from './list-store.ts'

/** A page of applications, each with the files that stand. */
export async function readInvoices(
  tx: Tx,
  filter: ApplicationFilter,
  page: Page,
  sort?: ApplicationSort,
): Promise<{ rows: ApplicationRow[]; count: number; beside: { sumFen: bigint } }> {
  const { rows, ...whole } = await listApplications(tx, filter, page, sort)
  const listed = await filesOf(
    tx,
    rows.map(({ applicationId }) => applicationId),
  )
  const standing = listed.filter(({ removedAt }) => removedAt === null)
  return {
    rows: rows.map(({ allocatedFen, invoiceCount, ...row }) => ({
      ...row,
      files: standing.filter(({ applicationId }) => applicationId === row.applicationId).map(shownFile),
    })),
    ...whole,
  }
}

export async function readInvoice(tx: Tx, scope: Scope, applicationId: number): Promise<ApplicationDetail> {
  const found = await findApplication(tx, scope, applicationId)
  if (!found) throw new Refused('not-found')
  const { allocatedFen, ...application } = found
  const files = await resultFiles(tx, applicationId)
  return {
    ...application,
    files: files.filter(({ removedAt }) => removedAt === null).map(shownFile),
    removedFiles: files.flatMap((file) =>
      file.removedAt === null ? [] : [{ ...shownFile(file), removedAt: file.removedAt }],
    ),
    history: await historyOf(tx, applicationId),
    coveredRows: await countCovers(tx, applicationId),
    coveredFen: allocatedFen,
  }
}

const shownFile = ({ fileId, fileName, size, content }: ResultFile) => ({
  fileId,
  fileName,
  url: fileUrlOf(fileId),
  size,
  content,
})

async function historyOf(tx: Tx, applicationId: number): Promise<ApplicationHistoryEvent[]> {
  const { rows } = await sql<ApplicationHistoryEvent>`
    select e.kind, e.at, n.account, n.real_name as "byName", e.reason, e.changes
    from invoice_events e join account_names n using (account_id)
    where e.application_id = ${applicationId} order by e.event_id`.execute(tx)
  return rows
}

async function countCovers(tx: Tx, applicationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invoice_covers where application_id = ${applicationId}`.execute(tx)
  return rows[0]?.count ?? 0
}
