// The title block of every page: what it is, one line on what it is for, and its actions at the right.

import type { ReactNode } from 'react'
import { usePageWords } from './page-context.ts'
import './page-title.css'

type PageTitleProps = {
  /** Stands for the table's title where a page is about one record. */
  title?: string
  purpose?: ReactNode
  tag?: ReactNode
  actions?: ReactNode
}

export function PageTitle({ title, purpose, tag, actions }: PageTitleProps) {
  const words = usePageWords()
  return (
    <div className="page-title">
      <div className="page-title-words">
        <h1>
          {title ?? words.title}
          {tag}
        </h1>
        <p>{purpose ?? words.purpose}</p>
      </div>
      {actions === undefined ? null : <div className="page-title-actions">{actions}</div>}
    </div>
  )
}
