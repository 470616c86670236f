// One page of the table, shown to those who may open it; everyone else is refused before its code is loaded.

import { useLocation } from '@tanstack/react-router'
import { Component, type ReactNode, Suspense } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { PageContext } from '../ui/page/page-context.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { Failed, Forbidden, NotFound } from './fallback-pages.tsx'
import { pageLabels, pageWords } from './labels.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { pageViews } from './page-views.ts'
import { mayOpen, pageAt, pagesAbove } from './pages.ts'

export function GuardedPage() {
  const user = useCurrentUser()
  const page = pageAt(useLocation({ select: (location) => location.pathname }))
  if (page === undefined) return <NotFound loggedIn />
  if (!mayOpen(user, page)) return <Forbidden />
  const above = pagesAbove(page).at(-1)?.path
  const words = {
    ...pageWords(page.path, user),
    above: above && { path: above, title: pageLabels[above].title },
  }
  const Shown = pageViews[page.path]
  return (
    <PageContext value={words}>
      <FailureBoundary key={page.path}>
        <div className="page">
          <Suspense fallback={<Loading />}>
            <Shown />
          </Suspense>
        </div>
      </FailureBoundary>
    </PageContext>
  )
}

function Loading() {
  return (
    <div aria-busy>
      <PageTitle />
      <PageSkeleton />
    </div>
  )
}

/** A page that breaks leaves menu and top bar in use. */
class FailureBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Failed error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}
