// Whether a payment that is tried would bring the person's month above the VAT threshold, and what would fall due (ADR 39).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { vatOfMonth } from '@paywages/domain/tax/vat.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import type { VatTables } from '@paywages/domain/tax/vat-table.ts'
import { vatTrace } from '@paywages/domain/tax/vat-withholding.ts'
import type { CalculatorResult } from '@paywages/wire/tax/shapes.ts'
import { vatLines, vatWithheldLines } from '@paywages/wire/tax/vat-lines.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'

type Tried = {
  readonly day: Day
  readonly grossFen: Fen
  /** Paid this month before: by all companies of the platform, or as typed. */
  readonly paidFen: Fen
  readonly wholePlatform: boolean
  readonly bearer: VatBearer
  readonly taxFen: Fen
  /** Of the own company, this month. */
  readonly ownPaidFen: Fen
  readonly ownWithheldFen: Fen
}

/** Null where the month stays at or below the threshold, or no threshold is known. */
export function vatOfPayment(tried: Tried, tables: VatTables): CalculatorResult['vat'] {
  const { bearer, wholePlatform, grossFen: amountFen, taxFen } = tried
  const vat = vatOfMonth(tried.day.slice(0, 7), tried.paidFen + amountFen, tables)
  if (vat === undefined || vat.standing !== 'above') return null
  const withheld =
    bearer === 'person' ? vatTrace(tried, { amountFen, taxFen }, vat.month, vat.rules) : undefined
  return {
    monthFen: vat.grossFen,
    thresholdFen: vat.rules.threshold.thresholdFen,
    vatFen: vat.vatFen,
    surchargesFen: vat.totalFen - vat.vatFen,
    totalFen: vat.totalFen,
    bearer,
    withheldFen: withheld?.withheldFen ?? 0n,
    wholePlatform,
    trace: vatLines(vat),
    withheldTrace: withheld ? vatWithheldLines(withheld) : [],
  }
}

/** What a company withheld from a person as VAT in the month of that day. */
export async function vatWithheldIn(
  tx: Tx,
  of: { readonly providerId: number; readonly idHashes: readonly string[] },
  day: Day,
): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(vat_fen), 0)::bigint as fen from vat_rows
    where provider_id = ${of.providerId} and id_hash = any(${[...of.idHashes]}::uuid[]) and payment_month = ${day.slice(0, 7)}
      and status in ('processing', 'succeeded')`.execute(tx)
  return rows[0]?.fen ?? 0n
}

/**
 * What all companies on the provider's platforms paid a person in the month of that day, or have on its way. Who belongs to one
 * platform is told of that one only.
 */
export async function platformPaidIn(
  tx: Tx,
  of: {
    readonly providerId: number
    readonly platformId: number | undefined
    readonly idHashes: readonly string[]
  },
  day: Day,
): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(r.amount_fen), 0)::bigint as fen from taxed_rows r
    where r.id_hash = any(${[...of.idHashes]}::uuid[]) and r.status in ('processing', 'succeeded') and r.payment_month = ${day.slice(0, 7)}
      and r.provider_id in (
        select other.provider_id from platform_providers own join platform_providers other using (platform_id)
        where own.provider_id = ${of.providerId} and (${of.platformId === undefined} or platform_id = ${of.platformId ?? 0}))`.execute(
    tx,
  )
  return rows[0]?.fen ?? 0n
}

export async function vatBearerOf(tx: Tx, providerId: number): Promise<VatBearer> {
  const { rows } = await sql<{ bearer: VatBearer }>`
    select vat_bearer as bearer from provider_vat_terms where provider_id = ${providerId}`.execute(tx)
  return rows[0]?.bearer ?? 'report'
}
