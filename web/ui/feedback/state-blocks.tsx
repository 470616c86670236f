// What stands where rows or a record would: nothing there yet, or it could not be fetched.

import { Button } from 'antd'
import { FileQuestion, Inbox, RotateCw, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { uiLabels } from '../labels.ts'
import './state-blocks.css'

type StateBlockProps = {
  icon: ReactNode
  title: string
  hint: ReactNode
  tone?: 'error'
  children?: ReactNode
}

function StateBlock({ icon, title, hint, tone, children }: StateBlockProps) {
  return (
    <div className="state-block" data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      {icon}
      <p className="state-title">{title}</p>
      <p className="state-hint">{hint}</p>
      {children === undefined ? null : <div className="state-acts">{children}</div>}
    </div>
  )
}

type EmptyBlockProps = { title: string; hint: ReactNode; children?: ReactNode }

export function EmptyBlock({ title, hint, children }: EmptyBlockProps) {
  return (
    <StateBlock icon={<Inbox size={28} strokeWidth={1.5} aria-hidden="true" />} title={title} hint={hint}>
      {children}
    </StateBlock>
  )
}

type ErrorBlockProps = {
  /** What failed, and asks again. */
  query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** What could not be done, in the call's own words; said where the server has no better reason than an outage. */
  failure: string
  /** What can be done where there is no such record. */
  whenMissing?: ReactNode
}

/** What happened, why, and what to do; typed conditions stay where they are. */
export function ErrorBlock({ query, failure, whenMissing }: ErrorBlockProps) {
  const { error, isFetching, refetch } = query
  if (error instanceof CallRefused && error.http === 404) {
    const icon = <FileQuestion size={28} strokeWidth={1.5} aria-hidden="true" />
    return (
      <StateBlock icon={icon} title={uiLabels.missing} hint={uiLabels.missingHint}>
        {whenMissing}
      </StateBlock>
    )
  }
  return (
    <StateBlock
      icon={<Unlink size={28} strokeWidth={1.75} aria-hidden="true" />}
      title={error instanceof CallRefused && error.http > 0 && error.http < 500 ? error.msg : failure}
      hint={whyOf(error)}
      tone="error"
    >
      <Button
        icon={<RotateCw size={14} aria-hidden="true" />}
        loading={isFetching}
        onClick={() => void refetch()}
      >
        {uiLabels.retry}
      </Button>
    </StateBlock>
  )
}

function whyOf(error: unknown): string {
  if (!(error instanceof CallRefused)) return uiLabels.refused
  if (error.http === 0) return uiLabels.noAnswer
  return error.http >= 500 ? uiLabels.outage(error.http) : uiLabels.refused
}
