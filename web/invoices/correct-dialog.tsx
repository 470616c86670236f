// Corrects number, note and files of what was invoiced, with a reason; what stood before stays in the history (D30).

import { correctInvoice } from '@paywages/wire/invoices/endpoints.ts'
import type { ApplicationDetail } from '@paywages/wire/invoices/shapes.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { resultLabels as labels } from './labels.ts'
import { resultInput, type TypedResult } from './result-fields.tsx'
import { ResultForm, type ResultFormProps } from './result-form.tsx'

type Typed = TypedResult & { reason: string }

export function CorrectDialog(props: ResultFormProps & { application: ApplicationDetail }) {
  const { applicationId, trackingNo, trackingNote, files } = props.application
  return (
    <ResultForm<Typed>
      {...props}
      name="invoice-correction"
      title={labels.correctTitle}
      note={labels.correctNote}
      action={labels.correctAction}
      initial={{
        trackingNo,
        trackingNote,
        files: files.map(({ fileName, ...file }) => ({ ...file, name: fileName })),
      }}
      send={({ reason, ...typed }) =>
        call(correctInvoice, { applicationId, reason: reason.trim(), ...resultInput(typed) })
      }
    >
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(correctInvoice, 'reason')}>
        <Input.TextArea rows={2} maxLength={100} showCount placeholder={labels.reasonHint} />
      </Form.Item>
    </ResultForm>
  )
}
