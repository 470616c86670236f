// Adds a passkey: its name, then the browser's own dialog.

import { addPasskey, startPasskey } from '@paywages/wire/factors/endpoints.ts'
import { factorTexts } from '@paywages/wire/factors/texts.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { makePasskey } from '../api/passkey.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { EnrolmentCodeField } from './enrolment-code-field.tsx'
import { factorLabels as labels } from './labels.ts'

type PasskeyDialogProps = {
  open: boolean
  /** The first factor after a change that two people made. */
  codeNeeded: boolean
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

type Typed = { name: string; enrolmentCode?: string }

export function PasskeyDialog({ open, codeNeeded, onClose, onDone }: PasskeyDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  async function add({ name, enrolmentCode }: Typed) {
    let recoveryCodes: readonly string[] = []
    const added = await submit(async () => {
      const { options } = await call(startPasskey, {})
      const credential = await makePasskey(options, labels.passkeyFailed)
      recoveryCodes = (await call(addPasskey, { credential, name, enrolmentCode })).recoveryCodes
    })
    if (added) onDone(recoveryCodes)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="passkey"
      title={labels.addPasskey}
      note={labels.addPasskeyNote}
      action={labels.addPasskey}
      busy={busy}
      width={460}
      onSubmit={(typed) => void add(typed)}
      onClose={onClose}
    >
      <Form.Item name="name" label={labels.passkeyName} rules={[NAME_RULE]}>
        <Input placeholder={labels.passkeyNameExample} maxLength={40} />
      </Form.Item>
      {codeNeeded ? <EnrolmentCodeField /> : null}
    </DialogForm>
  )
}

const NAME_RULE = { required: true, message: factorTexts.nameMissing }
