// A grey bar where a value will stand; neighbours differ in length, as values do.

import './skeleton-bar.css'

export function SkeletonBar({ index }: { index: number }) {
  return <span className={`skeleton-bar skeleton-${index % 4}`} />
}
