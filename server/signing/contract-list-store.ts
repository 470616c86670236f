// The personal contracts with the invitations that wait for a signature: one filter for list, count and export (D28).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type {
  ContractState,
  SigningEvidence,
  SigningFlag,
} from '@paywages/domain/signing/personal-contract.ts'
import { MAX_ATTEMPTS } from '@paywages/domain/signing/signing-link.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import { everyOf, type Page, readPage } from '../adapters/postgres/list-page.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import { orderOf } from '../adapters/postgres/sort-order.ts'

export const CONTRACT_RECORDS: OwnedRecords = { table: 'personal_contracts', id: 'contract_id' }

export type ContractFilter = {
  readonly scope: Scope
  readonly now: Date
  readonly contractNo?: string | undefined
  readonly name?: string | undefined
  readonly idHashes?: readonly string[] | undefined
  readonly state?: ContractState | undefined
  /** Only those whose flags nobody has looked into. */
  readonly flagged?: boolean | undefined
  readonly userId?: number | undefined
  readonly contractId?: number | undefined
  readonly providerId?: number | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export type ContractRecord = {
  readonly linkId: number
  readonly contractId: number | null
  readonly contractNo: string
  readonly state: ContractState
  readonly userId: number
  readonly name: string
  readonly sealedId: string
  /** Under CONTRACT_SEAL where something was signed, else what the provider knows today. */
  readonly sealedPerson: string | null
  readonly sealedContact: string
  readonly providerId: number
  readonly providerName: string
  readonly invitedAt: Date
  readonly invitedBy: string
  readonly expiresAt: Date
  readonly openedAt: Date | null
  readonly signedAt: Date | null
  readonly textVersion: string
  readonly pdfFileId: string | null
  readonly digest: string
  readonly address: string
  readonly device: string
  readonly flags: SigningFlag[]
  readonly evidence: SigningEvidence | null
  readonly checkedAt: Date | null
  readonly checkedBy: string
  readonly checkNote: string
  readonly endedAt: Date | null
  readonly endedBy: string
  readonly endReason: string
  readonly notice: 'none' | 'waiting' | 'sent' | 'failed'
}

/** contractState of the domain, word for word; a test holds them against each other. */
export function stateOf(now: Date): RawBuilder<ContractState> {
  return sql<ContractState>`case
    when c.terminated_at is not null then 'terminated' when l.used_at is not null then 'signed'
    when l.revoked_at is not null or l.replaced_at is not null then 'revoked'
    when l.failed_tries >= ${sql.lit(MAX_ATTEMPTS)} then 'locked' when ${now}::timestamptz >= l.expires_at then 'expired' else 'invited' end`
}

const TABLES = sql`signing_links l
  join provider_people pf on pf.provider_id = l.provider_id and pf.freelancer_id = l.freelancer_id
  join person_ids f on f.freelancer_id = l.freelancer_id
  left join personal_contracts c on c.link_id = l.link_id`

function conditions(filter: ContractFilter): RawBuilder<boolean> {
  const { scope, now, contractNo, name, idHashes, state, flagged, providerId, from, to } = filter
  const { userId, contractId } = filter
  const at = sql`coalesce(c.signed_at, l.created_at)`
  return everyOf([
    sql`l.replaced_at is null`,
    inScope(scope, 'l.provider_id'),
    contractNo && sql`c.contract_no like ${containing(contractNo)}`,
    name && sql`coalesce(c.name, pf.name) like ${containing(name)}`,
    idHashes && sql`f.id_hash = any(${[...idHashes]}::uuid[])`,
    state && sql`${stateOf(now)} = ${state}`,
    flagged && sql`c.flags <> '{}' and c.checked_at is null`,
    userId !== undefined && sql`l.freelancer_id = ${BigInt(userId)}`,
    contractId !== undefined && sql`c.contract_id = ${BigInt(contractId)}`,
    providerId !== undefined && sql`l.provider_id = ${providerId}`,
    from && sql`${at} >= ${from}`,
    to && sql`${at} < ${to}`,
  ])
}

export type ContractSort = Sort<'invitedAt'>

const ORDERS = {
  columns: {
    /** Links are numbered as they are made. */
    invitedAt: sql`l.link_id`,
  },
  tie: sql`l.link_id`,
  usual: { by: 'invitedAt', descending: true },
} as const

function selected(filter: ContractFilter, sort?: ContractSort): RawBuilder<ContractRecord> {
  return sql<ContractRecord>`
    select l.link_id::float8 as "linkId", c.contract_id::float8 as "contractId", coalesce(c.contract_no, '') as "contractNo",
      ${stateOf(filter.now)} as state, l.freelancer_id::float8 as "userId", coalesce(c.name, pf.name) as name,
      f.sealed_id as "sealedId", c.sealed_person as "sealedPerson", pf.sealed_contact as "sealedContact",
      l.provider_id as "providerId", p.name as "providerName", l.created_at as "invitedAt",
      coalesce(nullif(i.real_name, ''), i.account) as "invitedBy", l.expires_at as "expiresAt", l.opened_at as "openedAt",
      c.signed_at as "signedAt", coalesce(c.text_version, '') as "textVersion", case when c.erased_at is null then c.pdf_file_id end as "pdfFileId",
      coalesce(c.digest, '') as digest, coalesce(c.address, '') as address, coalesce(c.device, '') as device,
      coalesce(c.flags, '{}') as flags, c.evidence, c.checked_at as "checkedAt", coalesce(c.check_note, '') as "checkNote",
      coalesce(nullif(k.real_name, ''), k.account, '') as "checkedBy",
      coalesce(c.terminated_at, l.revoked_at) as "endedAt", coalesce(nullif(e.real_name, ''), e.account, '') as "endedBy",
      coalesce(c.termination_reason, l.revoke_reason, '') as "endReason", l.notice
    from ${TABLES} join provider_names p on p.provider_id = l.provider_id join account_names i on i.account_id = l.created_by
      left join account_names k on k.account_id = c.checked_by
      left join account_names e on e.account_id = coalesce(c.terminated_by, l.revoked_by)
    where ${conditions(filter)} ${orderOf(ORDERS, sort)}`
}

export function listContracts(tx: Tx, filter: ContractFilter, page: Page, sort?: ContractSort) {
  return readPage(tx, selected(filter, sort), sql`from ${TABLES} where ${conditions(filter)}`, page)
}

export function contractPieces(tx: Tx, filter: ContractFilter): AsyncGenerator<ContractRecord[]> {
  return inPieces(tx, selected(filter))
}

export type FlaggedSignings = {
  readonly count: number
  readonly since: Date
  /** Where all of them are one company's. */
  readonly providerName: string
}

/** Signings that managers should look into, for the workbench. */
export async function flaggedSignings(tx: Tx, scope: Scope): Promise<FlaggedSignings | undefined> {
  const { rows } = await sql<FlaggedSignings & { since: Date | null }>`
    select count(*)::int as count, min(c.signed_at) as since,
      case when count(distinct c.provider_id) = 1 then min(p.name) else '' end as "providerName"
    from personal_contracts c join provider_names p on p.provider_id = c.provider_id
    where ${inScope(scope, 'c.provider_id')} and c.checked_at is null and c.flags <> '{}'`.execute(tx)
  const [found] = rows
  return found && found.count > 0 ? found : undefined
}
