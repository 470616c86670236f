// The rows of a batch that are otherwise than in an earlier one, in SQL; as the figures of a comparison count them.

import { type BatchChange, RISEN_PERCENT } from '@paywages/domain/payouts/batch-comparison.ts'
import { type RawBuilder, sql } from 'kysely'

export type ChangeBeside = { readonly change: BatchChange; readonly earlierId: number }

/** Of the row `r`, which is to be paid. Of a person whose card changed only the rows that go to another one. */
export function hasChanged(batchId: number, { change, earlierId }: ChangeBeside): RawBuilder<boolean> {
  // As joins: `not in` would look through one batch for each row of the other once it is too large for a hash.
  const isKnown = sql`exists (select 1 ${payable(earlierId)} and l.id_hash = r.id_hash)`
  // The earlier batch is read once for both: that the person stands in it, and not with this card.
  const hasOtherCards = sql`exists (
    select 1 from (select l.id_hash, array_agg(l.card_hash) as cards ${payable(earlierId)} group by l.id_hash) k
    where k.id_hash = r.id_hash and r.card_hash <> all (k.cards))`
  const held = {
    added: sql`not ${isKnown}`,
    card: hasOtherCards,
    risen: sql`r.id_hash in (${risen(batchId, earlierId)})`,
  }[change]
  return sql<boolean>`(not r.cancelled and ${held})`
}

const payable = (batchId: number) =>
  sql`from payout_rows l where l.batch_id = ${BigInt(batchId)} and not l.cancelled`

function risen(batchId: number, earlierId: number): RawBuilder<unknown> {
  const sums = (id: number) =>
    sql`select l.id_hash, sum(l.amount_fen) as fen ${payable(id)} group by l.id_hash`
  return sql`select n.id_hash from (${sums(batchId)}) n join (${sums(earlierId)}) l on l.id_hash = n.id_hash
    where n.fen * 100 > l.fen * ${sql.lit(100 + RISEN_PERCENT)}`
}
