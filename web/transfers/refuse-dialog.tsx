// Sends a proposal back, or takes one's own back, with a reason that stands in the transfer's history.

import { payoutRecord } from '@paywages/wire/payouts/endpoints.ts'
import { decideResolution, pendingTransfers, transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { decideLabels as labels } from './labels.ts'
import { factsOf } from './use-confirmation.tsx'

type RefuseDialogProps = {
  /** Stays while the dialog fades away. */
  transfer: PendingTransfer
  /** It is one's own proposal. */
  own: boolean
  open: boolean
  onClose: () => void
  onDone: () => void
}

export function RefuseDialog({ transfer, own, open, onClose, onDone }: RefuseDialogProps) {
  const { proposal, netFen, name, batchNo } = transfer
  if (proposal === null) return null
  const { resolutionId } = proposal
  return (
    <ReasonDialog
      open={open}
      name="refuse-resolution"
      words={{
        title: own ? labels.takeBackTitle : labels.refuseTitle,
        action: own ? labels.takeBackAction : labels.refuseAction,
        note: labels.refuseNote,
        reason: labels.refuseReason,
        reasonHint: labels.refuseReasonHint,
        done: labels.done,
      }}
      object={labels.object(name, batchNo)}
      body={<AmountBlock label={labels.amount} fen={netFen} lines={factsOf(transfer, proposal)} />}
      rules={rulesFor(decideResolution, 'reason')}
      maxLength={200}
      send={(reason) => call(decideResolution, { resolutionId, confirmed: false, reason })}
      refresh={() => refresh(pendingTransfers, payoutRecord, transferHistory)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
