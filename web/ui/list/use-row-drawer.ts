// The drawer beside a list: which row it shows, where that row stands among all of them, and the way to its neighbours.

import { useEffect, useState } from 'react'
import { useRowAddress } from './use-row-address.ts'

type Listed<Row> = {
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  readonly page: number
  readonly size: number
  /** Of all that the filters find. */
  readonly count: number
  /** The rows are still those of another page. */
  readonly stale: boolean
}

export type OpenedRow<Row = unknown> = {
  /** Undefined while the drawer is shut. */
  readonly id: number | undefined
  /** Undefined where a link opened a row that is not on this page. */
  readonly row: Row | undefined
  /** From 1, among all that the filters find. */
  readonly place: number | undefined
  readonly count: number
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
  /** Gives the focus back to the row. */
  readonly onClosed: () => void
}

export function useRowDrawer<Row>({ rows: listed, rowKey, page, size, count, stale }: Listed<Row>) {
  const rows = listed ?? []
  const address = useRowAddress()
  const { id } = address
  const [last, setLast] = useState(id)
  const [awaited, setAwaited] = useState<{ page: number; end: 'first' | 'last' }>()
  useEffect(() => {
    if (id !== undefined) setLast(id)
  }, [id])

  const index = stale || id === undefined ? -1 : rows.findIndex((row) => rowKey(row) === id)
  const place = index < 0 ? undefined : (page - 1) * size + index + 1

  const isFound = address.wantsOnly && listed !== undefined && !stale
  // biome-ignore lint/correctness/useExhaustiveDependencies: answered once, by the rows that were asked for.
  useEffect(() => {
    if (!isFound) return
    const [row] = rows
    address.settleOnly(count === 1 && row !== undefined ? rowKey(row) : undefined)
  }, [isFound])

  // The neighbour is on a page that has to be asked for first.
  const arrived = awaited !== undefined && awaited.page === page && !stale && rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once when the page has come.
  useEffect(() => {
    if (!arrived) return
    const row = rows.at(awaited?.end === 'last' ? -1 : 0)
    setAwaited(undefined)
    if (row !== undefined && id !== undefined) address.open(rowKey(row))
  }, [arrived])

  function step(by: 1 | -1) {
    if (id === undefined || place === undefined || place + by < 1 || place + by > count) return
    const next = rows[index + by]
    if (next !== undefined) return address.open(rowKey(next))
    setAwaited({ page: page + by, end: by === 1 ? 'first' : 'last' })
    address.open(id, { page: page + by === 1 ? undefined : String(page + by) })
  }

  const opened: OpenedRow<Row> = {
    id,
    row: rows[index],
    place,
    count,
    onStep: step,
    onClose: address.close,
    onClosed: () => document.querySelector<HTMLElement>(`tr[data-row-key="${last}"]`)?.focus(),
  }
  return { opened, open: (row: Row) => address.open(rowKey(row)), isOpen: (row: Row) => rowKey(row) === id }
}
