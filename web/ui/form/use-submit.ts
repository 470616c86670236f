// Submits a form: once at a time, refusals go to their fields, and what was typed stays.

import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { toastRefusal } from '../feedback/toast.ts'

type Submit = {
  readonly busy: boolean
  /** Resolves to true when the act succeeded. */
  readonly submit: (action: () => Promise<unknown>) => Promise<boolean>
  /** The same, and resolves to the answer; undefined when it was refused. */
  readonly ask: <T extends object>(action: () => Promise<T>) => Promise<T | undefined>
}

/** `formNames` maps a call's field to the form's, where they differ (passwordDigest → password). */
export function useSubmit(form: FormInstance, formNames: Readonly<Record<string, string>> = {}): Submit {
  const [busy, setBusy] = useState(false)
  // State arrives a render too late to stop a second click.
  const running = useRef(false)

  async function submit(action: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      await action()
      return true
    } catch (error) {
      if (!showOnFields(form, error, formNames)) toastRefusal(error)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  async function ask<T extends object>(action: () => Promise<T>): Promise<T | undefined> {
    let answer: T | undefined
    const done = await submit(async () => {
      answer = await action()
    })
    return done ? answer : undefined
  }

  return { busy, submit, ask }
}

function showOnFields(
  form: FormInstance,
  error: unknown,
  formNames: Readonly<Record<string, string>>,
): boolean {
  if (!(error instanceof CallRefused)) return false
  const known = new Set(Object.keys(form.getFieldsValue(true)))
  const shown = Object.entries(error.fieldErrors).map(([field, msg]) => ({
    name: formNames[field] ?? field,
    errors: [msg],
  }))
  const fitting = shown.filter(
    (field) => known.has(field.name) || form.getFieldInstance(field.name) !== undefined,
  )
  const [first] = fitting
  if (first === undefined || fitting.length < shown.length) return false
  form.setFields(fitting)
  form.scrollToField(first.name, { focus: true, block: 'center' })
  return true
}
