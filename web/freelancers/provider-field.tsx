// The provider for which a form acts, where there is one to choose.

import { Form, Select } from 'antd'
import type { CompanyChoice } from './use-company-choice.ts'

type ProviderFieldProps = {
  company: CompanyChoice
  words: { readonly provider: string; readonly providerHint: string }
  preset?: number | undefined
}

export function ProviderField({ company, words, preset }: ProviderFieldProps) {
  if (!company.chooses) return null
  return (
    <Form.Item
      name="providerId"
      label={words.provider}
      initialValue={preset}
      rules={[{ required: true, message: words.providerHint }]}
    >
      <Select
        placeholder={words.providerHint}
        options={[...company.options]}
        loading={company.loading}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </Form.Item>
  )
}
