// The actions of a table row: words that look like links, a button where something happens in place.

import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import './row-actions.css'

export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-acts">{children}</div>
}

type RowActionProps = {
  danger?: boolean
  busy?: boolean
  /** Why it cannot be done with this row; told by hover and by focus, and to those who hear the page. */
  refusal?: string | undefined
  onClick: () => void
  children: ReactNode
}

export function RowAction({ danger = false, busy = false, refusal, onClick, children }: RowActionProps) {
  if (refusal !== undefined) {
    return (
      <Tooltip title={refusal} trigger={['hover', 'focus']} placement="topRight">
        <button className="row-act" type="button" aria-disabled="true">
          {children}
        </button>
      </Tooltip>
    )
  }
  return (
    <button className="row-act" type="button" data-danger={danger} aria-busy={busy} onClick={onClick}>
      {children}
    </button>
  )
}
