// The dialog that asks for the second factor again before a decision; the call behind it is then made once more (D48).

import { giveCode } from '@paywages/wire/factors/endpoints.ts'
import { Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { onStepUp } from '../api/step-up.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { factorLabels } from './labels.ts'

type Typed = { code: string }

export function StepUpHost() {
  const [open, setOpen] = useState(false)
  const answer = useRef<(given: boolean) => void>(undefined)
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  useEffect(() => {
    onStepUp(() => {
      // Several calls may ask at once: the last one is answered, the others are refused as they were.
      answer.current?.(false)
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

  async function give({ code }: Typed) {
    if (await submit(() => call(giveCode, { code }))) close(true)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="step-up"
      title={factorLabels.stepUp}
      note={factorLabels.stepUpWhy}
      action={factorLabels.verify}
      busy={busy}
      width={420}
      onSubmit={(typed) => void give(typed)}
      onClose={() => close(false)}
    >
      <Form.Item name="code" label={factorLabels.code} extra={factorLabels.stepUpHint} rules={[CODE_RULE]}>
        <Input autoFocus autoComplete="one-time-code" maxLength={40} />
      </Form.Item>
    </DialogForm>
  )
}

const CODE_RULE = { required: true, message: factorLabels.codeMissing }
