// Takes one's own recharge back while nobody has audited it.

import { withdrawRecharge } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { call } from '../api/client.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { auditLabels, withdrawLabels } from './labels.ts'
import { refreshRecharges } from './use-recharge-actions.ts'

type Withdrawn = Pick<RechargeRow, 'rechargeId' | 'payerName' | 'amountFen' | 'payDay'>
type WithdrawDialogProps = {
  recharge: Withdrawn
  open: boolean
  onDone?: () => void
  onClose: () => void
}

export function WithdrawDialog({ recharge, open, onDone, onClose }: WithdrawDialogProps) {
  const { rechargeId, payerName, amountFen, payDay } = recharge
  const lines = [{ label: auditLabels.payDay, value: payDay }]
  return (
    <ReasonDialog
      open={open}
      name="withdraw-recharge"
      words={withdrawLabels}
      object={auditLabels.object(payerName, rechargeId)}
      body={<AmountBlock label={auditLabels.amount} fen={amountFen} lines={lines} />}
      rules={rulesFor(withdrawRecharge, 'reason')}
      send={(reason) => call(withdrawRecharge, { rechargeId, reason })}
      refresh={refreshRecharges}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
