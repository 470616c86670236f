// Sends what a dialog holds about a record that others change too; reason-dialog.tsx states the rule for refusals.

import type { FormInstance } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { toastRefusal, toastSuccess } from '../feedback/toast.ts'
import { useSubmit } from './use-submit.ts'

type RecordDialog = {
  readonly form: FormInstance
  readonly open: boolean
  /** The toast of success. */
  readonly done: string
  /** Reads everything again that stands behind the dialog. */
  readonly refresh: () => Promise<unknown>
  /** Before `refresh`, of a dialog that is still open. */
  readonly onDone: () => void
}

type RecordStep = {
  readonly busy: boolean
  /** The record changed meanwhile: the dialog says that what stands behind it is new. */
  readonly changed: boolean
  readonly step: (action: () => Promise<unknown>) => Promise<void>
}

export function useRecordStep({ form, open, done, refresh, onDone }: RecordDialog): RecordStep {
  const { busy, submit } = useSubmit(form)
  const [changed, setChanged] = useState(false)
  const turn = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every opening and closing begins a new turn.
  useLayoutEffect(() => {
    turn.current += 1
    setChanged(false)
  }, [open])

  async function step(action: () => Promise<unknown>): Promise<void> {
    const mine = turn.current
    // A late answer must not touch the dialog that has been opened for another record since.
    const isOpen = () => turn.current === mine
    let stale: CallRefused | undefined
    setChanged(false)
    const succeeded = await submit(async () => {
      try {
        await action()
      } catch (error) {
        if (!(error instanceof CallRefused) || !error.stale) throw error
        stale = error
      }
    })
    if (stale !== undefined) {
      toastRefusal(stale)
      if (isOpen()) setChanged(true)
    } else if (!succeeded) return
    else {
      toastSuccess(done)
      if (isOpen()) onDone()
    }
    await refresh()
  }

  return { busy, changed, step }
}
