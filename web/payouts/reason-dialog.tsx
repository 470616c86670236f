// Rejects or withdraws a batch, with a reason that everyone will read in its history.

import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { decideBatch, withdrawBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { decisionLabels as labels } from './labels.ts'
import { useDecided } from './use-decided.ts'

export type ReasonedAction = 'reject-audit' | 'reject-review' | 'withdraw'

const WORDS = {
  'reject-audit': { title: labels.rejectAuditTitle, act: labels.rejectAct, note: labels.rejectNote },
  'reject-review': { title: labels.rejectReviewTitle, act: labels.rejectAct, note: labels.rejectNote },
  withdraw: { title: labels.withdrawTitle, act: labels.withdrawAct, note: labels.withdrawNote },
} as const

type Typed = { reason?: string }

type ReasonDialogProps = { batch: BatchHead; action: ReasonedAction; open: boolean; onClose: () => void }

export function ReasonDialog({ batch, action, open, onClose }: ReasonDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const decided = useDecided()
  const { batchId } = batch

  async function send({ reason = '' }: Typed) {
    let outcome: unknown
    const answered = await submit(async () => {
      outcome = await stop(action, batchId, reason.trim()).catch(decided.keepOpenOnOutage)
    })
    if (!answered) return
    onClose()
    await decided.finish(outcome)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="decision"
      {...WORDS[action]}
      object={labels.object(batch.fileName, batch.batchNo)}
      danger
      busy={busy}
      onSubmit={(typed) => void send(typed)}
      onClose={onClose}
    >
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(decideBatch, 'reason')}>
        <Input.TextArea rows={3} maxLength={100} showCount placeholder={labels.reasonHint} autoFocus />
      </Form.Item>
    </DialogForm>
  )
}

async function stop(action: ReasonedAction, batchId: number, reason: string): Promise<unknown> {
  const why = reason === '' ? {} : { reason }
  if (action === 'withdraw') return call(withdrawBatch, { batchId, ...why })
  const decision = decisionOf(action)
  if (decision === undefined) throw new Error(`${action} is no decision`)
  return call(decideBatch, { batchId, ...decision, ...why })
}
