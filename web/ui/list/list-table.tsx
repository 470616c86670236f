// The table of a list: skeleton rows at first, old rows dimmed while new ones come, empty and error in its body.

import { Table, type TableColumnType } from 'antd'
import type { TableRowSelection } from 'antd/es/table/interface'
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useContext } from 'react'
import { SkeletonBar } from '../feedback/skeleton-bar.tsx'
import './list-table.css'

export type ListColumn<Row> = TableColumnType<Row>

/** Rows that can be ticked, for acts on several at once. */
export type Choice<Row> = {
  readonly chosen: readonly Row[]
  readonly onChoose: (rows: readonly Row[]) => void
  readonly mayChoose: (row: Row) => boolean
  /** What the tick of one row is for, for those who hear the page. */
  readonly label: (row: Row) => string
  readonly allLabel: string
}

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
}

const SKELETON_ROWS = 10
const CHOICE_WIDTH = 40

export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { columns, rows, rowKey, instead, stale, dense, minWidth, label, onOpen } = props
  const height = props.twoLines ? 'list-two-lines' : dense ? 'list-dense' : ''
  const className = ['list-table', height, stale ? 'list-stale' : ''].join(' ')
  if (rows === undefined && instead === undefined) {
    return (
      <Table
        className={className}
        aria-label={label}
        aria-busy
        columns={[
          ...(props.choice === undefined ? [] : [{ title: '', width: CHOICE_WIDTH }]),
          ...columns.map(skeletonOf),
        ]}
        dataSource={Array.from({ length: props.skeletonRows ?? SKELETON_ROWS }, (_, index) => ({ index }))}
        rowKey="index"
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: minWidth }}
      />
    )
  }
  return (
    <Table<Row>
      className={className}
      aria-label={label}
      aria-busy={stale}
      columns={[...columns]}
      dataSource={[...(rows ?? [])]}
      rowKey={rowKey}
      pagination={false}
      // Widths that the rows do not decide: heads stay where they are from skeleton to data to nothing.
      tableLayout="fixed"
      scroll={{ x: minWidth }}
      locale={{ emptyText: instead }}
      {...(props.rowClassName === undefined ? {} : { rowClassName: props.rowClassName })}
      {...(props.choice === undefined ? {} : { rowSelection: selectionOf(props.choice, rowKey) })}
      {...(onOpen === undefined ? {} : { onRow: (row: Row) => openable(() => onOpen(row)) })}
    />
  )
}

/** The same column with a grey bar in each cell, so that heads and heights are already the final ones. */
function skeletonOf<Row>(column: ListColumn<Row>): TableColumnType<{ index: number }> {
  const { title, width, align, fixed, className } = column as unknown as TableColumnType<{ index: number }>
  return {
    title,
    ...(width === undefined ? {} : { width }),
    ...(align === undefined ? {} : { align }),
    ...(fixed === undefined ? {} : { fixed }),
    ...(className === undefined ? {} : { className }),
    render: (_, row) => <SkeletonBar index={row.index} />,
  }
}

function selectionOf<Row extends object>(
  choice: Choice<Row>,
  rowKey: (row: Row) => string | number,
): TableRowSelection<Row> {
  return {
    columnWidth: CHOICE_WIDTH,
    selectedRowKeys: choice.chosen.map(rowKey),
    // Rows of other pages stay chosen, and have to be known by more than their key.
    preserveSelectedRowKeys: true,
    onChange: (_, rows) => choice.onChoose(rows),
    getCheckboxProps: (row) => ({
      disabled: !choice.mayChoose(row),
      'aria-label': choice.label(row),
    }),
    columnTitle: (box) => <ChoiceHead>{box}</ChoiceHead>,
    getTitleCheckboxProps: () => ({ 'aria-label': choice.allLabel }),
  }
}

/** The hidden row that measures columns repeats their heads: nobody may come upon a box there by keyboard. */
function ChoiceHead({ children }: { children: ReactNode }) {
  return useContext(TableMeasureRowContext) ? null : children
}

/** A row that opens something does so by click and by Enter; its own links and a text selection come first. */
function openable(open: () => void) {
  return {
    tabIndex: 0,
    className: 'list-openable',
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isControl(event.target) || window.getSelection()?.toString()) return
      open()
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) open()
    },
  }
}

function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, label, .ant-table-selection-column') !== null
  )
}
