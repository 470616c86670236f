// Freelancers and what each provider knows of them; the only file that writes these tables.

import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import {
  CARD_NO,
  CONTACT_SEAL,
  FREELANCER_SEAL,
  ID_CARD_NO,
  PHONE,
} from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'

export type Registered = {
  readonly idHash: string
  readonly sealedId: string
  readonly name: string
  readonly phoneHash: string
  readonly cardHash: string
  readonly bank: string
  readonly sealedContact: string
}

/** Registers people with a provider, and refreshes phone and card of those it knows; a bound name stays (D26). */
export async function registerPeople(
  tx: Tx,
  providerId: number,
  people: readonly Registered[],
  at: Date,
): Promise<void> {
  const column = (pick: (person: Registered) => string) => people.map(pick)
  // In one order everywhere, so that two registrations of the same people cannot deadlock.
  await sql`
    insert into freelancers (id_hash, sealed_id)
    select hash, sealed from unnest(${column((p) => p.idHash)}::text[], ${column((p) => p.sealedId)}::text[]) w(hash, sealed)
    order by hash
    on conflict (id_hash) do nothing`.execute(tx)
  await sql`
    insert into provider_freelancers as known (provider_id, freelancer_id, name, phone_hash, card_hash, bank, sealed_contact, registered_at, refreshed_at)
    select ${providerId}, f.freelancer_id, w.name, w.phone, w.card, w.bank, w.contact, ${at}, ${at}
    from unnest(${column((p) => p.idHash)}::text[], ${column((p) => p.name)}::text[], ${column((p) => p.phoneHash)}::text[],
        ${column((p) => p.cardHash)}::text[], ${column((p) => p.bank)}::text[], ${column((p) => p.sealedContact)}::text[]
      ) as w(hash, name, phone, card, bank, contact)
      join freelancers f on f.id_hash = w.hash
    order by f.freelancer_id
    on conflict (provider_id, freelancer_id) do update set
      name = case when known.name_bound then known.name else excluded.name end,
      phone_hash = excluded.phone_hash, card_hash = excluded.card_hash, bank = excluded.bank,
      sealed_contact = excluded.sealed_contact, refreshed_at = excluded.refreshed_at
    where known.refreshed_at <= excluded.refreshed_at`.execute(tx)
}

/** Whoever was paid under a name keeps it, until a manager corrects it (D26). */
export async function bindNames(tx: Tx, rowIds: readonly bigint[]): Promise<void> {
  if (rowIds.length === 0) return
  // Held in the order of registerPeople, so that the two cannot deadlock.
  await sql`
    with paid as materialized (
      select known.provider_id, known.freelancer_id, r.name from payout_rows r
        join freelancers f on f.id_hash = r.id_hash
        join provider_freelancers known on known.provider_id = r.provider_id and known.freelancer_id = f.freelancer_id
      where r.row_id = any(${[...rowIds]}::bigint[]) and not known.name_bound
      order by known.freelancer_id for update of known)
    update provider_freelancers known set name_bound = true, name = paid.name
    from (select distinct on (provider_id, freelancer_id) * from paid) paid
    where known.provider_id = paid.provider_id and known.freelancer_id = paid.freelancer_id`.execute(tx)
}

/** Whoever has signed keeps the name they signed under (D26); false where the provider does not know them. */
export async function markSigned(
  tx: Tx,
  signing: { readonly providerId: number; readonly userId: number; readonly name: string; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update provider_freelancers known set signed_at = ${signing.at}, name_bound = true, name = ${signing.name},
      pinyin = case when known.name = ${signing.name} then known.pinyin end
    where provider_id = ${signing.providerId} and freelancer_id = ${BigInt(signing.userId)}
    returning freelancer_id`.execute(tx)
  return rows.length > 0
}

/** The contract has ended; the name they once signed under stays bound. False where they had not signed. */
export async function markUnsigned(
  tx: Tx,
  whose: { readonly providerId: number; readonly userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    update provider_freelancers set signed_at = null
    where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)} and signed_at is not null
    returning freelancer_id`.execute(tx)
  return rows.length > 0
}

/** Seals under an old key are renewed a piece at a time, and their hashes with them; returns how many people. */
export async function resealPeople(tx: Tx, cipher: Cipher, limit: number): Promise<number> {
  const people = await tx
    .selectFrom('freelancers')
    .select(['freelancer_id', 'sealed_id'])
    .where(stale(cipher, 'sealed_id'))
    .limit(limit)
    .execute()
  for (const { freelancer_id, sealed_id } of people) {
    const idCardNo = cipher.open(sealed_id, FREELANCER_SEAL)
    const fresh = {
      sealed_id: cipher.seal(idCardNo, FREELANCER_SEAL),
      id_hash: cipher.lookupHash(idCardNo, ID_CARD_NO),
    }
    await tx.updateTable('freelancers').set(fresh).where('freelancer_id', '=', freelancer_id).execute()
  }
  const contacts = await tx
    .selectFrom('provider_freelancers')
    .select(['provider_id', 'freelancer_id', 'sealed_contact'])
    .where(stale(cipher, 'sealed_contact'))
    .limit(limit)
    .execute()
  for (const { provider_id, freelancer_id, sealed_contact } of contacts) {
    const { phone = '', cardNo = '' } = cipher.openFields(sealed_contact, CONTACT_SEAL)
    const fresh = {
      sealed_contact: cipher.sealFields({ phone, cardNo }, CONTACT_SEAL),
      phone_hash: cipher.lookupHash(phone, PHONE),
      card_hash: cipher.lookupHash(cardNo, CARD_NO),
    }
    await tx
      .updateTable('provider_freelancers')
      .set(fresh)
      .where('provider_id', '=', provider_id)
      .where('freelancer_id', '=', freelancer_id)
      .execute()
  }
  return people.length + contacts.length
}

/** A seal begins with the id of its key. */
function stale(cipher: Cipher, column: string) {
  return sql<boolean>`not starts_with(${sql.ref(column)}, ${cipher.currentPrefix})`
}
