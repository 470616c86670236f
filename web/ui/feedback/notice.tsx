// A tinted strip that says something about the whole page: what must be done first, or what cannot be done.

import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './notice.css'

type NoticeProps = {
  /** wait: someone must act · info: good to know · bad: refused or broken. */
  tone: 'wait' | 'info' | 'bad'
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function Notice({ tone, title, children, action }: NoticeProps) {
  const Icon = tone === 'info' ? Info : TriangleAlert
  return (
    <div className="notice" data-tone={tone} role="note">
      <Icon size={18} aria-hidden="true" />
      <div className="notice-words">
        <p className="notice-title">{title}</p>
        {children === undefined ? null : <div className="notice-text">{children}</div>}
      </div>
      {action}
    </div>
  )
}
