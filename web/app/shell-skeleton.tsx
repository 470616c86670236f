// The shell before its code is there: sider, top bar and a page of grey bars where the real ones will stand.

import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { startLabels } from './start-labels.ts'
import './shell.css'
import './sider.css'
import './top-bar.css'

const SECTIONS = Array.from({ length: 9 }, (_, index) => index)

export function ShellSkeleton() {
  return (
    <div className="shell" aria-busy>
      <div className="sider sider-fixed">
        <div className="sider-brand">
          <SkeletonBar index={0} />
        </div>
        <div className="menu">
          {SECTIONS.map((index) => (
            <div className="menu-item" key={index}>
              <SkeletonBar index={index} />
            </div>
          ))}
        </div>
      </div>
      <div className="shell-body">
        <div className="top-bar" />
        <main className="shell-main" aria-label={startLabels.loading}>
          <div className="page">
            <div className="page-title">
              <div className="page-title-words page-skeleton-title">
                <SkeletonBar index={0} />
                <SkeletonBar index={1} />
              </div>
            </div>
            <PageSkeleton />
          </div>
        </main>
        <div className="shell-footer" />
      </div>
    </div>
  )
}
