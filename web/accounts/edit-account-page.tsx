// Changes names, platform and rights of an account; changed rights end its sessions (D9, D10).

import { validateTouch } from '@paywages/domain/accounts/account-change.ts'
import {
  type AccountDetail,
  accountDetail,
  listAccounts,
  updateAccount,
} from '@paywages/wire/accounts/endpoints.ts'
import { accountRefusals } from '@paywages/wire/accounts/messages.ts'
import { Button, Form } from 'antd'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastDone } from '../ui/feedback/toast.ts'
import { inputFromForm, typedFromRecord } from '../ui/form/field-rules.ts'
import { FormBlock, FormSection } from '../ui/form/form-page.tsx'
import { ReasonField } from '../ui/form/proposal-reason.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { recordNumber, useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { type AccountFormValues, BelongingFields, PhoneField, RealNameField } from './account-form.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { accountLabels, accountFormLabels as labels } from './labels.ts'
import { RightsFields } from './rights-fields.tsx'
import { useFactorReset } from './use-factor-reset.tsx'

export function EditAccountPage() {
  const accountId = recordNumber(usePageSearch().accountId)
  return (
    <RecordPage
      endpoint={accountDetail}
      input={accountId === undefined ? undefined : { accountId }}
      skeletonRows={8}
    >
      {(detail) => <EditAccount key={detail.accountId} detail={detail} />}
    </RecordPage>
  )
}

function EditAccount({ detail }: { detail: AccountDetail }) {
  const go = useGo()
  const refusal = validateTouch(useCurrentUser(), detail)
  const [form] = Form.useForm<AccountFormValues>()
  const { busy, ask } = useSubmit(form)
  const resetFactor = useFactorReset()

  async function save(typed: AccountFormValues) {
    const input = inputFromForm(updateAccount, { ...typed, accountId: detail.accountId })
    const answer = await ask(() => call(updateAccount, input))
    if (answer === undefined) return
    toastDone(answer, labels.saved)
    await refresh(listAccounts, accountDetail)
    go('/accounts')
  }

  const tag = detail.enabled ? null : <StatusTag tone="off">{accountLabels.disabled}</StatusTag>
  return (
    <>
      <PageTitle
        title={`${accountLabels.edit} ${detail.account}`}
        tag={tag}
        actions={
          refusal === undefined ? (
            <Button onClick={() => void resetFactor(detail)}>{accountLabels.resetFactor}</Button>
          ) : null
        }
      />
      {refusal === undefined ? (
        <FormBlock
          form={form}
          busy={busy}
          action={labels.saveAction}
          initialValues={
            {
              ...typedFromRecord(updateAccount, { ...detail, phone: '' }),
              providerId: detail.providerId,
            } as Partial<AccountFormValues>
          }
          onSubmit={(typed) => void save(typed)}
          onCancel={() => go('/accounts')}
        >
          <FormSection title={labels.belongs}>
            <RealNameField />
            <PhoneField kept={detail.phone} />
            <BelongingFields fixedProvider={detail.providerName} />
          </FormSection>
          <RightsFields />
          <FormSection title={labels.why}>
            <ReasonField />
          </FormSection>
        </FormBlock>
      ) : (
        <Notice tone="wait" title={accountRefusals[refusal].msg} />
      )}
      {refusal === undefined ? <AccountSessions detail={detail} /> : null}
    </>
  )
}
