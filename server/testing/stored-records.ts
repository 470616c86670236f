// Categories, contracts and invoice applications for tests, written past all operations: as they stand, not as they came.

import { randomBytes } from 'node:crypto'
import type { ContractStatus } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { TestServices } from './test-services.ts'

const fresh = () => randomBytes(5).toString('hex')

type Id = { readonly id: number }

async function insert(
  services: TestServices,
  statement: string,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await services.query<Id>(statement, values)
  if (!row) throw new Error('nothing was written')
  return row.id
}

const anyone = '(select min(account_id) from accounts)'

export function storeServiceItem(services: TestServices, name = `Item ${fresh()}`): Promise<number> {
  return insert(
    services,
    `insert into service_items (name, created_by, created_at) values ($1, ${anyone}, $2) returning service_item_id as id`,
    [name, services.clock.now()],
  )
}

export async function storeCategory(
  services: TestServices,
  wanted: { name?: string; enabled?: boolean; serviceItemId?: number } = {},
): Promise<number> {
  const at = services.clock.now()
  const itemId = wanted.serviceItemId ?? (await storeServiceItem(services))
  return insert(
    services,
    `insert into invoice_categories (service_item_id, name, enabled, created_by, created_at, status_at)
     values ($1, $2, $3, ${anyone}, $4, $4) returning category_id as id`,
    [itemId, wanted.name ?? `Category ${fresh()}`, wanted.enabled ?? true, at],
  )
}

/** Closed ones leave room for others of the same provider; a live one is made at most once. */
export async function storeContract(
  services: TestServices,
  providerId: number,
  status: Exclude<ContractStatus, 'effective'> = 'terminated',
): Promise<number> {
  return insert(
    services,
    `insert into enterprise_contracts
       (contract_no, name, provider_id, status, service_rate, brand, generated_at, generated_by)
     values ($1, $2, $3, $4, 65000, 1, $5, ${anyone}) returning contract_id as id`,
    [`T${fresh()}`, `Contract ${fresh()}`, providerId, status, services.clock.now()],
  )
}

/** Signed and in force, whatever its term says of today. */
export async function signStored(
  services: TestServices,
  contractId: number,
  term: { beginDay: string; endDay: string },
): Promise<void> {
  await services.query(
    `with signed as (
       insert into files (file_id, store_key, kind, name, content, size_bytes, sha256, state, uploaded_at, attached_kind,
         attached_id, provider_id, attached_at)
       select gen_random_uuid(), 'files/none-' || contract_id, 'contract', 'signed.pdf', 'pdf', 1, '', 'stored', $4, 'contract',
         contract_id::text, provider_id, $4
       from enterprise_contracts where contract_id = $1 returning file_id)
     update enterprise_contracts set status = 'effective', begin_day = $2, end_day = $3, signed_at = $4,
       signed_file_id = (select file_id from signed)
     where contract_id = $1`,
    [contractId, term.beginDay, term.endDay, services.clock.now()],
  )
}

/** By an account's name; the quota is moved with it, and may be as large as one likes. */
export async function storeApplication(
  services: TestServices,
  account: string,
  wanted: {
    status?: Exclude<ApplicationStatus, 'invoiced'>
    amountFen?: bigint
    type?: InvoiceType
    categoryId?: number
  } = {},
): Promise<number> {
  const { status = 'pending', amountFen = 100_00n, type = 'ordinary-electronic' } = wanted
  const categoryId = wanted.categoryId ?? (await storeCategory(services))
  const at = services.clock.now()
  const applicationId = await insert(
    services,
    `with applicant as (select * from accounts where account = $1),
       held as (update invoice_accounts i set applied_fen = applied_fen + $4 from applicant a
         where i.provider_id = a.provider_id and $6 <> 'rejected'),
       made as (insert into invoice_applications (application_no, provider_id, platform_id, invoice_type, category_id, amount_fen,
           status, applicant_id, applied_at, auditor_id, audited_at, refuse_reason)
         select $2, a.provider_id, a.platform_id, $3, $5, $4, $6, a.account_id, $7,
           case when $6 <> 'pending' then ${anyone} end, case when $6 <> 'pending' then $7::timestamptz end,
           case when $6 = 'rejected' then 'reason' else '' end
         from applicant a returning application_id, applicant_id)
     select application_id as id from made`,
    [account, `T${fresh()}`, type, amountFen, categoryId, status, at],
  )
  await services.query(
    `insert into invoice_events (application_id, kind, account_id, at)
     select application_id, 'applied', applicant_id, applied_at from invoice_applications where application_id = $1`,
    [applicationId],
  )
  return applicationId
}
