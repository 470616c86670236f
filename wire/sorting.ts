// Sorting as lists ask for it: `sort` names a column of theirs, `-column` descending; any other is refused (D43).

import { z } from 'zod'
import { same } from './shape.ts'

const REFUSED = '不支持按该列排序'

export type Sort<Column extends string> = { readonly by: Column; readonly descending: boolean }

/** The columns of one list that can be sorted by: their names in the code, and on the wire. */
export function sorting<const Columns extends Readonly<Record<string, string>>>(columns: Columns) {
  type Column = keyof Columns & string
  const byWire = new Map(Object.entries(columns).map(([column, wire]) => [wire, column as Column]))
  const sort = z
    .codec(
      z.string().regex(new RegExp(`^-?(${[...byWire.keys()].join('|')})$`), REFUSED),
      z.custom<Sort<Column>>(),
      {
        decode: (text) => ({
          by: byWire.get(text.replace('-', '')) as Column,
          descending: text.startsWith('-'),
        }),
        encode: ({ by, descending }) => `${descending ? '-' : ''}${columns[by]}`,
      },
    )
    .optional()
  return same({ sort })
}
