// A new password and its repetition, with a strength hint; only its digest ever travels, so strength is validated here (D8).

import { passwordWeakness } from '@paywages/domain/accounts/password-strength.ts'
import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { passwordLabels } from './labels.ts'
import './new-password-fields.css'

type NewPasswordFieldsProps = {
  label: string
  confirmLabel: string
  /** What is said when it is missing, which differs from page to page. */
  missing: string
}

export function NewPasswordFields({ label, confirmLabel, missing }: NewPasswordFieldsProps) {
  return (
    <>
      <Form.Item name="password" label={label} rules={passwordRules(missing)} extra={<Strength />}>
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Form.Item name="confirm" label={confirmLabel} dependencies={['password']} rules={[confirmRule]}>
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
    </>
  )
}

function passwordRules(missing: string): Rule[] {
  const validator = async (_: unknown, password: string | undefined) => {
    if (!password) throw new Error(missing)
    const weakness = passwordWeakness(password)
    if (weakness !== undefined) throw new Error(passwordLabels[weakness])
  }
  return [{ required: true, validator }]
}

const confirmRule: Rule = ({ getFieldValue }) => ({
  required: true,
  validator: async (_, confirm: string | undefined) => {
    if (!confirm) throw new Error(passwordLabels.confirmMissing)
    if (confirm !== getFieldValue('password')) throw new Error(passwordLabels.mismatch)
  },
})

/** Four steps: too short, too simple, good enough, and long besides. */
function levelOf(password: string): 0 | 1 | 2 | 3 {
  const weakness = passwordWeakness(password)
  if (weakness === 'too-short') return 0
  if (weakness === 'too-simple') return 1
  return password.length >= 12 ? 3 : 2
}

function Strength() {
  const password = Form.useWatch('password') as string | undefined
  const level = password ? levelOf(password) : undefined
  return (
    <span className="strength" data-level={level}>
      {level === undefined ? null : (
        <span className="strength-bars" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
      )}
      <span>
        {level === undefined
          ? passwordLabels.rule
          : `${passwordLabels.strength}：${passwordLabels.levels[level]}`}
      </span>
    </span>
  )
}
