// A person as the database keeps them: numbers sealed, with hashes beside them to look them up by (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import {
  CARD_NO,
  CONTACT_SEAL,
  FREELANCER_SEAL,
  ID_CARD_NO,
  PHONE,
} from '../adapters/personal-data/contexts.ts'
import type { Registered } from './store.ts'

export type PlainPerson = Readonly<Record<'name' | 'idCardNo' | 'phone' | 'cardNo' | 'bank', string>>

export function sealPerson(cipher: Cipher, { name, idCardNo, phone, cardNo, bank }: PlainPerson): Registered {
  return {
    name,
    bank,
    idHash: cipher.lookupHash(idCardNo, ID_CARD_NO),
    sealedId: cipher.seal(idCardNo, FREELANCER_SEAL),
    phoneHash: cipher.lookupHash(phone, PHONE),
    cardHash: cipher.lookupHash(cardNo, CARD_NO),
    sealedContact: cipher.sealFields({ phone, cardNo }, CONTACT_SEAL),
  }
}
