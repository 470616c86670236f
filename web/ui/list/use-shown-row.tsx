// The row whose drawer stands open beside a list, named by the address: back closes it, and a shared link opens it.

import { useEffect, useState } from 'react'
import { useLast } from '../page/use-last.ts'
import { useRowAddress } from './use-row-address.ts'
import type { OpenedRow } from './use-row-drawer.ts'

export function useShownRow<Row>(keyOf: (row: Row) => number) {
  const address = useRowAddress()
  const [known, setKnown] = useState<Row>()
  const row = known !== undefined && keyOf(known) === address.id ? known : undefined
  return {
    /** Kept while the drawer closes, so that nothing vanishes from it. */
    shown: useLast(row),
    open: row !== undefined,
    /** Of the row that the address names, whether or not the list has it: for drawers that ask for the record themselves. */
    id: useLast(address.id),
    isNamed: address.id !== undefined,
    show: (next: Row) => {
      setKnown(next)
      address.open(keyOf(next))
    },
    close: address.close,
    /** The list's `drawer`: it knows the row that a link names, and its newest figures. */
    find: (opened: OpenedRow<Row>) => <Found row={opened.row} onFound={setKnown} />,
  }
}

function Found<Row>({ row, onFound }: { row: Row | undefined; onFound: (row: Row) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each answer of the list.
  useEffect(() => {
    if (row !== undefined) onFound(row)
  }, [row])
  return null
}
