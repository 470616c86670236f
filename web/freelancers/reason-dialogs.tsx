// What asks for words before it is done to a person: taking an invitation back, correcting a name, deleting images.

import { correctName, deleteImages, freelancerDetail } from '@paywages/wire/freelancers/endpoints.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { revokeLink } from '@paywages/wire/signing/endpoints.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { correctLabels, deleteLabels, linkLabels } from './labels.ts'

type PersonDialogProps = { person: PersonDetail; open: boolean; onClose: () => void }

export function RevokeDialog({ person, open, onClose }: PersonDialogProps) {
  const [form] = Form.useForm<{ reason?: string }>()
  const { busy, submit } = useSubmit(form)

  async function revoke(reason: string) {
    if (person.openLink === null) return onClose()
    const { linkId } = person.openLink
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    if (!(await submit(() => call(revokeLink, { linkId, ...why })))) return
    toastSuccess(linkLabels.revoked)
    onClose()
    await refresh(freelancerDetail)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="revoke-link"
      title={linkLabels.revokeTitle}
      object={person.name}
      note={linkLabels.revokeNote}
      act={linkLabels.revokeAct}
      danger
      busy={busy}
      onSubmit={({ reason }) => void revoke(reason ?? '')}
      onClose={onClose}
    >
      <Form.Item name="reason" label={linkLabels.reason} rules={rulesFor(revokeLink, 'reason')}>
        <Input.TextArea rows={3} maxLength={100} showCount autoFocus placeholder={linkLabels.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}

export function CorrectNameDialog({ person, open, onClose }: PersonDialogProps) {
  const [form] = Form.useForm<{ name: string; reason: string }>()
  const { busy, submit } = useSubmit(form)
  const { userId, providerId } = person

  async function correct(name: string, reason: string) {
    const ask = { userId, providerId, name: name.trim(), reason: reason.trim() }
    if (!(await submit(() => call(correctName, ask)))) return
    toastSuccess(correctLabels.done)
    onClose()
    await refresh(freelancerDetail)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="correct-name"
      title={correctLabels.title}
      object={correctLabels.object(person.name, person.providerName)}
      note={correctLabels.note}
      act={correctLabels.act}
      busy={busy}
      onSubmit={({ name, reason }) => void correct(name, reason)}
      onClose={onClose}
    >
      <Form.Item name="name" label={correctLabels.name} rules={rulesFor(correctName, 'name')}>
        <Input autoFocus autoComplete="off" maxLength={60} placeholder={correctLabels.nameHint} />
      </Form.Item>
      <ReasonField rules={rulesFor(correctName, 'reason')} words={correctLabels} />
    </DialogForm>
  )
}

export function DeleteImagesDialog({ person, open, onClose }: PersonDialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  const { busy, submit } = useSubmit(form)
  const { userId, providerId } = person

  async function remove(reason: string) {
    const ask = { userId, providerId, reason: reason.trim() }
    if (!(await submit(() => call(deleteImages, ask)))) return
    toastSuccess(deleteLabels.done)
    onClose()
    await refresh(freelancerDetail)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="delete-images"
      title={deleteLabels.title}
      object={deleteLabels.object(person.name, person.providerName)}
      act={deleteLabels.act}
      danger
      busy={busy}
      onSubmit={({ reason }) => void remove(reason)}
      onClose={onClose}
    >
      <Notice tone="bad" title={deleteLabels.warning}>
        {deleteLabels.remains}
      </Notice>
      <ReasonField rules={rulesFor(deleteImages, 'reason')} words={deleteLabels} />
    </DialogForm>
  )
}

type ReasonFieldProps = {
  rules: ReturnType<typeof rulesFor>
  words: { readonly reason: string; readonly reasonHint: string }
}

function ReasonField({ rules, words }: ReasonFieldProps) {
  return (
    <Form.Item name="reason" label={words.reason} rules={rules}>
      <Input.TextArea rows={3} maxLength={100} showCount placeholder={words.reasonHint} />
    </Form.Item>
  )
}
