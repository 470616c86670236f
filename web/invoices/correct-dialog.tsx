// Corrects number, note and files of what was invoiced, with a reason; what stood before stays in the history (D30).

import { correctInvoice } from '@paywages/wire/invoices/endpoints.ts'
import type { ApplicationDetail } from '@paywages/wire/invoices/shapes.ts'
import { Form, Input } from 'antd'
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

type Typed = TypedResult & { reason: string }

type CorrectDialogProps = { application: ApplicationDetail; open: boolean; onClose: () => void }

export function CorrectDialog({ application, open, onClose }: CorrectDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const [held, setHeld] = useState(false)
  const { applicationId, applicationNo, providerName, amountFen } = application

  async function correct({ reason, ...typed }: Typed) {
    let late: CallRefused | undefined
    const answered = await submit(async () => {
      const ask = { applicationId, reason: reason.trim(), ...resultAsk(typed) }
      late = await lateOf(call(correctInvoice, ask))
    })
    if (!answered) return
    onClose()
    await tellOutcome(late, labels.done)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="invoice-correction"
      title={labels.correctTitle}
      object={labels.object(applicationNo, providerName, signedYuan(amountFen))}
      note={labels.correctNote}
      act={labels.correctAct}
      busy={busy}
      held={held}
      width={600}
      onSubmit={(typed) => void correct(typed)}
      onClose={onClose}
    >
      <ResultFields
        initial={{
          trackingNo: application.trackingNo,
          trackingNote: application.trackingNote,
          files: application.files.map(({ fileName, ...file }) => ({ ...file, name: fileName })),
        }}
        onBusy={setHeld}
      />
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(correctInvoice, 'reason')}>
        <Input.TextArea rows={2} maxLength={100} showCount placeholder={labels.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}
