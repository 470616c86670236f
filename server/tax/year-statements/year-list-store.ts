// What people see of the statements of a year: one filter for list, count, export and PDFs, always narrowed to the asker's payers (ADR 38).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Year, YearMonth } from '@paywages/domain/tax/year-statement.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { nameHolds } from '../../adapters/postgres/like.ts'
import { everyOf, type Page, readPage } from '../../adapters/postgres/list-page.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { monthFrom, type StoredMonth } from './year-months-json.ts'

export type YearFilter = {
  readonly scope: Scope
  readonly year?: Year | undefined
  readonly name?: string | undefined
  readonly idHashes?: readonly string[] | undefined
  readonly providerId?: number | undefined
}

/** A person's year over all payers of the filter. */
export type PersonYearRecord = {
  /** Of the newest of the payers' statements; it stands for all of them. */
  readonly statementId: number
  readonly year: Year
  readonly name: string
  readonly sealed: string
  readonly payers: readonly string[]
  readonly incomeFen: Fen
  readonly taxFen: Fen
  /** Up to which month all payers are closed. */
  readonly throughMonth: Month
  readonly madeAt: Date
}

/** One payer's statement: a version, current or superseded. */
export type YearStatementRecord = {
  readonly statementId: number
  readonly year: Year
  readonly providerId: number
  readonly idHash: string
  readonly name: string
  readonly sealed: string
  readonly version: number
  readonly supersededAt: Date | null
  readonly payerName: string
  readonly taxpayerId: string
  readonly throughMonth: Month
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly months: readonly YearMonth[]
  readonly madeAt: Date
  readonly textVersion: string
}

const TABLES = sql`tax_year_statements s join taxed_rows r on r.row_id = s.row_id`

function conditions({ scope, year, name, idHashes, providerId }: YearFilter): RawBuilder<boolean> {
  return everyOf([
    inScope(scope, 's.provider_id'),
    sql`s.superseded_at is null`,
    year !== undefined && sql`s.year = ${year}`,
    name && nameHolds('s.name', name),
    idHashes && sql`r.id_hash = any(${[...idHashes]}::uuid[])`,
    providerId !== undefined && sql`s.provider_id = ${providerId}`,
  ])
}

export function listYears(tx: Tx, filter: YearFilter, page: Page) {
  const { from, person } = groupsOf(filter)
  const people = sql<PersonYearRecord>`
    with people as (
      select max(s.statement_id) as statement_id, array_agg(v.name order by v.name) as payers, sum(s.income_fen)::bigint as income,
        sum(s.tax_fen)::bigint as tax, min(s.through_month) as through, max(s.made_at) as made_at
      from ${from} join provider_names v on v.provider_id = s.provider_id where ${conditions(filter)} group by ${person})
    select s.statement_id::float8 as "statementId", s.year, s.name, r.sealed, p.payers, p.income as "incomeFen", p.tax as "taxFen",
      p.through as "throughMonth", p.made_at as "madeAt"
    from people p join tax_year_statements s using (statement_id) join taxed_rows r on r.row_id = s.row_id
    order by s.year desc, s.name, s.statement_id`
  const all = sql`from (select 1 from ${from} where ${conditions(filter)} group by ${person}) people`
  return readPage(tx, people, all, page)
}

/** Of one payer a person has one statement a year: whose it is need not be looked up to put them together. */
function groupsOf({ scope, providerId, idHashes }: YearFilter) {
  const isOnePayer = scope.of === 'provider' || providerId !== undefined
  return {
    from: isOnePayer && !idHashes ? sql`tax_year_statements s` : TABLES,
    person: isOnePayer ? sql`s.statement_id` : sql`s.year, r.id_hash`,
  }
}

type Stored = Omit<YearStatementRecord, 'months'> & { readonly months: readonly StoredMonth[] }

const selected = (where: RawBuilder<boolean>) => sql<Stored>`
  select s.statement_id::float8 as "statementId", s.year, s.provider_id as "providerId", r.id_hash as "idHash", s.name, r.sealed, s.version,
    s.superseded_at as "supersededAt", s.payer_name as "payerName", s.taxpayer_id as "taxpayerId", s.through_month as "throughMonth",
    s.income_fen as "incomeFen", s.tax_fen as "taxFen", s.months, s.made_at as "madeAt", s.text_version as "textVersion"
  from ${TABLES} where ${where}`

const opened = (stored: Stored): YearStatementRecord => ({ ...stored, months: stored.months.map(monthFrom) })

/** Person by person, each with the payers one after the other. */
export async function* yearPieces(tx: Tx, filter: YearFilter): AsyncGenerator<YearStatementRecord[]> {
  const query = sql<Stored>`${selected(conditions(filter))} order by s.year desc, s.name, r.id_hash, s.provider_id`
  for await (const piece of inPieces(tx, query)) yield piece.map(opened)
}

/** What stands of the years of these statements' people, with all payers that the filter lets through. */
export async function findYears(
  tx: Tx,
  filter: Pick<YearFilter, 'scope' | 'providerId'>,
  statementIds: readonly number[],
): Promise<YearStatementRecord[]> {
  const { rows } = await sql<Stored>`
    ${selected(conditions(filter))} and (s.year, r.id_hash) in (
      select o.year, w.id_hash from tax_year_statements o join taxed_rows w on w.row_id = o.row_id
      where o.statement_id = any(${statementIds.map(BigInt)}::bigint[]) and ${inScope(filter.scope, 'o.provider_id')})
    order by s.year, s.name, r.id_hash, s.provider_id`.execute(tx)
  return rows.map(opened)
}

/** One version as it was made, whether it still stands or not. */
export async function findVersion(
  tx: Tx,
  scope: Scope,
  statementId: number,
): Promise<YearStatementRecord | undefined> {
  const { rows } = await selected(
    everyOf([inScope(scope, 's.provider_id'), sql`s.statement_id = ${BigInt(statementId)}`]),
  ).execute(tx)
  return rows[0] && opened(rows[0])
}

/** Every version of the person's year in scope, payer by payer, the newest first. */
export async function versionsOf(tx: Tx, scope: Scope, statementId: number): Promise<YearStatementRecord[]> {
  const { rows } = await sql<Stored>`
    ${selected(inScope(scope, 's.provider_id'))} and (s.year, r.id_hash) = (
      select o.year, w.id_hash from tax_year_statements o join taxed_rows w on w.row_id = o.row_id
      where o.statement_id = ${BigInt(statementId)} and ${inScope(scope, 'o.provider_id')})
    order by s.provider_id, s.version desc`.execute(tx)
  return rows.map(opened)
}

/** For POST /personal/reveal; a statement tells no phone and no card. */
export async function revealYearStatement(tx: Tx, cipher: Cipher, scope: Scope, statementId: number) {
  const found = await findVersion(tx, scope, statementId)
  if (found === undefined) return undefined
  const { name, providerId, sealed } = found
  return { name, providerId, idCardNo: idCardNoOf(cipher, sealed), phone: '', cardNo: '' }
}
