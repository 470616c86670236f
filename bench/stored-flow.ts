// A year of lines in a company's fund flow, and its people, made in the database for benchmarks of lists.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { sealPerson } from '@paywages/server/freelancers/seal-person.ts'
import type { BenchServices } from './bench-services.ts'
import { payoutRow } from './payout-rows.ts'

const DAYS = 365

/** Behind the numbers of all stored payouts, which grow by a million with each batch (ADR 41). */
const FIRST_ID = 4_000_000_000_000_000n

/** Payouts with their fees, two lines each, and a recharge every ten days. */
export async function storeFlowLines({ services, payer }: BenchServices, lines: number): Promise<void> {
  const { pool } = services.database
  const from = new Date(Date.now() - DAYS * DAY_MS)
  const at = `$4::timestamptz + floor(n * $3 / $2::float8) * interval '1 day' + (n % 997) * interval '1 minute'`
  await pool.query(
    `insert into ledger_settlements (provider_id, transfer_id, at, net_fen, fee_fen)
    select $1, ${FIRST_ID} + n, ${at}, 1000 + n % 999, 1000 + n % 999 from generate_series(1, $2::int / 2) n`,
    [payer.person.providerId, lines, DAYS * 2, from],
  )
  await pool.query(
    `insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
    select $1, 'recharge', 'bank-clearing', 'available', 100000000, 'recharge', 1000000000 + n, ${at}
    from generate_series(1, $2::int / 2) n where n % ($2::int / 72) = 0`,
    [payer.person.providerId, lines, DAYS * 2, from],
  )
  await pool.query(
    `insert into fund_days select provider_id, (at at time zone 'Asia/Shanghai')::date, phase, count(*), sum(amount_fen)
    from ledger_lines group by 1, 2, 3`,
  )
  await pool.query('vacuum analyze ledger_postings, ledger_settlements, fund_days')
}

/** People of the company; their seals are one person's, which no list tells apart. */
export async function storePeople({ services, payer }: BenchServices, people: number): Promise<void> {
  const { pool } = services.database
  const [name = '', idCardNo = '', phone = '', bank = '', cardNo = ''] = payoutRow(0)
  const sealed = sealPerson(services.cipher, { name, idCardNo, phone, bank, cardNo })
  // As long as a hash of ours, and of its type.
  const { rows } = await pool.query<{ type: string }>(
    "select atttypid::regtype::text as type from pg_attribute where attrelid = 'freelancers'::regclass and attname = 'id_hash'",
  )
  const hash = (of: string) =>
    rows[0]?.type === 'uuid'
      ? `md5(${of})::uuid`
      : `left(encode(sha256(convert_to(${of}, 'UTF8')), 'base64'), 22)`
  await pool.query(
    `with made as (
      insert into freelancers (id_hash, sealed_id) select ${hash("'person' || n")}, $2 from generate_series(1, $1::int) n returning freelancer_id)
    insert into provider_freelancers (provider_id, freelancer_id, name, phone_hash, card_hash, bank, sealed_contact, registered_at, refreshed_at, pinyin)
    select $3, freelancer_id, $4, ${hash("'phone' || freelancer_id")}, ${hash("'card' || freelancer_id")}, $5, $6, now(), now(), 'wangxiaohe' from made`,
    [people, sealed.sealedId, payer.person.providerId, name, bank, sealed.sealedContact],
  )
  await pool.query('vacuum analyze freelancers, provider_freelancers')
}
