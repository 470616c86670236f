// The code that whoever confirmed the account was told, asked for with the first factor.

import { Form, Input } from 'antd'
import { factorLabels as labels } from './labels.ts'

export function EnrolmentCodeField() {
  return (
    <Form.Item
      name="enrolmentCode"
      label={labels.enrolmentCode}
      extra={labels.enrolmentCodeHint}
      rules={[{ required: true, message: labels.enrolmentCodeMissing }]}
    >
      <Input autoComplete="off" maxLength={20} placeholder={labels.enrolmentCodeExample} />
    </Form.Item>
  )
}
