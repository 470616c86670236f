// The code by SMS: asked for once the identity is right, and again after the server's waiting time.

import { sendCode } from '@paywages/wire/signing/public-endpoints.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { TextField } from './field.tsx'
import { identityLabels as labels } from './labels.ts'
import { useOnce } from './use-once.ts'

type Asked = { readonly token: string; readonly name: string; readonly tail: string }

type CodeFieldProps = {
  readonly value: string
  readonly onValue: (code: string) => void
  readonly wrong: string | undefined
  /** The identity to check, or nothing while it is incomplete. */
  readonly asked: () => Asked | undefined
  readonly onRefused: (error: unknown) => void
}

export function CodeField({ value, onValue, wrong, asked, onRefused }: CodeFieldProps) {
  const [seconds, wait] = useCountdown()
  const [phone, setPhone] = useState('')
  const [busy, once] = useOnce()

  const request = () => {
    const identity = asked()
    if (identity === undefined) return
    once(async () => {
      try {
        const sent = await call(sendCode, identity)
        setPhone(sent.phone)
        wait(sent.waitSeconds)
      } catch (error) {
        if (error instanceof CallRefused && error.code === 'code-too-soon') wait(Number(error.detail.seconds))
        onRefused(error)
      }
    })
  }
  return (
    <TextField
      name="code"
      label={labels.code}
      placeholder={labels.codePlaceholder}
      value={value}
      onValue={(typed) => onValue(typed.normalize('NFKC').replace(/\D/g, '').slice(0, 6))}
      wrong={wrong}
      note={phone === '' ? undefined : labels.codeSent(phone)}
      inputMode="numeric"
      autoComplete="one-time-code"
      beside={
        <button type="button" className="field-button" disabled={busy || seconds > 0} onClick={request}>
          {seconds > 0 ? labels.again(seconds) : labels.getCode}
        </button>
      }
    />
  )
}

/** By the clock and not by ticks: a phone that slept in between has waited too. */
function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) setUntil(0)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  const wait = (seconds: number) => {
    if (!Number.isFinite(seconds)) return
    setNow(Date.now())
    setUntil(Date.now() + 1_000 * seconds)
  }
  return [until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1_000)), wait]
}
