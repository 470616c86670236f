// A manager says what became of a transfer: the outcome, how it was found out, and the evidence (D41).

import { pendingTransfers, proposeResolution, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useRecordStep } from '../ui/form/use-record-step.ts'
import { EvidenceField } from './evidence-field.tsx'
import { proposeLabels as labels } from './labels.ts'

type Typed = { outcome: 'succeeded' | 'failed'; reason: string; evidenceFileId: string }

type ProposeDialogProps = {
  /** Stays while the dialog fades away. */
  transfer: PendingTransfer
  open: boolean
  onClose: () => void
  onDone: () => void
}

const OUTCOMES = (['succeeded', 'failed'] as const).map((value) => ({ value, label: labels.outcomes[value] }))

export function ProposeDialog({ transfer, open, onClose, onDone }: ProposeDialogProps) {
  const [form] = Form.useForm<Typed>()
  const [sending, setSending] = useState(false)
  const { busy, changed, step } = useRecordStep({
    form,
    open,
    done: labels.done,
    refresh: () => refresh(pendingTransfers, transferHistory),
    onDone,
  })
  const { rowId, name, netFen, batchNo } = transfer
  const send = ({ reason, ...typed }: Typed) =>
    step(() => call(proposeResolution, { rowId, reason: reason.trim(), ...typed }))
  return (
    <DialogForm
      open={open}
      form={form}
      name="propose-resolution"
      title={labels.title}
      object={labels.object(name, signedYuan(netFen), batchNo)}
      note={labels.note}
      act={labels.act}
      busy={busy}
      held={sending}
      changed={changed}
      onSubmit={(typed) => void send(typed)}
      onClose={onClose}
    >
      <Form.Item name="outcome" label={labels.outcome} rules={rulesFor(proposeResolution, 'outcome')}>
        <Radio.Group className="propose-outcomes" options={OUTCOMES} />
      </Form.Item>
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(proposeResolution, 'reason')}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder={labels.reasonHint} />
      </Form.Item>
      <Form.Item
        name="evidenceFileId"
        label={labels.evidence}
        rules={rulesFor(proposeResolution, 'evidenceFileId')}
        validateTrigger="onChange"
      >
        <EvidenceField onSending={setSending} />
      </Form.Item>
    </DialogForm>
  )
}
