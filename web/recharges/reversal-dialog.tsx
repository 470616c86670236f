// Asks for the correction or refund of an approved recharge, in whole or in part (D25).

import { formatYuanGrouped, yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { type ReversalKind, reversibleFen } from '@paywages/domain/recharges/recharge-status.ts'
import { askReversal } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { auditLabels, kindLabels, reversalLabels as labels } from './labels.ts'
import { refreshRecharges } from './use-recharge-actions.ts'

type Reversed = Pick<RechargeRow, 'rechargeId' | 'payerName' | 'amountFen' | 'reversedFen'>

type ReversalDialogProps = {
  recharge: Reversed
  kind: ReversalKind
  open: boolean
  onDone?: () => void
  onClose: () => void
}

type Typed = { amountFen: number; reason: string }

export function ReversalDialog({ recharge, kind, open, onDone, onClose }: ReversalDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const { rechargeId, payerName } = recharge
  const restFen = reversibleFen(recharge)
  const kindWord = kindLabels[kind]

  async function ask({ amountFen, reason }: Typed) {
    const fen = askReversal.ask.fields.amountFen.value.parse(amountFen)
    const asked = { rechargeId, kind, amountFen: fen, reason: reason.trim() }
    if (!(await submit(() => call(askReversal, asked)))) return
    toastSuccess(labels.asked)
    onClose()
    onDone?.()
    await refreshRecharges()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="reversal"
      title={labels.askTitle(kindWord)}
      object={auditLabels.object(payerName, rechargeId)}
      note={labels.askNote}
      act={labels.askAct(kindWord)}
      danger
      busy={busy}
      onSubmit={(typed) => void ask(typed)}
      onClose={onClose}
    >
      <Form.Item
        name="amountFen"
        label={labels.amount}
        initialValue={yuanNumberFromFen(restFen)}
        rules={rulesFor(askReversal, 'amountFen')}
        extra={labels.rest(formatYuanGrouped(restFen))}
      >
        <AmountInput max={yuanNumberFromFen(restFen)} />
      </Form.Item>
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(askReversal, 'reason')}>
        <Input.TextArea rows={3} maxLength={100} showCount placeholder={labels.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}
