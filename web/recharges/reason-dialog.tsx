// A step that stops something, with a reason that others will read: rejecting, withdrawing, refusing a reversal.

import { auditRecharge } from '@paywages/wire/recharges/endpoints.ts'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { CallRefused } from '../api/refused.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { outcomeOf, tellOutcome } from './outcome.ts'
import './reason-dialog.css'

type Typed = { reason?: string }

export type ReasonWords = {
  readonly title: string
  readonly act: string
  readonly note?: string
  readonly reason: string
  readonly reasonHint: string
  readonly done: string
}

type ReasonDialogProps = {
  open: boolean
  words: ReasonWords
  object: string
  /** Stands above the reason, such as the amount. */
  body?: ReactNode
  send: (reason: { readonly reason?: string }) => Promise<unknown>
  onDone?: () => void
  onClose: () => void
}

export function ReasonDialog({ open, words, object, body, send, onDone, onClose }: ReasonDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  async function stop({ reason = '' }: Typed) {
    const why = reason.trim()
    let refusal: CallRefused | undefined
    const answered = await submit(async () => {
      refusal = await outcomeOf(send(why === '' ? {} : { reason: why }))
    })
    if (!answered) return
    onClose()
    if (await tellOutcome(refusal, words.done)) onDone?.()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="recharge-reason"
      title={words.title}
      object={object}
      {...(words.note === undefined ? {} : { note: words.note })}
      act={words.act}
      danger
      busy={busy}
      onSubmit={(typed) => void stop(typed)}
      onClose={onClose}
    >
      {body === undefined ? null : <div className="reason-body">{body}</div>}
      <Form.Item name="reason" label={words.reason} rules={rulesFor(auditRecharge, 'reason')}>
        <Input.TextArea rows={3} maxLength={100} showCount autoFocus placeholder={words.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}
