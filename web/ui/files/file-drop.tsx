// Files dropped anywhere on the page: a veil says what will happen, letting go hands them over.

import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import './file-drop.css'

type FileDropProps = { hint: string; disabled: boolean; onFiles: (files: readonly File[]) => void }

export function FileDrop({ hint, disabled, onFiles }: FileDropProps) {
  const over = useFileDrop(disabled, onFiles)
  if (!over) return null
  return (
    <div className="file-drop" role="status">
      <div className="file-drop-frame">
        <FileUp size={28} strokeWidth={1.5} aria-hidden="true" />
        <p>{hint}</p>
      </div>
    </div>
  )
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** True while files hover over the page; a file let go elsewhere must not replace the page either. */
function useFileDrop(disabled: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [depth, setDepth] = useState(0)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const stop = new AbortController()
    const listen = <K extends 'dragenter' | 'dragleave' | 'dragover' | 'drop'>(
      name: K,
      action: (event: DragEvent) => void,
    ) =>
      window.addEventListener(name, (event) => carriesFiles(event) && action(event), { signal: stop.signal })
    listen('dragenter', () => setDepth((now) => now + 1))
    listen('dragleave', () => setDepth((now) => Math.max(0, now - 1)))
    listen('dragover', (event) => {
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
    })
    listen('drop', (event) => {
      event.preventDefault()
      setDepth(0)
      if (!disabled) take.current([...(event.dataTransfer?.files ?? [])])
    })
    return () => stop.abort()
  }, [disabled])
  return depth > 0 && !disabled
}
