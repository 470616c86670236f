// A table cell of two lines: what it is above, what belongs to it small below (14/20 and 12/17).

import type { ReactNode } from 'react'
import './two-lines.css'

export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div className="two-lines-first">{first}</div>
      <div className="two-lines-second">{second}</div>
    </>
  )
}
