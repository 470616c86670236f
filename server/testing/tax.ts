// Closed months with a proof and one tax certificate for tests, written past all operations: as they stand, not as they came.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { type Closing, closeMonths } from '../tax/periods/close-months.ts'
import { actorOf } from './actor.ts'
import type { ProviderFixture } from './provider-fixture.ts'
import type { TestServices } from './test-services.ts'

/** Whatever may be closed of that provider at that time. */
export async function closeMonthsAt(
  services: TestServices,
  fixture: ProviderFixture,
  at: Date,
): Promise<Closing> {
  services.clock.set(at)
  const by = await actorOf(services, fixture.pay)
  return closeMonths(services, by, { of: 'provider', providerId: fixture.providerId })
}

let years = 0

/** A month of the far future: nothing else of the provider's has it, and nothing before it is left to close. */
export const freshMonth = (): Month => `${8000 + ++years}-01`

export async function storeProof(
  services: TestServices,
  providerId: number,
  month = freshMonth(),
): Promise<number> {
  const [row] = await services.query<{ id: number }>(
    `insert into tax_periods (provider_id, month, payer_name, taxpayer_id, income_fen, tax_fen, people_count, open_count, open_fen, withholds,
       closed_at)
     select provider_id, $2, name, taxpayer_id, 0, 0, 0, 0, 0, true, $3 from providers where provider_id = $1 returning tax_id as id`,
    [providerId, month, services.clock.now()],
  )
  if (!row) throw new Error('nothing was written')
  return row.id
}

/** The same with a file, which the file store does not hold. */
export async function storeUploadedProof(
  services: TestServices,
  providerId: number,
  month = freshMonth(),
): Promise<number> {
  const taxId = await storeProof(services, providerId, month)
  await attachProofFile(services, providerId, taxId)
  return taxId
}

export async function attachProofFile(
  services: TestServices,
  providerId: number,
  taxId: number,
): Promise<void> {
  await services.query(
    `with file as (
       insert into files (file_id, store_key, kind, name, content, size_bytes, sha256, state, uploaded_at, attached_kind,
         attached_id, provider_id, attached_at)
       values (gen_random_uuid(), 'files/none-proof-' || $1::int, 'tax-proof', 'proof.pdf', 'pdf', 1, '', 'stored', $3, 'tax-proof',
         $1::int::text, $2, $3) returning file_id)
     update tax_periods set status = 'uploaded', uploaded_at = $3, file_id = (select file_id from file) where tax_id = $1::int`,
    [taxId, providerId, services.clock.now()],
  )
}

/** Of any payout of the provider's; the caller has stored one. */
export async function storeTaxCertificate(
  services: TestServices,
  providerId: number,
  rowId: number,
): Promise<number> {
  const taxId = await storeProof(services, providerId)
  await services.query(
    `insert into tax_entries (row_id, kind, tax_id, payment_month, income_fen, tax_fen)
     select r.row_id, 'paid', $1, p.month, r.amount_fen, r.tax_fen from payout_lines r, tax_periods p
     where r.row_id = $2 and p.tax_id = $1 on conflict do nothing`,
    [taxId, rowId],
  )
  const [row] = await services.query<{ id: number }>(
    `insert into tax_statements (tax_id, row_id, name, income_fen, tax_fen, generated_at, text_version)
     select $1, row_id, name, amount_fen, tax_fen, $3, '1' from payout_lines where row_id = $2 returning statement_id::int as id`,
    [taxId, rowId, services.clock.now()],
  )
  if (!row) throw new Error('nothing was written')
  return row.id
}

let correctedYears = 0

export type StoredCorrection = {
  readonly taxId: number
  readonly providerId: number
  readonly month: Month
  readonly correctedMonth: Month
}

/** A payout of one far month that the next one declares: nobody has chosen how. Each lies before those stored earlier, and waits for none. */
export async function storeCorrection(
  services: TestServices,
  { providerId, rowId }: { readonly providerId: number; readonly rowId: number },
): Promise<StoredCorrection> {
  const year = 7000 - ++correctedYears
  const [correctedMonth, month] = [`${year}-01`, `${year}-02`]
  await storeProof(services, providerId, correctedMonth)
  const taxId = await storeProof(services, providerId, month)
  await services.query(
    `update payout_batches set withholds_tax = true, payment_month = $2 where batch_id = (select batch_id from payout_lines where row_id = $1)`,
    [rowId, correctedMonth],
  )
  await services.query(
    `insert into tax_entries (row_id, kind, tax_id, payment_month, income_fen, tax_fen)
     select row_id, 'paid', $1, $3, amount_fen, tax_fen from payout_lines where row_id = $2`,
    [taxId, rowId, correctedMonth],
  )
  return { taxId, providerId, month, correctedMonth }
}
