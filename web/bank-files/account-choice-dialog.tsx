// Proposes who chooses the account of a start: the default is taken, or the starter chooses (ADR 83).

import { changeAccountChoice, listPayingAccounts } from '@paywages/wire/bank-files/endpoints.ts'
import type { PayingAccountRow } from '@paywages/wire/bank-files/shapes.ts'
import { listProposals } from '@paywages/wire/proposals/endpoints.ts'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { payingAccountLabels as labels } from './labels.ts'

type Typed = { starterChooses: boolean }
type AccountChoiceDialogProps = { account: PayingAccountRow; open: boolean; onClose: () => void }

export function AccountChoiceDialog({ account, open, onClose }: AccountChoiceDialogProps) {
  const [form] = Form.useForm<Typed>()
  const [busy, setBusy] = useState(false)

  async function send({ starterChooses }: Typed): Promise<void> {
    setBusy(true)
    try {
      const { waiting } = await call(changeAccountChoice, { providerId: account.providerId, starterChooses })
      toastSuccess(waiting?.msg ?? '')
      onClose()
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
      await refresh(listPayingAccounts, listProposals)
    }
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="account-choice"
      title={labels.choiceTitle}
      object={account.providerName}
      note={labels.choiceNote}
      action={labels.action}
      busy={busy}
      onSubmit={(typed) => void send(typed)}
      onClose={onClose}
    >
      <Form.Item name="starterChooses" label={labels.choice} initialValue={account.starterChooses}>
        <Radio.Group
          options={[
            { value: false, label: labels.choices.false },
            { value: true, label: labels.choices.true },
          ]}
        />
      </Form.Item>
    </DialogForm>
  )
}
