// Lifts a restriction; the reason is required and stands in the audit log.

import { type LimitUser, listLimitUsers, removeLimitUser } from '@paywages/wire/limits/endpoints.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { limitLabels as labels } from './labels.ts'

type RemoveLimitUserDialogProps = { limited: LimitUser | undefined; onClose: () => void }

export function RemoveLimitUserDialog({ limited, onClose }: RemoveLimitUserDialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  const { busy, submit } = useSubmit(form)

  async function remove(reason: string) {
    if (limited === undefined) return
    const { limitId } = limited
    if (!(await submit(() => call(removeLimitUser, { limitId, reason: reason.trim() })))) return
    toastSuccess(labels.removed)
    onClose()
    await refresh(listLimitUsers)
  }

  const company = limited?.everywhere ? labels.everywhere : limited?.providerName
  return (
    <DialogForm
      open={limited !== undefined}
      form={form}
      name="remove-limit"
      title={labels.removeTitle}
      object={labels.removeObject(limited?.name ?? '', company ?? '')}
      note={labels.removeNote}
      act={labels.removeAct}
      danger
      busy={busy}
      onSubmit={({ reason }) => void remove(reason)}
      onClose={onClose}
    >
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(removeLimitUser, 'reason')}>
        <Input.TextArea rows={3} maxLength={100} showCount autoFocus placeholder={labels.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}
