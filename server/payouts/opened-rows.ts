// Opens the personal data of rows as they stream by, for exports (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { openRow } from './seal-row.ts'

export type OpenedRow<R> = Omit<R, 'sealed'> & ReturnType<typeof openRow>

export async function* openedRows<R extends { readonly sealed: string }>(
  cipher: Cipher,
  rows: AsyncIterable<R>,
): AsyncGenerator<OpenedRow<R>> {
  for await (const row of rows) yield { ...row, ...openRow(cipher, row.sealed) }
}
