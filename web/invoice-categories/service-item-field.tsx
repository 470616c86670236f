// The service item of a category, with a way to add one when none fits.

import {
  addCategory,
  listServiceItems,
  type ServiceItem,
} from '@paywages/wire/invoice-categories/endpoints.ts'
import { Button, Form, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { uiLabels } from '../ui/labels.ts'
import { AddServiceItemDialog } from './add-service-item-dialog.tsx'
import { categoryLabels, categoryDialogLabels as labels } from './labels.ts'
import './service-item-field.css'

/** `initial` is the item of the category that is edited. */
export function ServiceItemField({ initial }: { initial: ServiceItem | undefined }) {
  const form = Form.useFormInstance()
  const [adding, setAdding] = useState(false)
  const { data, isPending, isError, refetch } = useCall(listServiceItems, {})
  const items = data?.rows ?? (initial === undefined ? [] : [initial])
  const options = items.map((row) => ({ value: row.serviceItemId, label: row.serviceItemName }))

  function choose(serviceItemId: number) {
    form.setFieldValue('serviceItemId', serviceItemId)
    void form.validateFields(['serviceItemId'])
  }

  return (
    <>
      <Form.Item label={labels.serviceItem} required htmlFor="category_serviceItemId">
        <div className="service-item-field">
          <Form.Item
            name="serviceItemId"
            noStyle
            initialValue={initial?.serviceItemId}
            rules={rulesFor(addCategory, 'serviceItemId')}
            validateTrigger="onChange"
          >
            <Select
              autoFocus={initial === undefined}
              options={options}
              loading={isPending}
              placeholder={labels.serviceItemHint}
              showSearch={{ optionFilterProp: 'label' }}
              notFoundContent={
                isError ? (
                  <div className="service-items-failed" role="alert">
                    <span>{labels.itemsFailed}</span>
                    <Button size="small" onClick={() => void refetch()}>
                      {uiLabels.retry}
                    </Button>
                  </div>
                ) : isPending ? (
                  uiLabels.loading
                ) : (
                  labels.noItems
                )
              }
            />
          </Form.Item>
          <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {categoryLabels.addItem}
          </Button>
        </div>
      </Form.Item>
      <AddServiceItemDialog open={adding} onAdded={choose} onClose={() => setAdding(false)} />
    </>
  )
}
