// A sheet of as many numbered rows as asked for, which fails where asked to: for the tests of large exports.

import { sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { SheetDefinition } from '../../exports/sheet-definition.ts'
import { countColumn } from '../../exports/sheet-definition.ts'

export type CountingInput = { readonly rows: number; readonly failAt?: number }

type Numbered = { readonly n: number }

export const sheet: SheetDefinition<CountingInput, Numbered> = {
  sheetName: 'numbers',
  columns: () => [countColumn('n', ({ n }) => n)],
  async *pieces(tx, _, { rows, failAt = Number.POSITIVE_INFINITY }) {
    const query = sql<Numbered>`select n from generate_series(1, ${rows}::int) n`
    for await (const piece of inPieces(tx, query)) {
      if (piece.some(({ n }) => n >= failAt)) throw new Error('no such row')
      yield piece
    }
  },
}
