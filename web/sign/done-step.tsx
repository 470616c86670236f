// The end: what was signed and when, and the signer's own copy.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { signedCopy } from '@paywages/wire/signing/public-endpoints.ts'
import type { OpenedLink, Signed } from '@paywages/wire/signing/shapes.ts'
import { useState } from 'react'
import { CallRefused } from '../api/refused.ts'
import { download } from '../api/transfer-files.ts'
import { Frame, Message, StepTitle } from './frame.tsx'
import { SignedIcon } from './icons.tsx'
import { doneLabels as labels } from './labels.ts'
import { useOnce } from './use-once.ts'

type DoneStepProps = { readonly link: OpenedLink; readonly session: string; readonly signed: Signed }

export function DoneStep({ link, session, signed }: DoneStepProps) {
  const [message, setMessage] = useState('')
  const [busy, once] = useOnce()
  const save = () =>
    once(async () => {
      setMessage('')
      try {
        await download(signedCopy, { session })
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        setMessage(error.msg)
      }
    })
  const foot = (
    <>
      <button type="button" className="primary" disabled={busy} onClick={save}>
        {busy ? labels.copying : labels.copy}
      </button>
      <p className="foot-note">{labels.advice}</p>
    </>
  )
  return (
    <Frame face={link} step="done" foot={foot}>
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
      <Message>{message}</Message>
    </Frame>
  )
}

function shortDigest(digest: string): string {
  return (digest.slice(0, 16).match(/.{1,4}/g) ?? []).join(' ')
}
