// The pages that stand in for others: not built yet, not found, not allowed, server down, broken.

import type { ReactNode } from 'react'
import { CallRefused } from '../api/refused.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { standInLabels } from './labels.ts'
import './stand-ins.css'

type StandInProps = {
  mark?: string
  title: string
  text: string
  children: ReactNode
}

function StandIn({ mark, title, text, children }: StandInProps) {
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
      {standInLabels.toWorkbench}
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
    <StandIn mark="404" {...standInLabels.notFound}>
      {loggedIn ? (
        <ToWorkbench />
      ) : (
        <PageLink className="stand-in-act" to="/">
          {standInLabels.toLogin}
        </PageLink>
      )}
    </StandIn>
  )
}

export function Forbidden() {
  return (
    <StandIn mark="403" {...standInLabels.forbidden}>
      <ToWorkbench />
    </StandIn>
  )
}

/** What is shown when a page could not be shown: an outage asks for patience, anything else is our fault. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof CallRefused && error.outage) {
    return (
      <StandIn mark="503" {...standInLabels.down}>
        <Again label={standInLabels.retry} onClick={onRetry} />
      </StandIn>
    )
  }
  return (
    <StandIn
      {...standInLabels.broken}
      title={error instanceof CallRefused ? error.msg : standInLabels.broken.title}
    >
      <Again label={standInLabels.reload} onClick={() => window.location.reload()} />
    </StandIn>
  )
}
