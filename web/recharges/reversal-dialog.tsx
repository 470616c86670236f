// Asks for the correction or refund of an approved recharge, in whole or in part (D25).

import { fenFromYuanNumber, formatYuanGrouped, yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { type ReversalKind, reversibleFen } from '@paywages/domain/recharges/recharge-status.ts'
import { askReversal } from '@paywages/wire/recharges/endpoints.ts'
import { rechargeRefusals } from '@paywages/wire/recharges/messages.ts'
import type { RechargeRow } from '@paywages/wire/recharges/shapes.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
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

export function ReversalDialog({ recharge, kind, open, onDone, onClose }: ReversalDialogProps) {
  const { rechargeId, payerName } = recharge
  const restFen = reversibleFen(recharge)
  const kindWord = kindLabels[kind]
  const withinRest = async (_: unknown, yuan: number) => {
    const fen = fenFromYuanNumber(yuan)
    if (fen === undefined || fen <= restFen) return
    throw new Error(rechargeRefusals['reversal-too-large'].msg({ rest: formatYuanGrouped(restFen) }))
  }
  return (
    <ReasonDialog<{ amountFen: number }>
      open={open}
      name="reversal"
      words={{
        title: labels.askTitle(kindWord),
        action: labels.askAction(kindWord),
        note: labels.askNote,
        reason: labels.reason,
        reasonHint: labels.reasonHint,
        done: labels.asked,
      }}
      object={auditLabels.object(payerName, rechargeId)}
      fields={
        <Form.Item
          name="amountFen"
          label={labels.amount}
          initialValue={yuanNumberFromFen(restFen)}
          validateFirst
          rules={[...rulesFor(askReversal, 'amountFen'), { validator: withinRest }]}
          extra={labels.rest(formatYuanGrouped(restFen))}
        >
          <AmountInput />
        </Form.Item>
      }
      rules={rulesFor(askReversal, 'reason')}
      send={async (reason = '', typed) => {
        const amountFen = askReversal.input.fields.amountFen.value.parse(typed.amountFen)
        return call(askReversal, { rechargeId, kind, amountFen, reason })
      }}
      refresh={refreshRecharges}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
