// A manager registers that a payout came back, with the bank's paper; a second person confirms it (ADR 100).

import { netOf } from '@paywages/domain/ledger/postings.ts'
import { payoutRecord } from '@paywages/wire/payouts/endpoints.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { pendingTransfers, proposeResolution, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import { Form, Input } from 'antd'
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
import { returnLabels as labels } from './labels.ts'

type Typed = { reason: string; evidenceFileId: UploadedFile }

type ReturnDialogProps = { record: PayoutRecord; open: boolean; onClose: () => void }

const send = sendAs('evidence')

export function ReturnDialog({ record, open, onClose }: ReturnDialogProps) {
  const [form] = Form.useForm<Typed>()
  const [sending, setSending] = useState(false)
  const { rowId, name, batchNo } = record
  const { busy, changed, step } = useRecordStep({
    form,
    open,
    done: labels.done,
    refresh: () => refresh(pendingTransfers, payoutRecord, transferHistory),
    onDone: onClose,
  })
  const register = ({ reason, evidenceFileId: { fileId } }: Typed) =>
    step(() =>
      call(proposeResolution, {
        rowId,
        outcome: 'returned',
        reason: reason.trim(),
        evidenceFileId: fileId,
      }),
    )
  return (
    <DialogForm
      open={open}
      form={form}
      name="register-return"
      title={labels.title}
      object={labels.object(name, signedYuan(netOf(record)), batchNo)}
      note={labels.note}
      action={labels.action}
      busy={busy}
      held={sending}
      changed={changed}
      onSubmit={(typed) => void register(typed)}
      onClose={onClose}
    >
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
