// 预览 of a kept file, to stand among row actions: a picture opens over the page with zoom, a PDF in a window of its own; other files have none.

import { inlineUrlOf } from '@paywages/wire/files/file-url.ts'
import { useState } from 'react'
import { filesLabels as labels } from '../labels.ts'
import type { FileLook } from './file-mark.tsx'
import { ZoomedImage } from './zoomed-image.tsx'

type ViewFileProps = { fileId: string; name: string; look: FileLook }

export function ViewFile({ fileId, name, look }: ViewFileProps) {
  const [zoomed, setZoomed] = useState(false)
  if (look === 'other') return null
  const address = inlineUrlOf(fileId)
  const words = { className: 'row-act', 'aria-label': labels.previewOf(name), children: labels.preview }
  if (look === 'pdf') return <a {...words} href={address} target="_blank" rel="noopener noreferrer" />
  return (
    <>
      <button {...words} type="button" onClick={() => setZoomed(true)} />
      {zoomed ? <ZoomedImage name={name} address={address} onOpenChange={setZoomed} /> : null}
    </>
  )
}
