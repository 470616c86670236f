// Registers one person with a company, and invites them at once where asked (D26, D27).

import { addFreelancers, listFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import { newPersonShape, type Registration } from '@paywages/wire/freelancers/shapes.ts'
import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import type { InvitationResult } from '../invitations/invitation-dialog.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesOf } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { addLabels as labels } from './labels.ts'
import { ProviderField } from './provider-field.tsx'
import { useCompanyChoice } from './use-company-choice.ts'
import './people-dialogs.css'

type Typed = { name: string; idCardNo: string; phone: string; providerId?: number; invite?: boolean }

type AddPersonDialogProps = {
  open: boolean
  onClose: () => void
  onInvited: (result: InvitationResult) => void
}

const { name: nameField, idCardNo: idField, phone: phoneField } = newPersonShape.fields

export function AddPersonDialog({ open, onClose, onInvited }: AddPersonDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const company = useCompanyChoice()
  const [refusal, setRefusal] = useState<string>()
  const invites = Form.useWatch('invite', form) ?? true

  function close() {
    setRefusal(undefined)
    onClose()
  }

  async function save({ name, idCardNo, phone, providerId, invite = true }: Typed) {
    setRefusal(undefined)
    const person = {
      name: nameField.value.parse(name),
      idCardNo: idField.value.parse(idCardNo),
      phone: phoneField.value.parse(phone),
    }
    const at = company.chooses && providerId !== undefined ? { providerId } : {}
    let result: Registration | undefined
    await submit(async () => {
      result = await call(addFreelancers, { people: [person], invite, ...at })
    })
    if (result === undefined) return
    const [bad] = result.bad
    if (bad !== undefined) return setRefusal(bad.reason)
    close()
    if (result.invitation === null) toastSuccess(labels.added)
    else onInvited({ ...result.invitation, who: person.name, links: at })
    await refresh(listFreelancers)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="add-person"
      title={labels.add}
      action={invites ? labels.actionInvite : labels.action}
      busy={busy}
      onSubmit={(typed) => void save(typed)}
      onClose={close}
    >
      <ProviderField company={company} words={labels} />
      <Form.Item name="name" label={labels.name} rules={rulesOf(nameField.value)}>
        <Input autoFocus autoComplete="off" maxLength={60} placeholder={labels.nameHint} />
      </Form.Item>
      <Form.Item name="idCardNo" label={labels.idCardNo} rules={rulesOf(idField.value)}>
        <Input autoComplete="off" maxLength={18} placeholder={labels.idHint} />
      </Form.Item>
      <Form.Item name="phone" label={labels.phone} rules={rulesOf(phoneField.value)}>
        <Input autoComplete="off" inputMode="numeric" maxLength={11} placeholder={labels.phoneHint} />
      </Form.Item>
      <Form.Item name="invite" valuePropName="checked" initialValue={true} extra={labels.inviteHint}>
        <Checkbox>{labels.invite}</Checkbox>
      </Form.Item>
      {refusal === undefined ? null : (
        <p className="people-refusal" role="alert">
          {refusal}
        </p>
      )}
    </DialogForm>
  )
}
