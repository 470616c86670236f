// What stands below a page's title while its code loads: rows as high as those of a list.

import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import './page-skeleton.css'

const ROWS = Array.from({ length: 10 }, (_, index) => index)
const CELLS = ROWS.slice(0, 5)

export function PageSkeleton() {
  return (
    <div className="page-skeleton" aria-hidden="true">
      {ROWS.map((row) => (
        <div className="page-skeleton-row" key={row}>
          {CELLS.map((cell) => (
            <span key={cell}>
              <SkeletonBar index={row + cell} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
