// Providers and platforms in the database; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Rate } from '@paywages/domain/money/rate.ts'
import type { FiledOn } from '@paywages/domain/tax/cumulative-eligibility.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

export type TaxMethod = 'cumulative' | 'per-payment'

export type ProviderTerms = {
  readonly name: string
  readonly serviceRate: Rate
  readonly monthlyLimitFen: Fen
  readonly bankAccountName: string
  readonly taxpayerId: string
  readonly contactUser: string
  readonly address: string
  readonly withholdsTax: boolean
  readonly taxMethod: TaxMethod
  /** When the platform's basic information was filed; empty where that has not been said. */
  readonly basicInfoFiledOn: FiledOn
  /** What a month without income does (cumulative only). */
  readonly gapRule: GapRule
  /** Who bears the VAT of people above the threshold. */
  readonly vatBearer: VatBearer
  readonly unsignedBlocks: boolean
}

/** What is sealed at rest (D33). */
export type Particulars = { readonly bankAccount: string; readonly phone: string }

export type ProviderRecord = ProviderTerms & {
  readonly providerId: number
  readonly platformIds: readonly number[]
  readonly sealedParticulars: string
  readonly enabled: boolean
  readonly createdAt: Date
}

const CONTEXT = 'providers.sealed_particulars'

export function openParticulars(
  cipher: Cipher,
  provider: Pick<ProviderRecord, 'sealedParticulars'>,
): Particulars {
  const { bankAccount = '', phone = '' } = cipher.openFields(provider.sealedParticulars, CONTEXT)
  return { bankAccount, phone }
}

export async function findProvider(
  tx: Tx,
  providerId: number,
  lock?: 'lock',
): Promise<ProviderRecord | undefined> {
  const query = tx
    .selectFrom('providers as p')
    .where('p.provider_id', '=', providerId)
    .select((eb) => [
      ...camelColumns('p', [
        'provider_id',
        'name',
        'service_rate',
        'monthly_limit_fen',
        'bank_account_name',
        'taxpayer_id',
        'contact_user',
        'address',
        'sealed_particulars',
        'withholds_tax',
      ]),
      sql<TaxMethod>`p.tax_method`.as('taxMethod'),
      sql<FiledOn>`coalesce(p.basic_info_filed_on::text, '')`.as('basicInfoFiledOn'),
      sql<GapRule>`p.gap_rule`.as('gapRule'),
      sql<VatBearer>`p.vat_bearer`.as('vatBearer'),
      ...camelColumns('p', ['unsigned_blocks', 'enabled', 'created_at']),
      eb
        .selectFrom('provider_platforms as pp')
        .whereRef('pp.provider_id', '=', 'p.provider_id')
        .select(sql<number[]>`coalesce(array_agg(pp.platform_id order by pp.platform_id), '{}')`.as('ids'))
        .$castTo<{ ids: number[] }>()
        .as('platformIds'),
    ])
  const row = await (lock ? query.forUpdate('p') : query).executeTakeFirst()
  return row && { ...row, platformIds: row.platformIds ?? [] }
}

export const PROVIDER_RECORDS: OwnedRecords = { table: 'providers', id: 'provider_id' }

/** By pinyin, as people look for a company. */
export async function listProviderNames(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('providers as p')
    .where(inScope(scope, 'p.provider_id'))
    .select(['p.provider_id as providerId', 'p.name as providerName'])
    .orderBy(sql`p.name collate "zh-x-icu"`)
    .execute()
}

/** All there are, whoever asks. */
export async function listCompanies(tx: Tx) {
  return tx
    .selectFrom('providers')
    .select(['provider_id as providerId', 'name', 'taxpayer_id as taxpayerId'])
    .orderBy('provider_id')
    .execute()
}

export async function listProviders(
  tx: Tx,
  filter: { name?: string | undefined },
  page: { index: number; size: number },
) {
  const found = () =>
    tx
      .selectFrom('providers as p')
      .$if(filter.name !== undefined && filter.name !== '', (q) =>
        q.where('p.name', 'ilike', containing(filter.name ?? '')),
      )
  const rows = await found()
    .select([
      'p.provider_id as providerId',
      'p.name as providerName',
      ...camelColumns('p', [
        'service_rate',
        'monthly_limit_fen',
        'contact_user',
        'withholds_tax',
        'enabled',
        'created_at',
      ]),
      sql<
        string[]
      >`(select coalesce(array_agg(f.name order by f.platform_id), '{}') from provider_platforms pp join platforms f using (platform_id) where pp.provider_id = p.provider_id)`.as(
        'platformNames',
      ),
    ])
    .orderBy('p.provider_id', 'desc')
    .limit(page.size)
    .offset(page.index * page.size)
    .execute()
  const { count } = await found().select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return { rows, count }
}

function columns(terms: ProviderTerms) {
  return {
    name: terms.name,
    service_rate: terms.serviceRate,
    monthly_limit_fen: terms.monthlyLimitFen,
    bank_account_name: terms.bankAccountName,
    taxpayer_id: terms.taxpayerId,
    contact_user: terms.contactUser,
    address: terms.address,
    withholds_tax: terms.withholdsTax,
    tax_method: terms.taxMethod,
    gap_rule: terms.gapRule,
    basic_info_filed_on: terms.basicInfoFiledOn || null,
    vat_bearer: terms.vatBearer,
    unsigned_blocks: terms.unsignedBlocks,
  }
}

export async function insertProvider(
  tx: Tx,
  cipher: Cipher,
  terms: ProviderTerms & Particulars,
  at: Date,
): Promise<number> {
  const sealed = cipher.sealFields({ bankAccount: terms.bankAccount, phone: terms.phone }, CONTEXT)
  const row = await tx
    .insertInto('providers')
    .values({ ...columns(terms), sealed_particulars: sealed, created_at: at })
    .returning('provider_id')
    .executeTakeFirstOrThrow()
  return row.provider_id
}

export async function updateProvider(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  terms: ProviderTerms & Particulars,
): Promise<void> {
  const sealed = cipher.sealFields({ bankAccount: terms.bankAccount, phone: terms.phone }, CONTEXT)
  await tx
    .updateTable('providers')
    .set({ ...columns(terms), sealed_particulars: sealed })
    .where('provider_id', '=', providerId)
    .execute()
}

export async function setProviderEnabled(tx: Tx, providerId: number, enabled: boolean): Promise<void> {
  await tx
    .updateTable('providers')
    .set({ enabled, session_epoch: sql`session_epoch + 1` })
    .where('provider_id', '=', providerId)
    .execute()
}

export async function linkPlatforms(
  tx: Tx,
  providerId: number,
  platformIds: readonly number[],
): Promise<void> {
  if (platformIds.length === 0) return
  const rows = platformIds.map((platformId) => ({ provider_id: providerId, platform_id: platformId }))
  await tx.insertInto('provider_platforms').values(rows).execute()
}

export async function unlinkPlatforms(
  tx: Tx,
  providerId: number,
  platformIds: readonly number[],
): Promise<void> {
  if (platformIds.length === 0) return
  await tx
    .deleteFrom('provider_platforms')
    .where('provider_id', '=', providerId)
    .where('platform_id', 'in', [...platformIds])
    .execute()
}

/** The platforms a person of this scope sees: all, their own, or their provider's. */
export async function listPlatforms(tx: Tx, scope: Scope, providerId?: number) {
  return tx
    .selectFrom('platforms as f')
    .$if(scope.of === 'platform', (q) =>
      q.where('f.platform_id', '=', scope.of === 'platform' ? scope.platformId : 0),
    )
    .$if(scope.of === 'provider', (q) => q.where(ofProvider(scope.of === 'provider' ? scope.providerId : 0)))
    .$if(providerId !== undefined, (q) => q.where(ofProvider(providerId ?? 0)))
    .select(['f.platform_id as platformId', 'f.name as platformName'])
    .orderBy('f.platform_id')
    .execute()
}

function ofProvider(providerId: number) {
  return sql<boolean>`f.platform_id in (select platform_id from provider_platforms where provider_id = ${providerId})`
}

export async function insertPlatform(tx: Tx, name: string, at: Date): Promise<number> {
  const row = await tx
    .insertInto('platforms')
    .values({ name, created_at: at })
    .returning('platform_id')
    .executeTakeFirstOrThrow()
  return row.platform_id
}

export const PROVIDER_SEALS: SealedColumns = {
  name: 'providers',
  table: 'providers',
  ids: ['provider_id'],
  columns: ['sealed_particulars'],
  renew: (cipher, { sealed_particulars }) => ({
    sealed_particulars: cipher.sealFields(cipher.openFields(String(sealed_particulars), CONTEXT), CONTEXT),
  }),
}
