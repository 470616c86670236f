// The way through an open link: what was entered, photographed and drawn is kept here, whichever step is shown.

import { openLink } from '@paywages/wire/signing/public-endpoints.ts'
import type { OpenedLink, Signed, Signer } from '@paywages/wire/signing/shapes.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { DoneStep } from './done-step.tsx'
import { blankDraft, type Draft } from './draft.ts'
import { IdentityStep } from './identity-step.tsx'
import type { StepName } from './labels.ts'
import { bothTaken, type Photos, storedPhotos } from './photo-state.ts'
import { PhotosStep } from './photos-step.tsx'
import { SignatureStep } from './signature-step.tsx'
import { useLeaveQuestion, useSteps } from './use-steps.ts'

type SigningProps = {
  readonly token: string
  readonly link: OpenedLink
  /** The link itself has ended: nothing on this page can go on. Only the session that signed is told that its link is used. */
  readonly onRefused: (refused: CallRefused, signedBy?: string) => void
}

export function Signing({ token, link, onRefused }: SigningProps) {
  const { place, go, openSheet, closeSheet } = useSteps()
  const [signer, setSigner] = useState<Signer>()
  const [photos, setPhotos] = useState<Photos>({})
  const [draft, setDraft] = useState<Draft>(blankDraft)
  const [signed, setSigned] = useState<Signed>()
  const [notice, setNotice] = useState('')
  useLeaveQuestion(signer !== undefined && signed === undefined)

  const move = (step: StepName, why = '') => {
    setNotice(why)
    go(step)
  }
  const identified = (next: Signer) => {
    setPhotos((before) => storedPhotos(before, next))
    // Another version must be read again; what was drawn stays.
    if (next.contract.version !== signer?.contract.version || next.notice.version !== signer?.notice.version)
      setDraft(({ signature }) => ({ ...blankDraft, signature }))
    setSigner(next)
    move('photos')
  }
  /** Refusals that lead elsewhere; whatever else is refused is said where it happened. */
  const leads = (error: unknown): boolean => {
    if (!(error instanceof CallRefused)) return false
    if (error.code.startsWith('link-') || error.code === 'already-signed') {
      onRefused(error, error.code === 'link-used' ? signer?.session : undefined)
      setSigner(undefined)
    } else if (error.code === 'signing-session-over' || error.code === 'text-changed') {
      setSigner(undefined)
      move('identity', error.msg)
      // The reason may be the link's own: signed elsewhere, or taken back.
      call(openLink, { token }).catch((closed: unknown) => {
        if (closed instanceof CallRefused && closed.code.startsWith('link-')) onRefused(closed)
      })
    } else if (error.code === 'photos-missing' || error.code === 'photos-same') {
      setPhotos(({ front }) => (error.code === 'photos-same' && front ? { front } : {}))
      move('photos', error.msg)
    } else return false
    return true
  }

  if (signer !== undefined && signed !== undefined)
    return <DoneStep link={link} session={signer.session} signed={signed} />
  if (signer === undefined || place.step === 'identity')
    return (
      <IdentityStep
        token={token}
        link={link}
        signer={signer}
        notice={notice}
        onIdentified={identified}
        onGoOn={() => move('photos')}
        leads={leads}
      />
    )
  if (place.step === 'photos' || !bothTaken(photos))
    return (
      <PhotosStep
        link={link}
        session={signer.session}
        photos={photos}
        notice={notice}
        onPhotos={setPhotos}
        onGoOn={() => move('signature')}
        leads={leads}
      />
    )
  return (
    <SignatureStep
      link={link}
      signer={signer}
      draft={draft}
      onDraft={setDraft}
      sheet={place.sheet}
      onOpenSheet={openSheet}
      onCloseSheet={closeSheet}
      onSigned={(done) => {
        setSigned(done)
        go('done')
      }}
      leads={leads}
    />
  )
}
