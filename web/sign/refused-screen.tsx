// The whole page where a link does not open, or the network is away.

import type { CallRefused } from '../api/refused.ts'
import { CopyButton } from './copy-button.tsx'
import { type Face, Frame, StepTitle } from './frame.tsx'
import { ClosedLinkIcon, LostIcon, SignedIcon } from './icons.tsx'
import { labels, refusedTitles } from './labels.ts'

type RefusedScreenProps = {
  readonly face: Face
  readonly refused: CallRefused
  /** This page signed, and never heard so: its copy can still be had. */
  readonly signedBy?: string | undefined
}

export function RefusedScreen({ face, refused, signedBy }: RefusedScreenProps) {
  const used = refused.code === 'link-used' || refused.code === 'already-signed'
  return (
    <Frame face={face} foot={signedBy === undefined ? undefined : <CopyButton session={signedBy} />}>
      <div className={used ? 'closed closed-signed' : 'closed'}>
        {used ? <SignedIcon /> : <ClosedLinkIcon />}
        <StepTitle title={refusedTitles[refused.code] ?? refusedTitles['link-unknown'] ?? ''} />
        <p className="closed-why" role="status">
          {refused.msg}
        </p>
      </div>
    </Frame>
  )
}

type LostScreenProps = { readonly face: Face; readonly msg: string; readonly onRetry: () => void }

export function LostScreen({ face, msg, onRetry }: LostScreenProps) {
  const foot = (
    <button type="button" className="primary" onClick={onRetry}>
      {labels.retry}
    </button>
  )
  return (
    <Frame face={face} foot={foot}>
      <div className="closed">
        <LostIcon />
        <StepTitle title={labels.lostTitle} />
        <p className="closed-why" role="alert">
          {msg}
        </p>
      </div>
    </Frame>
  )
}
