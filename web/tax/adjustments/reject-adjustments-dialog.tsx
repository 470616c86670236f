// Rejects adjustments with a reason that whoever entered them will read.

import { rejectAdjustments } from '@paywages/wire/tax/adjustments/endpoints.ts'
import type { Adjustment } from '@paywages/wire/tax/adjustments/shapes.ts'
import { call } from '../../api/client.ts'
import { rulesFor } from '../../ui/form/field-rules.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { rejectAdjustmentLabels as labels } from './adjustment-labels.ts'
import { NamedAdjustments } from './named-adjustments.tsx'
import { refreshAdjustments } from './refresh-adjustments.ts'

type RejectAdjustmentsDialogProps = {
  /** Stay while the dialog fades away. */
  adjustments: readonly Adjustment[]
  open: boolean
  onDone: () => void
  onClose: () => void
}

export function RejectAdjustmentsDialog(props: RejectAdjustmentsDialogProps) {
  const { adjustments, open, onDone, onClose } = props
  const adjustmentIds = adjustments.map(({ adjustmentId }) => adjustmentId)
  return (
    <ReasonDialog
      open={open}
      name="reject-adjustments"
      words={labels}
      object={<NamedAdjustments adjustments={adjustments} />}
      rules={rulesFor(rejectAdjustments, 'reason')}
      send={(reason = '') => call(rejectAdjustments, { adjustmentIds, reason })}
      refresh={refreshAdjustments}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
