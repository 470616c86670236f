// What is on record about the people of a sheet, fetched in bulk: a handful of queries whatever the number of rows.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { PersonFacts } from '@paywages/domain/payouts/person-facts.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { peopleAtProvider } from '../freelancers/store.ts'
import { restrictedAmong } from '../limits/store.ts'

export type SheetPayment = { readonly idHash: string; readonly amountFen: Fen; readonly month: Month }

export async function factsAbout(
  tx: Tx,
  providerId: number,
  payments: readonly SheetPayment[],
  thisMonth: Month,
): Promise<Map<string, PersonFacts>> {
  const idHashes = [...new Set(payments.map((payment) => payment.idHash))]
  const restricted = await restrictedAmong(tx, providerId, idHashes)
  const people = await peopleAtProvider(tx, providerId, idHashes)
  const paid = await paymentsSoFar(tx, providerId, idHashes, thisMonth)
  const twins = await twinsElsewhere(tx, providerId, payments)
  const facts = new Map<string, PersonFacts>()
  for (const hash of idHashes) {
    const person = people.get(hash)
    const history = paid.get(hash)
    if (!person && !history && !restricted.has(hash) && !twins.has(hash)) continue
    facts.set(hash, {
      restricted: restricted.has(hash),
      boundName: person?.nameBound ? person.name : undefined,
      signed: person?.signed ?? false,
      monthSoFarFen: history?.monthSoFarFen ?? 0n,
      paidCount: history?.paidCount ?? 0,
      lastPaidCardKey: history?.lastCard ?? undefined,
      usualFen: history?.usualFen ?? undefined,
      sameElsewhere: twins.get(hash) ?? [],
    })
  }
  return facts
}

type History = { monthSoFarFen: Fen; paidCount: number; usualFen: Fen | null; lastCard: string | null }

/** This month's succeeded and in-flight amounts, what waits in live batches (D16), and a person's habits. */
async function paymentsSoFar(
  tx: Tx,
  providerId: number,
  idHashes: readonly string[],
  thisMonth: Month,
): Promise<Map<string, History>> {
  const { rows } = await sql<History & { hash: string }>`
    select r.id_hash as hash,
      coalesce(sum(r.amount_fen) filter (where r.status in ('processing', 'succeeded')
        and (b.status in ('auditing', 'reviewing', 'ready') or (b.status = 'transferring' and r.payment_month = ${thisMonth}))), 0)::bigint as "monthSoFarFen",
      (count(*) filter (where r.status = 'succeeded'))::int as "paidCount",
      (avg(r.amount_fen) filter (where r.status = 'succeeded'))::bigint as "usualFen",
      (array_agg(r.card_hash order by r.paid_at desc) filter (where r.status = 'succeeded'))[1] as "lastCard"
    from unnest(${idHashes}::text[]) w(hash)
      join payout_rows r on r.provider_id = ${providerId} and r.id_hash = w.hash
      join payout_batches b on b.batch_id = r.batch_id
    where r.status in ('processing', 'succeeded')
    group by r.id_hash`.execute(tx)
  return new Map(rows.map((row) => [row.hash, row]))
}

type Twin = PersonFacts['sameElsewhere'][number]

/** The same person, amount and month, paid or waiting in another batch. */
async function twinsElsewhere(
  tx: Tx,
  providerId: number,
  payments: readonly SheetPayment[],
): Promise<Map<string, Twin[]>> {
  const { rows } = await sql<{ hash: string; amountFen: bigint; month: string; batchNo: string }>`
    select w.hash, w.amount as "amountFen", w.month, max(b.batch_no) as "batchNo"
    from (select distinct * from unnest(
        ${payments.map((p) => p.idHash)}::text[], ${payments.map((p) => p.amountFen)}::bigint[], ${payments.map((p) => p.month)}::text[]
      ) as u(hash, amount, month)) w
      join payout_rows r on r.provider_id = ${providerId} and r.id_hash = w.hash and r.amount_fen = w.amount and r.month = w.month
      join payout_batches b on b.batch_id = r.batch_id
    where r.status in ('processing', 'succeeded') and b.status not in ('audit-rejected', 'review-rejected')
    group by w.hash, w.amount, w.month`.execute(tx)
  const twins = new Map<string, Twin[]>()
  for (const { hash, ...twin } of rows) twins.set(hash, [...(twins.get(hash) ?? []), twin])
  return twins
}
