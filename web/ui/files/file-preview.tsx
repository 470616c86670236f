// A receipt or another kept file to look at: pictures with zoom, PDF in place, and both in a window of their own.

import { fileUrlOf, inlineUrlOf } from '@paywages/wire/files/file-url.ts'
import { Button } from 'antd'
import { Download, ExternalLink, FileText, ImageOff, RotateCw, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { previewLabels as labels } from '../labels.ts'
import { useImageRetries } from './use-image-retries.ts'
import { ZoomedImage } from './zoomed-image.tsx'
import './file-preview.css'

type FilePreviewProps = {
  fileId: string
  name: string
  /** thumb: 184 × 124 in a form · page: as wide as its column. */
  size: 'thumb' | 'page'
  /** Of a PDF: the page it opens at. */
  page?: number | undefined
}

export function FilePreview({ fileId, name, size, page }: FilePreviewProps) {
  return (
    <figure className="file-preview" data-size={size}>
      {isPdf(name) ? (
        <PdfFrame fileId={fileId} name={name} size={size} page={page} />
      ) : mayPreview(name) ? (
        <Picture fileId={fileId} name={name} />
      ) : (
        <DownloadTile fileId={fileId} />
      )}
      {size === 'thumb' ? null : (
        <figcaption className="file-preview-caption">
          <span className="file-preview-name">{name}</span>
          <FileLinks fileId={fileId} page={page} />
        </figcaption>
      )}
    </figure>
  )
}

// What a kept file is, its name says: both were held against each other when it came.
export const isPdf = (name: string): boolean => /\.pdf$/i.test(name)

/** Pictures and PDF; the rest is a download (D5). */
export function mayPreview(name: string): boolean {
  return /\.(pdf|png|jpe?g|gif|bmp)$/i.test(name)
}

function DownloadTile({ fileId }: { fileId: string }) {
  return (
    <a className="file-preview-tile" href={fileUrlOf(fileId)} download>
      <FileText size={28} strokeWidth={1.5} aria-hidden="true" />
      <span>{labels.noPreview}</span>
    </a>
  )
}

function FileLinks({ fileId, page }: { fileId: string; page: number | undefined }) {
  return (
    <span className="file-preview-links">
      <a href={addressAt(fileId, page)} target="_blank" rel="noreferrer">
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

function addressAt(fileId: string, page: number | undefined): string {
  return page === undefined ? inlineUrlOf(fileId) : `${inlineUrlOf(fileId)}#page=${page}`
}

/** Browsers show PDF in a frame; where one does not, the links below open it. */
function PdfFrame({ fileId, name, size, page }: FilePreviewProps) {
  if (size === 'page') {
    const address = `${addressAt(fileId, page ?? 1)}&navpanes=0&view=FitH`
    // Another page of the same file is another fragment only, which a viewer that is open does not follow.
    return <iframe key={address} className="file-preview-pdf" src={address} title={name} />
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
  const { broken, attempt, onError, retry } = useImageRetries()
  const address = inlineUrlOf(fileId)
  if (broken) {
    return (
      <div className="file-preview-broken" role="alert">
        <ImageOff size={28} strokeWidth={1.5} aria-hidden="true" />
        <p>{labels.broken}</p>
        <Button size="small" icon={<RotateCw size={12} aria-hidden="true" />} onClick={retry}>
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
        <img key={attempt} src={address} alt="" onError={onError} />
        <span className="file-preview-badge" aria-hidden="true">
          <ZoomIn size={14} />
        </span>
      </button>
      {zoomed ? <ZoomedImage name={name} address={address} onOpenChange={setZoomed} /> : null}
    </>
  )
}
