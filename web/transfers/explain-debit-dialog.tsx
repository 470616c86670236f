// Asks what a debit is that our books do not know, and why; another account must confirm it (ADR 27).

import { proposeDebit, unknownDebits } from '@paywages/wire/transfers/endpoints.ts'
import type { UnknownDebit } from '@paywages/wire/transfers/shapes.ts'
import { Form, Radio } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { debitOutcomeLabels, debitLabels as labels } from './debit-labels.ts'

type Typed = { outcome: 'paid' | 'foreign' }

const OUTCOMES = (['paid', 'foreign'] as const).map((value) => ({ value, label: debitOutcomeLabels[value] }))

type ExplainDebitDialogProps = { debit: UnknownDebit; open: boolean; onClose: () => void }

export function ExplainDebitDialog({ debit, open, onClose }: ExplainDebitDialogProps) {
  const { debitId, reference, amountFen, serial, awaitsSheet, accepted } = debit
  return (
    <ReasonDialog<Typed>
      open={open}
      name="explain-debit"
      words={{
        title: labels.explainTitle,
        action: labels.explainAction,
        note: labels.explainNote,
        reason: labels.reason,
        reasonHint: labels.reasonHint,
        done: labels.proposed,
      }}
      object={reference}
      body={
        <AmountBlock
          label={labels.amount}
          fen={amountFen}
          lines={[
            accepted
              ? { label: labels.bankState, value: labels.accepted }
              : { label: labels.serial, value: serial },
          ]}
        />
      }
      fields={
        <Form.Item name="outcome" label={labels.outcome} rules={rulesFor(proposeDebit, 'outcome')}>
          <Radio.Group
            options={OUTCOMES.filter(({ value }) => !(awaitsSheet || accepted) || value === 'foreign')}
          />
        </Form.Item>
      }
      rules={rulesFor(proposeDebit, 'reason')}
      maxLength={200}
      danger={false}
      send={(reason, { outcome }) => call(proposeDebit, { debitId, outcome, reason: reason ?? '' })}
      refresh={() => refresh(unknownDebits)}
      onClose={onClose}
    />
  )
}
