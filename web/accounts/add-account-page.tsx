// Creates a login account (spec §2, §5).

import { addAccount, listAccounts } from '@paywages/wire/accounts/endpoints.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { passwordDigest } from '../passwords/password-digest.ts'
import { toastDone } from '../ui/feedback/toast.ts'
import { inputFromForm } from '../ui/form/field-rules.ts'
import { FormBlock, FormSection } from '../ui/form/form-page.tsx'
import { ReasonField } from '../ui/form/proposal-reason.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { useGo } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { type AccountFormValues, BelongingFields, LoginFields } from './account-form.tsx'
import { accountFormLabels as labels } from './labels.ts'
import { RightsFields } from './rights-fields.tsx'

const NOTHING_YET = { payRight: false, checkRight: false, appLoginRight: false, manager: false }

export function AddAccountPage() {
  const go = useGo()
  const [form] = Form.useForm<AccountFormValues>()
  const { busy, ask } = useSubmit(form, { passwordDigest: 'password' })

  async function add({ password, confirm: _, ...typed }: AccountFormValues) {
    const input = inputFromForm(addAccount, { ...typed, password, passwordDigest: passwordDigest(password) })
    const answer = await ask(() => call(addAccount, input))
    if (answer === undefined) return
    toastDone(answer, labels.added)
    await refresh(listAccounts)
    go('/accounts')
  }

  return (
    <>
      <PageTitle />
      <FormBlock
        form={form}
        busy={busy}
        action={labels.addAction}
        initialValues={NOTHING_YET}
        onSubmit={(typed) => void add(typed)}
        onCancel={() => go('/accounts')}
      >
        <LoginFields />
        <FormSection title={labels.belongs}>
          <BelongingFields />
        </FormSection>
        <RightsFields />
        <FormSection title={labels.why}>
          <ReasonField />
        </FormSection>
      </FormBlock>
    </>
  )
}
