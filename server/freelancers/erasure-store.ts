// People of whom nothing was heard for long, and their phones and cards taken away for good (ADR 146).

import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CHANGE_SEAL, CONTACT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'

/** No number has it: what was erased is found by no search, and differs from whatever comes next. */
export const NO_HASH = '00000000-0000-0000-0000-000000000000'

export type QuietPerson = {
  readonly userId: number
  readonly idHash: string
  readonly name: string
  readonly refreshedAt: Date
  readonly hasContact: boolean
}

/** In the order of their ids behind one of them; held so that no sheet refreshes them meanwhile. Whom somebody holds is passed over. */
export async function quietPeople(
  tx: Tx,
  providerId: number,
  among: { readonly before: Date; readonly after: number; readonly limit: number },
  lock?: 'lock',
): Promise<QuietPerson[]> {
  const { rows } = await sql<QuietPerson>`
    select known.freelancer_id::float8 as "userId", f.id_hash as "idHash", known.name, known.refreshed_at as "refreshedAt",
      known.phone_hash <> ${NO_HASH} or known.card_hash <> ${NO_HASH} as "hasContact"
    from provider_freelancers known join freelancers f on f.freelancer_id = known.freelancer_id
    where known.provider_id = ${providerId} and known.freelancer_id > ${BigInt(among.after)} and known.refreshed_at < ${among.before}
    order by known.freelancer_id limit ${among.limit} ${lock ? sql`for update of known skip locked` : sql``}`.execute(
    tx,
  )
  return rows
}

/**
 * Seals of nothing take the place of theirs, so that readers and key rotations go on as they are. That they once changed, when and by whom
 * stays.
 */
export async function eraseContacts(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
  userIds: readonly number[],
): Promise<void> {
  const nothing = { phone: '', cardNo: '' }
  const ids = userIds.map(BigInt)
  await sql`
    update provider_freelancers set phone_hash = ${NO_HASH}, card_hash = ${NO_HASH}, bank = '',
      sealed_contact = ${cipher.sealFields(nothing, CONTACT_SEAL)}
    where provider_id = ${providerId} and freelancer_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update contact_changes set bank_before = '', bank_after = '', sealed_before = ${cipher.sealFields(nothing, CHANGE_SEAL)},
      sealed_after = ${cipher.sealFields(nothing, CHANGE_SEAL)}
    where provider_id = ${providerId} and freelancer_id = any(${ids}::bigint[])`.execute(tx)
}

export async function knowsPerson(
  tx: Tx,
  whose: { readonly providerId: number; readonly userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from provider_freelancers
    where provider_id = ${whose.providerId} and freelancer_id = ${BigInt(whose.userId)}`.execute(tx)
  return rows.length > 0
}
