// The platforms a provider works on, with a way to add one that does not exist yet.

import { addProvider, listPlatforms } from '@paywages/wire/providers/endpoints.ts'
import { Button, Form, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { AddPlatformDialog } from './add-platform-dialog.tsx'
import { providerFormLabels as labels, providerLabels } from './labels.ts'
import type { ProviderFormValues } from './provider-typed.ts'
import './platforms-field.css'

export function PlatformsField() {
  const form = Form.useFormInstance<ProviderFormValues>()
  const [adding, setAdding] = useState(false)
  const { data, isPending } = useCall(listPlatforms, {})
  const options = (data?.rows ?? []).map((row) => ({ value: row.platformId, label: row.platformName }))

  function choose(platformId: number) {
    const chosen = (form.getFieldValue('platformIds') as number[] | undefined) ?? []
    form.setFieldValue('platformIds', [...chosen, platformId])
    void form.validateFields(['platformIds'])
  }

  return (
    <>
      <Form.Item label={providerLabels.platforms} required htmlFor="platformIds">
        <div className="platforms-field">
          <Form.Item
            name="platformIds"
            noStyle
            rules={rulesFor(addProvider, 'platformIds')}
            validateTrigger="onChange"
          >
            <Select
              mode="multiple"
              options={options}
              loading={isPending}
              placeholder={labels.choosePlatforms}
              optionFilterProp="label"
            />
          </Form.Item>
          <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {labels.addPlatform}
          </Button>
        </div>
      </Form.Item>
      <AddPlatformDialog open={adding} onAdded={choose} onClose={() => setAdding(false)} />
    </>
  )
}
