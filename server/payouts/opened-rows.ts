// Opens the personal data of a few rows as they stream by, for exports (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { PersonalFields } from '../adapters/personal-data/personal-fields.ts'
import { openRow } from './seal-row.ts'

export type OpenedRow<R> = R & PersonalFields

export async function* openedRows<R extends { readonly sealed: string }>(
  cipher: Cipher,
  pieces: AsyncIterable<readonly R[]>,
): AsyncGenerator<OpenedRow<R>[]> {
  for await (const piece of pieces) yield piece.map((row) => Object.assign(row, openRow(cipher, row.sealed)))
}
