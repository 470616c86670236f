// The head of a column that can be sorted by: a button with a double arrow, the active half in the brand's colour (docs/LOOK.md).

import type { ReactNode } from 'react'
import { type AnySort, nextSort } from './list-sort.ts'
import './sort-head.css'

type SortHeadProps = {
  by: string
  sort: AnySort | undefined
  onSort: (sort: AnySort | undefined) => void
  /** Why it cannot be sorted by now. */
  refusal?: string | undefined
  children: ReactNode
}

export function SortHead({ by, sort, onSort, refusal, children }: SortHeadProps) {
  const active = sort?.by === by ? (sort.descending ? 'down' : 'up') : undefined
  return (
    <button
      className="sort-head"
      type="button"
      data-active={active}
      aria-disabled={refusal !== undefined}
      title={refusal}
      onClick={() => (refusal === undefined ? onSort(nextSort(sort, by)) : undefined)}
    >
      <span>{children}</span>
      <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
        <path className="sort-up" d="M4 0.5 7.5 5h-7z" />
        <path className="sort-down" d="M4 11.5 0.5 7h7z" />
      </svg>
    </button>
  )
}

/** What those who hear the page are told of a head. */
export function ariaSort(by: string | undefined, sort: AnySort | undefined) {
  if (by === undefined) return {}
  if (sort?.by !== by) return { 'aria-sort': 'none' } as const
  return { 'aria-sort': sort.descending ? 'descending' : 'ascending' } as const
}
