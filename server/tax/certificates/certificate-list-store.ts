// What people see of tax certificates: one filter for list, count, export and papers; whose number stands behind one (D28, D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { nameHolds } from '../../adapters/postgres/like.ts'
import { everyOf, type Page, readPage } from '../../adapters/postgres/list-page.ts'
import { orderOf } from '../../adapters/postgres/sort-order.ts'
import { idCardNoOf } from '../id-card-no.ts'

export type CertificateFilter = {
  readonly scope: Scope
  readonly statementIds?: readonly number[] | undefined
  readonly month?: Month | undefined
  readonly name?: string | undefined
  readonly idHashes?: readonly string[] | undefined
  readonly userId?: number | undefined
  readonly providerId?: number | undefined
}

export type CertificateRecord = {
  readonly statementId: number
  readonly taxId: number
  readonly rowId: bigint
  readonly providerId: number
  readonly providerName: string
  readonly month: Month
  readonly name: string
  readonly sealed: string
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly generatedAt: Date
  readonly textVersion: string
  /** Null where the month needs no proof. */
  readonly proofStatus: ProofStatus | null
}

const TABLES = sql`tax_statements s join tax_periods p using (tax_id)`

function conditions(filter: CertificateFilter): RawBuilder<boolean> {
  const { scope, statementIds, month, name, idHashes, userId, providerId } = filter
  return everyOf([
    inScope(scope, 'p.provider_id'),
    statementIds && sql`s.statement_id = any(${statementIds.map(BigInt)}::bigint[])`,
    month !== undefined && sql`p.month = ${month}`,
    name && nameHolds('s.name', name),
    idHashes &&
      sql`s.row_id in (select row_id from taxed_rows where id_hash = any(${[...idHashes]}::uuid[]))`,
    userId !== undefined &&
      sql`s.row_id in (select r.row_id from taxed_rows r join person_ids f using (id_hash)
        where f.freelancer_id = ${BigInt(userId)})`,
    providerId !== undefined && sql`p.provider_id = ${providerId}`,
  ])
}

export type CertificateSort = Sort<'month' | 'name' | 'incomeFen' | 'taxFen'>

const ORDERS = {
  columns: {
    month: sql`p.month`,
    name: sql`s.name`,
    incomeFen: sql`s.income_fen`,
    taxFen: sql`s.tax_fen`,
  },
  tie: sql`s.statement_id`,
  usual: { by: 'month', descending: true },
} as const

const NEWEST_FIRST = sql`order by p.month desc, p.provider_id, s.statement_id`

function selected(filter: CertificateFilter, sort?: CertificateSort): RawBuilder<CertificateRecord> {
  return sql<CertificateRecord>`
    select s.statement_id::float8 as "statementId", s.tax_id as "taxId", s.row_id as "rowId", p.provider_id as "providerId",
      v.name as "providerName", p.month, s.name, r.sealed, s.income_fen as "incomeFen", s.tax_fen as "taxFen",
      s.generated_at as "generatedAt", s.text_version as "textVersion", case when p.withholds then p.status end as "proofStatus"
    from ${TABLES} join provider_names v on v.provider_id = p.provider_id join taxed_rows r on r.row_id = s.row_id
    where ${conditions(filter)} ${sort === undefined ? NEWEST_FIRST : orderOf(ORDERS, sort)}`
}

export function listStatements(tx: Tx, filter: CertificateFilter, page: Page, sort?: CertificateSort) {
  return readPage(tx, selected(filter, sort), sql`from ${TABLES} where ${conditions(filter)}`, page)
}

export function certificatePieces(tx: Tx, filter: CertificateFilter): AsyncGenerator<CertificateRecord[]> {
  return inPieces(tx, selected(filter))
}

export async function findCertificates(
  tx: Tx,
  scope: Scope,
  statementIds: readonly number[],
): Promise<CertificateRecord[]> {
  const { rows } = await selected({ scope, statementIds }).execute(tx)
  return rows
}

/** For POST /personal/reveal; a statement tells no phone and no card. */
export async function revealBankStatement(tx: Tx, cipher: Cipher, scope: Scope, statementId: number) {
  const [found] = await findCertificates(tx, scope, [statementId])
  if (found === undefined) return undefined
  const { name, providerId, sealed } = found
  return { name, providerId, idCardNo: idCardNoOf(cipher, sealed), phone: '', cardNo: '' }
}
