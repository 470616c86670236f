// The rows of a list: plain cells, because a page of a hundred rows has more than a thousand of them.

import { Fragment, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useState } from 'react'
import { type Choice, ChooseOne } from './list-choice.tsx'
import { cellOf, fixedRight, type ListColumn } from './list-column.ts'
import { type Unfold, UnfoldCell, UnfoldedRow } from './list-unfold.tsx'

export type ListBodyProps<Row> = {
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly rowClassName: ((row: Row) => string) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
  readonly choice: Choice<Row> | undefined
  readonly unfold: Unfold<Row> | undefined
  readonly stale: boolean
}

type Kept = {
  readonly rows: readonly unknown[]
  readonly stale: boolean
  readonly choice: { readonly chosen: readonly unknown[] } | undefined
}

/** Rows that are about to be replaced are not drawn once more, only dimmed. */
function staysAsItIs(before: Kept, after: Kept): boolean {
  return after.stale && before.rows === after.rows && before.choice?.chosen === after.choice?.chosen
}

export const ListBody = memo(Body, staysAsItIs) as typeof Body

function Body<Row>(props: ListBodyProps<Row>): ReactNode {
  const { columns, rows, rowKey, rowClassName, onOpen, choice, unfold } = props
  const [unfolded, setUnfolded] = useState<ReadonlySet<string | number>>(new Set())
  const toggle = (key: string | number) =>
    setUnfolded((open) => (open.has(key) ? without(open, key) : new Set([...open, key])))
  const places = columns.map((column, index) => placeOf(columns, column, index))
  return rows.map((row, index) => {
    const { className = '', ...opens } = onOpen === undefined ? {} : openable(() => onOpen(row))
    const key = rowKey(row)
    const open = unfolded.has(key)
    const shown = (
      <tr
        key={key}
        data-row-key={key}
        {...opens}
        className={`list-row ${className} ${rowClassName?.(row) ?? ''}`.trimEnd()}
      >
        {unfold === undefined ? null : (
          <UnfoldCell unfold={unfold} row={row} open={open} onToggle={() => toggle(key)} />
        )}
        {choice === undefined ? null : (
          <td className="list-choice">
            <ChooseOne choice={choice} row={row} rowKey={rowKey} />
          </td>
        )}
        {columns.map((column, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
          <Cell key={place} {...places[place]}>
            {cellOf(column, row, index)}
          </Cell>
        ))}
      </tr>
    )
    if (unfold === undefined || !open) return shown
    return (
      <Fragment key={key}>
        {shown}
        <UnfoldedRow columns={columns.length + 1 + (choice === undefined ? 0 : 1)}>
          {unfold.render(row)}
        </UnfoldedRow>
      </Fragment>
    )
  })
}

function without<T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> {
  return new Set([...all].filter((each) => each !== one))
}

type Place = { className?: string; style?: { right: number }; 'data-align'?: string }

function Cell({ children, ...place }: Place & { children: ReactNode }) {
  return <td {...place}>{children}</td>
}

/** What the cells of a column have in common, head and body alike. */
export function placeOf<Row>(
  columns: readonly ListColumn<Row>[],
  { align, className }: ListColumn<Row>,
  index: number,
): Place {
  const right = fixedRight(columns, index)
  const names = [className, right === undefined ? undefined : 'list-fixed'].filter(Boolean).join(' ')
  return {
    ...(names === '' ? {} : { className: names }),
    ...(right === undefined ? {} : { style: { right } }),
    ...(align === undefined || align === 'left' ? {} : { 'data-align': align }),
  }
}

/**
 * A row that opens something does so by click and by Enter, up and down lead to its neighbours; its own links, what hangs over the page
 * and a text selection come first.
 */
function openable(open: () => void) {
  return {
    tabIndex: 0,
    className: 'list-openable',
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isControl(event) || window.getSelection()?.toString()) return
      open()
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, currentTarget } = event
      if (target !== currentTarget) return
      if (key === 'Enter') return open()
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return
      const next =
        key === 'ArrowDown' ? currentTarget.nextElementSibling : currentTarget.previousElementSibling
      if (next instanceof HTMLElement) next.focus()
      event.preventDefault()
    },
  }
}

/** A popover of a cell tells the row of its clicks too. */
function isControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return target.closest('a, button, input, label, .list-choice') !== null
}
