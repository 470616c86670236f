// Rejects or withdraws a batch, with a reason that everyone will read in its history.

import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { batchHead, batchRows, decideBatch, withdrawBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { BATCHES_PAGE } from '../records/batch-address.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { useGo } from '../ui/page/address.ts'
import { decisionLabels as labels } from './labels.ts'

export type ReasonedAction = 'reject-audit' | 'reject-review' | 'withdraw'

const WORDS = {
  'reject-audit': {
    title: labels.rejectAuditTitle,
    action: labels.rejectAction,
    note: labels.rejectNote,
    done: labels.auditRejected,
  },
  'reject-review': {
    title: labels.rejectReviewTitle,
    action: labels.rejectAction,
    note: labels.rejectNote,
    done: labels.reviewRejected,
  },
  withdraw: {
    title: labels.withdrawTitle,
    action: labels.withdrawAction,
    note: labels.withdrawNote,
    done: labels.withdrawn,
  },
} as const

type StopBatchDialogProps = { batch: BatchHead; action: ReasonedAction; open: boolean; onClose: () => void }

export function StopBatchDialog({ batch, action, open, onClose }: StopBatchDialogProps) {
  const go = useGo()
  const { batchId } = batch
  return (
    <ReasonDialog
      open={open}
      name="decision"
      words={{ ...labels, ...WORDS[action] }}
      object={labels.object(batch.fileName, batch.batchNo)}
      rules={rulesFor(decideBatch, 'reason')}
      send={(reason) => stop(action, batchId, reason)}
      refresh={() => refresh(batchHead, batchRows)}
      onDone={() => go(BATCHES_PAGE)}
      onClose={onClose}
    />
  )
}

async function stop(action: ReasonedAction, batchId: number, reason: string | undefined): Promise<unknown> {
  if (action === 'withdraw') return call(withdrawBatch, { batchId, reason })
  const decision = decisionOf(action)
  if (decision === undefined) throw new Error(`${action} is no decision`)
  return call(decideBatch, { batchId, ...decision, reason })
}
