// Uploads the proof of a month, or another one in its place, with its progress (D31).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { uploadProof } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import { Form } from 'antd'
import { upload } from '../../api/transfer-files.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { FormFileField } from '../../ui/files/form-file-field.tsx'
import { useSentFile } from '../../ui/files/use-sent-file.ts'
import { DialogForm } from '../../ui/form/dialog-form.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { uploadLabels as labels } from './proof-labels.ts'
import { refreshProofs } from './refresh-proofs.ts'

type Typed = { file?: File }

type UploadProofDialogProps = {
  /** Stays while the dialog fades away. */
  proof: TaxProof
  open: boolean
  onClose: () => void
}

export function UploadProofDialog({ proof, open, onClose }: UploadProofDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const sent = useSentFile()
  const { taxId, providerName, month, taxFen, status, reason } = proof
  const again = status !== 'pending'

  async function send({ file }: Typed) {
    if (file === undefined) return
    const input = { taxId, fileName: file.name }
    if (!(await submit(() => upload(uploadProof, input, [file], sent.begin())))) return
    onClose()
    toastSuccess(labels.done)
    await refreshProofs()
  }

  function close() {
    sent.stop()
    onClose()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="tax-proof"
      title={again ? labels.titleAgain : labels.title}
      object={labels.object(providerName, month, formatYuanGrouped(taxFen))}
      {...(again ? { note: labels.again } : {})}
      action={labels.action}
      busy={busy}
      onSubmit={(typed) => void send(typed)}
      onClose={close}
    >
      {reason === '' ? null : <Notice tone="wait" title={labels.rejected(reason)} />}
      <Form.Item
        name="file"
        label={labels.file}
        extra={labels.fileHint}
        validateTrigger="onChange"
        rules={[{ required: true, message: labels.missing }]}
      >
        <FormFileField
          kind="tax-proof"
          label={labels.file}
          dropHint={labels.drop}
          percent={busy ? sent.percent : undefined}
        />
      </Form.Item>
    </DialogForm>
  )
}
