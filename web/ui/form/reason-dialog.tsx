// The dialog of every step that asks for a reason, with one rule for what the server refuses:
//
// 1. A refusal never closes the dialog, and what was typed stays. Of a field it stands there; any other is a toast.
// 2. Where the record has changed meanwhile (409) or is gone (404), everything behind the dialog is read again at once,
//    and the dialog says so until it is sent again or closed.
// 3. An answer that comes after the dialog was closed is a toast and a fresh record, and touches no other dialog.

import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import type { ReactNode } from 'react'
import { DialogForm } from './dialog-form.tsx'
import { useRecordStep } from './use-record-step.ts'
import './reason-dialog.css'

const MAX_REASON_LENGTH = 100

export type ReasonWords = {
  readonly title: string
  readonly action: string
  readonly note?: string
  readonly reason: string
  readonly reasonHint: string
  /** The toast of success. */
  readonly done: string
}

type ReasonDialogProps<Typed> = {
  open: boolean
  /** Keeps the ids of its fields apart from those of the page below. */
  name: string
  words: ReasonWords
  object: ReactNode
  /** Stands above the reason: the amount, or what follows. */
  body?: ReactNode
  /** What else is asked for, before the reason. */
  fields?: ReactNode
  /** The call's field that holds the reason, and its rules. */
  field?: string
  rules: Rule[]
  maxLength?: number
  danger?: boolean
  /** The reason is trimmed, and undefined where none was given. */
  send: (reason: string | undefined, typed: Typed) => Promise<unknown>
  refresh: () => Promise<unknown>
  onDone?: (() => void) | undefined
  onClose: () => void
}

export function ReasonDialog<Typed extends object>(props: ReasonDialogProps<Typed>) {
  const { open, name, words, object, body, fields, field = 'reason', rules, send, onDone, onClose } = props
  const { maxLength = MAX_REASON_LENGTH, danger = true, refresh } = props
  const [form] = Form.useForm<Typed>()
  const { busy, changed, step } = useRecordStep({
    form,
    open,
    done: words.done,
    refresh,
    onDone: () => {
      onClose()
      onDone?.()
    },
  })

  function submit(typed: Typed) {
    const reason = ((typed as Record<string, string | undefined>)[field] ?? '').trim()
    void step(() => send(reason === '' ? undefined : reason, typed))
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name={name}
      title={words.title}
      object={object}
      {...(words.note === undefined ? {} : { note: words.note })}
      action={words.action}
      danger={danger}
      busy={busy}
      changed={changed}
      onSubmit={submit}
      onClose={onClose}
    >
      {body === undefined ? null : <div className="reason-body">{body}</div>}
      {fields}
      <Form.Item name={field} label={words.reason} rules={rules}>
        <Input.TextArea
          rows={3}
          maxLength={maxLength}
          showCount
          autoFocus={fields === undefined}
          placeholder={words.reasonHint}
        />
      </Form.Item>
    </DialogForm>
  )
}
