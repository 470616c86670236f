// The login form of both brands: checks what was typed, submits once, and says calmly what went wrong.
import { type FormEvent, useId, useRef, useState } from 'react'
import { loginLabels } from './labels.ts'
import { EyeIcon, EyeOffIcon, LockIcon } from './login-icons.tsx'
import { LoginTip } from './login-tip.tsx'
import { useCountdown } from './use-countdown.ts'

/** What the server would not have, and for how long it will hear no more. */
export type LoginFault = {
  readonly text: string
  readonly waitSeconds: number
  /** What was typed is wrong; everything else is told without marking a field. */
  readonly wrong: boolean
}

type LoginFormProps = {
  brand: 1 | 2
  /** Resolves to what went wrong, or to nothing on success. */
  onSubmit: (account: string, password: string) => Promise<LoginFault | undefined>
  /** Said until the first attempt: why the person stands here again. */
  notice?: string | undefined
}

type FieldName = 'account' | 'password'
/** A fault without a field is nobody's typing: the account has no rights or must wait, or the server could not be reached. */
type Fault = { text: string; field?: FieldName }

export function LoginForm({ brand, onSubmit, notice }: LoginFormProps) {
  const [fault, setFault] = useState<Fault>()
  const [attempted, setAttempted] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [passwordShown, setPasswordShown] = useState(false)
  const [secondsLeft, setSecondsLeft] = useCountdown()
  // State arrives a render too late to stop the second click of a double click; this does not.
  const submitted = useRef(false)
  const accountInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const id = useId()
  const tipId = `${id}tip`

  function show(next: Fault) {
    setFault(next)
    if (next.field === 'account') accountInput.current?.focus()
    if (next.field === 'password') passwordInput.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (submitted.current || secondsLeft > 0) return
    setAttempted(true)
    // Read from the page, not from state: browsers fill in saved passwords without always telling React.
    const account = accountInput.current?.value.trim() ?? ''
    const password = passwordInput.current?.value ?? ''
    if (account === '') return show({ text: loginLabels.accountMissing, field: 'account' })
    if (password === '') return show({ text: loginLabels.passwordMissing, field: 'password' })

    submitted.current = true
    setWaiting(true)
    setFault(undefined)
    const outcome = await onSubmit(account, password).then(
      (refused): Fault | undefined => {
        if (refused === undefined) return undefined
        setSecondsLeft(refused.waitSeconds)
        return { text: refused.text, ...(refused.wrong ? { field: 'password' } : {}) }
      },
      (): Fault => ({ text: loginLabels.unreachable }),
    )
    // After success the form stays busy until the next page takes its place.
    if (outcome === undefined) return
    submitted.current = false
    setWaiting(false)
    show(outcome)
  }

  const fieldProps = (field: FieldName) => ({
    id: id + field,
    name: field,
    required: true,
    readOnly: waiting,
    'aria-invalid': fault?.field === field,
    'aria-describedby': fault?.field === field ? tipId : undefined,
    onInput: () => setFault(undefined),
  })

  return (
    <form className="login-form" data-brand={brand} noValidate onSubmit={submit}>
      <div className="login-field">
        <label htmlFor={`${id}account`}>{loginLabels.account}</label>
        <input
          {...fieldProps('account')}
          ref={accountInput}
          type="text"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div className="login-field">
        <label htmlFor={`${id}password`}>{loginLabels.password}</label>
        <input
          {...fieldProps('password')}
          ref={passwordInput}
          type={passwordShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          className="login-eye"
          type="button"
          aria-label={loginLabels.showPassword}
          aria-pressed={passwordShown}
          onClick={() => setPasswordShown((shown) => !shown)}
        >
          {passwordShown ? <EyeIcon /> : <EyeOffIcon />}
        </button>
      </div>
      <div className="login-tip" id={tipId} role="alert">
        <LoginTip fault={fault?.text} notice={attempted ? undefined : notice} />
      </div>
      <button
        className="login-submit"
        type="submit"
        aria-busy={waiting}
        aria-disabled={waiting || secondsLeft > 0}
      >
        {waiting ? loginLabels.submitting : submitLabel(secondsLeft)}
      </button>
      <p className="login-hint">
        <LockIcon />
        {loginLabels.lockHint}
      </p>
    </form>
  )
}

const submitLabel = (secondsLeft: number) =>
  secondsLeft > 0 ? loginLabels.waitSeconds(secondsLeft) : loginLabels.submit
