// Gives an account a new first password, which its holder must change at the next login (D10).

import { type AccountRow, listAccounts, resetPassword } from '@paywages/wire/accounts/endpoints.ts'
import { accountTexts } from '@paywages/wire/accounts/messages.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { passwordDigest } from '../passwords/password-digest.ts'
import { toastDone } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { ReasonField } from '../ui/form/proposal-reason.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { accountDialogLabels as labels } from './labels.ts'

type Typed = { password: string; confirm: string; reason?: string }

type ResetPasswordDialogProps = { account: AccountRow | undefined; onClose: () => void }

export function ResetPasswordDialog({ account, onClose }: ResetPasswordDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, ask } = useSubmit(form, { passwordDigest: 'password' })

  async function reset({ password, reason }: Typed) {
    if (account === undefined) return
    const { accountId } = account
    const answer = await ask(() =>
      call(resetPassword, {
        accountId,
        passwordDigest: passwordDigest(password),
        password,
        ...(reason ? { reason } : {}),
      }),
    )
    if (answer === undefined) return
    toastDone(answer, labels.done)
    onClose()
    await refresh(listAccounts)
  }

  const about = account === undefined ? '' : [account.account, account.realName].filter(Boolean).join(' · ')
  return (
    <DialogForm
      open={account !== undefined}
      form={form}
      name="reset"
      title={labels.resetTitle}
      object={labels.resetFor(about)}
      note={labels.resetHint}
      action={labels.resetAction}
      busy={busy}
      onSubmit={(typed) => void reset(typed)}
      onClose={onClose}
    >
      <NewPasswordFields
        label={labels.newPassword}
        confirmLabel={labels.confirm}
        missing={accountTexts.passwordMissing}
        account={account?.account ?? ''}
      />
      <ReasonField />
    </DialogForm>
  )
}
