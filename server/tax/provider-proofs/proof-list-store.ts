// What people see of tax proofs: one filter for list, count, export and one proof; its corrections, its history, what is due (D31).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { everyOf, type Page, pageAlone, readChosen } from '../../adapters/postgres/list-page.ts'
import { orderOf } from '../../adapters/postgres/sort-order.ts'
import type { ProofEvent } from '../periods/period-store.ts'

export type ProofFilter = {
  readonly scope: Scope
  readonly taxId?: number | undefined
  readonly status?: ProofStatus | undefined
  readonly month?: Month | undefined
  readonly providerId?: number | undefined
  /** Only those that wait for a file. */
  readonly due?: boolean | undefined
}

export type ListedProof = {
  readonly taxId: number
  readonly providerId: number
  readonly providerName: string
  readonly month: Month
  readonly taxFen: Fen
  readonly incomeFen: Fen
  readonly peopleCount: number
  readonly openCount: number
  readonly openFen: Fen
  readonly status: ProofStatus
  readonly closedAt: Date
  readonly uploadedAt: Date | null
  readonly fileId: string | null
  readonly fileName: string
  readonly fileSize: number
  /** Of the last rejection, while it stands. */
  readonly reason: string
}

const isDue = sql<boolean>`p.status in ('pending', 'rejected')`

/** A month in which nothing is withheld has no proof. */
function conditions({ scope, taxId, status, month, providerId, due }: ProofFilter): RawBuilder<boolean> {
  return everyOf([
    sql`p.withholds and ${inScope(scope, 'p.provider_id')}`,
    taxId !== undefined && sql`p.tax_id = ${taxId}`,
    status && sql`p.status = ${status}`,
    month !== undefined && sql`p.month = ${month}`,
    providerId !== undefined && sql`p.provider_id = ${providerId}`,
    due && isDue,
  ])
}

export type ProofSort = Sort<'month' | 'taxFen' | 'uploadedAt' | 'status'>

const ORDERS = {
  columns: {
    month: sql`p.month`,
    taxFen: sql`p.tax_fen`,
    uploadedAt: sql`p.uploaded_at`,
    status: sql`array_position(array['pending', 'uploaded', 'rejected', 'updated'], p.status)`,
  },
  tie: sql`p.tax_id`,
  usual: { by: 'month', descending: true },
} as const

const NEWEST_FIRST = sql`order by p.month desc, p.provider_id`

function every(filter: ProofFilter): RawBuilder<ListedProof> {
  return selected(sql`(select * from tax_periods p where ${conditions(filter)})`, NEWEST_FIRST)
}

function selected(proofs: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<ListedProof> {
  return sql<ListedProof>`
    select p.tax_id as "taxId", p.provider_id as "providerId", v.name as "providerName", p.month, p.tax_fen as "taxFen",
      p.income_fen as "incomeFen", p.people_count as "peopleCount", p.open_count as "openCount", p.open_fen as "openFen",
      p.status, p.closed_at as "closedAt", p.uploaded_at as "uploadedAt", f.file_id as "fileId",
      coalesce(f.name, '') as "fileName", coalesce(f.size_bytes, 0)::float8 as "fileSize",
      case when p.status = 'rejected' then coalesce((select e.reason from tax_proof_events e
        where e.tax_id = p.tax_id and e.kind = 'rejected' order by e.event_id desc limit 1), '') else '' end as reason
    from ${proofs} p join provider_names v using (provider_id) left join file_facts f on f.file_id = p.file_id
    ${order}`
}

export function listProofs(tx: Tx, filter: ProofFilter, page: Page, sort?: ProofSort) {
  const order = sort === undefined ? NEWEST_FIRST : orderOf(ORDERS, sort)
  const proofs = pageAlone(sql`tax_periods p`, conditions(filter), order, page)
  return readChosen(tx, selected(proofs, order), sql`from tax_periods p where ${conditions(filter)}`)
}

export async function findProof(tx: Tx, scope: Scope, taxId: number): Promise<ListedProof | undefined> {
  const { rows } = await every({ scope, taxId }).execute(tx)
  return rows[0]
}

export function proofPieces(tx: Tx, filter: ProofFilter): AsyncGenerator<ListedProof[]> {
  return inPieces(tx, every(filter))
}

export type Corrections = {
  readonly correctedCount: number
  readonly correctedIncomeFen: Fen
  readonly correctedTaxFen: Fen
}

/** What the period holds of other months' payouts: those that succeeded late, less those that came back. */
export async function correctionsIn(tx: Tx, taxId: number): Promise<Corrections> {
  const { rows } = await sql<Corrections>`
    select count(*)::int as "correctedCount", coalesce(sum(e.income_fen), 0)::bigint as "correctedIncomeFen",
      coalesce(sum(e.tax_fen), 0)::bigint as "correctedTaxFen"
    from tax_entries e join tax_periods p using (tax_id)
    where p.tax_id = ${taxId} and (e.kind = 'reversed' or e.payment_month <> p.month)`.execute(tx)
  return rows[0] ?? { correctedCount: 0, correctedIncomeFen: 0n, correctedTaxFen: 0n }
}

export type ShownEvent = {
  readonly kind: ProofEvent['kind']
  readonly at: Date
  readonly byName: string
  readonly reason: string
  readonly fileId: string | null
  readonly fileName: string
  readonly fileSize: number
}

/** The oldest first, each upload with the file of that time. */
export async function historyOf(tx: Tx, taxId: number): Promise<ShownEvent[]> {
  const { rows } = await sql<ShownEvent>`
    select e.kind, e.at, coalesce(nullif(a.real_name, ''), a.account, '') as "byName", e.reason, f.file_id as "fileId",
      coalesce(f.name, '') as "fileName", coalesce(f.size_bytes, 0)::float8 as "fileSize"
    from tax_proof_events e left join account_names a using (account_id) left join file_facts f using (file_id)
    where e.tax_id = ${taxId} order by e.event_id`.execute(tx)
  return rows
}

export type DueProofs = {
  readonly count: number
  readonly taxFen: Fen
  readonly since: Date
  /** Of the oldest. */
  readonly month: Month
  /** Empty where they are of several. */
  readonly providerName: string
}

/** What waits for a file, for the workbench: since its month was closed or its file was rejected. */
export async function dueProofs(tx: Tx, scope: Scope): Promise<DueProofs | undefined> {
  const { rows } = await sql<Omit<DueProofs, 'since'> & { since: Date | null }>`
    select count(*)::int as count, coalesce(sum(p.tax_fen), 0)::bigint as "taxFen", min(p.month) as month,
      min((select max(e.at) from tax_proof_events e where e.tax_id = p.tax_id and e.kind <> 'uploaded')) as since,
      case when count(distinct p.provider_id) = 1 then min(v.name) else '' end as "providerName"
    from tax_periods p join provider_names v using (provider_id) where ${conditions({ scope, due: true })}`.execute(
    tx,
  )
  const [due] = rows
  return due && due.since !== null ? { ...due, since: due.since } : undefined
}
