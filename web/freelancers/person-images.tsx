// The two sides of the ID card and the signature: small with a watermark, large on a click; or that they were deleted (D27, D33).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { Button, Image } from 'antd'
import { ImageOff, RotateCw, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useImageRetries } from '../ui/files/use-image-retries.ts'
import { imageLabels as labels } from './labels.ts'
import './person-images.css'

type PersonImagesProps = Pick<
  PersonDetail,
  'frontUrl' | 'backUrl' | 'signatureUrl' | 'imagesDeletedAt' | 'signed'
>

export function PersonImages(props: PersonImagesProps) {
  const { frontUrl, backUrl, signatureUrl } = props
  const absent = whyAbsent(props)
  const images = [
    { what: labels.front, url: frontUrl },
    { what: labels.back, url: backUrl },
    { what: labels.signature, url: signatureUrl },
  ]
  return (
    <ul className="person-images">
      {images.map(({ what, url }) => (
        <li key={what}>
          {/* Another address is another image: nothing of the one before may stay. */}
          {url === '' ? <Absent words={absent} /> : <Picture key={url} what={what} url={url} />}
          <p>{what}</p>
        </li>
      ))}
    </ul>
  )
}

function whyAbsent({ imagesDeletedAt, signed }: PersonImagesProps): string {
  if (imagesDeletedAt !== null) return labels.deleted(shanghaiDay(imagesDeletedAt))
  return signed ? labels.none : labels.notYet
}

function Absent({ words }: { words: string }) {
  return (
    <div className="person-image person-image-absent">
      <ImageOff size={20} strokeWidth={1.5} aria-hidden="true" />
      <span>{words}</span>
    </div>
  )
}

function Picture({ what, url }: { what: string; url: string }) {
  const [zoomed, setZoomed] = useState(false)
  const { broken, attempt, onError, retry } = useImageRetries()
  if (broken) {
    return (
      <div className="person-image person-image-absent" role="alert">
        <span>{labels.broken}</span>
        <Button size="small" icon={<RotateCw size={12} aria-hidden="true" />} onClick={retry}>
          {labels.retry}
        </Button>
      </div>
    )
  }
  return (
    <>
      <button
        className="person-image"
        type="button"
        aria-label={labels.zoom(what)}
        onClick={() => setZoomed(true)}
      >
        <img key={attempt} src={url} alt="" onError={onError} />
        {/* Written by the style: a text inside the button would be part of what it is called. */}
        <span className="person-watermark" data-words={labels.watermark} aria-hidden="true" />
        <span className="person-image-badge" aria-hidden="true">
          <ZoomIn size={14} />
        </span>
      </button>
      {zoomed ? <Large what={what} url={url} onClose={() => setZoomed(false)} /> : null}
    </>
  )
}

const MARKS = Array.from({ length: 12 }, (_, index) => index)

/** The watermark of the large one says who looks, and when. */
function Large({ what, url, onClose }: { what: string; url: string; onClose: () => void }) {
  const { account } = useCurrentUser()
  const mark = labels.watermarkOf(account, shanghaiDay(new Date()))
  return (
    <Image
      rootClassName="person-image-hidden"
      alt={what}
      src={url}
      preview={{
        open: true,
        onOpenChange: (open) => {
          if (!open) onClose()
        },
        imageRender: (node) => (
          <>
            {node}
            <div className="person-marks" aria-hidden="true">
              {MARKS.map((index) => (
                <span key={index}>{mark}</span>
              ))}
            </div>
          </>
        ),
      }}
    />
  )
}
