// What is round every screen of the signing page: the brand, the steps, a title, and the controls in reach of the thumb.

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { BrandLogo } from '../brand/logo.tsx'
import { labels, type StepName } from './labels.ts'
import { StepBar } from './step-bar.tsx'

export type Face = { readonly plat: 1 | 2; readonly brandName: string }

/** The brand the server chose for this address, until the link has said whose it is. */
export function hostFace(): Face {
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return { plat: document.documentElement.dataset.plat === '2' ? 2 : 1, brandName: name ?? '' }
}

type FrameProps = {
  readonly face: Face
  readonly step?: StepName
  readonly children: ReactNode
  /** Buttons; they stay at the foot of the screen where the content is longer. */
  readonly foot?: ReactNode | undefined
  /** Buttons follow the content, so that on a low screen they never lie over what is typed or drawn. */
  readonly footFlows?: boolean
}

export function Frame({ face, step, children, foot, footFlows = false }: FrameProps) {
  return (
    <div className="page">
      <header className="head">
        <BrandLogo brand={face.plat} size={24} />
        <span className="head-name">{face.brandName}</span>
        <span className="head-purpose">{labels.purpose}</span>
      </header>
      {step === undefined ? null : <StepBar step={step} />}
      <main className="main">{children}</main>
      {foot === undefined ? null : <footer className={footFlows ? 'foot' : 'foot foot-stays'}>{foot}</footer>}
    </div>
  )
}

type StepTitleProps = { readonly title: string; readonly lead?: string | undefined }

/** Takes the focus when its step begins, so that whoever listens to the page hears where they are. */
export function StepTitle({ title, lead }: StepTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before it is drawn: nothing of a new step moves under the finger.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <h1 className="title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead === undefined ? null : <p className="lead">{lead}</p>}
    </>
  )
}

/** The place of what the server or the page has to say; always there, so that its words are read out. */
export function Message({ children }: { children: ReactNode }) {
  return (
    <div className="message-place" role="alert">
      {children === undefined || children === '' ? null : <p className="message">{children}</p>}
    </div>
  )
}
