// The dialog in which a result is entered or corrected: the same frame and fields, sent by whoever knows what else was typed.

import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Form } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useRecordStep } from '../ui/form/use-record-step.ts'
import { resultLabels as labels } from './labels.ts'
import { refreshInvoices } from './refresh-invoices.ts'
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
  action: string
  send: (typed: Typed) => Promise<undefined>
  /** In the row of the tracking number, and below the files. */
  beside?: ReactNode
  children?: ReactNode
} & Pick<ComponentProps<typeof ResultFields>, 'initial'>

export function ResultForm<Typed extends TypedResult>(props: FrameProps<Typed>) {
  const { application, open, onClose, name, title, note, action, send, initial, beside, children } = props
  const [form] = Form.useForm<Typed>()
  const { busy, changed, step } = useRecordStep({
    form,
    open,
    done: labels.done,
    refresh: refreshInvoices,
    onDone: onClose,
  })
  const [held, setHeld] = useState(false)
  const { applicationNo, providerName, amountFen } = application

  return (
    <DialogForm
      open={open}
      form={form}
      name={name}
      title={title}
      object={labels.object(applicationNo, providerName, signedYuan(amountFen))}
      note={note}
      action={action}
      busy={busy}
      changed={changed}
      held={held}
      width={600}
      onSubmit={(typed) => void step(() => send(typed))}
      onClose={onClose}
    >
      <ResultFields initial={initial} onBusy={setHeld} beside={beside} />
      {children}
    </DialogForm>
  )
}
