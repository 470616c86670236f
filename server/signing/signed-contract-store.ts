// Writes a contract when it is signed, and what managers should look at; later changes are contract-acts-store's.

import {
  flagsOf,
  type SigningEvidence,
  type SigningFlag,
} from '@paywages/domain/signing/personal-contract.ts'
import { isSamePicture, printParts } from '@paywages/domain/signing/photo-print.ts'
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
  readonly evidence: SigningEvidence
  readonly pdfFileId: string
  readonly frontFileId: string
  readonly backFileId: string
  readonly signatureFileId: string
}

export async function insertContract(tx: Tx, made: NewContract): Promise<number> {
  const { rows } = await sql<{ contractId: number }>`
    insert into personal_contracts (contract_no, link_id, provider_id, freelancer_id, name, sealed_person, text_version, text_digest,
      signed_at, digest, address, device_hash, device, flags, evidence, pdf_file_id, front_file_id, back_file_id, signature_file_id)
    values (${made.contractNo}, ${made.linkId}, ${made.providerId}, ${made.userId}, ${made.name}, ${made.sealedPerson}, ${made.textVersion},
      ${made.textDigest}, ${made.signedAt}, ${made.digest}, ${made.address}, ${made.deviceHash}, ${made.device}, ${[...made.flags]}::text[], ${made.evidence},
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
    readonly prints: readonly string[]
  },
): Promise<SigningFlag[]> {
  const others = sql`provider_id = ${signing.providerId} and freelancer_id <> ${signing.userId} and device_hash = any(${[...signing.deviceHashes]}::text[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from personal_contracts where ${others}`.execute(tx)
  await sql`
    update personal_contracts set flags = array_append(flags, 'shared-device'), checked_at = null, checked_by = null
    where ${others} and not 'shared-device' = any(flags)`.execute(tx)
  return flagsOf({
    consoleAddress: signing.consoleAddress,
    othersOnDevice: rows[0]?.count ?? 0,
    repeatedPhoto: await isRepeated(tx, signing.userId, signing.prints),
  })
}

/** Whether another person, at whichever provider, has signed with one of these pictures. */
async function isRepeated(tx: Tx, userId: number, prints: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ print: string }>`
    select print from signing_photo_prints
    where parts && ${prints.flatMap((print) => printParts(print))}::text[] and freelancer_id <> ${userId}`.execute(
    tx,
  )
  return rows.some(({ print }) => prints.some((own) => isSamePicture(own, print)))
}

/** Photographs from before the update have none. */
export async function keepPrints(
  tx: Tx,
  contract: { readonly contractId: number; readonly userId: number },
  prints: Readonly<Record<'front' | 'back', string | null>>,
): Promise<void> {
  for (const side of ['front', 'back'] as const) {
    const print = prints[side]
    if (print === null) continue
    await sql`
      insert into signing_photo_prints (contract_id, side, freelancer_id, print, parts)
      values (${contract.contractId}, ${side}, ${contract.userId}, ${print}, ${printParts(print)}::text[])`.execute(
      tx,
    )
  }
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
