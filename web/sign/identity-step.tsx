// The first step: name, the last six of the ID number, and a code by SMS where one is required.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { cleanTail, isTail } from '@paywages/domain/signing/identity-check.ts'
import { signingTexts as texts } from '@paywages/wire/signing/messages.ts'
import { identifySigner } from '@paywages/wire/signing/public-endpoints.ts'
import type { OpenedLink, Signer } from '@paywages/wire/signing/shapes.ts'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { CodeField } from './code-field.tsx'
import { TextField } from './field.tsx'
import { Frame, Message, StepTitle } from './frame.tsx'
import { LockIcon } from './icons.tsx'
import { identityLabels as labels } from './labels.ts'
import { useOnce } from './use-once.ts'
import './identity-step.css'

type IdentityStepProps = {
  readonly token: string
  readonly link: OpenedLink
  /** Known already: one came back with the back button. */
  readonly signer: Signer | undefined
  readonly notice: string
  readonly onIdentified: (signer: Signer) => void
  readonly onGoOn: () => void
  readonly leads: (error: unknown) => boolean
}

export function IdentityStep(props: IdentityStepProps) {
  const [again, setAgain] = useState(false)
  if (props.signer !== undefined && !again)
    return (
      <KnownSigner
        link={props.link}
        name={props.signer.name}
        onGoOn={props.onGoOn}
        onAgain={() => setAgain(true)}
      />
    )
  return <IdentityForm {...props} />
}

export type Wrong = Readonly<Partial<Record<'name' | 'tail' | 'code', string>>>

function IdentityForm({ token, link, notice, onIdentified, leads }: IdentityStepProps) {
  const [name, setName] = useState('')
  const [tail, setTail] = useState('')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [message, setMessage] = useState(notice)
  const [busy, once] = useOnce()
  const form = useRef<HTMLFormElement>(null)

  const validate = (withCode: boolean): boolean => {
    const found: Record<string, string> = {}
    if (name.trim() === '') found.name = texts.nameMissing
    if (cleanTail(tail) === '') found.tail = texts.tailMissing
    else if (!isTail(cleanTail(tail))) found.tail = texts.tailWrong
    if (withCode && link.codeRequired && code === '') found.code = labels.codeNeeded
    else if (withCode && link.codeRequired && !/^\d{6}$/.test(code)) found.code = texts.codeWrong
    setWrong(found)
    setMessage('')
    const [first] = Object.keys(found)
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    return first === undefined
  }
  const refuse = (error: unknown) => {
    if (leads(error)) return
    if (!(error instanceof CallRefused)) throw error
    setWrong(error.fieldErrors)
    setMessage(Object.keys(error.fieldErrors).length === 0 ? error.msg : '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!validate(true)) return
    once(async () => {
      const typed = { token, name, tail, ...(link.codeRequired ? { code } : {}) }
      await call(identifySigner, typed).then(onIdentified, refuse)
    })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off">
      <Frame
        face={link}
        step="identity"
        footFlows
        foot={
          <>
            <button type="submit" className="primary" aria-disabled={busy}>
              {busy ? labels.checking : labels.next}
            </button>
            <p className="foot-note">
              <LockIcon />
              {labels.privacy}
            </p>
          </>
        }
      >
        <StepTitle title={labels.title} lead={labels.lead} />
        <Invitation link={link} />
        <Message>{message}</Message>
        <TextField
          name="name"
          label={labels.name}
          placeholder={labels.namePlaceholder}
          value={name}
          onValue={setName}
          wrong={wrong.name}
          maxLength={60}
        />
        <TextField
          name="tail"
          label={labels.tail}
          placeholder={labels.tailPlaceholder}
          value={tail}
          onValue={(typed) => setTail(lastSix(typed))}
          wrong={wrong.tail}
          inputMode="numeric"
          beside={
            <button
              type="button"
              className="field-button"
              aria-label={labels.tailX}
              disabled={!/^\d{5}$/.test(tail)}
              onClick={() => setTail(`${tail}X`)}
            >
              X
            </button>
          }
        />
        {link.codeRequired ? (
          <CodeField
            value={code}
            onValue={setCode}
            wrong={wrong.code}
            asked={() => (validate(false) ? { token, name, tail } : undefined)}
            onRefused={refuse}
          />
        ) : null}
      </Frame>
    </form>
  )
}

/** Whoever pastes the whole number means its end. */
function lastSix(typed: string): string {
  const clean = cleanTail(typed)
  return clean.length === 18 ? clean.slice(-6) : clean.slice(0, 6)
}

function Invitation({ link }: { link: OpenedLink }) {
  return (
    <dl className="invitation">
      <div>
        <dt>{labels.inviter}</dt>
        <dd>{link.providerName}</dd>
      </div>
      <div>
        <dt>{labels.until}</dt>
        <dd>{shanghaiMinute(link.expiresAt)}</dd>
      </div>
    </dl>
  )
}

type KnownSignerProps = {
  readonly link: OpenedLink
  readonly name: string
  readonly onGoOn: () => void
  readonly onAgain: () => void
}

function KnownSigner({ link, name, onGoOn, onAgain }: KnownSignerProps) {
  const foot = (
    <>
      <button type="button" className="primary" onClick={onGoOn}>
        {labels.goOn}
      </button>
      <button type="button" className="second" onClick={onAgain}>
        {labels.someoneElse}
      </button>
    </>
  )
  return (
    <Frame face={link} step="identity" foot={foot}>
      <StepTitle title={labels.title} lead={labels.verified(name)} />
      <Invitation link={link} />
    </Frame>
  )
}
