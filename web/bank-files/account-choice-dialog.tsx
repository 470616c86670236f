// Proposes who chooses the account of a start: the default is taken, or the starter chooses (ADR 83).

import { changeAccountChoice } from '@paywages/wire/bank-files/endpoints.ts'
import type { PayingAccountRow } from '@paywages/wire/bank-files/shapes.ts'
import { Form, Radio } from 'antd'
import { call } from '../api/client.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { payingAccountLabels as labels } from './labels.ts'
import { useAccountProposal } from './use-account-proposal.ts'

type Typed = { starterChooses: boolean }
type AccountChoiceDialogProps = { account: PayingAccountRow; open: boolean; onClose: () => void }

export function AccountChoiceDialog({ account, open, onClose }: AccountChoiceDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, propose } = useAccountProposal(onClose)
  const send = ({ starterChooses }: Typed) =>
    propose(() => call(changeAccountChoice, { providerId: account.providerId, starterChooses }))

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
