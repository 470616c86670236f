// A column of a list: its head, its width, and what a row puts into it.

import type { ReactNode } from 'react'

export type ListColumn<Row> = {
  readonly title?: ReactNode
  /** In pixels; columns without one share what is left. */
  readonly width?: number
  /** How wide one without a width may grow alone: what a wider window leaves goes to all columns. */
  readonly enough?: number
  /** What the list is sorted by at a click on the head; absent where no index carries it. */
  readonly sort?: string
  /** So many rows at most are sorted by it. */
  readonly sortMost?: number
  readonly align?: 'left' | 'right' | 'center'
  readonly className?: string
  /** Stays in sight while the others scroll sideways: of the last columns only. */
  readonly fixed?: 'right'
  /** The field shown as it is, where nothing renders it. */
  readonly dataIndex?: keyof Row & string
  readonly render?: (value: never, row: Row, index: number) => ReactNode
}

export function cellOf<Row>({ dataIndex, render }: ListColumn<Row>, row: Row, index: number): ReactNode {
  const value = dataIndex === undefined ? undefined : row[dataIndex]
  return render === undefined ? (value as ReactNode) : render(value as never, row, index)
}

/** How far from the right edge a fixed column stands: those after it are fixed too. */
export function fixedRight<Row>(columns: readonly ListColumn<Row>[], index: number): number | undefined {
  if (columns[index]?.fixed !== 'right') return undefined
  return columns.slice(index + 1).reduce((sum, { width = 0 }) => sum + width, 0)
}
