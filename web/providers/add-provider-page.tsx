// Creates a provider on one or more platforms (spec §2, §5).

import { MONTHLY_LIMIT_DEFAULT_FEN } from '@paywages/domain/limits/monthly-limit.ts'
import { yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { methodOfNew } from '@paywages/domain/tax/cumulative-eligibility.ts'
import { DEFAULT_GAP_RULE } from '@paywages/domain/tax/gap-rule.ts'
import { DEFAULT_VAT_BEARER } from '@paywages/domain/tax/vat-bearer.ts'
import { addProvider, listProviders, providerNames } from '@paywages/wire/providers/endpoints.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { inputFromForm } from '../ui/form/field-rules.ts'
import { FormBlock } from '../ui/form/form-page.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { useGo } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { providerFormLabels as labels } from './labels.ts'
import { ProviderFields } from './provider-fields.tsx'
import type { ProviderFormValues } from './provider-typed.ts'
import { useLimitQuestion } from './use-limit-question.ts'

const AT_FIRST: Partial<ProviderFormValues> = {
  monthlyLimitFen: yuanNumberFromFen(MONTHLY_LIMIT_DEFAULT_FEN),
  withholdsTax: false,
  unsignedBlocks: false,
  taxMethod: methodOfNew(''),
  basicInfoFiledOn: '',
  gapRule: DEFAULT_GAP_RULE,
  vatBearer: DEFAULT_VAT_BEARER,
}

export function AddProviderPage() {
  const go = useGo()
  const [form] = Form.useForm<ProviderFormValues>()
  const { busy, submit } = useSubmit(form)
  const mayGoOn = useLimitQuestion()

  async function add(typed: ProviderFormValues) {
    const input = inputFromForm(addProvider, typed)
    if (!(await mayGoOn(input.monthlyLimitFen))) return
    if (!(await submit(() => call(addProvider, { ...input, limitConfirmed: true })))) return
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
        action={labels.addAction}
        initialValues={AT_FIRST}
        onSubmit={(typed) => void add(typed)}
        onCancel={() => go('/providers')}
      >
        <ProviderFields />
      </FormBlock>
    </>
  )
}
