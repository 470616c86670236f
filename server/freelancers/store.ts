// Freelancers and what each provider knows of them; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
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
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'
import { type ContactChange, insertContactChanges } from './contact-store.ts'

export type Registered = {
  readonly idHash: string
  readonly sealedId: string
  readonly name: string
  readonly phoneHash: string
  readonly cardHash: string
  readonly bank: string
  readonly sealedContact: string
}

/** By what people became known or were refreshed: a sheet, or someone in the console where there is no batch. */
export type RegistrationSource = {
  readonly at: Date
  readonly accountId: number
  readonly batchId: bigint | null
}

/**
 * Registers people with a provider, and refreshes phone and card of those it knows, which is written down; a bound name stays
 * (D26). An older source than the last one changes nothing. Returns what was another phone or card before.
 */
export async function registerPeople(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  people: readonly Registered[],
  source: RegistrationSource,
): Promise<ContactChange[]> {
  const column = (pick: (person: Registered) => string) => people.map(pick)
  // In one order everywhere, so that two registrations of the same people cannot deadlock; only new ones, as a conflict would cost a uid.
  await sql`
    insert into freelancers (id_hash, sealed_id)
    select hash, sealed from unnest(${column((p) => p.idHash)}::uuid[], ${column((p) => p.sealedId)}::text[]) w(hash, sealed)
    where not exists (select 1 from freelancers f where f.id_hash = w.hash)
    order by hash
    on conflict (id_hash) do nothing`.execute(tx)
  const { rows } = await sql<Refreshed>`
    with refreshed as (
      insert into provider_freelancers as known (provider_id, freelancer_id, name, phone_hash, card_hash, bank, sealed_contact, registered_at, refreshed_at)
      select ${providerId}, f.freelancer_id, w.name, w.phone, w.card, w.bank, w.contact, ${source.at}, ${source.at}
      from unnest(${column((p) => p.idHash)}::uuid[], ${column((p) => p.name)}::text[], ${column((p) => p.phoneHash)}::uuid[],
          ${column((p) => p.cardHash)}::uuid[], ${column((p) => p.bank)}::text[], ${column((p) => p.sealedContact)}::text[]
        ) as w(hash, name, phone, card, bank, contact)
        join freelancers f on f.id_hash = w.hash
      order by f.freelancer_id
      on conflict (provider_id, freelancer_id) do update set
        name = case when known.name_bound then known.name else excluded.name end,
        pinyin = case when known.name_bound or known.name = excluded.name then known.pinyin end,
        phone_hash = excluded.phone_hash, card_hash = excluded.card_hash, bank = excluded.bank,
        sealed_contact = excluded.sealed_contact, refreshed_at = excluded.refreshed_at
      where known.refreshed_at <= excluded.refreshed_at
      returning known.freelancer_id as "userId", old.sealed_contact as "sealedBefore", old.bank as "bankBefore",
        new.sealed_contact as "sealedAfter", new.bank as "bankAfter",
        old.phone_hash <> new.phone_hash or old.card_hash <> new.card_hash as differs)
    select * from refreshed where differs order by "userId"`.execute(tx)
  const changes = rows.flatMap((row) => changeIn(cipher, row))
  await insertContactChanges(tx, cipher, providerId, source, changes)
  return changes
}

type Refreshed = Readonly<
  { userId: bigint } & Record<'sealedBefore' | 'bankBefore' | 'sealedAfter' | 'bankAfter', string>
>

/** Under two keys the same number has two hashes; only what people can read tells whether it is another one. */
function changeIn(cipher: Cipher, row: Refreshed): ContactChange[] {
  const before = { ...contactIn(cipher, row.sealedBefore), bank: row.bankBefore }
  const after = { ...contactIn(cipher, row.sealedAfter), bank: row.bankAfter }
  const isSame = before.phone === after.phone && before.cardNo === after.cardNo
  // Nobody is registered without a phone: theirs was erased, and what they had before is not known any more (ADR 146).
  const wasErased = before.phone === '' && before.cardNo === ''
  return isSame || wasErased ? [] : [{ userId: row.userId, before, after }]
}

/** Whoever was paid under a name keeps it, until a manager corrects it (D26). */
export async function bindNames(tx: Tx, rowIds: readonly bigint[]): Promise<void> {
  if (rowIds.length === 0) return
  // Held in the order of registerPeople, so that the two cannot deadlock.
  await sql`
    with paid as materialized (
      select known.provider_id, known.freelancer_id, r.name from row_payees r
        join freelancers f on f.id_hash = r.id_hash
        join provider_freelancers known on known.provider_id = r.provider_id and known.freelancer_id = f.freelancer_id
      where r.row_id = any(${[...rowIds]}::bigint[]) and not known.name_bound
      order by known.freelancer_id for update of known)
    update provider_freelancers known set name_bound = true, name = paid.name,
      pinyin = case when known.name = paid.name then known.pinyin end
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

/** What a provider knows of a person, locked by whoever is about to change something that hangs on it. */
export async function lockPerson(
  tx: Tx,
  whose: { readonly providerId: number; readonly userId: number },
): Promise<void> {
  await sql`
    select 1 from provider_freelancers
    where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)} for update`.execute(
    tx,
  )
}

/** Those of these people who have not signed, locked in the order of their ids, so that two who lock the same people cannot deadlock. */
export async function lockUnsigned(
  tx: Tx,
  providerId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select freelancer_id::float8 as "userId" from provider_freelancers
    where provider_id = ${providerId} and freelancer_id = any(${userIds.map(BigInt)}::bigint[]) and signed_at is null
    order by freelancer_id for update`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** The name on record, held until it is corrected. */
export async function lockKnownName(
  tx: Tx,
  scope: Scope,
  whose: { readonly providerId: number; readonly userId: number },
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from provider_freelancers known
    where provider_id = ${BigInt(whose.providerId)} and freelancer_id = ${BigInt(whose.userId)} and ${inScope(scope, 'known.provider_id')}
    for update`.execute(tx)
  return rows[0]
}

/** A manager's word: it binds from now on (D26). Contracts keep the name they were signed under. */
export async function setName(
  tx: Tx,
  whose: { readonly providerId: number; readonly userId: number; readonly name: string },
): Promise<void> {
  await sql`
    update provider_freelancers set name = ${whose.name}, name_bound = true, pinyin = null
    where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)}`.execute(tx)
}

export type NameWithoutPinyin = {
  readonly providerId: number
  readonly userId: bigint
  readonly name: string
}

/** Some names that nobody has spelled yet, held so that no other worker spells them too. */
export async function lockNamesWithoutPinyin(tx: Tx, limit: number): Promise<NameWithoutPinyin[]> {
  const { rows } = await sql<NameWithoutPinyin>`
    select provider_id as "providerId", freelancer_id as "userId", name from provider_freelancers
    where pinyin is null order by freelancer_id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export async function setSpellings(
  tx: Tx,
  names: readonly (NameWithoutPinyin & { readonly spellings: string })[],
): Promise<void> {
  await sql`
    update provider_freelancers known set pinyin = w.spellings
    from unnest(${names.map((n) => n.providerId)}::int[], ${names.map((n) => n.userId)}::bigint[],
      ${names.map((n) => n.spellings)}::text[]) w(provider_id, freelancer_id, spellings)
    where known.provider_id = w.provider_id and known.freelancer_id = w.freelancer_id`.execute(tx)
}

export const PERSON_SEALS: SealedColumns = {
  name: 'people',
  table: 'freelancers',
  ids: ['freelancer_id'],
  columns: ['sealed_id'],
  renew: (cipher, { sealed_id }) => {
    const idCardNo = cipher.open(String(sealed_id), FREELANCER_SEAL)
    return {
      sealed_id: cipher.seal(idCardNo, FREELANCER_SEAL),
      id_hash: cipher.lookupHash(idCardNo, ID_CARD_NO),
    }
  },
}

export const CONTACT_SEALS: SealedColumns = {
  name: 'phones and cards of people',
  table: 'provider_freelancers',
  ids: ['provider_id', 'freelancer_id'],
  columns: ['sealed_contact'],
  renew: (cipher, { sealed_contact }) => {
    const { phone, cardNo } = contactIn(cipher, String(sealed_contact))
    return {
      sealed_contact: cipher.sealFields({ phone, cardNo }, CONTACT_SEAL),
      phone_hash: cipher.lookupHash(phone, PHONE),
      card_hash: cipher.lookupHash(cardNo, CARD_NO),
    }
  },
}

/** Phone and card as they are sealed together; an empty card is one that nobody has told yet. */
export function contactIn(cipher: Cipher, sealed: string): { phone: string; cardNo: string } {
  const { phone = '', cardNo = '' } = cipher.openFields(sealed, CONTACT_SEAL)
  return { phone, cardNo }
}
