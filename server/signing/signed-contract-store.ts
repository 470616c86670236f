// Writes a contract when it is signed, and what managers should look at; later changes are contract-acts-store's.

import { flagsOf, type SigningFlag } from '@paywages/domain/signing/personal-contract.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type NewContract = {
  readonly contractNo: string
  readonly linkId: number
  readonly providerId: number
  readonly userId: number
  readonly name: string
  readonly sealedPerson: string
  readonly textVersion: string
  readonly textDigest: string
  readonly signedAt: Date
  readonly digest: string
  readonly address: string
  readonly deviceHash: string
  readonly device: string
  readonly flags: readonly SigningFlag[]
  readonly pdfFileId: string
  readonly frontFileId: string
  readonly backFileId: string
  readonly signatureFileId: string
}

export async function insertContract(tx: Tx, made: NewContract): Promise<number> {
  const { rows } = await sql<{ contractId: number }>`
    insert into personal_contracts (contract_no, link_id, provider_id, freelancer_id, name, sealed_person, text_version, text_digest,
      signed_at, digest, address, device_hash, device, flags, pdf_file_id, front_file_id, back_file_id, signature_file_id)
    values (${made.contractNo}, ${made.linkId}, ${made.providerId}, ${made.userId}, ${made.name}, ${made.sealedPerson}, ${made.textVersion},
      ${made.textDigest}, ${made.signedAt}, ${made.digest}, ${made.address}, ${made.deviceHash}, ${made.device}, ${[...made.flags]}::text[],
      ${made.pdfFileId}, ${made.frontFileId}, ${made.backFileId}, ${made.signatureFileId})
    returning contract_id::float8 as "contractId"`.execute(tx)
  return rows[0]?.contractId ?? 0
}

/**
 * The flags of a signing about to be written; other people's contracts from the same device get theirs now, and are to be looked at
 * again. Called while the day's number is held, so that two people who sign at once on one device see each other.
 */
export async function raiseFlags(
  tx: Tx,
  signing: {
    readonly providerId: number
    readonly userId: number
    readonly deviceHashes: readonly string[]
    readonly consoleAddress: boolean
  },
): Promise<SigningFlag[]> {
  const others = sql`provider_id = ${signing.providerId} and freelancer_id <> ${signing.userId} and device_hash = any(${[...signing.deviceHashes]}::text[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from personal_contracts where ${others}`.execute(tx)
  await sql`
    update personal_contracts set flags = array_append(flags, 'shared-device'), checked_at = null, checked_by = null
    where ${others} and not 'shared-device' = any(flags)`.execute(tx)
  return flagsOf({ consoleAddress: signing.consoleAddress, othersOnDevice: rows[0]?.count ?? 0 })
}

export type SignedPdf = {
  readonly contractId: number
  readonly contractNo: string
  readonly storeKey: string
}

export async function findPdfOfLink(tx: Tx, linkId: number): Promise<SignedPdf | undefined> {
  const { rows } = await sql<SignedPdf>`
    select c.contract_id::float8 as "contractId", c.contract_no as "contractNo", f.store_key as "storeKey"
    from personal_contracts c join file_facts f on f.file_id = c.pdf_file_id where c.link_id = ${linkId}`.execute(
    tx,
  )
  return rows[0]
}
