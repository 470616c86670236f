// The dialog in which a result is entered or corrected: the same frame and fields, sent by whoever knows what else was typed.

import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Form } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { CallRefused } from '../api/refused.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { resultLabels as labels } from './labels.ts'
import { lateOf, tellOutcome } from './outcome.ts'
import { ResultFields, type TypedResult } from './result-fields.tsx'

export type ResultFormProps = {
  /** Stays while the dialog fades away. */
  application: Pick<ApplicationRow, 'applicationNo' | 'providerName' | 'amountFen'>
  open: boolean
  onClose: () => void
}

type FrameProps<Typed> = ResultFormProps & {
  name: string
  title: string
  note: string
  act: string
  send: (typed: Typed) => Promise<undefined>
  /** In the row of the tracking number, and below the files. */
  beside?: ReactNode
  children?: ReactNode
} & Pick<ComponentProps<typeof ResultFields>, 'initial'>

export function ResultForm<Typed extends TypedResult>(props: FrameProps<Typed>) {
  const { application, open, onClose, name, title, note, act, send, initial, beside, children } = props
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const [held, setHeld] = useState(false)
  const { applicationNo, providerName, amountFen } = application

  async function sendTyped(typed: Typed) {
    let late: CallRefused | undefined
    const answered = await submit(async () => {
      late = await lateOf(send(typed))
    })
    if (!answered) return
    onClose()
    await tellOutcome(late, labels.done)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name={name}
      title={title}
      object={labels.object(applicationNo, providerName, signedYuan(amountFen))}
      note={note}
      act={act}
      busy={busy}
      held={held}
      width={600}
      onSubmit={(typed) => void sendTyped(typed)}
      onClose={onClose}
    >
      <ResultFields initial={initial} onBusy={setHeld} beside={beside} />
      {children}
    </DialogForm>
  )
}
