// A receipt or another kept file to look at: pictures with zoom, PDF in place, and both in a window of their own.

import { fileUrlOf, inlineUrlOf } from '@paywages/wire/files/file-url.ts'
import { Button, Image } from 'antd'
import { Download, ExternalLink, FileText, ImageOff, RotateCw, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { previewLabels as labels } from './labels.ts'
import './file-preview.css'

type FilePreviewProps = {
  fileId: string
  name: string
  /** thumb: 184 × 124 in a form · page: as wide as its column. */
  size: 'thumb' | 'page'
}

export function FilePreview({ fileId, name, size }: FilePreviewProps) {
  // What a kept file is, its name says: both were held against each other when it came.
  const isPdf = /\.pdf$/i.test(name)
  return (
    <figure className="file-preview" data-size={size}>
      {isPdf ? <PdfFrame fileId={fileId} name={name} size={size} /> : <Picture fileId={fileId} name={name} />}
      {size === 'thumb' ? null : (
        <figcaption className="file-preview-caption">
          <span className="file-preview-name">{name}</span>
          <FileLinks fileId={fileId} />
        </figcaption>
      )}
    </figure>
  )
}

function FileLinks({ fileId }: { fileId: string }) {
  return (
    <span className="file-preview-links">
      <a href={inlineUrlOf(fileId)} target="_blank" rel="noreferrer">
        <ExternalLink size={14} aria-hidden="true" />
        {labels.open}
      </a>
      <a href={fileUrlOf(fileId)} download>
        <Download size={14} aria-hidden="true" />
        {labels.download}
      </a>
    </span>
  )
}

/** Browsers show PDF in a frame; where one does not, the links below open it. */
function PdfFrame({ fileId, name, size }: FilePreviewProps) {
  if (size === 'page') {
    const address = `${inlineUrlOf(fileId)}#navpanes=0&view=FitH`
    return <iframe className="file-preview-pdf" src={address} title={name} />
  }
  return (
    <a className="file-preview-tile" href={inlineUrlOf(fileId)} target="_blank" rel="noreferrer">
      <FileText size={28} strokeWidth={1.5} aria-hidden="true" />
      <span>{labels.openPdf}</span>
    </a>
  )
}

function Picture({ fileId, name }: { fileId: string; name: string }) {
  const [zoomed, setZoomed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [broken, setBroken] = useState(false)
  const address = inlineUrlOf(fileId)
  if (broken) {
    return (
      <div className="file-preview-broken" role="alert">
        <ImageOff size={28} strokeWidth={1.5} aria-hidden="true" />
        <p>{labels.broken}</p>
        <Button
          size="small"
          icon={<RotateCw size={12} aria-hidden="true" />}
          onClick={() => {
            setBroken(false)
            setAttempt(attempt + 1)
          }}
        >
          {labels.retry}
        </Button>
      </div>
    )
  }
  return (
    <>
      <button
        className="file-preview-picture"
        type="button"
        aria-label={labels.zoom(name)}
        onClick={() => setZoomed(true)}
      >
        <img key={attempt} src={address} alt="" onError={() => setBroken(true)} />
        <span className="file-preview-badge" aria-hidden="true">
          <ZoomIn size={14} />
        </span>
      </button>
      {zoomed ? (
        <Image
          rootClassName="file-preview-hidden"
          alt={name}
          src={address}
          preview={{ open: true, onOpenChange: setZoomed }}
        />
      ) : null}
    </>
  )
}
