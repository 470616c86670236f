// What one can do about failed transfers: take them away as a sheet, or copy them into a new batch (D40).

import { copyFailedRows, exportFailedRows, listBatches } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead, UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Progress } from '@paywages/wire/transfers/shapes.ts'
import { Button } from 'antd'
import { CopyPlus, FileDown, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'
import { FailedRowsDialog } from '../failed-rows/failed-rows-dialog.tsx'
import { BATCHES_PAGE, CHECK_PAGE, checkAddress } from '../records/batch-address.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { useGo } from '../ui/page/address.ts'
import { copyLabels, resultLabels as labels, rejectedCopyLabels } from './labels.ts'

type FailedRowsActionsProps = { batch: BatchHead; progress: Progress }

export function FailedRowsActions({ batch, progress }: FailedRowsActionsProps) {
  const user = useCurrentUser()
  const pays = user.payRight && user.providerId === batch.providerId
  return (
    <>
      <ExportButton
        endpoint={exportFailedRows}
        input={{ batchId: batch.batchId }}
        label={labels.downloadFailed}
        icon={<FileDown size={14} aria-hidden="true" />}
      />
      {pays ? <CopyButton batch={batch} progress={progress} /> : null}
    </>
  )
}

function CopyButton({ batch, progress }: FailedRowsActionsProps) {
  const go = useGo()
  const button = useRef<HTMLButtonElement>(null)
  const [rejected, setRejected] = useState<UploadResult>()
  const [showsRejected, setShowsRejected] = useState(false)
  const copy = useCopy(batch, progress, (result) => {
    setRejected(result)
    setShowsRejected(true)
  })
  return (
    <>
      <Button ref={button} icon={<CopyPlus size={14} aria-hidden="true" />} onClick={() => void copy()}>
        {labels.copy}
      </Button>
      {rejected === undefined ? null : (
        <FailedRowsDialog
          words={rejectedCopyLabels}
          result={rejected}
          fileName={batch.fileName}
          open={showsRejected}
          again={
            <Button icon={<Upload size={14} aria-hidden="true" />} onClick={() => go(BATCHES_PAGE)}>
              {rejectedCopyLabels.again}
            </Button>
          }
          onClose={() => setShowsRejected(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  )
}

/** Asks, copies, and goes to the new batch; rows that may not be paid again are told instead. */
function useCopy(batch: BatchHead, progress: Progress, onRejected: (result: UploadResult) => void) {
  const confirmedStep = useConfirmedStep()
  const go = useGo()
  const { batchId, fileName, batchNo } = batch

  async function finish(result: UploadResult) {
    if (result.batchId === null || result.badCount > 0) return onRejected(result)
    toastSuccess(copyLabels.done)
    go(CHECK_PAGE, checkAddress(result.batchId, 'auditing', 'decide'))
    await refresh(listBatches)
  }

  return async () => {
    const count = progress.failedCount.toLocaleString('en-US')
    const outcome = await confirmedStep({
      title: copyLabels.title,
      object: copyLabels.object(fileName, batchNo),
      body: (
        <>
          <AmountBlock
            label={copyLabels.amount}
            fen={progress.failedFen}
            lines={[{ label: copyLabels.count, value: copyLabels.countOf(count) }]}
          />
          <p className="copy-body">{copyLabels.body}</p>
        </>
      ),
      warning: copyLabels.warning,
      action: copyLabels.action,
      send: () => call(copyFailedRows, { batchId }),
    })
    if (outcome.at === 'done') await finish(outcome.answer)
  }
}
