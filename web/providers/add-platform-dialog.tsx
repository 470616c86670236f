// Creates a work platform from within the provider form (spec §2).

import { addPlatform, listPlatforms } from '@paywages/wire/providers/endpoints.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { askFromTyped, rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { platformDialogLabels as labels } from './labels.ts'

type Typed = { name: string }

type AddPlatformDialogProps = { open: boolean; onAdded: (platformId: number) => void; onClose: () => void }

export function AddPlatformDialog({ open, onAdded, onClose }: AddPlatformDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  async function add(typed: Typed) {
    const done = await submit(async () => {
      const platformId = await call(addPlatform, askFromTyped(addPlatform, typed))
      await refresh(listPlatforms)
      onAdded(platformId)
    })
    if (!done) return
    toastSuccess(labels.added)
    onClose()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="platform"
      title={labels.title}
      act={labels.act}
      busy={busy}
      width={440}
      onSubmit={(typed) => void add(typed)}
      onClose={onClose}
    >
      <Form.Item name="name" label={labels.name} rules={rulesFor(addPlatform, 'name')}>
        <Input maxLength={30} placeholder={labels.nameHint} autoFocus />
      </Form.Item>
    </DialogForm>
  )
}
