// Labels and values of one record, read only; an absent value is a lone dash.

import type { ReactNode } from 'react'
import { SkeletonBar } from '../feedback/skeleton-bar.tsx'
import './description-list.css'

export type Description = { readonly label: string; readonly value: ReactNode; readonly wide?: boolean }

type DescriptionListProps = {
  items: readonly Description[]
  columns?: 1 | 2
  /** Close rows without hairlines, where they stand below a hero (docs/LOOK.md, 11). */
  plain?: boolean
}

export function DescriptionList({ items, columns = 2, plain = false }: DescriptionListProps) {
  return (
    <dl className="description-list" data-columns={columns} data-plain={plain}>
      {items.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide ?? false}>
          <dt>{label}</dt>
          <dd>{value === '' || value === undefined || value === null ? <Dash /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Dash() {
  return (
    <span className="lone-dash" aria-hidden="true">
      —
    </span>
  )
}

/** As high as the list will be, so that nothing moves when it comes. */
export function DescriptionSkeleton({ rows, columns = 2 }: { rows: number; columns?: 1 | 2 }) {
  const items = Array.from({ length: rows }, (_, index) => ({
    key: index,
    bar: <SkeletonBar index={index} />,
  }))
  return (
    <dl className="description-list" data-columns={columns} aria-busy>
      {items.map(({ key, bar }) => (
        <div key={key}>
          <dt>{bar}</dt>
          <dd>{bar}</dd>
        </div>
      ))}
    </dl>
  )
}
