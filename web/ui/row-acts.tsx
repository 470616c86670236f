// The actions of a table row: words that look like links, a button where something happens in place.

import type { ReactNode } from 'react'
import './row-acts.css'

export function RowActs({ children }: { children: ReactNode }) {
  return <div className="row-acts">{children}</div>
}

type RowActProps = { danger?: boolean; busy?: boolean; onClick: () => void; children: ReactNode }

export function RowAct({ danger = false, busy = false, onClick, children }: RowActProps) {
  return (
    <button className="row-act" type="button" data-danger={danger} aria-busy={busy} onClick={onClick}>
      {children}
    </button>
  )
}
