// The second person's word on a result: into the books, or back with a reason.

import { decideBankResult } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileResult, BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { shortDigest } from './file-words.ts'
import { bankFileLabels, resultLabels as labels } from './labels.ts'
import { refreshFiles } from './use-file-steps.tsx'

export function ReviewActions({ file, result }: { file: BankFileRow; result: BankFileResult }) {
  const confirmedStep = useConfirmedStep()
  const [refusing, setRefusing] = useState(false)
  const { bankFileId } = file
  const { resultId, sha256 } = result
  const named = (result.succeededCount + result.rejectedCount + result.returnedCount).toLocaleString('en-US')
  const confirm = () =>
    confirmedStep({
      title: labels.confirmTitle,
      object: `${file.name} · ${result.name}`,
      body: (
        <AmountBlock
          label={labels.succeeded}
          fen={result.succeededFen}
          lines={[
            {
              label: labels.succeeded,
              value: bankFileLabels.countOf(result.succeededCount.toLocaleString('en-US')),
            },
            {
              label: labels.rejected,
              value: bankFileLabels.countOf(result.rejectedCount.toLocaleString('en-US')),
            },
            { label: bankFileLabels.digest, value: shortDigest(sha256) },
          ]}
        />
      ),
      warning: labels.confirmWarning,
      action: labels.confirm(named),
      send: () => call(decideBankResult, { bankFileId, resultId, sha256, confirms: true }),
      done: labels.confirmed,
      refresh: refreshFiles,
    })
  return (
    <div className="result-acts">
      {file.actions.includes('refuse-result') ? (
        <Button onClick={() => setRefusing(true)}>{labels.sendBack}</Button>
      ) : null}
      {file.actions.includes('confirm') ? (
        <Button type="primary" onClick={() => void confirm()}>
          {labels.confirm(named)}
        </Button>
      ) : null}
      <ReasonDialog
        open={refusing}
        name="refuse-bank-result"
        words={{
          title: labels.backTitle,
          action: labels.sendBack,
          reason: labels.backReason,
          reasonHint: labels.backHint,
          done: labels.backDone,
        }}
        object={result.name}
        rules={[{ required: true, whitespace: true, message: labels.backReason }]}
        maxLength={200}
        send={(reason) => call(decideBankResult, { bankFileId, resultId, sha256, confirms: false, reason })}
        refresh={refreshFiles}
        onClose={() => setRefusing(false)}
      />
    </div>
  )
}
