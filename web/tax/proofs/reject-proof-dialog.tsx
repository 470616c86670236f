// Rejects the file of a proof with a reason that whoever uploaded it will read (D31).

import { rejectProof } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import { Form, Input } from 'antd'
import { call } from '../../api/client.ts'
import { CallRefused } from '../../api/refused.ts'
import { toastRefusal, toastSuccess } from '../../ui/feedback/toast.ts'
import { DialogForm } from '../../ui/form/dialog-form.tsx'
import { rulesFor } from '../../ui/form/field-rules.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { rejectLabels as labels } from './proof-labels.ts'
import { refreshProofs } from './refresh-proofs.ts'

type Typed = { reason?: string }

type RejectProofDialogProps = {
  /** Stays while the dialog fades away. */
  proof: TaxProof
  open: boolean
  onClose: () => void
}

export function RejectProofDialog({ proof, open, onClose }: RejectProofDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const { taxId, fileId, providerName, month, file } = proof

  async function reject({ reason = '' }: Typed) {
    let late: CallRefused | undefined
    const answered = await submit(async () => {
      late = await call(rejectProof, {
        taxId,
        reason: reason.trim(),
        ...(fileId === null ? {} : { fileId }),
      }).then(() => undefined, lateOf)
    })
    if (!answered) return
    onClose()
    if (late === undefined) toastSuccess(labels.done)
    else toastRefusal(late)
    await refreshProofs()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="reject-tax-proof"
      title={labels.title}
      object={labels.object(providerName, month, file?.fileName ?? '')}
      note={labels.note}
      act={labels.act}
      danger
      busy={busy}
      onSubmit={(typed) => void reject(typed)}
      onClose={onClose}
    >
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(rejectProof, 'reason')}>
        <Input.TextArea rows={3} maxLength={100} showCount autoFocus placeholder={labels.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}

/** Someone else was quicker: the dialog has nothing left to ask. Any other refusal leaves it open. */
function lateOf(error: unknown): CallRefused {
  if (error instanceof CallRefused && (error.http === 409 || error.http === 404)) return error
  throw error
}
