// The password change; afterwards every session has ended, so one logs in again (D9, D10).

import { changePassword } from '@paywages/wire/session/endpoints.ts'
import { sessionTexts } from '@paywages/wire/session/texts.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { clearUser } from '../api/known-user.ts'
import { redirect } from '../api/redirect.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { passwordDigest } from '../passwords/password-digest.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { FormBlock } from '../ui/form/form-page.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { passwordChangeLabels } from './labels.ts'
import './password-change.css'

type Typed = { oldPassword: string; password: string; confirm: string }

const READING_MS = 1500

const FORM_NAMES = { oldPasswordDigest: 'oldPassword', newPasswordDigest: 'password' }

export function PasswordChangePage() {
  const user = useCurrentUser()
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form, FORM_NAMES)

  async function change({ oldPassword, password }: Typed) {
    const changed = await submit(async () => {
      await call(changePassword, {
        oldPasswordDigest: passwordDigest(oldPassword),
        newPasswordDigest: passwordDigest(password),
        password,
      })
      toastSuccess(passwordChangeLabels.changed)
      // Toasts live in the shell, which is left now; the form stays busy until the sentence has been read.
      await new Promise((read) => setTimeout(read, READING_MS))
    })
    if (!changed) return
    redirect({ to: 'login', why: 'password-changed' })
    clearUser()
  }

  return (
    <div className="password-change">
      <PageTitle />
      {user.mustChangePassword ? (
        <Notice tone="wait" title={passwordChangeLabels.mustChange}>
          {passwordChangeLabels.mustChangeWhy}
        </Notice>
      ) : null}
      <FormBlock
        form={form}
        busy={busy}
        action={passwordChangeLabels.action}
        onSubmit={(typed) => void change(typed)}
      >
        {/* For password managers: whose password this is. */}
        <input
          className="visually-hidden"
          type="text"
          autoComplete="username"
          defaultValue={user.account}
          tabIndex={-1}
          aria-hidden="true"
        />
        <Form.Item name="oldPassword" label={passwordChangeLabels.old} rules={[OLD_RULE]}>
          <Input.Password autoComplete="current-password" maxLength={64} />
        </Form.Item>
        <NewPasswordFields
          label={passwordChangeLabels.new}
          confirmLabel={passwordChangeLabels.confirm}
          missing={sessionTexts.newPasswordMissing}
          account={user.account}
        />
      </FormBlock>
    </div>
  )
}

const OLD_RULE = { required: true, message: sessionTexts.oldPasswordMissing }
