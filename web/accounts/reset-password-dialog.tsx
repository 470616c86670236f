// Gives an account a new first password, which its holder must change at the next login (D10).

import { type AccountRow, listAccounts, resetPassword } from '@paywages/wire/accounts/endpoints.ts'
import { accountTexts } from '@paywages/wire/accounts/messages.ts'
import { Form, Modal } from 'antd'
import { call } from '../api/client.ts'
import { passwordDigest } from '../api/password-digest.ts'
import { refresh } from '../api/queries.ts'
import { uiLabels } from '../ui/labels.ts'
import { NewPasswordFields } from '../ui/new-password-fields.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { accountDialogLabels as labels } from './labels.ts'

type Typed = { password: string; confirm: string }

type ResetPasswordDialogProps = { account: AccountRow | undefined; onClose: () => void }

export function ResetPasswordDialog({ account, onClose }: ResetPasswordDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form, { passwordDigest: 'password' })

  async function reset({ password }: Typed) {
    if (account === undefined) return
    const { accountId } = account
    const done = await submit(() =>
      call(resetPassword, { accountId, passwordDigest: passwordDigest(password) }),
    )
    if (!done) return
    toastSuccess(labels.done)
    onClose()
    await refresh(listAccounts)
  }

  return (
    <Modal
      open={account !== undefined}
      title={labels.resetTitle}
      width={520}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      okText={labels.resetAct}
      cancelText={uiLabels.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        requiredMark={false}
        onFinish={(typed) => void reset(typed)}
      >
        <p className="dialog-object">
          {account === undefined
            ? null
            : labels.resetFor([account.account, account.realName].filter(Boolean).join(' · '))}
        </p>
        <NewPasswordFields
          label={labels.newPassword}
          confirmLabel={labels.confirm}
          missing={accountTexts.passwordMissing}
        />
        <p className="dialog-note">{labels.resetHint}</p>
      </Form>
    </Modal>
  )
}
