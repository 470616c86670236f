// Takes a statement of one receiving account, and tells what was read and matched.

import { listReceivers } from '@paywages/wire/recharges/endpoints.ts'
import { uploadReceiverStatement } from '@paywages/wire/recharges/receiver-endpoints.ts'
import { Button, Form, Select } from 'antd'
import { useRef, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { upload } from '../api/transfer-files.ts'
import { cardInFours } from '../records/bank-card-text.ts'
import { toastProblem, toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { creditLabels as labels } from './labels.ts'
import { refreshCredits } from './use-recharge-actions.ts'

type Typed = { readonly receiverAccount: string }

export function ReceiverUploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const { data } = useCall(listReceivers, {}, { enabled: open })

  function close() {
    setFile(undefined)
    onClose()
  }

  async function send({ receiverAccount }: Typed): Promise<void> {
    if (file === undefined) return toastProblem(labels.fileMissing)
    setBusy(true)
    try {
      const read = await upload(uploadReceiverStatement, { receiverAccount }, [file])
      toastSuccess(labels.uploaded(read.creditCount, read.newCount, read.matchedCount))
      close()
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
      await refreshCredits()
    }
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="receiver-statement"
      title={labels.uploadTitle}
      action={labels.uploadAction}
      busy={busy}
      onSubmit={(typed) => void send(typed)}
      onClose={close}
    >
      <Form.Item
        name="receiverAccount"
        label={labels.receiver}
        rules={[{ required: true, message: labels.receiverMissing }]}
      >
        <Select
          placeholder={labels.receiverHint}
          options={(data?.rows ?? []).map(({ bank, account }) => ({
            value: account,
            label: `${bank} ${cardInFours(account)}`,
          }))}
        />
      </Form.Item>
      <Form.Item label={labels.file} required extra={labels.fileHint}>
        <Button onClick={() => chooser.current?.click()}>{file?.name ?? labels.choose}</Button>
        <FileChooser
          chooser={chooser}
          label={labels.file}
          endings=".pdf,.xlsx,.xls,.csv,.txt"
          onFiles={([chosen]) => chosen && setFile(chosen)}
        />
      </Form.Item>
    </DialogForm>
  )
}
