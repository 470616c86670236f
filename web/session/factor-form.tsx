// The second screen of a login: a one-time code or a recovery code, in the form's own look (D48).

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { factorFormLabels, loginLabels } from './labels.ts'
import type { LoginFault } from './login-form.tsx'
import { LoginTip } from './login-tip.tsx'
import { useCountdown } from './use-countdown.ts'

type FactorFormProps = {
  brand: 1 | 2
  onSubmit: (code: string) => Promise<LoginFault | undefined>
  onBack: () => void
}

export function FactorForm({ brand, onSubmit, onBack }: FactorFormProps) {
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

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (submitted.current || secondsLeft > 0) return
    const code = input.current?.value.trim() ?? ''
    if (code === '') return show({ text: factorFormLabels.codeMissing, wrong: true })
    submitted.current = true
    setWaiting(true)
    setFault(undefined)
    const refused = await onSubmit(code).catch(() => ({
      text: loginLabels.unreachable,
      wrong: false,
      waitSeconds: 0,
    }))
    // After success the form stays busy until the next page takes its place.
    if (refused === undefined) return
    submitted.current = false
    setWaiting(false)
    setSecondsLeft(refused.waitSeconds)
    show(refused)
  }

  const wrong = fault?.wrong === true
  return (
    <form className="login-form" data-brand={brand} noValidate onSubmit={submit}>
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
