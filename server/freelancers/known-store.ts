// What a provider already knows of people who are to be registered, in bulk.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type KnownPerson = {
  readonly userId: number
  readonly idHash: string
  readonly name: string
  readonly nameBound: boolean
  readonly bank: string
  readonly sealedContact: string
}

/** People of whom the provider knows nothing are absent. */
export async function knownPeople(
  tx: Tx,
  providerId: number,
  idHashes: readonly string[],
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select f.freelancer_id::float8 as "userId", f.id_hash as "idHash", pf.name, pf.name_bound as "nameBound", pf.bank,
      pf.sealed_contact as "sealedContact"
    from freelancers f join provider_freelancers pf on pf.freelancer_id = f.freelancer_id and pf.provider_id = ${providerId}
    where f.id_hash = any(${[...idHashes]}::uuid[]) order by f.freelancer_id`.execute(tx)
  return rows
}
