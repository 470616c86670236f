// Changes a provider; the change applies to batches uploaded later (D39).

import {
  listProviders,
  type ProviderDetail,
  providerInfo,
  providerNames,
  updateProvider,
} from '@paywages/wire/providers/endpoints.ts'
import { Button, Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastDone } from '../ui/feedback/toast.ts'
import { inputFromForm, typedFromRecord } from '../ui/form/field-rules.ts'
import { FormBlock, FormSection } from '../ui/form/form-page.tsx'
import { ReasonField } from '../ui/form/proposal-reason.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { recordNumber, useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { providerFormLabels as labels, providerLabels } from './labels.ts'
import { ProviderFields } from './provider-fields.tsx'
import { ProviderStatus } from './provider-status.tsx'
import type { ProviderFormValues } from './provider-typed.ts'
import { useLimitQuestion } from './use-limit-question.ts'
import { useProviderStatus } from './use-provider-status.ts'

export function EditProviderPage() {
  const providerId = recordNumber(usePageSearch().providerId)
  return (
    <RecordPage
      endpoint={providerInfo}
      input={providerId === undefined ? undefined : { providerId }}
      skeletonRows={12}
    >
      {(detail) => <EditProvider key={detail.providerId} detail={detail} />}
    </RecordPage>
  )
}

function EditProvider({ detail }: { detail: ProviderDetail }) {
  const go = useGo()
  const [form] = Form.useForm<ProviderFormValues>()
  const { busy, ask } = useSubmit(form)
  const mayGoOn = useLimitQuestion()
  const changeStatus = useProviderStatus()

  async function save(typed: ProviderFormValues & { reason?: string }) {
    const input = inputFromForm(updateProvider, { ...typed, providerId: detail.providerId })
    if (!(await mayGoOn(input.monthlyLimitFen, detail.monthlyLimitFen))) return
    const answer = await ask(() => call(updateProvider, { ...input, limitConfirmed: true }))
    if (answer === undefined) return
    toastDone(answer, labels.saved)
    await refresh(listProviders, providerInfo, providerNames)
    go('/providers')
  }

  const { providerId, name, enabled } = detail
  return (
    <>
      <PageTitle
        title={`${providerLabels.edit} ${name}`}
        tag={<ProviderStatus enabled={enabled} />}
        actions={
          <>
            <Button onClick={() => go('/approvalpolicy', { providerId: String(providerId) })}>
              {providerLabels.policy}
            </Button>
            <Button
              danger={enabled}
              onClick={() => void changeStatus({ providerId, providerName: name, enabled })}
            >
              {enabled ? providerLabels.disable : providerLabels.enable}
            </Button>
          </>
        }
      />
      <FormBlock
        form={form}
        busy={busy}
        action={labels.saveAction}
        initialValues={typedFromRecord(updateProvider, detail) as Partial<ProviderFormValues>}
        onSubmit={(typed) => void save(typed)}
        onCancel={() => go('/providers')}
      >
        <ProviderFields />
        <FormSection title={labels.why}>
          <ReasonField />
        </FormSection>
      </FormBlock>
    </>
  )
}
