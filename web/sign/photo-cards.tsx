// The two places of an ID card's photographs: the camera's frame, a photograph that is taken, and one that waits its turn.

import { CautionIcon, TickIcon } from './icons.tsx'
import { photoLabels as labels, type Side } from './labels.ts'
import type { TakenPhoto } from './photo-state.ts'

type CameraFrameProps = {
  readonly side: Side
  readonly caption: string
  readonly percent: number | undefined
  /** Back to the photograph that is there. */
  readonly onKeep: (() => void) | undefined
}

export function CameraFrame({ side, caption, percent, onKeep }: CameraFrameProps) {
  return (
    <section className="photo-card photo-camera" aria-label={labels.sides[side]}>
      <svg className="photo-frame" viewBox="0 0 232 146" fill="none" aria-hidden="true" focusable="false">
        <g stroke="#fff" strokeWidth="3">
          <path d="M1.5 28V13.5a12 12 0 0 1 12-12H28M204 1.5h14.5a12 12 0 0 1 12 12V28" />
          <path d="M230.5 118v14.5a12 12 0 0 1-12 12H204M28 144.5H13.5a12 12 0 0 1-12-12V118" />
        </g>
        <Outline side={side} />
      </svg>
      <p className="photo-caption" role="status">
        {caption}
      </p>
      {percent === undefined ? null : (
        <progress className="photo-progress" aria-label={caption} max={100} value={percent} />
      )}
      {onKeep === undefined ? null : (
        <button type="button" className="photo-keep" onClick={onKeep}>
          {labels.keep}
        </button>
      )}
    </section>
  )
}

/** Where portrait and lines, or emblem and lines, are on the card. */
function Outline({ side }: { side: Side }) {
  return (
    <g stroke="currentColor" strokeWidth="1.6" strokeDasharray="4 4">
      {side === 'back' ? (
        <>
          <circle cx="64" cy="53" r="16" />
          <path d="M95 44h80M95 59h56M70 97h80M70 109h96" />
        </>
      ) : (
        <>
          <rect x="156" y="28" width="52" height="66" rx="3" />
          <path d="M24 34h56M24 50h32M24 66h72M24 80h96M24 94h72M24 118h152" />
        </>
      )}
    </g>
  )
}

export function WaitingCard({ side }: { side: Side }) {
  return (
    <section className="photo-card photo-waiting" aria-label={labels.sides[side]}>
      <svg className="photo-frame" viewBox="0 0 232 146" fill="none" aria-hidden="true" focusable="false">
        <Outline side={side} />
      </svg>
      <p className="photo-caption">{labels.next(labels.sides[side])}</p>
    </section>
  )
}

type TakenCardProps = {
  readonly side: Side
  readonly photo: TakenPhoto
  readonly onRetake: (() => void) | undefined
}

export function TakenCard({ side, photo, onRetake }: TakenCardProps) {
  const word = labels.sides[side]
  return (
    <section className="photo-card photo-taken" aria-label={word}>
      {photo.preview === undefined ? (
        <DrawnCard side={side} />
      ) : (
        <img className="photo-picture" src={photo.preview} alt={labels.preview(word)} />
      )}
      <p className="photo-state">
        <span className={photo.blurry ? 'photo-doubt' : 'photo-good'} role="status">
          {photo.blurry ? <CautionIcon /> : <TickIcon />}
          {photo.preview === undefined
            ? labels.kept(word)
            : photo.blurry
              ? labels.blurry(word)
              : labels.clear(word)}
        </span>
        <button
          type="button"
          className="link"
          aria-label={labels.retakeOf(word)}
          disabled={onRetake === undefined}
          onClick={onRetake}
        >
          {labels.retake}
        </button>
      </p>
    </section>
  )
}

/** Stands for a photograph that is kept and not given out again. */
function DrawnCard({ side }: { side: Side }) {
  return (
    <svg className="photo-picture" viewBox="0 0 232 146" aria-hidden="true" focusable="false">
      <rect width="232" height="146" fill="#e6eefb" />
      <path
        d="M0 88c46-22 90 26 140 2s70-4 92-12M0 116c52-24 96 22 150 0s62-6 82-12"
        fill="none"
        stroke="#c3d6f0"
      />
      <g fill="#7e8ca6">
        {side === 'front' ? (
          <>
            <rect x="156" y="28" width="56" height="68" fill="#fff" />
            <circle cx="184" cy="52" r="12.5" />
            <path d="M161 96c2-17 10-26 23-26s21 9 23 26z" />
            <path d="M20 30h60v7H20zM20 50h40v7H20zM20 69h80v7H20zM20 86h112v7H20zM20 99h90v7H20z" />
            <path d="M20 120h162v8H20z" fill="#344054" />
          </>
        ) : (
          <>
            <circle cx="56" cy="52" r="20" />
            <path d="M92 38h100v9H92zM92 60h76v9H92zM58 100h52v7H58zM120 100h74v7h-74zM58 118h52v7H58zM120 118h90v7h-90z" />
          </>
        )}
      </g>
    </svg>
  )
}
