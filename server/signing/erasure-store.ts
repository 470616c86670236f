// What signings keep of people for whom its time has come: images, the signed paper, and whoever signed (ADR 146).

import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTRACT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'

export type SigningFacts = {
  readonly userId: number
  /** Of an invitation, a signature or the end of a contract. */
  readonly lastAt: Date
  readonly hasImages: boolean
  /** A paper that was not erased. */
  readonly hasPaper: boolean
  readonly inForce: boolean
}

/** Whoever was never invited is absent. */
export async function signingFacts(
  tx: Tx,
  providerId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, SigningFacts>> {
  const { rows } = await sql<SigningFacts>`
    select l.freelancer_id::float8 as "userId", max(greatest(l.created_at, c.signed_at, c.terminated_at)) as "lastAt",
      coalesce(bool_or(coalesce(c.front_file_id, c.back_file_id, c.signature_file_id) is not null), false) as "hasImages",
      coalesce(bool_or(c.contract_id is not null and c.erased_at is null), false) as "hasPaper",
      coalesce(bool_or(c.contract_id is not null and c.terminated_at is null), false) as "inForce"
    from signing_links l left join personal_contracts c on c.link_id = l.link_id
    where l.provider_id = ${providerId} and l.freelancer_id = any(${userIds.map(BigInt)}::bigint[])
    group by l.freelancer_id`.execute(tx)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Number, days and digests of the contract stay: they prove that a copy is the paper that was signed. Returns its files. */
export async function eraseContracts(
  tx: Tx,
  cipher: Cipher,
  whose: { readonly providerId: number; readonly userId: number },
  at: Date,
): Promise<string[]> {
  const sealed = cipher.sealFields({ idCardNo: '', phone: '' }, CONTRACT_SEAL)
  const { rows } = await sql<{ fileId: string }>`
    update personal_contracts set erased_at = ${at}, sealed_person = ${sealed}, address = '', device = '', device_hash = ''
    where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)} and erased_at is null
    returning pdf_file_id as "fileId"`.execute(tx)
  return rows.map(({ fileId }) => fileId)
}
