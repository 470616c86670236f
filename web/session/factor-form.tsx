// The second screen of a login: a passkey, a one-time code or a recovery code, in the form's own look (D48).

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { factorFormLabels, loginLabels } from './labels.ts'
import type { LoginFault } from './login-form.tsx'
import { LoginTip } from './login-tip.tsx'
import { useCountdown } from './use-countdown.ts'

export type GiveFactor = {
  readonly giveTyped: (code: string) => Promise<LoginFault | undefined>
  /** Where the account has a passkey. */
  readonly giveKey: (() => Promise<LoginFault | undefined>) | undefined
}

type FactorFormProps = { brand: 1 | 2; give: GiveFactor; onBack: () => void }

export function FactorForm({ brand, give, onBack }: FactorFormProps) {
  const [fault, setFault] = useState<Pick<LoginFault, 'text' | 'wrong'>>()
  const [waiting, setWaiting] = useState(false)
  const [secondsLeft, setSecondsLeft] = useCountdown()
  // State arrives a render too late to stop a second submit.
  const submitted = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])

  function show(next: Pick<LoginFault, 'text' | 'wrong'>) {
    setFault(next)
    if (next.wrong) input.current?.select()
  }

  async function run(work: () => Promise<LoginFault | undefined>) {
    if (submitted.current || secondsLeft > 0) return
    submitted.current = true
    setWaiting(true)
    setFault(undefined)
    const unreachable = { text: loginLabels.unreachable, wrong: false, waitSeconds: 0 }
    const refused = await work().catch(() => unreachable)
    // After success the form stays busy until the next page takes its place.
    if (refused === undefined) return
    submitted.current = false
    setWaiting(false)
    setSecondsLeft(refused.waitSeconds)
    show(refused)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const code = input.current?.value.trim() ?? ''
    if (code === '') return show({ text: factorFormLabels.codeMissing, wrong: true })
    await run(() => give.giveTyped(code))
  }

  const { giveKey } = give
  const wrong = fault?.wrong === true
  return (
    <form className="login-form" data-brand={brand} noValidate onSubmit={submit}>
      {giveKey === undefined ? null : (
        <button className="login-passkey" type="button" disabled={waiting} onClick={() => void run(giveKey)}>
          {factorFormLabels.usePasskey}
        </button>
      )}
      <p className="login-factor-hint">{factorFormLabels.hint}</p>
      <div className="login-field">
        <label htmlFor={`${id}code`}>{factorFormLabels.code}</label>
        <input
          id={`${id}code`}
          ref={input}
          name="code"
          type="text"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={waiting}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}tip` : undefined}
          onInput={() => setFault(undefined)}
        />
      </div>
      <div className="login-tip" id={`${id}tip`} role="alert">
        <LoginTip fault={fault?.text} />
      </div>
      <button
        className="login-submit"
        type="submit"
        aria-busy={waiting}
        aria-disabled={waiting || secondsLeft > 0}
      >
        {waiting
          ? factorFormLabels.submitting
          : secondsLeft > 0
            ? loginLabels.waitSeconds(secondsLeft)
            : factorFormLabels.submit}
      </button>
      <button className="login-back" type="button" onClick={onBack}>
        {factorFormLabels.back}
      </button>
    </form>
  )
}
