// A table head that sorts: a click asks for the column's order, a second one for the other way, where there is one.

import { checkLabels as labels } from './labels.ts'
import type { RowOrder } from './rows-address.ts'

type SortHeadProps = {
  table: { readonly order: RowOrder; readonly onOrder: (order: RowOrder) => void }
  word: string
  /** What it sorts by, for those who hear the page. */
  says: string
  /** The first is asked for first. */
  orders: readonly [RowOrder, ...RowOrder[]]
}

export function SortHead({ table, word, says, orders }: SortHeadProps) {
  const place = orders.indexOf(table.order)
  const next = orders[(place + 1) % orders.length] ?? orders[0]
  return (
    <button
      className="sort-head"
      type="button"
      data-active={place >= 0}
      aria-pressed={place >= 0}
      aria-label={labels.sortBy(word, says)}
      onClick={() => table.onOrder(next)}
    >
      <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
        <path d="M4 0 8 4.5H0z" data-on={table.order === 'amount' && place >= 0} />
        <path d="M4 12 0 7.5h8z" data-on={place >= 0 && table.order !== 'amount'} />
      </svg>
      {word}
    </button>
  )
}
