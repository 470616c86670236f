// Creates a login account (spec §2, §5).

import { addAccount, listAccounts } from '@paywages/wire/accounts/endpoints.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { passwordDigest } from '../api/password-digest.ts'
import { refresh } from '../api/queries.ts'
import { useGo } from '../ui/address.ts'
import { askFromTyped } from '../ui/field-rules.ts'
import { FormBlock, FormSection } from '../ui/form-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { type AccountTyped, BelongingFields, LoginFields } from './account-form.tsx'
import { accountFormLabels as labels } from './labels.ts'
import { RightsFields } from './rights-fields.tsx'

const NOTHING_YET = { payRight: false, checkRight: false, appLoginRight: false, manager: false }

export function AddAccountPage() {
  const go = useGo()
  const [form] = Form.useForm<AccountTyped>()
  const { busy, submit } = useSubmit(form, { passwordDigest: 'password' })

  async function add({ password, confirm: _, ...typed }: AccountTyped) {
    const ask = askFromTyped(addAccount, { ...typed, passwordDigest: passwordDigest(password) })
    if (!(await submit(() => call(addAccount, ask)))) return
    toastSuccess(labels.added)
    await refresh(listAccounts)
    go('/accounts')
  }

  return (
    <>
      <PageTitle />
      <FormBlock
        form={form}
        busy={busy}
        act={labels.addAct}
        initialValues={NOTHING_YET}
        onSubmit={(typed) => void add(typed)}
        onCancel={() => go('/accounts')}
      >
        <LoginFields />
        <FormSection title={labels.belongs}>
          <BelongingFields />
        </FormSection>
        <RightsFields />
      </FormBlock>
    </>
  )
}
