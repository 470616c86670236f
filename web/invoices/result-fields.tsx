// The fields that a result and its correction share: tracking number, note and the invoice files (spec §5, D30).

import { enterInvoiceResult, MAX_INVOICE_FILES } from '@paywages/wire/invoices/endpoints.ts'
import { invoiceTexts } from '@paywages/wire/invoices/messages.ts'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { FilesField } from '../ui/files/files-field.tsx'
import { type ListedFile, sendAs } from '../ui/files/use-uploads.ts'
import type { FilesRule } from '../ui/files/validate-files.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { resultLabels as labels } from './labels.ts'
import './result-fields.css'

export type TypedResult = {
  trackingNo: string
  trackingNote?: string
  fileIds: readonly ListedFile[]
}

const RULE: FilesRule = {
  kind: 'invoice',
  most: MAX_INVOICE_FILES,
  tooMany: invoiceTexts.filesTooMany,
}

const send = sendAs('invoice')

type ResultFieldsProps = {
  initial: {
    readonly trackingNo: string
    readonly trackingNote: string
    readonly files: readonly ListedFile[]
  }
  onBusy: (busy: boolean) => void
  /** Stands beside the tracking number. */
  beside?: ReactNode
}

export function ResultFields({ initial, onBusy, beside }: ResultFieldsProps) {
  return (
    <>
      <div className="result-pair" data-alone={beside === undefined}>
        <Form.Item
          name="trackingNo"
          label={labels.trackingNo}
          initialValue={initial.trackingNo}
          rules={rulesFor(enterInvoiceResult, 'trackingNo')}
        >
          <Input maxLength={30} autoComplete="off" placeholder={labels.trackingNoHint} />
        </Form.Item>
        {beside}
      </div>
      <Form.Item
        name="fileIds"
        label={labels.files}
        initialValue={initial.files}
        validateTrigger="onChange"
        rules={[{ required: true, type: 'array', min: 1, message: invoiceTexts.filesMissing }]}
      >
        <FilesField rule={RULE} send={send} label={labels.files} hint={labels.filesHint} onBusy={onBusy} />
      </Form.Item>
      <Form.Item
        name="trackingNote"
        label={labels.note}
        initialValue={initial.trackingNote}
        rules={rulesFor(enterInvoiceResult, 'trackingNote')}
      >
        <Input.TextArea rows={2} maxLength={100} showCount placeholder={labels.noteHint} />
      </Form.Item>
    </>
  )
}

/** What both calls take of it. */
export function resultInput({ trackingNo, trackingNote = '', fileIds }: TypedResult) {
  return {
    trackingNo: trackingNo.trim(),
    trackingNote: trackingNote.trim(),
    fileIds: fileIds.map(({ fileId }) => fileId),
  }
}
