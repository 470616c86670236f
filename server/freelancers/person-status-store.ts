// Where a person stands with companies beyond what they know: restricted or not, and the contract in force.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { SigningEvidence } from '@paywages/domain/signing/personal-contract.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { companies } from './list-store.ts'

export type Restriction = {
  readonly everywhere: boolean
  readonly providerName: string
  readonly addedBy: string
  readonly addedAt: Date
}

/** The widest one: whoever is restricted everywhere need not be told of one company. */
export async function findRestriction(
  tx: Tx,
  of: {
    readonly scope: Scope
    readonly providerId?: number | undefined
    readonly idHashes: readonly string[]
  },
): Promise<Restriction | undefined> {
  const { rows } = await sql<Restriction>`
    select r.provider_id is null as everywhere, coalesce(p.name, '') as "providerName", a.real_name as "addedBy", r.added_at as "addedAt"
    from restrictions r join account_names a on a.account_id = r.added_by left join provider_names p on p.provider_id = r.provider_id
    where r.id_hash = any(${[...of.idHashes]}::uuid[]) and (r.provider_id is null or ${companies(of, 'r.provider_id')})
    order by r.provider_id nulls first limit 1`.execute(tx)
  return rows[0]
}

export type ContractInForce = {
  readonly contractId: number
  readonly contractNo: string
  readonly textVersion: string
  readonly signedAt: Date
  readonly evidence: SigningEvidence | null
  readonly pdfFileId: string
  readonly frontFileId: string | null
  readonly backFileId: string | null
  readonly signatureFileId: string | null
  readonly imagesDeletedAt: Date | null
}

export async function findContract(
  tx: Tx,
  providerId: number,
  userId: number,
): Promise<ContractInForce | undefined> {
  const { rows } = await sql<ContractInForce>`
    select contract_id::float8 as "contractId", contract_no as "contractNo", text_version as "textVersion", signed_at as "signedAt", evidence,
      pdf_file_id as "pdfFileId", front_file_id as "frontFileId", back_file_id as "backFileId",
      signature_file_id as "signatureFileId", images_deleted_at as "imagesDeletedAt"
    from signing_standings
    where provider_id = ${providerId} and freelancer_id = ${BigInt(userId)} and contract_id is not null`.execute(
    tx,
  )
  return rows[0]
}
