// People who came near the VAT threshold in a month over all providers in scope, or above it (docs/rules/tax.md).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { vatStanding } from '@paywages/domain/tax/vat.ts'
import type { VatRules } from '@paywages/domain/tax/vat-table.ts'
import type { HighEarner, VatThresholdOfMonth } from '@paywages/wire/tax/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { idCardNoOf } from '../id-card-no.ts'

type Watched = { readonly scope: Scope; readonly month: Month }

/** What each provider paid each person in that payment month, or has on its way; failed and returned payouts are none. */
const paidIn = ({ scope, month }: Watched): RawBuilder<unknown> => sql`
  select r.id_hash, r.provider_id, sum(r.amount_fen) as fen, max(r.row_id) as last_row,
    coalesce(sum(r.amount_fen) filter (where r.status = 'processing'), 0) as open_fen
  from taxed_rows r
  where r.payment_month = ${month} and r.status in ('processing', 'succeeded') and ${inScope(scope, 'r.provider_id')}
  group by 1, 2`

type Found = {
  readonly userId: number | null
  readonly name: string
  readonly sealed: string
  readonly incomeFen: Fen
  readonly openFen: Fen
  readonly providers: { readonly name: string; readonly fen: string }[]
  readonly total: number
  readonly above: number
}

/** The highest first. */
export async function listHighEarners(
  tx: Tx,
  cipher: Cipher,
  filter: Watched & { readonly rules: VatRules },
  page: { readonly index: number; readonly size: number },
): Promise<{ rows: HighEarner[]; count: number; beside: VatThresholdOfMonth }> {
  const { scope, rules } = filter
  const { thresholdFen, watchFen, lastDay } = rules.threshold
  const { rows } = await sql<Found>`
    with paid as (${paidIn(filter)}),
    high as (
      select id_hash, sum(fen)::bigint as fen, sum(open_fen)::bigint as open_fen, max(last_row) as last_row, count(*) over ()::int as total,
        (sum((sum(fen) > ${thresholdFen})::int) over ())::int as above
      from paid group by 1 having sum(fen) >= ${watchFen}
      order by 2 desc, 4 desc limit ${page.size} offset ${page.index * page.size})
    select (select min(k.freelancer_id)::int from known_people k where k.id_hash = h.id_hash and ${inScope(scope, 'k.provider_id')}) as "userId",
      l.name, l.sealed, h.fen as "incomeFen", h.open_fen as "openFen", h.total, h.above,
      (select json_agg(json_build_object('name', v.name, 'fen', p.fen::text) order by p.fen desc, v.name)
        from paid p join provider_names v using (provider_id) where p.id_hash = h.id_hash) as providers
    from high h join taxed_rows l on l.row_id = h.last_row order by h.fen desc, h.last_row desc`.execute(tx)
  if (rows.length === 0 && page.index > 0)
    return { ...(await listHighEarners(tx, cipher, filter, { index: 0, size: 1 })), rows: [] }
  const people = rows.map(({ userId, name, sealed, incomeFen, openFen, providers }) => ({
    userId,
    name,
    idCardNo: maskIdCardNo(idCardNoOf(cipher, sealed)),
    incomeFen,
    openFen,
    standing: vatStanding(incomeFen, rules) === 'above' ? ('above' as const) : ('near' as const),
    leftFen: thresholdFen - incomeFen,
    providers: providers.map((one) => ({ providerName: one.name, money: BigInt(one.fen) })),
  }))
  const { total = 0, above = 0 } = rows[0] ?? {}
  const beside = { thresholdFen, watchFen, lastDay, lapsed: rules.lapsed, aboveCount: above }
  return { rows: people, count: total, beside }
}

/** What one provider paid someone who is above the threshold, with what all of them paid. */
export type PayerOfMonth = {
  readonly idHash: string
  readonly name: string
  readonly sealed: string
  readonly monthFen: Fen
  readonly monthOpenFen: Fen
  readonly providerName: string
  readonly taxpayerId: string
  readonly vatBearer: string
  readonly paidFen: Fen
  /** What it withheld as VAT from these payouts. */
  readonly withheldFen: Fen
}

/** Person by person, the highest first; a person's providers follow one another. */
export function payersAbove(tx: Tx, watched: Watched, thresholdFen: Fen): AsyncGenerator<PayerOfMonth[]> {
  return inPieces(
    tx,
    sql<PayerOfMonth>`
      with paid as (${paidIn(watched)}),
      high as (
        select id_hash, sum(fen)::bigint as fen, sum(open_fen)::bigint as open_fen, max(last_row) as last_row
        from paid group by 1 having sum(fen) > ${thresholdFen}),
      withheld as (
        select id_hash, provider_id, sum(vat_fen) as fen from vat_rows
        where payment_month = ${watched.month} and status in ('processing', 'succeeded') group by 1, 2)
      select h.id_hash as "idHash", l.name, l.sealed, h.fen as "monthFen", h.open_fen as "monthOpenFen", v.name as "providerName",
        v.taxpayer_id as "taxpayerId", t.vat_bearer as "vatBearer", p.fen::bigint as "paidFen", coalesce(w.fen, 0)::bigint as "withheldFen"
      from high h join taxed_rows l on l.row_id = h.last_row join paid p on p.id_hash = h.id_hash
        join provider_profiles v on v.provider_id = p.provider_id join provider_vat_terms t on t.provider_id = p.provider_id
        left join withheld w on w.id_hash = p.id_hash and w.provider_id = p.provider_id
      order by h.fen desc, h.last_row desc, p.fen desc, p.provider_id`,
  )
}
