// Freelancers and what each provider knows of them; the only file that writes these tables.

import { sql } from 'kysely'
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
