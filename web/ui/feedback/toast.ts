// Short messages under the top bar: what succeeded, what was refused, what came to nothing.

import type { Proposable } from '@paywages/wire/endpoint.ts'
import { App } from 'antd'
import type { MessageInstance } from 'antd/es/message/interface'
import { useEffect } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { uiLabels } from '../labels.ts'

let shown: MessageInstance | undefined

/** Stands once inside antd's App, so that toasts wear the brand's theme. */
export function ToastHost(): null {
  const { message } = App.useApp()
  useEffect(() => {
    shown = message
  }, [message])
  return null
}

export function toastSuccess(text: string): void {
  void shown?.success(text)
}

/** Done, or proposed: then it says what it waits for (D47). */
export function toastDone({ waiting }: Proposable<unknown>, done: string): void {
  if (waiting === undefined) toastSuccess(done)
  else void shown?.info(waiting.msg, 5)
}

/** What was done, and changed nothing. */
export function toastInfo(text: string): void {
  void shown?.info(text)
}

/** What the page itself refuses before anything is sent. */
export function toastProblem(text: string): void {
  void shown?.error(text, 4)
}

type RefusalToast = { readonly seconds?: number }

/** Says why a call failed; a session that has ended speaks on the login page instead. */
export function toastRefusal(error: unknown, { seconds = 4 }: RefusalToast = {}): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (error instanceof CallRefused && (error.http === 401 || error.status === 503)) return
  const text = error instanceof CallRefused ? error.msg : uiLabels.unexpected
  void shown?.error(text, seconds)
}
