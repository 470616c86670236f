// Enterprise contracts and their history; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { ContractStatus } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { Rate } from '@paywages/domain/money/rate.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export type ContractRecord = {
  readonly contractId: number
  readonly contractNo: string
  readonly contractName: string
  readonly providerId: number
  readonly categoryId: number | null
  readonly status: ContractStatus
  readonly serviceRate: Rate
  readonly brand: 1 | 2
  readonly generatedAt: Date
  readonly beginDay: Day | null
  readonly endDay: Day | null
  readonly signedAt: Date | null
  readonly madeFileId: string | null
  readonly signedFileId: string | null
  readonly version: number
}

export type ContractEventKind = 'generated' | 'saved' | 'effective' | 'expired' | 'terminated'

/** One field that was changed, in words for people. */
export type FieldChange = { readonly field: string; readonly before: string; readonly after: string }

export const ENTERPRISE_CONTRACT_RECORDS: OwnedRecords = { table: 'enterprise_contracts', id: 'contract_id' }

/** `lock` waits for whoever holds it; `try` leaves it to them. */
export async function findContract(
  tx: Tx,
  scope: Scope,
  contractId: number,
  lock?: 'lock' | 'try',
): Promise<ContractRecord | undefined> {
  const locking = lock === undefined ? sql`` : lock === 'lock' ? sql`for update` : sql`for update skip locked`
  const { rows } = await sql<ContractRecord>`
    select c.contract_id as "contractId", c.contract_no as "contractNo", c.name as "contractName",
      c.provider_id as "providerId", c.category_id as "categoryId", c.status, c.service_rate as "serviceRate", c.brand,
      c.generated_at as "generatedAt", to_char(c.begin_day, 'YYYY-MM-DD') as "beginDay",
      to_char(c.end_day, 'YYYY-MM-DD') as "endDay", c.signed_at as "signedAt", c.made_file_id as "madeFileId",
      c.signed_file_id as "signedFileId", c.version
    from enterprise_contracts c
    where c.contract_id = ${contractId} and ${inScope(scope, 'c.provider_id')} ${locking}`.execute(tx)
  return rows[0]
}

/** One generation at a time: the second sees what the first has made, and takes no number in vain. */
export async function lockContractGeneration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(29, 0)`.execute(tx)
}

export type NewContract = {
  readonly contractNo: string
  readonly contractName: string
  readonly providerId: number
  readonly serviceRate: Rate
  readonly brand: 1 | 2
  readonly beginDay: Day
  readonly endDay: Day
  readonly accountId: number
  readonly at: Date
}

/** Undefined where somebody has written that number into another contract by hand. */
export async function insertContract(tx: Tx, contract: NewContract): Promise<number | undefined> {
  const row = await tx
    .insertInto('enterprise_contracts')
    .values({
      contract_no: contract.contractNo,
      name: contract.contractName,
      provider_id: contract.providerId,
      service_rate: contract.serviceRate,
      brand: contract.brand,
      generated_at: contract.at,
      generated_by: contract.accountId,
      begin_day: contract.beginDay,
      end_day: contract.endDay,
    })
    .onConflict((conflict) => conflict.column('contract_no').doNothing())
    .returning('contract_id')
    .executeTakeFirst()
  return row?.contract_id
}

export type SavedContract = Pick<
  ContractRecord,
  | 'contractNo'
  | 'contractName'
  | 'categoryId'
  | 'status'
  | 'beginDay'
  | 'endDay'
  | 'signedAt'
  | 'signedFileId'
  | 'madeFileId'
>

/** The row is held by whoever saves; a PDF that was dropped may be rendered at once. */
export async function updateContract(tx: Tx, contractId: number, saved: SavedContract): Promise<void> {
  await tx
    .updateTable('enterprise_contracts')
    .set({
      contract_no: saved.contractNo,
      name: saved.contractName,
      category_id: saved.categoryId,
      status: saved.status,
      begin_day: saved.beginDay,
      end_day: saved.endDay,
      signed_at: saved.signedAt,
      signed_file_id: saved.signedFileId,
      made_file_id: saved.madeFileId,
      version: sql`version + 1`,
      ...(saved.madeFileId === null ? { text_version: null, paper_held_until: null } : {}),
    })
    .where('contract_id', '=', contractId)
    .execute()
}

/** What the day does; it counts as a save, so that no page that was read before overwrites it. */
export async function setStatus(tx: Tx, contractId: number, status: ContractStatus): Promise<void> {
  await tx
    .updateTable('enterprise_contracts')
    .set({ status, version: sql`version + 1` })
    .where('contract_id', '=', contractId)
    .execute()
}

export async function addEvent(
  tx: Tx,
  contractId: number,
  event: {
    readonly kind: ContractEventKind
    readonly accountId: number | null
    readonly at: Date
    readonly changes?: readonly FieldChange[]
  },
): Promise<void> {
  await tx
    .insertInto('contract_events')
    .values({
      contract_id: contractId,
      kind: event.kind,
      account_id: event.accountId,
      at: event.at,
      changes: JSON.stringify(event.changes ?? []),
    })
    .execute()
}

/** Contracts for which the day may have something to do; whether it has is the domain's to say, under lock. */
export async function contractsDue(tx: Tx, today: Day): Promise<number[]> {
  const { rows } = await sql<{ contractId: number }>`
    select contract_id as "contractId" from enterprise_contracts
    where (status = 'pending' and signed_file_id is not null and begin_day <= ${today}::date)
      or (status = 'effective' and end_day < ${today}::date)
    order by contract_id`.execute(tx)
  return rows.map(({ contractId }) => contractId)
}

/** Takes contracts without a PDF, so that no other process sets them meanwhile; the oldest first. */
export async function claimPdfs(
  tx: Tx,
  lock: { readonly at: Date; readonly until: Date },
  limit: number,
  among?: readonly number[],
): Promise<number[]> {
  const only = among ? sql`and contract_id = any(${[...among]}::int[])` : sql``
  const { rows } = await sql<{ contractId: number }>`
    update enterprise_contracts set paper_held_until = ${lock.until} where contract_id in (
      select contract_id from enterprise_contracts
      where made_file_id is null and signed_file_id is null
        and (paper_held_until is null or paper_held_until <= ${lock.at}) ${only}
      order by contract_id limit ${limit} for update skip locked)
    returning contract_id as "contractId"`.execute(tx)
  return rows.map(({ contractId }) => contractId).toSorted((a, b) => a - b)
}

/** False where the contract was saved, signed or set by another since it was read. */
export async function setPdf(
  tx: Tx,
  contract: Pick<ContractRecord, 'contractId' | 'version'>,
  pdf: { readonly fileId: string; readonly textVersion: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enterprise_contracts')
    .set({ made_file_id: pdf.fileId, text_version: pdf.textVersion, paper_held_until: null })
    .where('contract_id', '=', contract.contractId)
    .where('version', '=', contract.version)
    .where('made_file_id', 'is', null)
    .where('signed_file_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
