// A manager says what became of a transfer: the outcome, how it was found out, and the evidence (D41).

import { pendingTransfers, proposeResolution, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { Form, Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { EvidenceField } from './evidence-field.tsx'
import { proposeLabels as labels } from './labels.ts'

type Typed = { outcome: 'succeeded' | 'failed'; reason: string; evidenceFileId: string }

type ProposeDialogProps = {
  transfer: PendingTransfer | undefined
  onClose: () => void
  onDone: () => void
}

const OUTCOMES = (['succeeded', 'failed'] as const).map((value) => ({ value, label: labels.outcomes[value] }))

export function ProposeDialog({ transfer, onClose, onDone }: ProposeDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const [sending, setSending] = useState(false)
  const last = useRef(transfer)
  if (transfer !== undefined) last.current = transfer
  const shown = last.current

  async function send({ outcome, reason, evidenceFileId }: Typed) {
    if (transfer === undefined) return
    const ask = { rowId: transfer.rowId, outcome, reason: reason.trim(), evidenceFileId }
    if (!(await submit(() => call(proposeResolution, ask)))) return
    toastSuccess(labels.done)
    onDone()
    await refresh(pendingTransfers, transferHistory)
  }

  return (
    <DialogForm
      open={transfer !== undefined}
      form={form}
      name="propose-resolution"
      title={labels.title}
      object={labels.object(shown?.name ?? '', signedYuan(shown?.netFen ?? 0n), shown?.batchNo ?? '')}
      note={labels.note}
      act={labels.act}
      busy={busy}
      held={sending}
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
