// How files come into a page: the browser's own chooser, which a button opens, and files dropped anywhere.

import type { RefObject } from 'react'
import { FileDrop } from './file-drop.tsx'

type FileChooserProps = {
  /** Its click opens the chooser. */
  chooser: RefObject<HTMLInputElement | null>
  /** What the files are, for those who hear the page. */
  label: string
  /** The endings they may have: ".png,.pdf". */
  endings: string
  multiple?: boolean
  /** What letting go over the page will do; absent where nothing is dropped. */
  dropHint?: string
  /** Nothing is dropped while this is true. */
  busy?: boolean
  onFiles: (files: readonly File[]) => void
}

export function FileChooser(props: FileChooserProps) {
  const { chooser, label, endings, multiple = false, dropHint, busy = false, onFiles } = props
  return (
    <>
      <input
        ref={chooser}
        type="file"
        // antd's forms show file inputs even where they are hidden.
        style={{ display: 'none' }}
        multiple={multiple}
        tabIndex={-1}
        aria-label={label}
        accept={endings}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file chosen again must be a change again.
          event.target.value = ''
          onFiles(files)
        }}
      />
      {dropHint === undefined ? null : <FileDrop hint={dropHint} disabled={busy} onFiles={onFiles} />}
    </>
  )
}
