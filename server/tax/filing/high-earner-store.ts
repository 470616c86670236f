// People who came near the VAT threshold in a month over all providers in scope (docs/rules/tax.md: managers see them).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { VAT_WATCH_FEN } from '@paywages/domain/tax/vat-threshold.ts'
import type { HighEarner } from '@paywages/wire/tax/shapes.ts'
import { sql } from 'kysely'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { idCardNoOf } from '../id-card-no.ts'

type Found = {
  readonly userId: number | null
  readonly name: string
  readonly sealed: string
  readonly incomeFen: Fen
  readonly providers: { readonly name: string; readonly fen: string }[]
  readonly total: number
}

/** By what was paid in that payment month and stands, the highest first. */
export async function listHighEarners(
  tx: Tx,
  cipher: Cipher,
  filter: { readonly scope: Scope; readonly month: Month },
  page: { readonly index: number; readonly size: number },
): Promise<{ rows: HighEarner[]; count: number }> {
  const { scope, month } = filter
  const { rows } = await sql<Found>`
    with paid as (
      select r.id_hash, r.provider_id, sum(r.amount_fen) as fen, max(r.row_id) as last_row
      from taxed_rows r where r.payment_month = ${month} and r.status = 'succeeded' and ${inScope(scope, 'r.provider_id')}
      group by 1, 2),
    high as (
      select id_hash, sum(fen)::bigint as fen, max(last_row) as last_row, count(*) over ()::int as total
      from paid group by 1 having sum(fen) >= ${VAT_WATCH_FEN}
      order by 2 desc, 3 desc limit ${page.size} offset ${page.index * page.size})
    select (select min(k.freelancer_id)::int from known_people k where k.id_hash = h.id_hash and ${inScope(scope, 'k.provider_id')}) as "userId",
      l.name, l.sealed, h.fen as "incomeFen", h.total,
      (select json_agg(json_build_object('name', v.name, 'fen', p.fen::text) order by p.fen desc, v.name)
        from paid p join provider_names v using (provider_id) where p.id_hash = h.id_hash) as providers
    from high h join taxed_rows l on l.row_id = h.last_row order by h.fen desc, h.last_row desc`.execute(tx)
  if (rows.length === 0 && page.index > 0)
    return { rows: [], count: (await listHighEarners(tx, cipher, filter, { index: 0, size: 1 })).count }
  const people = rows.map(({ userId, name, sealed, incomeFen, providers }) => ({
    userId,
    name,
    idCardNo: maskIdCardNo(idCardNoOf(cipher, sealed)),
    incomeFen,
    providers: providers.map((one) => ({ providerName: one.name, money: BigInt(one.fen) })),
  }))
  return { rows: people, count: rows[0]?.total ?? 0 }
}
