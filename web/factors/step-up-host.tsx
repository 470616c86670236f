// The dialog that asks for the second factor again before a decision; the call behind it is then made once more (D48).

import { askPasskey, giveCode, givePasskey } from '@paywages/wire/factors/endpoints.ts'
import { Button, Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { answerWithPasskey } from '../api/passkey.ts'
import { onStepUp, type StepUp } from '../api/step-up.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { factorLabels as labels } from './labels.ts'
import { signatureQuestion } from './signature-question.ts'
import './second-factor.css'

type Typed = { code: string }

export function StepUpHost() {
  const user = useCurrentUser()
  const [asked, setAsked] = useState<StepUp>()
  const [open, setOpen] = useState(false)
  const answer = useRef<(given: boolean) => void>(undefined)
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  const question = signatureQuestion(asked)

  useEffect(() => {
    onStepUp((stepUp) => {
      // Several calls may ask at once: the last one is answered, the others are refused as they were.
      answer.current?.(false)
      setAsked(stepUp)
      setOpen(true)
      return new Promise((given) => {
        answer.current = given
      })
    })
    return () => onStepUp(async () => false)
  }, [])

  function close(given: boolean) {
    setOpen(false)
    answer.current?.(given)
    answer.current = undefined
  }

  async function giveTyped({ code }: Typed) {
    if (await submit(() => call(giveCode, { code }))) close(true)
  }

  async function giveKey() {
    const given = await submit(async () => {
      const { options } = await (question === undefined ? call(askPasskey, {}) : question())
      const credential = await answerWithPasskey(options, labels.passkeyFailed)
      await call(givePasskey, { credential })
    })
    if (given) close(true)
  }

  // What a passkey can sign, only a passkey decides.
  const mustSign = user.hasPasskey && question !== undefined
  return (
    <DialogForm
      open={open}
      form={form}
      name="step-up"
      title={labels.stepUp}
      note={mustSign ? labels.signWhy : labels.stepUpWhy}
      action={mustSign ? labels.usePasskey : labels.verify}
      busy={busy}
      width={420}
      onSubmit={(typed) => void (mustSign ? giveKey() : giveTyped(typed))}
      onClose={() => close(false)}
    >
      {user.hasPasskey && !mustSign ? (
        <Button className="step-up-passkey" block disabled={busy} onClick={() => void giveKey()}>
          {labels.usePasskey}
        </Button>
      ) : null}
      {mustSign ? null : (
        <Form.Item name="code" label={labels.code} extra={labels.stepUpHint} rules={[CODE_RULE]}>
          <Input autoFocus autoComplete="one-time-code" maxLength={40} />
        </Form.Item>
      )}
    </DialogForm>
  )
}

const CODE_RULE = { required: true, message: labels.codeMissing }
