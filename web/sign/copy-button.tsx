// Saves the signer's own copy of the contract, while the page that signed it is open.

import { signedCopy } from '@paywages/wire/signing/public-endpoints.ts'
import { useState } from 'react'
import { CallRefused } from '../api/refused.ts'
import { download } from '../api/transfer-files.ts'
import { Message } from './frame.tsx'
import { doneLabels as labels } from './labels.ts'
import { useOnce } from './use-once.ts'

export function CopyButton({ session }: { session: string }) {
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
  return (
    <>
      <Message>{message}</Message>
      <button type="button" className="primary" disabled={busy} onClick={save}>
        {busy ? labels.copying : labels.copy}
      </button>
      <p className="foot-note">{labels.advice}</p>
    </>
  )
}
