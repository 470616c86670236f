// Opens the personal data of rows as they stream by, for exports (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { PersonalFields } from '../adapters/personal-data/personal-fields.ts'
import { openRow, type SealedBatch } from './seal-row.ts'

export type OpenedRow<R> = R & PersonalFields

/** Under the key of its batch, or in the form of earlier releases. */
export type ExportedSeal = { readonly batch: SealedBatch; readonly bytes: Buffer } | string

type Sealed = { readonly rowNumber: number; readonly seal: ExportedSeal }

/** A few rows, each by itself. */
export async function* openedRows<R extends { readonly sealed: string }>(
  cipher: Cipher,
  pieces: AsyncIterable<readonly R[]>,
): AsyncGenerator<OpenedRow<R>[]> {
  for await (const piece of pieces) yield piece.map((row) => Object.assign(row, openRow(cipher, row.sealed)))
}

/** Many rows: those of a batch together, which costs a fraction of opening each. */
export async function* openedInRuns<R extends Sealed>(
  cipher: Cipher,
  pieces: AsyncIterable<readonly R[]>,
): AsyncGenerator<OpenedRow<R>[]> {
  for await (const piece of pieces) {
    for (const [seal, rows] of Map.groupBy(piece, keyOf)) {
      if (typeof seal === 'string')
        for (const row of rows) Object.assign(row, openRow(cipher, String(row.seal)))
      else openRun(cipher, seal, rows)
    }
    yield piece as OpenedRow<R>[]
  }
}

const keyOf = ({ seal }: Sealed): SealedBatch | string => (typeof seal === 'string' ? '' : seal.batch)

/** Sealed in the order of their numbers, and opened in it: an export may have them in any. */
function openRun(cipher: Cipher, batch: SealedBatch, rows: readonly Sealed[]): void {
  const sorted = rows.toSorted((a, b) => a.rowNumber - b.rowNumber)
  const placed = sorted.map(({ rowNumber, seal }) => ({
    rowNumber,
    seal: (seal as Exclude<ExportedSeal, string>).bytes,
  }))
  const opened = cipher.dataKeys.sealsOf(batch.batchId, batch).openRun(placed)
  for (const [index, row] of sorted.entries()) Object.assign(row, opened[index])
}
