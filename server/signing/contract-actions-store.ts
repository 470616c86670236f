// What managers do to signed contracts: end them, look into flags, delete the images behind them.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { SigningFlag } from '@paywages/domain/signing/personal-contract.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type SignedContract = {
  readonly contractId: number
  readonly contractNo: string
  readonly providerId: number
  readonly userId: number
  readonly idHash: string
  readonly name: string
  readonly pdfFileId: string
  readonly flags: SigningFlag[]
  readonly checkedAt: Date | null
  readonly terminatedAt: Date | null
}

export async function findContracts(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  lock?: 'lock',
): Promise<SignedContract[]> {
  const { rows } = await sql<SignedContract>`
    select c.contract_id::float8 as "contractId", c.contract_no as "contractNo", c.provider_id as "providerId",
      c.freelancer_id::float8 as "userId", f.id_hash as "idHash", c.name, c.pdf_file_id as "pdfFileId", c.flags,
      c.checked_at as "checkedAt", c.terminated_at as "terminatedAt"
    from personal_contracts c join person_ids f using (freelancer_id)
    where c.contract_id = any(${ids.map(BigInt)}::bigint[]) and ${inScope(scope, 'c.provider_id')}
    order by c.contract_id ${lock ? sql`for update of c` : sql``}`.execute(tx)
  return rows
}

type Deed = { readonly accountId: number; readonly at: Date; readonly reason: string }
/** Nobody's, where a rule asked for it (ADR 146). */
type Deletion = Omit<Deed, 'accountId'> & { readonly accountId: number | null }

/** False where it has ended already. */
export async function terminate(tx: Tx, contractId: number, by: Deed): Promise<boolean> {
  const { rows } = await sql`
    update personal_contracts set terminated_at = ${by.at}, terminated_by = ${by.accountId}, termination_reason = ${by.reason}
    where contract_id = ${BigInt(contractId)} and terminated_at is null returning contract_id`.execute(tx)
  return rows.length > 0
}

/** False where there is nothing to look into, or someone has. */
export async function markChecked(tx: Tx, contractId: number, by: Deed): Promise<boolean> {
  const { rows } = await sql`
    update personal_contracts set checked_at = ${by.at}, checked_by = ${by.accountId}, check_note = ${by.reason}
    where contract_id = ${BigInt(contractId)} and flags <> '{}' and checked_at is null returning contract_id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Takes the images from a person's contracts with a provider, and says which files they were. */
export async function clearImages(
  tx: Tx,
  whose: { readonly providerId: number; readonly userId: number },
  by: Deletion,
): Promise<string[]> {
  const { rows } = await sql<{ fileIds: (string | null)[] }>`
    with prints as (
      delete from signing_photo_prints where freelancer_id = ${BigInt(whose.userId)} and contract_id in (
        select contract_id from personal_contracts where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)})
    ), held as materialized (
      select contract_id, front_file_id, back_file_id, signature_file_id from personal_contracts
      where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)}
        and coalesce(front_file_id, back_file_id, signature_file_id) is not null
      order by contract_id for update)
    update personal_contracts c set front_file_id = null, back_file_id = null, signature_file_id = null,
      images_deleted_at = ${by.at}, images_deleted_by = ${by.accountId}, images_deletion_reason = ${by.reason}
    from held where c.contract_id = held.contract_id
    returning array[held.front_file_id, held.back_file_id, held.signature_file_id] as "fileIds"`.execute(tx)
  return rows.flatMap(({ fileIds }) => fileIds.flatMap((fileId) => (fileId === null ? [] : [fileId])))
}
