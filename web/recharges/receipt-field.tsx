// The receipt in the form: one file, validated as a receipt and kept as one.

import { uploadReceipt } from '@paywages/wire/recharges/endpoints.ts'
import { upload } from '../api/transfer-files.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { FileField, type FileFieldValue } from '../ui/files/file-field.tsx'
import type { SendFile } from '../ui/files/use-uploads.ts'
import { uiLabels } from '../ui/labels.ts'
import { addLabels as labels } from './labels.ts'
import { RECEIPT_ENDINGS, validateReceipts } from './receipt-file.ts'

/** The form waits while a receipt is on its way. */
type ReceiptFieldProps = FileFieldValue & { onBusy: (busy: boolean) => void }

const send: SendFile = async (file, options) => {
  const stored = await upload(uploadReceipt, { fileName: file.name }, [file], options)
  toastSuccess(uiLabels.uploaded)
  return stored
}

export function ReceiptField(props: ReceiptFieldProps) {
  return (
    <FileField
      {...props}
      label={labels.receipt}
      dropHint={labels.drop}
      endings={RECEIPT_ENDINGS}
      validate={validateReceipts}
      send={send}
    />
  )
}
