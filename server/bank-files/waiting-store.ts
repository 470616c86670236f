// Bank files that wait for people: what the workbench asks of them.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { FileStanding } from '@paywages/domain/bank-files/file-life.ts'
import type { Contradiction } from '@paywages/domain/bank-files/statement-evidence.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { LINES_STANDING, WAITING_LINES } from './line-store.ts'

export type WaitingFile = FileStanding & {
  readonly batchId: number
  /** The name of the batch's sheet. */
  readonly sheetName: string
  readonly providerName: string
  readonly rowCount: number
  readonly sumFen: Fen
  /** Since when it stands so. */
  readonly since: Date
  /** Who brought it there. */
  readonly byName: string
}

const MAX_FILES = 500

/** All that are neither settled nor withdrawn nor worked on by the worker, the oldest first. */
export async function waitingFiles(tx: Tx, scope: Scope): Promise<WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    select f.state, f.provider_id as "providerId", f.download_count as "downloadCount", f.submitted_by as "submittedBy",
      r.imported_by as "importedBy", f.withdrawal_asked_by as "withdrawalAskedBy", f.batch_id::float8 as "batchId", b.file_name as "sheetName",
      p.name as "providerName", f.row_count as "rowCount", f.sum_fen as "sumFen",
      coalesce(f.withdrawal_asked_at, r.imported_at, f.submitted_at, f.downloaded_at, f.made_at) as since, coalesce(a.real_name, '') as "byName",
      ${LINES_STANDING}
    from bank_files f join batch_origins b on b.batch_id = f.batch_id join provider_names p on p.provider_id = f.provider_id
      left join bank_file_results r on r.bank_file_id = f.bank_file_id and r.state = 'waiting'
      left join account_names a on a.account_id = coalesce(f.withdrawal_asked_by, r.imported_by, f.submitted_by, f.downloaded_by)
      ${WAITING_LINES}
    where f.state in ('made', 'downloaded', 'submitted', 'imported') and ${inScope(scope, 'f.provider_id')}
    order by since, f.bank_file_id limit ${MAX_FILES}`.execute(tx)
  return rows
}

export type ContradictedFiles = {
  readonly batchId: number
  readonly sheetName: string
  readonly providerName: string
  readonly since: Date
  readonly what: Contradiction
  readonly count: number
  readonly fen: Fen
}

/** What statements say against files and nobody has looked into, by batch and kind. */
export async function openContradictions(tx: Tx, scope: Scope): Promise<ContradictedFiles[]> {
  const { rows } = await sql<ContradictedFiles>`
    select f.batch_id::float8 as "batchId", b.file_name as "sheetName", p.name as "providerName", min(c.found_at) as since, c.what,
      count(*)::int as count, sum(r.net_fen)::bigint as fen
    from bank_file_contradictions c join bank_files f on f.bank_file_id = c.bank_file_id
      join bank_file_rows r on r.bank_file_id = c.bank_file_id and r.position = c.position
      join batch_origins b on b.batch_id = f.batch_id join provider_names p on p.provider_id = f.provider_id
    where c.ended_at is null and c.looked_at is null and ${inScope(scope, 'f.provider_id')}
    group by f.batch_id, b.file_name, p.name, c.what order by since limit ${MAX_FILES}`.execute(tx)
  return rows
}
