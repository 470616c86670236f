// The mark of a required field, the same in pages and dialogs.

import type { ReactNode } from 'react'
import './required-mark.css'

/** A red star behind the word, so that labels stand in one line whether required or not. */
export function requiredMark(label: ReactNode, { required }: { required: boolean }): ReactNode {
  return (
    <>
      {label}
      {required ? <span className="form-required" aria-hidden="true" /> : null}
    </>
  )
}
