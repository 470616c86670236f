// Creates a provider on one or more platforms (spec §2, §5).

import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { addProvider, listProviders, providerNames } from '@paywages/wire/providers/endpoints.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { askFromTyped } from '../ui/form/field-rules.ts'
import { FormBlock } from '../ui/form/form-page.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { useGo } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { providerFormLabels as labels } from './labels.ts'
import { ProviderFields } from './provider-fields.tsx'
import type { ProviderTyped } from './provider-typed.ts'
import { useLimitQuestion } from './use-limit-question.ts'

const AT_FIRST: Partial<ProviderTyped> = {
  monthlyLimitFen: yuanNumberFromFen(MONTHLY_LIMIT_DEFAULT_FEN),
  withholdsTax: false,
  unsignedBlocks: false,
  taxMethod: 'cumulative',
  gapRestarts: true,
}

export function AddProviderPage() {
  const go = useGo()
  const [form] = Form.useForm<ProviderTyped>()
  const { busy, submit } = useSubmit(form)
  const mayGoOn = useLimitQuestion()

  async function add(typed: ProviderTyped) {
    const ask = askFromTyped(addProvider, typed)
    if (!(await mayGoOn(ask.monthlyLimitFen))) return
    if (!(await submit(() => call(addProvider, { ...ask, limitConfirmed: true })))) return
    toastSuccess(labels.added)
    await refresh(listProviders, providerNames)
    go('/providers')
  }

  return (
    <>
      <PageTitle />
      <FormBlock
        form={form}
        busy={busy}
        act={labels.addAct}
        initialValues={AT_FIRST}
        onSubmit={(typed) => void add(typed)}
        onCancel={() => go('/providers')}
      >
        <ProviderFields />
      </FormBlock>
    </>
  )
}
