// Finds what is sealed under an old key, for its renewal (D33).

import { type RawBuilder, sql } from 'kysely'
import type { Cipher } from '../personal-data/cipher.ts'

/** Sealed under an older key than the current one: a seal begins with the id of its key. */
export function isStale(cipher: Cipher, column: string): RawBuilder<boolean> {
  return sql<boolean>`not starts_with(${sql.ref(column)}, ${cipher.currentPrefix})`
}
