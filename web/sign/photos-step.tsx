// The second step: both sides of the ID card, by the camera or from the album.

import type { OpenedLink } from '@paywages/wire/signing/shapes.ts'
import { type ChangeEvent, useRef, useState } from 'react'
import { CallRefused } from '../api/refused.ts'
import { Frame, Message, StepTitle } from './frame.tsx'
import { CameraIcon, LockIcon } from './icons.tsx'
import { photoLabels as labels, photoRefusals, type Side } from './labels.ts'
import { CameraFrame, TakenCard, WaitingCard } from './photo-cards.tsx'
import { nextSide, type Photos } from './photo-state.ts'
import { PhotoUnusable, preparePhoto } from './prepare-photo.ts'
import { sendPhoto } from './send-photo.ts'
import { useOnce } from './use-once.ts'
import './photos-step.css'

/** With these, an iPhone gives its HEIC photographs as JPEG. */
const KINDS = 'image/jpeg,image/png,image/webp'

type PhotosStepProps = {
  readonly link: OpenedLink
  readonly session: string
  readonly photos: Photos
  readonly notice: string
  readonly onPhotos: (change: (photos: Photos) => Photos) => void
  readonly onGoOn: () => void
  readonly leads: (error: unknown) => boolean
}

export function PhotosStep(props: PhotosStepProps) {
  const { link, session, photos, onPhotos, onGoOn, leads } = props
  const [again, setAgain] = useState<Side>()
  const [message, setMessage] = useState(props.notice)
  /** Undefined while nothing is under way; nothing sent yet is 0. */
  const [percent, setPercent] = useState<number>()
  const [busy, once] = useOnce()
  const side = again ?? nextSide(photos)

  const receive = (file: File, taken: Side) =>
    once(async () => {
      setMessage('')
      try {
        const { image, blurry } = await preparePhoto(file)
        setPercent(0)
        await sendPhoto({ session, side: taken, image, onPercent: setPercent })
        onPhotos((before) => {
          const old = before[taken]?.preview
          if (old !== undefined) URL.revokeObjectURL(old)
          return { ...before, [taken]: { preview: URL.createObjectURL(image), blurry } }
        })
        setAgain(undefined)
      } catch (error) {
        if (error instanceof PhotoUnusable) setMessage(photoRefusals[error.why])
        else if (leads(error)) return
        else if (error instanceof CallRefused) setMessage(Object.values(error.fieldErrors)[0] ?? error.msg)
        else throw error
      } finally {
        setPercent(undefined)
      }
    })

  const progress = !busy ? undefined : percent === undefined ? labels.preparing : labels.sending(percent)
  const cardOf = (one: Side, order: 'first' | 'next') => {
    const taken = photos[one]
    if (one === side) {
      const word = labels.sides[one]
      const caption = taken !== undefined ? labels.again(word) : labels[order](word)
      const keep = taken === undefined || busy ? undefined : () => setAgain(undefined)
      return <CameraFrame side={one} caption={progress ?? caption} percent={percent} onKeep={keep} />
    }
    if (taken === undefined) return <WaitingCard side={one} />
    return <TakenCard side={one} photo={taken} onRetake={busy ? undefined : () => setAgain(one)} />
  }
  return (
    <Frame
      face={link}
      step="photos"
      foot={
        side === undefined ? (
          <GoOn onGoOn={onGoOn} />
        ) : (
          <TakeButtons side={side} busy={busy} onFile={(file) => receive(file, side)} />
        )
      }
    >
      <StepTitle title={labels.title} lead={labels.lead} />
      <Message>{message}</Message>
      <div className="photo-cards">
        {cardOf('front', 'first')}
        {cardOf('back', photos.front === undefined ? 'first' : 'next')}
      </div>
    </Frame>
  )
}

function GoOn({ onGoOn }: { onGoOn: () => void }) {
  return (
    <>
      <button type="button" className="primary" onClick={onGoOn}>
        {labels.goOn}
      </button>
      <PrivacyNote />
    </>
  )
}

type TakeButtonsProps = {
  readonly side: Side
  readonly busy: boolean
  readonly onFile: (file: File) => void
}

/** The buttons stand for two file fields: one opens the camera, the other the album. */
function TakeButtons({ side, busy, onFile }: TakeButtonsProps) {
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same photograph chosen again is a choice too.
    target.value = ''
    if (file !== undefined) onFile(file)
  }
  const field = { type: 'file', accept: KINDS, hidden: true, onChange: chosen } as const
  return (
    <>
      <input {...field} ref={camera} capture="environment" />
      <input {...field} ref={album} />
      <button type="button" className="primary" disabled={busy} onClick={() => camera.current?.click()}>
        <CameraIcon />
        {labels.take(labels.sides[side])}
      </button>
      <button type="button" className="second" disabled={busy} onClick={() => album.current?.click()}>
        {labels.album}
      </button>
      <PrivacyNote />
    </>
  )
}

function PrivacyNote() {
  return (
    <p className="foot-note">
      <LockIcon />
      {labels.privacy}
    </p>
  )
}
