// Sets up an authenticator app: the picture to scan, the secret to type instead, and the first code.

import { confirmTotp, startTotp } from '@paywages/wire/factors/endpoints.ts'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { CopyText } from '../ui/display/copy-text.tsx'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { EnrolmentCodeField } from './enrolment-code-field.tsx'
import { factorLabels as labels } from './labels.ts'

type TotpDialogProps = {
  open: boolean
  /** The first factor after a change that two people made. */
  codeNeeded: boolean
  onClose: () => void
  /** With the recovery codes, where they were made just now. */
  onDone: (recoveryCodes: readonly string[]) => void
}

type Started = { readonly secret: string; readonly picture: string }
type Typed = { code: string; enrolmentCode?: string }

export function TotpDialog({ open, codeNeeded, onClose, onDone }: TotpDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const started = useStarted(open, onClose)

  async function confirm({ code, enrolmentCode }: Typed) {
    let recoveryCodes: readonly string[] = []
    const confirmed = await submit(async () => {
      recoveryCodes = (await call(confirmTotp, { code, enrolmentCode })).recoveryCodes
    })
    if (confirmed) onDone(recoveryCodes)
  }

  return (
    <DialogForm
      open={open && started !== undefined}
      form={form}
      name="totp"
      title={labels.start}
      action={labels.confirm}
      busy={busy}
      width={460}
      onSubmit={(typed) => void confirm(typed)}
      onClose={onClose}
    >
      <p className="factor-scan">{labels.scan}</p>
      <img className="factor-picture" src={started?.picture} alt={labels.picture} width={208} height={208} />
      <p className="factor-secret">
        {labels.secret} <CopyText text={started?.secret ?? ''} label={labels.copySecret} />
      </p>
      <Form.Item name="code" label={labels.code} rules={[CODE_RULE]}>
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
      </Form.Item>
      {codeNeeded ? <EnrolmentCodeField /> : null}
    </DialogForm>
  )
}

/** A new secret each time the dialog opens. */
function useStarted(open: boolean, onFailed: () => void): Started | undefined {
  const [started, setStarted] = useState<Started>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a secret is made when the dialog opens, and for nothing else.
  useEffect(() => {
    if (!open) return setStarted(undefined)
    call(startTotp, {}).then(setStarted, (error: unknown) => {
      toastRefusal(error)
      onFailed()
    })
  }, [open])
  return started
}

const CODE_RULE = { required: true, message: labels.codeMissing }
