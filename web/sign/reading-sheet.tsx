// A text to read, over the whole screen; read once its end has been seen.

import type { Reading } from '@paywages/wire/signing/shapes.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { CloseIcon } from './icons.tsx'
import { sheetLabels as labels } from './labels.ts'
import './reading-sheet.css'

type ReadingSheetProps = {
  readonly reading: Reading
  readonly read: boolean
  /** Another text that is still to be read. */
  readonly next: { readonly title: string; readonly open: () => void } | undefined
  readonly onRead: () => void
  readonly onClose: () => void
}

export function ReadingSheet({ reading, read, next, onRead, onClose }: ReadingSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const latest = useRef(onRead)
  latest.current = onRead
  useEffect(() => {
    // A dialog keeps the focus inside and the page behind it still.
    dialog.current?.showModal()
    document.documentElement.classList.add('still')
    return () => document.documentElement.classList.remove('still')
  }, [])
  useEffect(() => {
    if (end.current === null) return
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current()
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [])

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      onKeyDown={closeByKey}
      onCancel={(event) => event.preventDefault()}
    >
      <header className="sheet-head">
        <h2 id="sheet-title">{reading.title}</h2>
        <button type="button" className="sheet-close" aria-label={labels.close} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <div className="sheet-text" role="document" tabIndex={0}>
        {reading.clauses.map((clause) => (
          <section key={clause.heading}>
            {clause.heading === '' ? null : <h3>{clause.heading}</h3>}
            {clause.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <p className="sheet-end" ref={end}>
          {labels.version(reading.version)}
        </p>
      </div>
      <footer className="sheet-foot">
        <button type="button" className="primary" disabled={!read} onClick={next?.open ?? onClose}>
          {!read ? labels.scroll : next === undefined ? labels.finished : labels.nextSheet(next.title)}
        </button>
      </footer>
    </dialog>
  )
}
