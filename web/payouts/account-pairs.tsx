// Accounts behind the batch that may be one person's, and what a manager found out about them (D44).

import { RISK_WORD } from '@paywages/domain/payouts/risks.ts'
import { batchHead, clearPairs } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { todos } from '@paywages/wire/workbench/endpoints.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { RowAction } from '../ui/list/row-actions.tsx'
import { checkLabels as labels } from './labels.ts'

export function AccountPairs({ batch }: { batch: BatchHead }) {
  const { accountPairs, mayClearPairs, batchId, batchNo, fileName } = batch
  const [open, setOpen] = useState(false)
  if (accountPairs.length === 0) return null
  const asked = accountPairs.some(({ high, cleared }) => high && cleared === '')
  return (
    <Notice tone={asked ? 'bad' : 'wait'} title={labels.pairs}>
      {accountPairs.map(({ words, cleared }) => (
        <p key={words}>
          {words}
          {cleared === '' ? '' : `（${cleared}）`}
        </p>
      ))}
      {mayClearPairs ? <RowAction onClick={() => setOpen(true)}>{labels.clearPairs}</RowAction> : null}
      <ReasonDialog
        open={open}
        name="clear-pairs"
        words={{
          title: labels.clearTitle,
          action: labels.clearPairs,
          reason: labels.clearWord,
          reasonHint: labels.clearHint,
          done: labels.clearDone,
        }}
        object={`${fileName} · ${batchNo}`}
        field="word"
        rules={rulesFor(clearPairs, 'word')}
        maxLength={RISK_WORD.max}
        danger={false}
        send={(word) => call(clearPairs, { batchId, word: word ?? '' })}
        refresh={() => refresh(batchHead, todos)}
        onClose={() => setOpen(false)}
      />
    </Notice>
  )
}
