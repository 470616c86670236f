// Sends a proposal back, or takes one's own back, with a reason that stands in the transfer's history.

import { decideResolution, pendingTransfers, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { Form, Input } from 'antd'
import { useRef } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { decideLabels as labels } from './labels.ts'
import { factsOf } from './use-confirmation.tsx'

type Typed = { reason?: string }

type RefuseDialogProps = {
  transfer: PendingTransfer | undefined
  /** It is one's own proposal. */
  own: boolean
  onClose: () => void
  onDone: () => void
}

export function RefuseDialog({ transfer, own, onClose, onDone }: RefuseDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const last = useRef({ transfer, own })
  if (transfer !== undefined) last.current = { transfer, own }
  const shown = last.current

  async function send({ reason = '' }: Typed) {
    const resolutionId = transfer?.proposal?.resolutionId
    if (resolutionId === undefined) return
    const ask = { resolutionId, confirmed: false, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }
    if (!(await submit(() => call(decideResolution, ask)))) return
    toastSuccess(labels.done)
    onDone()
    await refresh(pendingTransfers, transferHistory)
  }

  return (
    <DialogForm
      open={transfer !== undefined}
      form={form}
      name="refuse-resolution"
      title={shown.own ? labels.takeBackTitle : labels.refuseTitle}
      object={labels.object(shown.transfer?.name ?? '', shown.transfer?.batchNo ?? '')}
      note={labels.refuseNote}
      act={shown.own ? labels.takeBackAct : labels.refuseAct}
      danger
      busy={busy}
      onSubmit={(typed) => void send(typed)}
      onClose={onClose}
    >
      {shown.transfer?.proposal == null ? null : (
        <div className="refuse-facts">
          <AmountBlock
            label={labels.amount}
            fen={shown.transfer.netFen}
            lines={factsOf(shown.transfer, shown.transfer.proposal)}
          />
        </div>
      )}
      <Form.Item name="reason" label={labels.refuseReason} rules={rulesFor(decideResolution, 'reason')}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder={labels.refuseReasonHint} autoFocus />
      </Form.Item>
    </DialogForm>
  )
}
