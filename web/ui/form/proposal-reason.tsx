// Why a change is proposed, for the second person who confirms it: as a field of a form, and within a confirmation.

import { Form, Input } from 'antd'
import { uiLabels as labels } from '../labels.ts'

const MAX_LENGTH = 200

export function ReasonField() {
  return (
    <Form.Item name="reason" label={labels.reason} extra={labels.reasonExtra} className="form-wide">
      <Input.TextArea maxLength={MAX_LENGTH} rows={2} placeholder={labels.reasonHint} />
    </Form.Item>
  )
}

/** A confirmation keeps nothing itself: what is typed is handed out. */
export function ReasonInput({ onType }: { onType: (reason: string) => void }) {
  return (
    <Input.TextArea
      aria-label={labels.reason}
      maxLength={MAX_LENGTH}
      rows={2}
      placeholder={labels.reasonHint}
      onChange={(event) => onType(event.target.value.trim())}
    />
  )
}
