// A step on a personal contract that others will read the reason of: revoking, ending, or having looked into it.

import type { AskOf } from '@paywages/wire/endpoint.ts'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { type Callable, call } from '../api/client.ts'
import { CallRefused } from '../api/refused.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { refreshContracts } from './refresh-contracts.ts'

export type ReasonWords = {
  readonly title: string
  readonly note: string
  readonly act: string
  readonly reason: string
  readonly reasonHint: string
  readonly done: string
}

type ReasonDialogProps<E extends Callable> = {
  open: boolean
  endpoint: E
  /** The call's field that holds what is typed. */
  field: keyof AskOf<E> & string
  askOf: (text: string | undefined) => AskOf<E>
  words: ReasonWords
  object: string
  /** Stands above the field: what follows, or what it is about. */
  body?: ReactNode
  danger?: boolean
  onDone: () => void
  onClose: () => void
}

export function ReasonDialog<E extends Callable>(props: ReasonDialogProps<E>) {
  const { open, endpoint, field, askOf, words, object, body, danger = false, onDone, onClose } = props
  const [form] = Form.useForm<Record<string, string | undefined>>()
  const { busy, submit } = useSubmit(form)

  async function send(text: string | undefined) {
    let changedMeanwhile: CallRefused | undefined
    const answered = await submit(async () => {
      const typed = text?.trim() ?? ''
      changedMeanwhile = await call(endpoint, askOf(typed === '' ? undefined : typed)).then(
        () => undefined,
        staleOf,
      )
    })
    if (!answered) return
    onClose()
    if (changedMeanwhile === undefined) {
      toastSuccess(words.done)
      onDone()
    } else toastRefusal(changedMeanwhile)
    await refreshContracts()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name={`contract-${field}`}
      title={words.title}
      object={object}
      note={words.note}
      act={words.act}
      danger={danger}
      busy={busy}
      onSubmit={(typed) => void send(typed[field])}
      onClose={onClose}
    >
      {body}
      <Form.Item name={field as string} label={words.reason} rules={rulesFor(endpoint, field)}>
        <Input.TextArea rows={3} maxLength={100} showCount autoFocus placeholder={words.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}

/** Someone else was quicker: the dialog has nothing left to ask. Any other refusal leaves it open. */
function staleOf(error: unknown): CallRefused {
  if (error instanceof CallRefused && (error.http === 409 || error.http === 404)) return error
  throw error
}
