// A manager says what became of a transfer: the outcome, how it was found out, and the evidence (D41).

import { payoutRecord } from '@paywages/wire/payouts/endpoints.ts'
import { pendingTransfers, proposeResolution, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { FileField } from '../ui/files/file-field.tsx'
import { sendAs, type UploadedFile } from '../ui/files/use-uploads.ts'
import { endingsOf, validateOneFile } from '../ui/files/validate-files.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useRecordStep } from '../ui/form/use-record-step.ts'
import { proposeLabels as labels } from './labels.ts'

type Typed = { outcome: 'succeeded' | 'failed'; reason: string; evidenceFileId: UploadedFile }

type ProposeDialogProps = {
  /** Stays while the dialog fades away. */
  transfer: PendingTransfer
  open: boolean
  onClose: () => void
  onDone: () => void
}

const send = sendAs('evidence')

const OUTCOMES = (['succeeded', 'failed'] as const).map((value) => ({ value, label: labels.outcomes[value] }))

export function ProposeDialog({ transfer, open, onClose, onDone }: ProposeDialogProps) {
  const [form] = Form.useForm<Typed>()
  const [sending, setSending] = useState(false)
  const { busy, changed, step } = useRecordStep({
    form,
    open,
    done: labels.done,
    refresh: () => refresh(pendingTransfers, payoutRecord, transferHistory),
    onDone,
  })
  const { rowId, name, netFen, batchNo } = transfer
  const propose = ({ outcome, reason, evidenceFileId: { fileId } }: Typed) =>
    step(() => call(proposeResolution, { rowId, outcome, reason: reason.trim(), evidenceFileId: fileId }))
  return (
    <DialogForm
      open={open}
      form={form}
      name="propose-resolution"
      title={labels.title}
      object={labels.object(name, signedYuan(netFen), batchNo)}
      note={labels.note}
      action={labels.action}
      busy={busy}
      held={sending}
      changed={changed}
      onSubmit={(typed) => void propose(typed)}
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
        extra={labels.evidenceHint}
        rules={[{ required: true, message: labels.evidenceMissing }]}
        validateTrigger="onChange"
      >
        <FileField
          label={labels.evidence}
          dropHint={labels.drop}
          endings={endingsOf('evidence')}
          validate={(files) => validateOneFile('evidence', files)}
          send={send}
          onBusy={setSending}
        />
      </Form.Item>
    </DialogForm>
  )
}
