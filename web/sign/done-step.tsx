// The end: what was signed and when, and the signer's own copy.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { OpenedLink, Signed } from '@paywages/wire/signing/shapes.ts'
import { CopyButton } from './copy-button.tsx'
import { Frame, StepTitle } from './frame.tsx'
import { SignedIcon } from './icons.tsx'
import { doneLabels as labels } from './labels.ts'

type DoneStepProps = { readonly link: OpenedLink; readonly session: string; readonly signed: Signed }

export function DoneStep({ link, session, signed }: DoneStepProps) {
  return (
    <Frame face={link} step="done" foot={<CopyButton session={session} />}>
      <div className="closed closed-signed">
        <SignedIcon />
        <StepTitle title={labels.title} lead={labels.lead(link.providerName)} />
      </div>
      <dl className="signed-facts">
        <div>
          <dt>{labels.contractNo}</dt>
          <dd>{signed.contractNo}</dd>
        </div>
        <div>
          <dt>{labels.signedAt}</dt>
          <dd>{shanghaiSecond(signed.signedAt)}</dd>
        </div>
        <div>
          <dt>{labels.digest}</dt>
          <dd>
            {shortDigest(signed.digest)}
            <small>{labels.digestHelp}</small>
          </dd>
        </div>
      </dl>
    </Frame>
  )
}

function shortDigest(digest: string): string {
  return (digest.slice(0, 16).match(/.{1,4}/g) ?? []).join(' ')
}
