// A person's page before the answer: as high as it will be, so that nothing moves when it comes.

import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'

const FACTS = Array.from({ length: 9 }, (_, index) => index)

export function PersonSkeleton() {
  return (
    <div className="person-columns" aria-busy>
      <div className="person-left">
        <dl className="person-facts">
          {FACTS.map((index) => (
            <div key={index}>
              <dt>
                <SkeletonBar index={index} />
              </dt>
              <dd>
                <SkeletonBar index={index + 1} />
              </dd>
            </div>
          ))}
        </dl>
        <ul className="person-images">
          {FACTS.slice(0, 3).map((index) => (
            <li key={index}>
              <div className="person-image" />
            </li>
          ))}
        </ul>
      </div>
      <div className="person-right person-right-skeleton">
        {FACTS.slice(0, 4).map((index) => (
          <SkeletonBar key={index} index={index} />
        ))}
      </div>
    </div>
  )
}
