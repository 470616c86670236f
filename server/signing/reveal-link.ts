// The numbers of an invited person in full, for POST /personal/reveal: as they were signed, else as the provider knows them (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTACT_SEAL, CONTRACT_SEAL, FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

type Sealed = {
  readonly name: string
  readonly providerId: number
  readonly sealedId: string
  readonly sealedContact: string
  readonly sealedPerson: string | null
}

export async function revealLink(tx: Tx, cipher: Cipher, scope: Scope, linkId: number) {
  const { rows } = await sql<Sealed>`
    select coalesce(c.name, pf.name) as name, l.provider_id as "providerId", f.sealed_id as "sealedId",
      pf.sealed_contact as "sealedContact", c.sealed_person as "sealedPerson"
    from signing_links l
      join person_ids f using (freelancer_id)
      join provider_people pf on pf.provider_id = l.provider_id and pf.freelancer_id = l.freelancer_id
      left join personal_contracts c on c.link_id = l.link_id
    where l.link_id = ${BigInt(linkId)} and ${inScope(scope, 'l.provider_id')}`.execute(tx)
  const [found] = rows
  if (found === undefined) return undefined
  const { name, providerId, sealedPerson } = found
  return {
    name,
    providerId,
    cardNo: '',
    ...(sealedPerson === null ? known(cipher, found) : signed(cipher, sealedPerson)),
  }
}

function signed(cipher: Cipher, sealedPerson: string) {
  const { idCardNo = '', phone = '' } = cipher.openFields(sealedPerson, CONTRACT_SEAL)
  return { idCardNo, phone }
}

function known(cipher: Cipher, { sealedId, sealedContact }: Sealed) {
  const { phone = '' } = cipher.openFields(sealedContact, CONTACT_SEAL)
  return { idCardNo: cipher.open(sealedId, FREELANCER_SEAL), phone }
}
