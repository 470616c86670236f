// Formats that people made, each version once and for good; together with those of the release, what bank files are written in (ADR 83).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { BankFormat, FormatDraft } from '@paywages/domain/bank-files/bank-format.ts'
import { type DatedVersion, versionOn } from '@paywages/domain/bank-files/format-versions.ts'
import { SHIPPED_FORMATS } from '@paywages/domain/bank-files/shipped-formats.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export const BANK_FORMAT_RECORDS: OwnedRecords = { table: 'bank_formats', id: 'bank_format_id' }

export type FormatVersion = DatedVersion & {
  /** 0 where it came with the release. */
  readonly bankFormatId: number
  readonly providerId: number
  readonly format: BankFormat
  readonly withdrawnAt: Date | null
}

type StoredVersion = {
  readonly bankFormatId: number
  readonly providerId: number
  readonly key: string
  readonly version: number
  readonly effectiveFrom: string
  readonly definition: FormatDraft
  readonly withdrawnAt: Date | null
}

const STORED = sql`f.bank_format_id as "bankFormatId", f.provider_id as "providerId", f.format_key as key, f.version,
  f.effective_from::text as "effectiveFrom", f.definition, f.withdrawn_at as "withdrawnAt"`

const SHIPPED: readonly FormatVersion[] = SHIPPED_FORMATS.map((format) => ({
  bankFormatId: 0,
  providerId: 0,
  version: format.version,
  // What comes with the release counts with it.
  effectiveFrom: '',
  format,
  withdrawnAt: null,
}))

export const shippedVersions = (): readonly FormatVersion[] => SHIPPED

function versionOf({ definition, ...stored }: StoredVersion): FormatVersion {
  const { bankFormatId, providerId, key, version, effectiveFrom, withdrawnAt } = stored
  return {
    bankFormatId,
    providerId,
    version,
    effectiveFrom,
    withdrawnAt,
    withdrawnOn: withdrawnAt === null ? undefined : shanghaiDay(withdrawnAt),
    format: { ...definition, key, version, effectiveFrom },
  }
}

/** Every version of a format, of the release or of people. */
export async function versionsOf(tx: Tx, key: string): Promise<readonly FormatVersion[]> {
  const shipped = SHIPPED.filter(({ format }) => format.key === key)
  if (shipped.length > 0) return shipped
  const { rows } = await sql<StoredVersion>`
    select ${STORED} from bank_formats f where f.format_key = ${key} order by f.version`.execute(tx)
  return rows.map(versionOf)
}

/** The version that a batch was started on: there for good, whatever became of it since. */
export async function findFormat(tx: Tx, key: string, version: number): Promise<BankFormat | undefined> {
  return (await versionsOf(tx, key)).find((one) => one.version === version)?.format
}

/** What a start of the provider at this moment is written in; undefined where its format is withdrawn, or is another provider's. */
export async function currentFormat(
  tx: Tx,
  key: string,
  { providerId, at }: { readonly providerId: number; readonly at: Date },
): Promise<BankFormat | undefined> {
  const found = versionOn(await versionsOf(tx, key), shanghaiDay(at))
  return found && (found.bankFormatId === 0 || found.providerId === providerId) ? found.format : undefined
}

/** What a format is called, whether or not it may be used now. */
export async function formatName(tx: Tx, key: string): Promise<string> {
  return (await versionsOf(tx, key)).at(-1)?.format.name ?? ''
}

export type ListedVersion = FormatVersion & {
  readonly providerName: string
  readonly proposerName: string | null
  readonly confirmerName: string | null
  readonly confirmedAt: Date | null
  readonly withdrawerName: string | null
  readonly withdrawalReason: string
}

/** In scope, the newest version of each first. */
export async function listFormats(
  tx: Tx,
  scope: Scope,
  providerId: number | undefined,
): Promise<ListedVersion[]> {
  const { rows } = await sql<StoredVersion & Omit<ListedVersion, keyof FormatVersion>>`
    select ${STORED}, p.name as "providerName", i.real_name as "proposerName", c.real_name as "confirmerName",
      f.confirmed_at as "confirmedAt", w.real_name as "withdrawerName", f.withdrawal_reason as "withdrawalReason"
    from bank_formats f join provider_names p on p.provider_id = f.provider_id
      join account_names i on i.account_id = f.proposed_by
      left join account_names c on c.account_id = f.confirmed_by
      left join account_names w on w.account_id = f.withdrawn_by
    where ${inScope(scope, 'f.provider_id')} and ${providerId === undefined ? sql`true` : sql`f.provider_id = ${providerId}`}
    order by p.name, f.format_key, f.version desc limit 500`.execute(tx)
  return rows.map((row) => {
    const { providerName, proposerName, confirmerName, confirmedAt, withdrawerName, withdrawalReason } = row
    return {
      ...versionOf(row),
      providerName,
      proposerName,
      confirmerName,
      confirmedAt,
      withdrawerName,
      withdrawalReason,
    }
  })
}

/** Names of a provider's formats by key, the newest of each. */
export async function formatNamesOf(tx: Tx, providerId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select distinct on (format_key) format_key as key, name from bank_formats where provider_id = ${providerId}
    order by format_key, version desc`.execute(tx)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

export type NewVersion = {
  readonly providerId: number
  /** Undefined begins a new format. */
  readonly key: string | undefined
  readonly draft: FormatDraft
  readonly effectiveFrom: string
  readonly proposedBy: number
  readonly confirmedBy: number | null
  readonly at: Date
}

/** Its id and key; two at once are kept apart by the open proposal and, at last, by the constraint. */
export async function insertFormat(tx: Tx, made: NewVersion): Promise<{ id: number; key: string }> {
  const { providerId, draft } = made
  const names = await formatNamesOf(tx, providerId)
  const key = made.key ?? `own-${providerId}-${names.size + 1}`
  const version = Math.max(0, ...(await versionsOf(tx, key)).map((one) => one.version)) + 1
  const { id } = await tx
    .insertInto('bank_formats')
    .values({
      provider_id: providerId,
      format_key: key,
      version,
      name: draft.name,
      definition: JSON.stringify(draft),
      effective_from: made.effectiveFrom,
      proposed_by: made.proposedBy,
      confirmed_by: made.confirmedBy,
      confirmed_at: made.at,
    })
    .returning('bank_format_id as id')
    .executeTakeFirstOrThrow()
  return { id, key }
}

export async function lockFormat(tx: Tx, bankFormatId: number): Promise<FormatVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select ${STORED} from bank_formats f where f.bank_format_id = ${bankFormatId} for update`.execute(tx)
  return rows[0] && versionOf(rows[0])
}

export async function withdrawFormat(
  tx: Tx,
  bankFormatId: number,
  { by, at, reason }: { readonly by: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('bank_formats')
    .set({ withdrawn_by: by, withdrawn_at: at, withdrawal_reason: reason })
    .where('bank_format_id', '=', bankFormatId)
    .execute()
}
