// A sheet of as many numbered rows as asked for, which fails where asked to: for the tests of large exports.

import { sql } from 'kysely'
import type { SheetDefinition } from '../../exports/sheet-definition.ts'
import { countColumn } from '../../exports/sheet-definition.ts'

export type CountingAsk = { readonly rows: number; readonly failAt?: number }

type Numbered = { readonly n: number }

export const sheet: SheetDefinition<CountingAsk, Numbered> = {
  sheetName: 'numbers',
  columns: () => [countColumn('n', ({ n }) => n)],
  async *rows(tx, _, { rows, failAt }) {
    for (let n = 1; n <= rows; n += 1) {
      if (n === failAt) throw new Error('no such row')
      const found = n % 1_000 === 1 ? await sql<Numbered>`select ${n}::int as n`.execute(tx) : undefined
      yield found?.rows[0] ?? { n }
    }
  },
}
