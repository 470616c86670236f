// Creates a work platform from within the provider form (spec §2).

import { addPlatform, listPlatforms } from '@paywages/wire/providers/endpoints.ts'
import { Form, Input, Modal } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { askFromTyped, rulesFor } from '../ui/field-rules.ts'
import { uiLabels } from '../ui/labels.ts'
import { toastSuccess } from '../ui/toast.ts'
import { useSubmit } from '../ui/use-submit.ts'
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
    <Modal
      open={open}
      title={labels.title}
      width={440}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      okText={labels.act}
      cancelText={uiLabels.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        name="platform"
        layout="vertical"
        validateTrigger="onBlur"
        requiredMark={false}
        onFinish={(typed) => void add(typed)}
      >
        <Form.Item name="name" label={labels.name} rules={rulesFor(addPlatform, 'name')}>
          <Input maxLength={30} placeholder={labels.nameHint} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
