// Adds a service item, from the page or from within the form of a category (spec §5).

import { addServiceItem, listServiceItems } from '@paywages/wire/invoice-categories/endpoints.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { askFromTyped, rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { itemDialogLabels as labels } from './labels.ts'

type Typed = { name: string }

type AddServiceItemDialogProps = {
  open: boolean
  onAdded?: (serviceItemId: number) => void
  onClose: () => void
}

export function AddServiceItemDialog({ open, onAdded, onClose }: AddServiceItemDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  async function add(typed: Typed) {
    const done = await submit(async () => {
      const serviceItemId = await call(addServiceItem, askFromTyped(addServiceItem, typed))
      await refresh(listServiceItems)
      onAdded?.(serviceItemId)
    })
    if (!done) return
    toastSuccess(labels.added)
    onClose()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="service-item"
      title={labels.title}
      note={labels.note}
      act={labels.act}
      busy={busy}
      width={440}
      onSubmit={(typed) => void add(typed)}
      onClose={onClose}
    >
      <Form.Item name="name" label={labels.name} rules={rulesFor(addServiceItem, 'name')}>
        <Input autoFocus autoComplete="off" maxLength={30} showCount placeholder={labels.nameHint} />
      </Form.Item>
    </DialogForm>
  )
}
