// A new password and its repetition, judged while it is typed as the server judges it again (D8, ADR 72).

import { passwordWeakness } from '@paywages/domain/accounts/password-strength.ts'
import { accountRefusals } from '@paywages/wire/accounts/messages.ts'
import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { passwordLabels } from './labels.ts'
import './new-password-fields.css'

type NewPasswordFieldsProps = {
  label: string
  confirmLabel: string
  /** What is said when it is missing, which differs from page to page. */
  missing: string
  /** Whose it will be: a password must not be the account's name. */
  account: string
}

export function NewPasswordFields({ label, confirmLabel, missing, account }: NewPasswordFieldsProps) {
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        rules={passwordRules(missing, account)}
        extra={<Strength account={account} />}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Form.Item name="confirm" label={confirmLabel} dependencies={['password']} rules={[confirmRule]}>
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
    </>
  )
}

function passwordRules(missing: string, account: string): Rule[] {
  const validator = async (_: unknown, password: string | undefined) => {
    if (!password) throw new Error(missing)
    const weakness = passwordWeakness(password, account)
    if (weakness !== undefined) throw new Error(accountRefusals[weakness].msg)
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

/** Four steps: too short, too weak, good enough, and long besides. */
function levelOf(password: string, account: string): 0 | 1 | 2 | 3 {
  const weakness = passwordWeakness(password, account)
  if (weakness === 'password-too-short') return 0
  if (weakness !== undefined) return 1
  return password.length >= 12 ? 3 : 2
}

function Strength({ account }: { account: string }) {
  const password = Form.useWatch('password') as string | undefined
  const level = password ? levelOf(password, account) : undefined
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
