// Enters the result of an agreed application: tracking number, number of invoices, note and files; it is invoiced then.

import { isElectronic } from '@paywages/domain/invoices/invoice-type.ts'
import { enterInvoiceResult } from '@paywages/wire/invoices/endpoints.ts'
import { ELECTRONIC_TRACKING } from '@paywages/wire/invoices/messages.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Form, InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import type { CallRefused } from '../api/refused.ts'
import { signedYuan } from '../ui/amount-block.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { rulesFor } from '../ui/field-rules.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { resultLabels as labels } from './labels.ts'
import { lateOf, tellOutcome } from './outcome.ts'
import { ResultFields, resultAsk, type TypedResult } from './result-fields.tsx'

type Typed = TypedResult & { invoiceCount: number }

type ResultDialogProps = {
  /** Stays while the dialog fades away. */
  application: ApplicationRow
  open: boolean
  onClose: () => void
}

export function ResultDialog({ application, open, onClose }: ResultDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const [held, setHeld] = useState(false)
  const { applicationId, applicationNo, providerName, amountFen, type } = application
  const trackingNo = isElectronic(type) ? ELECTRONIC_TRACKING : ''

  async function enter({ invoiceCount, ...typed }: Typed) {
    let late: CallRefused | undefined
    const answered = await submit(async () => {
      const ask = { applicationId, invoiceCount, ...resultAsk(typed) }
      late = await lateOf(call(enterInvoiceResult, ask))
    })
    if (!answered) return
    onClose()
    await tellOutcome(late, labels.done)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="invoice-result"
      title={labels.title}
      object={labels.object(applicationNo, providerName, signedYuan(amountFen))}
      note={labels.resultNote}
      act={labels.act}
      busy={busy}
      held={held}
      width={600}
      onSubmit={(typed) => void enter(typed)}
      onClose={onClose}
    >
      <ResultFields
        initial={{ trackingNo, trackingNote: '', files: [] }}
        onBusy={setHeld}
        beside={
          <Form.Item
            name="invoiceCount"
            label={labels.count}
            initialValue={1}
            tooltip={labels.countNote}
            rules={rulesFor(enterInvoiceResult, 'invoiceCount')}
          >
            <InputNumber min={1} max={1_000} precision={0} />
          </Form.Item>
        }
      />
    </DialogForm>
  )
}
