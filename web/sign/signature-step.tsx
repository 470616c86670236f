// The third step: the texts to read, the signature, the consent, and the one button that signs.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { validateSignature } from '@paywages/domain/signing/signature.ts'
import { completeSigning } from '@paywages/wire/signing/public-endpoints.ts'
import type { OpenedLink, Signed, Signer } from '@paywages/wire/signing/shapes.ts'
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import { call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { deviceId } from './device-id.ts'
import type { Draft } from './draft.ts'
import { Frame, Message, StepTitle } from './frame.tsx'
import { ArrowIcon, DocumentIcon } from './icons.tsx'
import { signatureLabels as labels, type SheetName, labels as words } from './labels.ts'
import { ReadingSheet } from './reading-sheet.tsx'
import { SignaturePad } from './signature-pad.tsx'
import { useOnce } from './use-once.ts'
import './signature-step.css'

type SignatureStepProps = {
  readonly link: OpenedLink
  readonly signer: Signer
  readonly draft: Draft
  readonly onDraft: Dispatch<SetStateAction<Draft>>
  readonly sheet: SheetName | undefined
  readonly onOpenSheet: (sheet: SheetName) => void
  readonly onCloseSheet: () => void
  readonly onSigned: (signed: Signed) => void
  readonly leads: (error: unknown) => boolean
}

export function SignatureStep(props: SignatureStepProps) {
  const { link, signer, draft, onDraft, sheet, onOpenSheet, onCloseSheet, onSigned, leads } = props
  const [message, setMessage] = useState('')
  const [busy, once] = useOnce()
  const missing = missingThings(signer, draft)
  const unread = unreadSheet(draft)

  const sign = () =>
    once(async () => {
      setMessage('')
      try {
        const signed = await call(completeSigning, {
          session: signer.session,
          signature: {
            width: draft.signature.width,
            height: draft.signature.height,
            strokes: draft.signature.strokes.map((stroke) => [...stroke]),
          },
          consent: draft.consent,
          contractVersion: signer.contract.version,
          noticeVersion: signer.notice.version,
          deviceId: deviceId(),
        })
        onSigned(signed)
      } catch (error) {
        if (leads(error)) return
        if (!(error instanceof CallRefused)) throw error
        setMessage(Object.values(error.fieldErrors)[0] ?? error.msg)
      }
    })
  const markRead = useCallback(
    (name: SheetName) => onDraft((before) => ({ ...before, read: { ...before.read, [name]: true } })),
    [onDraft],
  )
  const setConsent = (consent: boolean) => {
    if (unread === undefined) onDraft((before) => ({ ...before, consent }))
    else onOpenSheet(unread)
  }

  const foot = (
    <>
      <button type="button" className="primary" disabled={busy || missing.length > 0} onClick={sign}>
        {busy ? labels.sending : labels.confirm}
      </button>
      <p className="foot-note" aria-live="polite">
        {missing.length > 0 ? labels.missing(missing) : words.validUntil(shanghaiMinute(link.expiresAt))}
      </p>
    </>
  )
  return (
    <>
      <Frame face={link} step="signature" foot={foot} footFlows>
        <StepTitle title={labels.title} lead={labels.lead(signer.name)} />
        <DocumentRow link={link} signer={signer} read={draft.read.contract} onOpen={onOpenSheet} />
        <SignaturePad
          signature={draft.signature}
          onSignature={(signature) => onDraft((before) => ({ ...before, signature }))}
          locked={busy}
        />
        <Message>{message}</Message>
        <Consent signer={signer} checked={draft.consent} onChecked={setConsent} onOpen={onOpenSheet} />
      </Frame>
      {sheet === undefined ? null : (
        <ReadingSheet
          key={sheet}
          reading={signer[sheet]}
          read={draft.read[sheet]}
          next={nextUnread(signer, draft, sheet, onOpenSheet)}
          onRead={() => markRead(sheet)}
          onClose={onCloseSheet}
        />
      )}
    </>
  )
}

/** What the button still waits for, in the words of what to do. */
function missingThings(signer: Signer, draft: Draft): string[] {
  const missing: string[] = []
  const unread = unreadSheet(draft)
  if (unread !== undefined) missing.push(labels.toRead(signer[unread].title))
  const refusal = validateSignature(draft.signature)
  if (refusal === 'signature-missing') missing.push(labels.toSign)
  else if (refusal !== undefined) missing.push(labels.toWriteFull)
  if (unread === undefined && !draft.consent) missing.push(labels.toConsent)
  return missing
}

function unreadSheet({ read }: Draft): SheetName | undefined {
  if (!read.contract) return 'contract'
  return read.notice ? undefined : 'notice'
}

function nextUnread(signer: Signer, draft: Draft, open: SheetName, onOpen: (sheet: SheetName) => void) {
  const other: SheetName = open === 'contract' ? 'notice' : 'contract'
  if (draft.read[other]) return undefined
  return { title: signer[other].title, open: () => onOpen(other) }
}

type DocumentRowProps = {
  readonly link: OpenedLink
  readonly signer: Signer
  readonly read: boolean
  readonly onOpen: (sheet: SheetName) => void
}

function DocumentRow({ link, signer, read, onOpen }: DocumentRowProps) {
  const { title, clauses } = signer.contract
  return (
    <button type="button" className="document" onClick={() => onOpen('contract')}>
      <span className="document-icon">
        <DocumentIcon />
      </span>
      <span className="document-words">
        <span className="document-title">{title}</span>
        <span className="document-facts">
          {labels.document(link.providerName, clauses.length)}
          {' · '}
          <span className={read ? 'document-read' : 'document-unread'}>
            {read ? labels.read : labels.unread}
          </span>
        </span>
      </span>
      <ArrowIcon />
    </button>
  )
}

type ConsentProps = {
  readonly signer: Signer
  readonly checked: boolean
  readonly onChecked: (checked: boolean) => void
  readonly onOpen: (sheet: SheetName) => void
}

function Consent({ signer, checked, onChecked, onOpen }: ConsentProps) {
  const [agree, and, end] = labels.consent
  const name = (sheet: SheetName) => (
    <button type="button" className="link" onClick={() => onOpen(sheet)}>
      《{signer[sheet].title}》
    </button>
  )
  return (
    <div className="consent">
      <input
        id="consent"
        type="checkbox"
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <p>
        <label htmlFor="consent">{agree}</label>
        {name('contract')}
        {and}
        {name('notice')}
        <label htmlFor="consent">{end}</label>
      </p>
    </div>
  )
}
