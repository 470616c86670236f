// The table of a list: skeleton rows at first, old rows dimmed while new ones come, empty and error in its body.

import type { ReactNode } from 'react'
import { SkeletonBar } from '../feedback/skeleton-bar.tsx'
import { uiLabels } from '../labels.ts'
import { useWidth } from '../page/use-width.ts'
import { columnWidths } from './column-widths.ts'
import { ListBody, placeOf } from './list-body.tsx'
import { type Choice, ChooseAll } from './list-choice.tsx'
import type { ListColumn } from './list-column.ts'
import type { AnySort } from './list-sort.ts'
import { UNFOLD_WIDTH, type Unfold } from './list-unfold.tsx'
import { ariaSort, SortHead } from './sort-head.tsx'
import './list-table.css'

type ListTableProps<Row> = {
  columns: readonly ListColumn<Row>[]
  /** Undefined while nothing has come yet. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** What stands in the body when there are no rows. */
  instead: ReactNode
  stale: boolean
  dense: boolean
  /** Cells of two lines: 14/20 and 12/17. */
  twoLines?: boolean
  minWidth: number
  label: string
  onOpen: ((row: Row) => void) | undefined
  /** How many rows to expect, where it is not a page of them. */
  skeletonRows?: number
  /** A look of single rows, such as a cancelled one. */
  rowClassName?: (row: Row) => string
  choice?: Choice<Row> | undefined
  unfold?: Unfold<Row> | undefined
  /** Which head the rows are sorted by, and what a click on one does. */
  sort?: AnySort | undefined
  onSort?: ((sort: AnySort | undefined) => void) | undefined
  /** Of all that the filters find. */
  count?: number | undefined
}

const SKELETON_ROWS = 10
const CHOICE_WIDTH = 40
const NONE: readonly never[] = []

export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { columns, rows, rowKey, instead, stale, dense, minWidth, label, choice, unfold, sort, onSort } =
    props
  const [box, width] = useWidth<HTMLDivElement>()
  const loading = rows === undefined && instead === undefined
  const height = props.twoLines ? 'list-two-lines' : dense ? 'list-dense' : ''
  const shown = rows ?? NONE
  const before = (choice === undefined ? 0 : 1) + (unfold === undefined ? 0 : 1)
  const leading = (choice === undefined ? 0 : CHOICE_WIDTH) + (unfold === undefined ? 0 : UNFOLD_WIDTH)
  return (
    <div
      ref={box}
      className={`list-table ${height} ${stale ? 'list-stale' : ''}`.trimEnd()}
      data-scrolls={width > 0 && width < minWidth}
    >
      {/* Widths that the rows do not decide: heads stay where they are from skeleton to data to nothing. */}
      <table aria-label={label} aria-busy={stale || loading} style={{ minWidth }}>
        <colgroup>
          {unfold === undefined ? null : <col style={{ width: UNFOLD_WIDTH }} />}
          {choice === undefined ? null : <col style={{ width: CHOICE_WIDTH }} />}
          {columnWidths(columns, width - leading).map((of, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
            <col key={index} {...(of === undefined ? {} : { style: { width: of } })} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {unfold === undefined ? null : (
              <th className="list-unfold" scope="col" aria-label={uiLabels.unfold} />
            )}
            {choice === undefined ? null : (
              <th className="list-choice" scope="col">
                {loading ? null : <ChooseAll choice={choice} rows={shown} rowKey={rowKey} />}
              </th>
            )}
            {columns.map((column, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                key={index}
                scope="col"
                {...placeOf(columns, column, index)}
                {...(onSort === undefined ? {} : ariaSort(column.sort, sort))}
              >
                {column.sort === undefined || onSort === undefined ? (
                  column.title
                ) : (
                  <SortHead
                    by={column.sort}
                    sort={sort}
                    onSort={onSort}
                    refusal={refusalOf(column.sortMost, props.count)}
                  >
                    {column.title}
                  </SortHead>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loading ? (
            <Skeleton columns={columns} rows={props.skeletonRows ?? SKELETON_ROWS} before={before} />
          ) : shown.length === 0 ? (
            <tr className="list-instead">
              <td colSpan={columns.length + before}>
                <div style={width > 0 ? { width } : {}}>{instead}</div>
              </td>
            </tr>
          ) : (
            <ListBody
              columns={columns}
              rows={shown}
              rowKey={rowKey}
              rowClassName={props.rowClassName}
              onOpen={props.onOpen}
              choice={choice}
              unfold={unfold}
              stale={stale}
            />
          )}
        </tbody>
      </table>
    </div>
  )
}

function refusalOf(most: number | undefined, count: number | undefined): string | undefined {
  if (most === undefined || count === undefined || count <= most) return undefined
  return uiLabels.tooManyToSort(most.toLocaleString('en-US'))
}

type SkeletonProps<Row> = { columns: readonly ListColumn<Row>[]; rows: number; before: number }

/** The same columns with a grey bar in each cell, so that heads and heights are already the final ones. */
function Skeleton<Row>({ columns, rows, before }: SkeletonProps<Row>) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all alike
    <tr className="list-row" key={row}>
      {before === 0 ? null : <td colSpan={before} />}
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
        <td key={index} {...placeOf(columns, column, index)}>
          <SkeletonBar index={row} />
        </td>
      ))}
    </tr>
  ))
}
