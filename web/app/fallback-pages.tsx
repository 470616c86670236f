// The pages that stand in for others: not built yet, not found, not allowed, server down, broken.

import type { ReactNode } from 'react'
import { CallRefused } from '../api/refused.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { fallbackLabels } from './labels.ts'
import './fallback-pages.css'

type FallbackPageProps = {
  mark?: string
  title: string
  text: string
  children: ReactNode
}

function FallbackPage({ mark, title, text, children }: FallbackPageProps) {
  return (
    <section className="stand-in">
      {mark === undefined ? null : (
        <p className="stand-in-mark" aria-hidden="true">
          {mark}
        </p>
      )}
      <h1>{title}</h1>
      <p className="stand-in-text">{text}</p>
      <div className="stand-in-acts">{children}</div>
    </section>
  )
}

function ToWorkbench() {
  return (
    <PageLink className="stand-in-act" to="/layout">
      {fallbackLabels.toWorkbench}
    </PageLink>
  )
}

function Again({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button className="stand-in-act stand-in-main" type="button" onClick={onClick}>
      {label}
    </button>
  )
}

export function NotFound({ loggedIn }: { loggedIn: boolean }) {
  return (
    <FallbackPage mark="404" {...fallbackLabels.notFound}>
      {loggedIn ? (
        <ToWorkbench />
      ) : (
        <PageLink className="stand-in-act" to="/">
          {fallbackLabels.toLogin}
        </PageLink>
      )}
    </FallbackPage>
  )
}

export function Forbidden() {
  return (
    <FallbackPage mark="403" {...fallbackLabels.forbidden}>
      <ToWorkbench />
    </FallbackPage>
  )
}

/** What is shown when a page could not be shown: an outage asks to wait, anything else is our fault. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof CallRefused && error.outage) {
    return (
      <FallbackPage mark="503" {...fallbackLabels.down}>
        <Again label={fallbackLabels.retry} onClick={onRetry} />
      </FallbackPage>
    )
  }
  return (
    <FallbackPage
      {...fallbackLabels.broken}
      title={error instanceof CallRefused ? error.msg : fallbackLabels.broken.title}
    >
      <Again label={fallbackLabels.reload} onClick={() => window.location.reload()} />
    </FallbackPage>
  )
}
